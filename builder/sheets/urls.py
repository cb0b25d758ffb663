"""The addresses of sheets: the page behind a share link, and a game's example."""

from django.urls import path

from builder.sheets import views
from builder.web import converters  # noqa: F401  (registers pk and key)

urlpatterns = [
    path("s/<key:key>/", views.shared, name="shared"),
    path("examples/<slug:game>/", views.example, name="example"),
]
