"""The addresses of exports: lists/1/pdf/, s/KEY/json/ ..."""

from django.urls import path

from builder.exports import converters, several, views  # noqa: F401  (registers export)

urlpatterns = [
    path("lists/<pk:pk>/<export:export>/", views.roster_export, name="roster-export"),
    path("lists/several/<pks:pks>/print/", several.rosters_print, name="rosters-print"),
    path("lists/several/<pks:pks>/zip/", several.rosters_zip, name="rosters-zip"),
    path("lists/several/<pks:pks>/<export:export>/", several.rosters_export, name="rosters-export"),
    path("s/<key:key>/<export:export>/", views.shared_export, name="shared-export"),
]
