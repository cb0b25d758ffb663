"""A unit of First Wave that rolls for something that a table of the book is about."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from rules.catalogue import Table
from rules.play.acting_unit import NOTHING, ActingUnit
from rules.play.actions import Attempt, Choice, Field, Reason
from rules.play.battle import Battle, Context
from rules.play.form import ActionForm
from rules.text import _

Sent = Mapping[str, str]
Suits = Callable[[Battle, str], bool]


def chosen_unit(context: Context, form: ActionForm, suits: Suits) -> ActingUnit | None:
    """Who acts of those whom it suits; None until one is chosen."""
    units = context.battle.units_by_path
    options = [Choice(path, unit.name) for path, unit in units.items() if suits(context.battle, path)]
    sent = form.sent.get("unit", "")
    path = sent if any(option.slug == sent for option in options) else ""
    form.fields.append(Field("unit", _("Unit"), options, path))
    return ActingUnit.of(context, path) if path else None


def table_action(
    slug: str, suits: Suits, roll: Callable[[ActingUnit, ActionForm, Table], Attempt]
) -> Callable[[Context, Sent], Attempt]:
    """Makes an `Action.attempt` of `roll`, with what the table says as its note."""

    def attempt(context: Context, sent: Sent) -> Attempt:
        form, table = ActionForm(sent), context.catalogue.tables[slug]
        acting = chosen_unit(context, form, suits)
        attempt = roll(acting, form, table) if acting else NOTHING
        return replace(attempt, fields=form.fields, notes=[table_note(table)])

    return attempt


def table_note(table: Table) -> Reason:
    return Reason("", table.text, str(table.cite))
