"""A unit of First Wave that rolls for something that a table of the book is about."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from rules.catalogue import Table
from rules.games.first_wave.play.book import play_of
from rules.games.first_wave.play.state import FIGHTER, WOUNDS, has_wound, wounds_on
from rules.play.acting_unit import NOTHING, ActingUnit
from rules.play.actions import Action, Attempt, Choice, Field, Reason
from rules.play.battle import Battle, Context
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.text import _

Sent = Mapping[str, str]
Suits = Callable[[Battle, str], bool]
TableRoll = Callable[[ActingUnit, ActionForm, Table], Attempt]
IF_WOUNDED = "mordu-si-blesse"


def chosen_unit(context: Context, form: ActionForm, suits: Suits) -> ActingUnit | None:
    """Who acts of those whom it suits; None until one is chosen."""
    units = context.battle.units_by_path
    options = [Choice(path, unit.name) for path, unit in units.items() if suits(context.battle, path)]
    sent = form.sent.get("unit", "")
    path = sent if any(option.slug == sent for option in options) else ""
    form.fields.append(Field("unit", _("Unit"), options, path))
    return ActingUnit.of(context, path) if path else None


def table_action(
    title: str, icon: str, slug: str, suits: Suits, roll: TableRoll, kinds: Sequence[str] = (FIGHTER,)
) -> Action:
    """An action on a table of the book, whose own words are its note."""

    def attempt(context: Context, sent: Sent) -> Attempt:
        form, table = ActionForm(sent), context.catalogue.tables[slug]
        acting = chosen_unit(context, form, suits)
        attempt = roll(acting, form, table) if acting else NOTHING
        return replace(attempt, fields=form.fields, notes=[table_note(table)])

    return Action(title, attempt, icon, kinds, suits)


def marks_of_row(acting: ActingUnit, slug: str) -> Iterator[Mark]:
    """The marks for a row of a table that came for a unit; one wounds only who has a wound already ("Nage")."""
    if slug == IF_WOUNDED and not has_wound(acting.battle, acting.path):
        return
    for mark in play_of(acting.catalogue).results.get(slug, ()):
        if mark.path == WOUNDS:
            yield from wounds_on(acting.battle, acting.path, int(mark.amount))
        else:
            yield mark.on(acting.path)


def table_note(table: Table) -> Reason:
    return Reason("", table.text, str(table.cite))
