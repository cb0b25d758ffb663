"""The addresses of the application, by package."""

from django.urls import include, path

urlpatterns = [
    path("", include("builder.accounts.urls")),
    path("", include("builder.lists.urls")),
    path("", include("builder.proposals.urls")),
    path("", include("builder.versions.urls")),
    path("", include("builder.sheets.urls")),
    path("", include("builder.exports.urls")),
    path("", include("builder.imports.urls")),
    path("", include("builder.gatherings.urls")),
    path("", include("builder.battles.urls")),
    path("", include("builder.pictures.urls")),
    path("", include("builder.error_reports.urls")),
    path("", include("builder.personal_data.urls")),
    path("", include("builder.dice.urls")),
    path("", include("builder.pages.urls")),
    path("", include("builder.operations.urls")),
    path("", include("builder.api.urls")),
]
