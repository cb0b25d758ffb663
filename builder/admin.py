"""Rosters and gatherings in the admin, to look at only: no key nor what opens one is shown, searched or filtered by."""

from django.contrib import admin

from builder.gatherings.models import Gathering
from builder.lists.models import Roster

COLUMNS = (
    "name",
    "game",
    "label_fr",
    "points",
    "budget",
    "errors",
    "warnings",
    "units",
    "revision",
    "changed",
    "created",
)


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows that nobody changes here."""

    filterable = {"game", "deleted", "changed"}

    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False

    def lookup_allowed(self, lookup, value, request):
        """Nothing is found by a part of its key."""
        return lookup.partition("__")[0] in self.filterable


@admin.register(Roster)
class RosterAdmin(ReadOnlyAdmin):
    list_display = COLUMNS
    list_filter = ("game", ("deleted", admin.EmptyFieldListFilter))
    search_fields = ("name", "label_fr", "label_en")
    date_hierarchy = "changed"
    fields = (*COLUMNS, "counted", "deleted")


@admin.register(Gathering)
class GatheringAdmin(ReadOnlyAdmin):
    list_display = ("name", "game", "changed", "created")
    list_filter = ("game", ("deleted", admin.EmptyFieldListFilter))
    search_fields = ("name",)
    date_hierarchy = "changed"
    fields = ("name", "game", "notes", "changed", "created", "deleted")
