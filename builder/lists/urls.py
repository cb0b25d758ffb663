"""The addresses of lists."""

from django.urls import path

from builder.lists.views import book, editor, links, my_lists, new, selected
from builder.web import converters  # noqa: F401  (registers pk and key)

urlpatterns = [
    path("new/<slug:game>/", new.roster_new, name="roster-new"),
    path("new/<slug:game>/example/", new.roster_example, name="roster-example"),
    path("lists/", my_lists.my_lists, name="my-lists"),
    path("lists/selected/", selected.rosters_selected, name="rosters-selected"),
    path("lists/selected/duplicate/", selected.rosters_duplicate, name="rosters-duplicate"),
    path("lists/<pk:pk>/", editor.roster, name="roster"),
    path("lists/<pk:pk>/edit/", editor.roster_edit, name="roster-edit"),
    path("lists/<pk:pk>/book/", book.roster_book, name="roster-book"),
    path("lists/<pk:pk>/offers/", editor.roster_offers, name="roster-offers"),
    path("lists/<pk:pk>/links/", links.roster_links, name="roster-links"),
    path("lists/<pk:pk>/duplicate/", new.roster_duplicate, name="roster-duplicate"),
    path("lists/<pk:pk>/remove/", my_lists.roster_remove, name="roster-remove"),
    path("lists/<pk:pk>/restore/", my_lists.roster_restore, name="roster-restore"),
    path("lists/<pk:pk>/erase/", my_lists.roster_erase, name="roster-erase"),
    path("e/<key:key>/", links.edit_link, name="edit-link"),
    path("s/<key:key>/copy/", new.shared_copy, name="shared-copy"),
]
