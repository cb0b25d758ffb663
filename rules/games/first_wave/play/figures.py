"""Who is shot at or fought in a battle of First Wave, and the marks of what befell them."""

from collections.abc import Iterator, Sequence

from rules.catalogue import Catalogue
from rules.families.red_button.targets import ordered
from rules.games.first_wave.play.book import play_of
from rules.games.first_wave.play.state import (
    EATEN,
    FOUND_SHIELD,
    INFECTED,
    MACHINE,
    NPC,
    PROFILE,
    STILL,
    SURVIVOR,
    WOUNDS,
    credit_key,
    has,
    wounds_on,
)
from rules.play.actions import Choice, Proposal
from rules.play.battle import OTHERS, OUT, Battle, Context, Unit
from rules.play.dice_book import effect
from rules.play.effect_dice import EffectDie
from rules.play.entries import Effect, befell
from rules.play.marks import Mark
from rules.play.melees import Combatant
from rules.play.targets import Target
from rules.text import _

SHIELD = "bouclier"


def kind_of(unit: Unit) -> str:
    if unit.kind != NPC:
        return SURVIVOR
    return INFECTED if unit.facts.get("infects") else MACHINE


def figure_at(battle: Battle, path: str) -> Target:
    unit = battle.units_by_path[path]
    shield = has(unit, SHIELD) or bool(battle.number(f"{path}/{FOUND_SHIELD}"))
    still = bool(battle.number(f"{path}/{STILL}"))
    return Target(
        battle.called(path),
        path,
        kind_of(unit),
        shield=shield,
        plated=bool(unit.facts.get("plating")),
        still=still,
    )


def figure_of(context: Context, slug: str) -> Target:
    """The figure behind the slug of a choice of `figure_choices`."""
    battle = context.battle
    return figure_at(battle, slug) if slug in battle.units_by_path else play_of(context.catalogue).targets[slug]


def figure_choices(context: Context, path: str, chosen: str = "", allies: bool = True) -> Sequence[Choice]:
    """Enemies, infected and machines, the own side, then who is named by hand; `chosen` stays even when it is out."""
    battle, own = context.battle, path.split("/")[0]
    units = [
        Choice(other, battle.called(other))
        for other in ordered(battle, path)
        if other == chosen or (other != path and not battle.is_down(other) and (allies or other.split("/")[0] != own))
    ]
    return [*units, *(Choice(slug, figure.name) for slug, figure in play_of(context.catalogue).targets.items())]


def marks_proposal(
    battle: Battle, figure: Target | Combatant, effects: Sequence[Effect], side: str = ""
) -> Iterator[Proposal]:
    """What befell a figure as marks to accept; `side` (its number) is who gets the credit for an NPC eliminated."""
    if marks := [*marks_of(battle, figure.path, effects, side)]:
        yield Proposal(befell(figure.name, effects), marks)


def marks_of(battle: Battle, path: str, effects: Sequence[Effect], side: str) -> Iterator[Mark]:
    """The marks of effects: wounds as armour takes them, whoever is out to who eliminated it."""
    markers, credit = battle.markers_by_path, credit_path(path, side)
    wound, out = Mark.add(f"{path}/{WOUNDS}"), Mark.set(f"{path}/{OUT}")
    marks = [mark for effect in effects for mark in effect.marks_on(path, markers)]
    wounding = wounds_on(battle, path, marks.count(wound))
    yield from wounding
    for mark in marks:
        if mark != wound:
            yield Mark.set(credit) if mark == out and credit in markers else mark
    if side == OTHERS and credit in markers and is_last_wound(battle, path, wounding):
        yield Mark.set(credit)


def credit_path(path: str, side: str) -> str:
    """The path of the marker that says who eliminated the unit at a path: a side, or an NPC where that counts."""
    if side == OTHERS:
        return f"{path}/{EATEN}"
    return f"{path}/{credit_key(int(side))}" if side.isdigit() else ""


def is_last_wound(battle: Battle, path: str, wounding: Sequence[Mark]) -> bool:
    """Whether these marks fill the wounds of the unit at a path."""
    wounds = f"{path}/{WOUNDS}"
    more = sum(int(mark.amount) for mark in wounding if mark.path == wounds)
    marker = battle.markers_by_path.get(wounds)
    return marker is not None and more > 0 and battle.number(wounds) + more >= marker.most


def profile_of(context: Context, path: str) -> dict[str, object]:
    """The figures of the bestiary for an NPC; none for a survivor."""
    row = context.catalogue.tables["bestiaire"].rows.get(str(context.battle.units_by_path[path].facts.get(PROFILE, "")))
    return dict(row.figures) if row else {}


def plating(catalogue: Catalogue) -> EffectDie:
    """What immobilises a plated robot only disorients it on 4 or more (p. 11)."""
    missed = _("plating failed: immobilised")
    return EffectDie(
        "immobilised", catalogue.play.rules["plating"].least, effect(catalogue, "plating"), missed, instead=True
    )
