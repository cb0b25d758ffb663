"""The addresses of proposals."""

from django.urls import path

from builder.proposals import views
from builder.web import converters  # noqa: F401  (registers pk and key)

urlpatterns = [
    path("lists/<pk:pk>/ways/", views.roster_ways, name="roster-ways"),
    path("lists/<pk:pk>/mend/", views.roster_mend, name="roster-mend"),
]
