"""The addresses of the workshop."""

from django.urls import path

from builder.views import book, dice, editor, links, new, pages, printing, sharing, shelf, start

urlpatterns = [
    path("", start.start, name="start"),
    path("about/", start.about, name="about"),
    path("new/<slug:game>/", new.roster_new, name="roster-new"),
    path("new/<slug:game>/example/", new.roster_example, name="roster-example"),
    path("lists/", shelf.shelf, name="mine"),
    path("lists/<int:pk>/", editor.roster, name="roster"),
    path("lists/<int:pk>/do/", editor.roster_do, name="roster-do"),
    path("lists/<int:pk>/links/", links.roster_links, name="roster-links"),
    path("lists/<int:pk>/print/", printing.roster_print, name="roster-print"),
    path("lists/<int:pk>/pdf/", printing.roster_pdf, name="roster-pdf"),
    path("lists/<int:pk>/duplicate/", shelf.roster_duplicate, name="roster-duplicate"),
    path("lists/<int:pk>/remove/", shelf.roster_remove, name="roster-remove"),
    path("lists/<int:pk>/restore/", shelf.roster_restore, name="roster-restore"),
    path("lists/<int:pk>/<slug:page>/", pages.roster_page, name="roster-page"),
    path("e/<str:key>/", links.edit_link, name="edit-link"),
    path("s/<str:key>/", sharing.shared, name="shared"),
    path("s/<str:key>/pdf/", printing.shared_pdf, name="shared-pdf"),
    path("s/<str:key>/json/", sharing.shared_json, name="shared-json"),
    path("s/<str:key>/copy/", sharing.shared_copy, name="shared-copy"),
    path("rules/<slug:game>/", book.rules, name="rules"),
    path("rules/<slug:game>/<slug:page>/", pages.game_page, name="game-page"),
    path("dice/", dice.dice, name="dice"),
    path("schema/bivouac-roster-1.json", book.schema, name="schema"),
]
