"""Rosters in the admin, to look at only: neither a key nor what opens one is shown, searched or filtered by."""

from django.contrib import admin

from builder.models import Roster

SHOWN = (
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


@admin.register(Roster)
class RosterAdmin(admin.ModelAdmin):
    list_display = SHOWN
    list_filter = ("game", ("deleted", admin.EmptyFieldListFilter))
    search_fields = ("name", "label_fr", "label_en")
    date_hierarchy = "changed"
    fields = (*SHOWN, "deleted")

    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False

    def lookup_allowed(self, lookup, value, request):
        """Nothing is found by a part of its key."""
        return lookup.partition("__")[0] in {"game", "deleted", "changed"}
