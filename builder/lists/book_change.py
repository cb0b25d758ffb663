"""What a changed book does to a stored list, which may stay with the revision that it was built by."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from builder.lists.history import index_fields, save, update_row
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Roster
from rules.catalogue import Catalogue
from rules.loading import catalogue, earlier, present
from rules.verdict import Verdict, judge

STAY, GO = "stay", "go"  # the actions of the states in which a list takes an earlier book, and today's again


class BookChange(NamedTuple):
    """What the book of today says of a list that was built by an earlier revision.

    revision -- the number of the earlier revision
    before   -- its verdict; None where the list stays with it
    after    -- that of today
    prices   -- (entry, points before, points now) of what the list has
    """

    revision: int
    before: Verdict | None = None
    after: Verdict | None = None
    prices: tuple[tuple[Any, int, int], ...] = ()


def book_change(roster: Roster, loaded: LoadedRoster) -> BookChange | None:
    """None where the book says of the list what it said, or where the earlier revision is not kept."""
    book = loaded.catalogue
    if book.edition != present(book):
        return BookChange(book.revision)
    if not 0 < roster.book_revision < book.revision:
        return None
    old = kept_book(book, roster.book_revision)
    if old is None:
        return None
    before, after = judge(loaded.document, old, loaded.game), loaded.verdict
    prices = tuple(price_changes(loaded, old, book))
    return BookChange(old.revision, before, after, prices) if prices or differ(before, after) else None


def kept_book(book: Catalogue, revision: int) -> Catalogue | None:
    """An earlier revision of a book; None where it is not kept."""
    slug = earlier(present(book), revision)
    old = catalogue(book.game, slug)
    return old if old.edition == slug else None


def differ(before: Verdict, after: Verdict) -> bool:
    """Whether two verdicts on one document say something else."""
    return summary(before) != summary(after)


def summary(verdict: Verdict) -> tuple:
    return verdict.total, verdict.budget, sorted((finding.rule.id, finding.unit or -1) for finding in verdict.findings)


def price_changes(loaded: LoadedRoster, old: Catalogue, new: Catalogue) -> Iterator[tuple[Any, int, int]]:
    named = set(words_in(loaded.data["units"]))
    for kind, entries in new.collections.items():
        for slug, entry in entries.items():
            was = old.collections[kind].get(slug)
            if slug in named and was is not None and was.cost != entry.cost:
                yield entry, was.cost, entry.cost


def words_in(data: Any) -> Iterator[str]:
    """All texts of decoded JSON."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, (list, dict)):
        for value in data.values() if isinstance(data, dict) else data:
            yield from words_in(value)


def stay(roster: Roster, loaded: LoadedRoster) -> bool:
    """Let a list be judged by the revision that it was built by, from now on; whether that one is kept."""
    old = kept_book(loaded.catalogue, roster.book_revision)
    if old is None:
        return False
    save(roster, loaded.with_document(replace(loaded.document, edition=old.edition)), STAY)
    return True


def go(roster: Roster, loaded: LoadedRoster) -> None:
    """Let a list be judged by the book of today."""
    edition = present(loaded.catalogue)
    if edition == loaded.catalogue.edition:
        update_row(roster, index_fields(loaded))
    else:
        save(roster, loaded.with_document(replace(loaded.document, edition=edition)), GO)
