"""Nets of Red Button's Nation: one die for each figure under the template (RBN p. 29, 30)."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from rules.catalogue import Catalogue, Item
from rules.games.rbn.play import state
from rules.games.rbn.play.targets import sitting, target_choices, target_of
from rules.play.actions import Action, Attempt, Chance, Choice, Outcome, Proposal, Reason, together
from rules.play.battle import Battle, Context
from rules.play.dice import Dice
from rules.play.dice_book import effect_rows
from rules.play.entries import EffectRow, marks_proposal, row_for, spanned
from rules.play.form import ActionForm
from rules.play.shot_form import MOST_TARGETS
from rules.play.targets import Target
from rules.text import Message, _

NETS = ("lance-filet", "filet-de-capture")


def net_of(battle: Battle, path: str) -> str:
    """The slug of the net that a unit throws; "" for a unit without one."""
    return next((slug for slug in NETS if state.has(battle, path, slug)), "")


def may_throw(battle: Battle, path: str) -> bool:
    return bool(net_of(battle, path))


def item_of(catalogue: Catalogue, slug: str) -> Item:
    return catalogue.options.get(slug) or catalogue.equipment[slug]


def throw_net(context: Context, fields: Mapping[str, str]) -> Attempt:
    """A net as it is chosen so far, for `Action`."""
    battle, path = context.battle, fields.get("unit", "")
    slug = net_of(battle, path) if path in battle.units_by_path else ""
    if not slug:
        return Attempt((), notes=[Reason("", _("No net."))])
    form = ActionForm(fields)
    caught = chosen(context, path, form)
    item, rows = item_of(context.catalogue, slug), effect_rows(context.catalogue, slug)
    inside = [*sitting(context, [one.path for one in caught])]
    return Attempt(
        form.fields,
        "" if inside else f"{len(caught)}D6",
        reasons=[Reason("1D6", one.name, str(item.cite)) for one in caught],
        notes=[*inside, Reason("", item.card or item.text, str(item.cite)), *used_up(battle, path, item)],
        chances=[*chances_of(rows)],
        reads=partial(read, context, path, item, caught, rows),
    )


def chosen(context: Context, path: str, form: ActionForm) -> list[Target]:
    """Whom the template covers: up to four figures on foot."""
    found: list[str] = []
    while len(found) < MOST_TARGETS:
        name = f"target{len(found) + 1}" if found else "target"
        choices = [one for one in target_choices(context, path, form.sent.get(name, "")) if is_on_foot(context, one)]
        options = [one for one in choices if one.slug not in found]
        nobody = [Choice("", _("nobody else"))] if found else []
        slug = form.choice(name, _("Under the net"), [*nobody, *options])
        if not slug:
            break
        found.append(slug)
    return [target_of(context, slug) for slug in found]


def is_on_foot(context: Context, choice: Choice) -> bool:
    return not target_of(context, choice.slug).size


def chances_of(rows: Sequence[EffectRow]) -> Iterator[Chance]:
    for row in rows:
        yield Chance(spanned(row.span, row.effects), Fraction(row.high - row.low + 1, 6))


def read(
    context: Context, path: str, item: Item, caught: Sequence[Target], rows: Sequence[EffectRow], dice: Dice
) -> Outcome:
    """A die for each figure in the order of the form; the net is used once."""
    told = [fallen(context, one, rows, dice.d(), str(item.cite)) for one in caught]
    left = [used for used, done in nets(context.battle, path, item) if not done]
    labels = context.battle.markers_by_path
    spent = [Proposal(labels[used].label, [f"set {used} 1"], str(item.cite)) for used in left[:1]]
    return together(*told, Outcome([], spent))


def nets(battle: Battle, path: str, item: Item) -> list[tuple[str, bool]]:
    """(path of its marker, whether it is used) for each net of its kind that a unit has."""
    head = f"{path}/used-{item.slug}"
    return [
        (one, bool(battle.number(one))) for one in battle.markers_by_path if one == head or one.startswith(f"{head}-")
    ]


def used_up(battle: Battle, path: str, item: Item) -> Iterator[Reason]:
    """Each net is thrown once (RBN p. 29, 30)."""
    found = nets(battle, path, item)
    if found and all(used for _marker, used in found):
        yield Reason("", _("Weapon already used."), str(item.cite))


def fallen(context: Context, target: Target, rows: Sequence[EffectRow], die: int, cite: str) -> Outcome:
    row = row_for(rows, die)
    effects = row.effects if row else ()
    values = {"target": target.name, "effects": tuple(one.text for one in effects)}
    line = Reason(str(die), Message(_("{target}: {effects}"), values), cite)
    return Outcome([line], [*marks_proposal(target.name, target.path, effects, context.battle.markers_by_path)])


NET = Action(_("Throw the net"), throw_net, icon="mesh-ball", kinds=("fighter", "vehicle"), suits=may_throw)
