"""What Reichbusters brings to its battles: heroes, clock and table of a mission, rooms and enemies, its console."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django.utils.translation import override

from builder.battles.markers import bilingual
from builder.battles.marks import Changes, apply_changes
from builder.battles.spec import BattleContext, BattleSpec, Checklist, Condition, Plan, Step
from builder.games.reichbusters.battle.table import COMMANDS, HELPS, others, table
from builder.games.reichbusters.campaign import NAMES
from builder.lists.loaded import LoadedRoster
from builder.sheets.common import passage
from builder.sheets.parts import Passage
from builder.wording import in_words
from rules.catalogue import Catalogue
from rules.games.reichbusters.analysis import MODES, HeroAnalysis
from rules.games.reichbusters.play import clock, ending
from rules.games.reichbusters.play.book import play_of
from rules.games.reichbusters.play.console import notices
from rules.games.reichbusters.play.doing import DOING_ACTIONS
from rules.games.reichbusters.play.enemies import ENEMY_ACTIONS
from rules.games.reichbusters.play.heroism import HEROISM_ACTIONS
from rules.games.reichbusters.play.state import AFTER, ALARM, ALARM_DUE, BEFORE, OBJECTS, WOUNDS, facts_of, numbered
from rules.games.reichbusters.play.tests import TEST_ACTIONS
from rules.games.reichbusters.play.turns import TURN_ACTIONS, act_among
from rules.play.actions import Choice
from rules.play.battle import COUNTER, TABLE, BattleDocument, BattleSide, BattleUnit, Marker, SideResult, Value
from rules.text import Message, _

MOST = 99
TRACK = (BEFORE, ALARM, AFTER)
FOLDED = (  # keys of markers that turns mark by themselves, or that are rarely marked
    *("discards", "removed", "order", "fallen", "escaped", "wounds", "out", "fled"),
    *("object-1", "object-2", "object-3", "object-4"),
    *("donner-prendre-lacher", "se-deplacer", "attaquer", "upgraded", "upgraded-2"),
)
AT_HAND = (  # reminders
    *("round", "fin-du-round", "resultats-speciaux", "heroisme", "bruit", "cartes-action", "nettoye", "patrouilles"),
    *("tour-des-ennemis", "vigilance", "defense-et-blessures", "capture", "vril", "ligne-de-vue"),
)


def fit_side(side: BattleSide, loaded: LoadedRoster) -> BattleSide:
    """The team with its wounds, counted once; its track is the table's."""
    track = {marker.key: (marker.most, marker.free) for marker in side.markers if marker.key in TRACK}
    return replace(
        side,
        markers=tuple(marker for marker in side.markers if marker.key not in TRACK),
        units=tuple(fit_hero(unit, loaded) for unit in side.units),
        facts={
            **side.facts,
            **{
                f"{key}-{name}": n
                for key, both in track.items()
                for name, n in zip(("most", "free"), both, strict=True)
            },
        },
    )


def fit_hero(unit: BattleUnit, loaded: LoadedRoster) -> BattleUnit:
    """A hero; wounds may be more than put one down."""
    hero: HeroAnalysis = loaded.analysis.units[unit.index or 0]  # type: ignore[assignment]
    book = loaded.catalogue
    cite = str(book.reminders["defense-et-blessures"].cite)
    wounds = Marker(
        WOUNDS, bilingual(_("Lasting wounds")), COUNTER, most=MOST, start=within(hero.unit.wounds), cite=cite
    )
    starts = dict(starting(hero))
    first, *more = (replace(marker, **starts.get(marker.key, {})) for marker in play_of(book).marks["hero"])
    return replace(unit, markers=(first, wounds, *unit.markers, *more), facts={**unit.facts, **facts_of(hero.unit)})


def within(number: int) -> int:
    return max(0, min(MOST, number))


def starting(hero: HeroAnalysis) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a hero's counters begin with, as the list has it: heroism, cards, globes, other objects by their places."""
    hand, removed = within(hero.unit.hand or 0), within(hero.unit.removed_cards)
    yield "hand", {"start": hand}
    yield "deck", {"start": within(hero.deck - hand)}
    yield "removed", {"start": removed}
    yield "globes", {"start": within(hero.globes)}
    yield from ((f"heroism-{kind}", {"start": within(held)}) for kind, held in hero.heroism.items())
    places = numbered(play_of(hero.context.catalogue).marks["hero"], OBJECTS)
    things = [thing for thing in hero.unit.objects if not thing.globe]
    for place, thing in zip(places, things, strict=False):
        yield f"{OBJECTS}{place}", {"text": thing.name[:100]}


def along(battle: BattleDocument, changes: Changes) -> dict[str, Value]:
    return clock.along(battle, apply_changes(battle, changes), changes)


def follows(battle: BattleDocument, number: int) -> Iterator[tuple[Marker, Value]]:
    """The track at the head of a team's sheet, which is marked once, on the table."""
    for key in TRACK:
        if marker := battle.markers_by_path.get(f"{TABLE}/{key}"):
            yield marker, battle.value(f"{TABLE}/{key}")


def plan(loaded: LoadedRoster) -> Plan:
    """The mode of the team: a mission of the campaign, or a RAID."""
    mode = loaded.document.mode  # type: ignore[attr-defined]
    return Plan(scenario=mode if mode in MODES else None)


def scenarios(_catalogue: Catalogue) -> list[Choice]:
    return [Choice(mode, name) for mode, name in NAMES.items()]


def checklists(context: BattleContext) -> list[Checklist]:
    """The eight steps of the alarm, while it sounds (p. 20)."""
    if clock.alarm_step(context.battle) is None:
        return []
    reminder = context.catalogue.reminders["alarme"]
    steps = [
        Step(f"{TABLE}/{ALARM_DUE}-{number}", Message(_("Alarm {step}: {text}"), {"step": number, "text": row.right}))
        for number, row in enumerate(reminder.rows, 1)
    ]
    return [Checklist("alarm", reminder.name, steps, str(reminder.cite))]


def condition(context: BattleContext) -> Condition | None:
    """The mission is won or lost by all of them."""
    outcome = ending.outcome(context.battle)
    if not outcome:
        return None
    lines = [*ending.lines(context.battle, context.catalogue)]
    with override(context.language):
        feats = " · ".join(f"{line.value} {in_words(line.text)}".strip() for line in lines)
    result = SideResult(outcome, feats=feats, facts=ending.facts(context.battle))
    return Condition([result] * len(context.battle.sides), lines)


def brief(context: BattleContext) -> list[Passage]:
    """The reminders of a mission."""
    with override(context.language):
        reminders = context.catalogue.reminders
        return [passage(reminders[slug]) for slug in AT_HAND]


HERO_ACTIONS = {**DOING_ACTIONS, **TEST_ACTIONS, **HEROISM_ACTIONS}
ACTIONS = {"act": act_among(HERO_ACTIONS), **TURN_ACTIONS, **HERO_ACTIONS, **ENEMY_ACTIONS}

BATTLE = BattleSpec(
    plan=plan,
    scenarios=scenarios,
    fit_side=fit_side,
    table=table,
    helps=HELPS,
    checklists=checklists,
    notices=notices,
    along=along,
    glanced=(WOUNDS,),
    folded=FOLDED,
    actions=ACTIONS,
    commands=COMMANDS,
    others=others,
    brief=brief,
    follows=follows,
    condition=condition,
    companions=True,
    evening=_("Join the team’s evening"),
    turn=_("Round"),
    next_turn=_("Next round"),
    round_end="final",
    step=clock.step,
)
