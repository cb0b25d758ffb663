"""The lists of one player as queries: which of them a page shows, in which order, and how many there are."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, F, OrderBy, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from builder.accounts.browsers import browser_of, is_due, sees
from builder.lists.collection import ON_A_PAGE, STATES, Choice, all_labels, labels_of, plain
from builder.lists.models import RosterGrant
from builder.lists.placing import MOST_JUDGED, count_prohibitions, listed_rosters
from builder.web.kept_queries import kept_query
from rules.text import folded
from rules.verdict import BAD, OK, TODO

ORDERS: dict[str, OrderBy] = {
    "changed": F("roster__changed").desc(),
    "name": F("roster").desc(),  # among lists of the same name
    "points": F("roster__points").desc(nulls_last=True),
    "created": F("roster__created").desc(),
}
NOT_COUNTED = Q(roster__errors__gt=0, roster__prohibitions=None)
IN_STATE = {
    BAD: NOT_COUNTED | Q(roster__prohibitions__gt=0),
    TODO: Q(roster__errors__gt=0, roster__prohibitions=0),
    OK: Q(roster__errors=0) & (Q(roster__prohibitions=None) | Q(roster__prohibitions=0)),
}
TEXTS = ("roster__name", "roster__label_fr", "roster__label_en", "roster__game")
PRESENT, REMOVED = Q(roster__deleted=None), Q(roster__deleted__isnull=False)


class Places:
    """The place of each list among those that some keys, by their hashes, and an account see.

    grants -- all that they see
    rows   -- one grant for each list, and what holds of one of its grants: `pin`, it is pinned; `visible`, it is not
              archived; `labelled`
    """

    def __init__(self, hashes: tuple[str, ...], account: int | None):
        self.grants = RosterGrant.objects.filter(sees(hashes, account), generation=F("roster__generation"))
        self.each_list_has_one_grant = len(hashes) + (account is not None) == 1
        self.rows = self.one_for_each_list().annotate(
            pin=self.some(Q(pinned=True)), visible=self.some(Q(archived=False)), labelled=self.some(~Q(labels=""))
        )

    def one_for_each_list(self) -> QuerySet[RosterGrant]:
        if self.each_list_has_one_grant:
            return self.grants
        return self.grants.filter(~Exists(self.grants.filter(roster=OuterRef("roster"), pk__gt=OuterRef("pk"))))

    def some(self, condition: Q) -> Any:
        """Whether a condition holds of one of the grants of a list."""
        if self.each_list_has_one_grant:
            return ExpressionWrapper(condition, BooleanField())
        return Exists(self.grants.filter(condition, roster=OuterRef("roster")))

    def with_use(self, now: datetime, today: date) -> QuerySet[Any]:
        """All places, and whether the use of one of the grants is to be recorded: `use_is_due`."""
        return self.rows.annotate(use_is_due=self.some(is_due("", now, today)))

    def ordered(self, order: OrderBy, visible: bool) -> QuerySet[RosterGrant]:
        """The places of present lists, pinned ones first."""
        return self.rows.filter(PRESENT, visible=visible).order_by("-pin", order, "-roster")


class Numbers(NamedTuple):
    """How many lists are present and not archived, present and archived, removed, labelled, and in use again."""

    visible: int = 0
    archived: int = 0
    removed: int = 0
    labelled: int = 0
    used: int = 0


@kept_query
def numbers(hashes: tuple[str, ...], account: int | None, now: datetime, today: date) -> QuerySet[Any]:
    """One row, the fields of `Numbers`."""
    conditions = (
        PRESENT & Q(visible=True),
        PRESENT & Q(visible=False),
        REMOVED,
        Q(labelled=True),
        PRESENT & Q(use_is_due=True),
    )
    counts = {f"number{n}": Count("pk", filter=condition) for n, condition in enumerate(conditions)}
    rows = Places(hashes, account).with_use(now, today).order_by().annotate(**counts).values_list(*counts)
    rows.query.group_by = None  # all rows are one group, which needs no sorting
    return rows


@kept_query
def page_of_all(
    hashes: tuple[str, ...], account: int | None, order: OrderBy, visible: bool, positions: range
) -> QuerySet[Any]:
    """(key of a list) of those at some positions."""
    pks = Places(hashes, account).ordered(order, visible).values_list("roster")
    return pks[positions.start : positions.stop]


class MyRosters:
    """The lists of this browser and its account."""

    def __init__(self, request: HttpRequest):
        now, self.browser = timezone.now(), browser_of(request)
        self.request, self.now = request, (now, timezone.localdate(now))
        self.seen = tuple(self.browser.hashes), self.browser.account
        self.numbers = Numbers(*numbers(*self.seen, *self.now)[0]) if self.browser.may_have_grants else Numbers()

    @cached_property
    def places(self) -> Places:
        return Places(*self.seen)

    @property
    def any(self) -> bool:
        """Whether there is a list that was not removed."""
        return self.numbers.visible + self.numbers.archived > 0

    @cached_property
    def label_columns(self) -> list[tuple[int, str]]:
        """(key of the list, column `labels`) of all grants with labels to present lists."""
        if not self.numbers.labelled:
            return []
        labelled = self.places.grants.filter(PRESENT).exclude(labels="")
        return list(labelled.order_by("pk").values_list("roster", "labels"))

    @cached_property
    def labels(self) -> list[str]:
        """The labels of all present lists, each once, in the order of the alphabet."""
        return all_labels(lines for _pk, lines in self.label_columns)

    def note_seen(self) -> None:
        """Lists that stand in an index count as used, on whichever of its pages."""
        if self.numbers.used:
            due = self.places.with_use(*self.now).filter(PRESENT, use_is_due=True)
            for pk in due.values_list("roster", flat=True):
                self.browser.note_use(RosterGrant, pk, True)

    # --- pages ------------------------------------------------------------------------------------------------------

    def page(self, choice: Choice, names: Mapping[str, str]) -> Page:
        """The lists that are to be shown, pinned ones first; the last page where there are fewer.

        names -- of games, in all languages, by their slugs: lists are found by them too
        """
        visible = not choice.archive
        number = self.numbers.visible if visible else self.numbers.archived
        if choice.narrows or choice.sort == "name":
            pks = self.chosen(choice, names) if number else []
            return self.with_rows(Paginator(pks, ON_A_PAGE).get_page(choice.page))
        page: Any = Paginator(range(number), ON_A_PAGE).get_page(choice.page)
        if page.object_list:
            rows = page_of_all(*self.seen, ORDERS[choice.sort], visible, page.object_list)
            page.object_list = [row[0] for row in rows]
        return self.with_rows(page)

    def removed(self, number: int) -> Page:
        """The removed lists, last removed first."""
        pks: Any = []
        if self.numbers.removed:
            removed = self.places.rows.filter(REMOVED).order_by("-roster__deleted", "-roster")
            pks = removed.values_list("roster", flat=True)
        return self.with_rows(Paginator(pks, ON_A_PAGE).get_page(number))

    def with_rows(self, page: Any) -> Page:
        """A page of keys with the lists themselves."""
        order = list(page.object_list)
        rows = {row.pk: row for row in listed_rosters(self.request, order)} if order else {}
        page.object_list = [rows[pk] for pk in order if pk in rows]
        return page

    def chosen(self, choice: Choice, names: Mapping[str, str]) -> list[int]:
        """The keys of the lists that the filters and the words leave, in order.

        Words and names are compared here: no database leaves out accents as we do.
        """
        labels: dict[int, str] = {}
        for pk, lines in self.label_columns:
            labels[pk] = f"{labels.get(pk, '')}\n{lines}"
        words, rows = plain(choice.q).split(), self.filtered(choice).values_list("roster", "pin", *TEXTS)
        matching = [
            (pk, pin, name)
            for pk, pin, name, *texts, game in rows
            if has_words(words, name, *texts, names.get(game, ""), labels.get(pk, ""))
        ]
        if choice.sort == "name":
            matching.sort(key=lambda row: (not row[1], not row[2], plain(row[2])))
        return [pk for pk, _pin, _name in matching]

    def filtered(self, choice: Choice) -> QuerySet[RosterGrant]:
        """The places of the lists that the filters leave, in order; `chosen` puts names in order."""
        rows = self.places.ordered(ORDERS[choice.sort], not choice.archive)
        if choice.game:
            rows = rows.filter(roster__game=choice.game)
        if choice.verdict:
            uncounted = rows.filter(NOT_COUNTED).values_list("roster", flat=True)[:MOST_JUDGED]
            list(count_prohibitions(list(uncounted)))
            rows = rows.filter(IN_STATE[STATES[choice.verdict]])
        if choice.label:
            label = folded(choice.label)
            rows = rows.filter(
                roster__in=[pk for pk, lines in self.label_columns if label in map(folded, labels_of(lines))]
            )
        return rows


def has_words(words: Sequence[str], *texts: str) -> bool:
    text = plain("\n".join(texts)) if words else ""
    return all(word in text for word in words)
