"""The addresses of the site's pages and of the pages of a single game."""

from django.urls import path

from builder.pages import app, rules_pages, start
from builder.web import converters  # noqa: F401  (registers pk)

urlpatterns = [
    path("", start.start, name="start"),
    path("about/", start.about, name="about"),
    path("manifest-<slug:language>.webmanifest", app.manifest, name="manifest"),
    path("worker.js", app.worker, name="worker"),
    path("device/pages/", app.on_this_device, name="on-this-device"),
    path("rules/", rules_pages.rules_index, name="rules-index"),
    path("rules/<slug:game>/", rules_pages.rules, name="rules"),
    path("rules/<slug:game>/<slug:page>/", start.game_page, name="game-page"),
    path("lists/<pk:pk>/<slug:page>/", start.roster_page, name="roster-page"),
    path("schema/bivouac-roster-1.json", rules_pages.schema, name="schema"),
]
