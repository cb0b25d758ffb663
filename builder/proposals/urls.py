"""The addresses of proposals."""

from django.urls import path

from builder.proposals import completion_views, views
from builder.web import converters  # noqa: F401  (registers pk and key)

urlpatterns = [
    path("lists/<pk:pk>/ways/", views.roster_ways, name="roster-ways"),
    path("lists/<pk:pk>/mend/", views.roster_mend, name="roster-mend"),
    path("lists/<pk:pk>/complete/", completion_views.roster_complete, name="roster-complete"),
    path("new/<slug:game>/surprise/", completion_views.surprise, name="surprise"),
]
