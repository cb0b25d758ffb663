"""The addresses of reports."""

from django.urls import path

from builder.error_reports import views
from builder.web import converters  # noqa: F401  (registers key)

urlpatterns = [
    path("s/<key:key>/mistake/", views.report_list, name="report-list"),
    path("w/<key:key>/mistake/", views.report_battle, name="report-battle"),
]
