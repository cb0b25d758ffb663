"""Rosters, gatherings and reports in the admin, read-only; news. Keys are not shown; no search or filter uses them."""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db.models import F
from django.forms import ChoiceField
from django.http import HttpRequest
from django.utils import timezone

from builder.accounts.browsers import browser_of
from builder.error_reports.models import ErrorReport
from builder.gatherings.models import GameNews, Gathering, News
from builder.gatherings.spec import GATHERINGS
from builder.lists.models import Roster
from builder.personal_data.deletion import delete_account

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
    """An admin without adding, changing and deleting."""

    filterable = {"game", "deleted", "changed"}

    def denied(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    has_add_permission = has_change_permission = has_delete_permission = denied

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Filters in addresses only by these fields, so that no key can be guessed part by part."""
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


@admin.register(ErrorReport)
class ErrorReportAdmin(ReadOnlyAdmin):
    """What players report; `manage.py rosters report NUMBER` makes a test of it."""

    list_display = ("pk", "made", "game", "legal", "expected", "used")
    list_filter = (("used", admin.EmptyFieldListFilter),)
    search_fields = ("expected",)
    fields = ("pk", "made", "game", "revision", "battle", "mark", "book_revision", "verdict", "expected", "used")
    filterable = {"used"}
    has_delete_permission = admin.ModelAdmin.has_delete_permission

    @admin.display(ordering="roster__game")
    def game(self, row: ErrorReport) -> str:
        return row.roster.game

    @admin.display(boolean=True)
    def legal(self, row: ErrorReport) -> bool:
        return row.verdict["legal"]


@admin.register(GameNews)
class GameNewsAdmin(admin.ModelAdmin):
    """What players of a game read on the page of its news and in their gatherings."""

    list_display = ("text_fr", "game", "made")
    list_filter = ("game",)

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        if db_field.name == "game":
            return ChoiceField(choices=[(game, game) for game in GATHERINGS])
        return super().formfield_for_dbfield(db_field, request, **kwargs)


@admin.register(News)
class NewsAdmin(ReadOnlyAdmin):
    """What players wrote for all others, the reported first; hiding it takes it off every page."""

    list_display = ("text", "account", "gathering", "made", "reported", "hidden")
    list_filter = (("reported", admin.EmptyFieldListFilter), ("hidden", admin.EmptyFieldListFilter))
    fields = list_display
    filterable = {"reported", "hidden"}
    has_delete_permission = admin.ModelAdmin.has_delete_permission  # as that of its account needs
    actions = ("hide", "show")

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).filter(account__isnull=False)

    def get_ordering(self, _request: HttpRequest) -> Any:
        return F("reported").desc(nulls_last=True), "-made"

    @admin.action(description="Hide")
    def hide(self, _request: HttpRequest, rows: Any) -> None:
        rows.update(hidden=timezone.now(), reported=None)

    @admin.action(description="Show: nothing is wrong")
    def show(self, _request: HttpRequest, rows: Any) -> None:
        rows.update(hidden=None, reported=None)


class AccountAdmin(UserAdmin):
    """Accounts; deleting one takes along what its own page of deletion does, and leaves the lists to their links."""

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        delete_account(obj, browser_of(request), erase_lists=False)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        for account in queryset:
            self.delete_model(request, account)


admin.site.unregister(User)
admin.site.register(User, AccountAdmin)
# django-allauth would show the secrets of apps with codes, and let an administrator change what ends sessions.
admin.site.unregister([Authenticator, UserSession])
