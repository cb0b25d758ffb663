"""The addresses of exports and the print page: lists/1/pdf/, s/KEY/json/, lists/1/print/ ..."""

from django.urls import path

from builder.exports import converters, data_files, embedding, print_page, several, views  # noqa: F401  (registers export)

urlpatterns = [
    path("lists/<pk:pk>/print/", print_page.roster_print, name="roster-print"),
    path("lists/<pk:pk>/preview/", print_page.roster_preview, name="roster-preview"),
    path("lists/<pk:pk>/preview/<slug:key>/<int:number>/", print_page.roster_picture, name="roster-picture"),
    path("lists/<pk:pk>/<export:export>/", views.roster_export, name="roster-export"),
    path("lists/print/", print_page.all_rosters_print, name="all-rosters-print"),
    path("lists/several/<pks:pks>/print/", print_page.rosters_print, name="rosters-print"),
    path("lists/several/<pks:pks>/preview/", print_page.rosters_preview, name="rosters-preview"),
    path(
        "lists/several/<pks:pks>/preview/<slug:key>/<int:number>/", print_page.rosters_picture, name="rosters-picture"
    ),
    path("lists/several/<pks:pks>/zip/", several.rosters_zip, name="rosters-zip"),
    path("lists/several/<pks:pks>/<export:export>/", several.rosters_export, name="rosters-export"),
    path("s/<key:key>/frame/", embedding.shared_frame, name="shared-frame"),
    path("rules/<slug:game>/battlescribe.zip", data_files.data_files_zip, name="data-files"),
    path("oembed/", embedding.oembed, name="oembed"),
    path("s/<key:key>/<export:export>/", views.shared_export, name="shared-export"),
]
