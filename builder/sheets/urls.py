"""The addresses of sheets: the print form, the page behind a share link, and a game's example."""

from django.urls import path

from builder.sheets import views
from builder.web import converters  # noqa: F401  (registers pk and key)

urlpatterns = [
    path("lists/<pk:pk>/print/", views.roster_print, name="roster-print"),
    path("s/<key:key>/", views.shared, name="shared"),
    path("examples/<slug:game>/", views.example, name="example"),
]
