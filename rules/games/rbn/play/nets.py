"""Nets of Red Button's Nation: one die for each figure under the template (RBN p. 29, 30)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from rules.games.rbn.play import state
from rules.games.rbn.play.targets import sitting, target_choices, target_of
from rules.play.actions import Action, Attempt, Choice, Outcome, Proposal, Reason
from rules.play.battle import Battle, Context
from rules.play.dice_book import effect_rows
from rules.play.entries import EffectRow, befell, marks_proposal, spanned
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.play.rolls import Roll, Row, read_each
from rules.play.shot_form import MOST_TARGETS
from rules.play.targets import Target
from rules.text import _

NETS = ("lance-filet", "filet-de-capture")


def net_of(battle: Battle, path: str) -> str:
    """The slug of the net that a unit throws; "" for a unit without one."""
    return next((slug for slug in NETS if state.has(battle, path, slug)), "")


def may_throw(battle: Battle, path: str) -> bool:
    return bool(net_of(battle, path))


def throw_net(context: Context, fields: Mapping[str, str]) -> Attempt:
    """A net as it is chosen so far, for `Action`."""
    battle, catalogue, path = context.battle, context.catalogue, fields.get("unit", "")
    slug = net_of(battle, path) if path in battle.units_by_path else ""
    if not slug:
        return Attempt((), notes=[Reason("", _("No net."))])
    form = ActionForm(fields)
    caught = chosen_targets(context, path, form)
    item, rows = catalogue.options.get(slug) or catalogue.equipment[slug], effect_rows(catalogue, slug)
    nets, inside = used_nets(battle, path, slug), [*sitting(context, [target.path for target in caught])]
    used_up = [Reason("", _("Weapon already used."), str(item.cite))] if nets and all(nets.values()) else []
    roll = Roll((), str(item.cite)).with_free_modifier(form)
    rolls = [replace(roll, rows=[caught_row(context, target, row) for row in rows]) for target in caught]
    reasons = [Reason("1D6", target.name, str(item.cite)) for target in caught]
    notes = [*inside, Reason("", item.card or item.text, str(item.cite)), *used_up]
    attempt = rolls[0].chosen(form.fields, more=reasons, notes=notes)
    dice, spent = f"{len(caught)}D6", used_up_net(battle, str(item.cite), nets)
    return replace(attempt, dice="" if inside else dice, reads=partial(read_each, rolls, after=spent))


def chosen_targets(context: Context, path: str, form: ActionForm) -> list[Target]:
    """Whom the template covers: up to four figures on foot."""
    slugs: list[str] = []
    while len(slugs) < MOST_TARGETS:
        name = f"target{len(slugs) + 1}" if slugs else "target"
        choices = target_choices(context, path, form.sent.get(name, ""))
        options = [choice for choice in choices if not (choice.slug in slugs or target_of(context, choice.slug).size)]
        nobody = [Choice("", _("nobody else"))] if slugs else []
        slug = form.choice(name, _("Under the net"), [*nobody, *options])
        if not slug:
            break
        slugs.append(slug)
    return [target_of(context, slug) for slug in slugs]


def used_nets(battle: Battle, path: str, slug: str) -> dict[str, int]:
    """{path of its marker: whether it is used} of each net of this kind that a unit has (RBN p. 29, 30)."""
    head = f"{path}/used-{slug}"
    own = (marker for marker in battle.markers_by_path if marker == head or marker.startswith(f"{head}-"))
    return {marker: battle.number(marker) for marker in own}


def used_up_net(battle: Battle, cite: str, nets: Mapping[str, int]) -> Outcome:
    """The mark of the first that is not used yet: a net is used once."""
    left = [marker for marker, used in nets.items() if not used][:1]
    return Outcome([], [Proposal(battle.markers_by_path[marker].label, [Mark.set(marker)], cite) for marker in left])


def caught_row(context: Context, target: Target, row: EffectRow) -> Row:
    """A row of the net's die for a figure under it."""
    outcome = Outcome([], [*marks_proposal(target.name, target.path, row.effects, context.battle.markers_by_path)])
    text, chance = befell(target.name, row.effects), spanned(row.span, row.effects)
    return Row(row.low, text, follows=lambda _dice: outcome, chance=chance)


NET = Action(_("Throw the net"), throw_net, icon="mesh-ball", kinds=("fighter", "vehicle"), suits=may_throw)
