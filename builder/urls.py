"""The addresses of the application; each occupation has its own."""

from django.urls import include, path

urlpatterns = [
    path("", include("builder.lists.urls")),
    path("", include("builder.sheets.urls")),
    path("", include("builder.exports.urls")),
    path("", include("builder.gatherings.urls")),
    path("", include("builder.dice.urls")),
    path("", include("builder.pages.urls")),
]
