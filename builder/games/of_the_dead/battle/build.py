"""What of the dead brings to its battles: gauges without a ceiling, states, phases, what lies on the table."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import override

from builder.battles.markers import bilingual
from builder.battles.marks import SIMPLE, Changes, Command, MarkContext, next_round, put_on, take_off, together_of
from builder.battles.marks import whole_number as number_of
from builder.battles.spec import BattleContext, BattleSpec
from builder.games.of_the_dead.sheet.gang import reference
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.sheets.common import play_tables
from builder.sheets.parts import Passage
from rules.catalogue import Catalogue
from rules.games.of_the_dead.analysis import CharacterAnalysis
from rules.games.of_the_dead.play import state, tokens
from rules.games.of_the_dead.play.acting import act_among
from rules.games.of_the_dead.play.doing import DOING
from rules.games.of_the_dead.play.facts import facts_of
from rules.games.of_the_dead.play.fighting import FIGHTING
from rules.games.of_the_dead.play.moving import MOVING
from rules.games.of_the_dead.play.turns import END_TURN, NAMES, NEXT_ROUND, PHASE, EndPhase, due, end_turn, step
from rules.games.of_the_dead.play.zombies import zombies
from rules.play.actions import Action, Notice, Words
from rules.play.battle import ACTIVATED, BOXES, COUNTER, WORDS, BattleDocument, BattleSide, BattleUnit, Marker, Value
from rules.text import Message, Text, _

MOST, MOST_FOES, MOST_TURNS = 99, 9, 9
EACH_ROUND = ("prudence", "sprint")  # taken off at the end of a turn ("Dénouement", ruling otd-31)


def fit_side(side: BattleSide, loaded: LoadedRoster) -> BattleSide:
    """The gang with its gauges as they are now, the states that play marks, and what the rules need of each."""
    units = loaded.analysis.units
    return replace(side, units=tuple(fit_unit(unit, units[unit.index or 0], loaded.catalogue) for unit in side.units))  # type: ignore[arg-type]


def fit_unit(unit: BattleUnit, character: CharacterAnalysis, catalogue: Catalogue) -> BattleUnit:
    markers = [fit_marker(marker, character) for marker in unit.markers]
    known = {marker.key for marker in markers}
    added = [marker for marker in states(catalogue) if marker.key not in known]
    return replace(unit, markers=(*markers, *added), facts={**unit.facts, **facts_of(character)})


def fit_marker(marker: Marker, character: CharacterAnalysis) -> Marker:
    """Life, morale and panic as they are now, and what is noted of followers; all of it may grow."""
    now = {
        state.LIFE: character.life,
        state.MORALE: character.morale,
        state.PANIC: character.markers.get(state.PANIC, 0),
    }
    now |= follower_gauges(character)
    if marker.key in now:
        start = max(0, min(MOST, now[marker.key]))
        return replace(marker, kind=COUNTER, most=MOST, free=0, start=start)
    return replace(marker, each_round=marker.each_round or marker.key in EACH_ROUND)


def follower_gauges(character: CharacterAnalysis) -> dict[str, int]:
    """The noted gauges of followers by the keys of their markers ("Zone de jeu")."""
    gauges = (
        (state.follower_key(gauge, place), number)
        for place, follower in enumerate(character.unit.followers)
        for gauge, number in follower.gauges
    )
    return {key: number for key, number in gauges if number is not None}


def states(catalogue: Catalogue) -> Iterator[Marker]:
    """What a sheet has no boxes for."""
    words = catalogue.special_rules
    yield Marker(state.FOES, bilingual(_("Enemies in contact")), COUNTER, most=MOST_FOES, cite=str(words["cerne"].cite))
    yield Marker(state.PRONE, bilingual(_("Prone")), cite=str(catalogue.tables["obstacles"].cite))
    yield Marker(state.UNCONSCIOUS, bilingual(_("Unconscious")), cite=str(words["etourdissement"].cite))
    yield Marker(state.STEALTH, words["furtivite"].name, cite=str(words["furtivite"].cite))
    turns = words["operation"].name
    yield Marker(state.OPERATION, turns, COUNTER, most=MOST_TURNS, cite=str(words["operation"].cite))


def table(catalogue: Catalogue, _scenario: str | None, _sides: Sequence[BattleSide]) -> list[Marker]:
    """The phase of the turn, and the weather."""
    phase = Marker(
        PHASE.rpartition("/")[2],
        bilingual(_("Phase")),
        BOXES,
        most=len(NAMES),
        start=1,
        cite=str(catalogue.reminders["tour"].cite),
    )
    return [phase, Marker("weather", bilingual(_("Weather")), WORDS)]


# --- commands -------------------------------------------------------------------------------------------------------


def lay(context: MarkContext, slug: str, number: str = "1") -> Changes:
    """`lay KIND NUMBER`: a token on the table; of noise a pile of so many."""
    if slug not in tokens.NAMES or not 1 <= number_of(number) <= tokens.MOST:
        raise BadEdit(_("Unknown marker."))
    return put_on(context.battle, tokens.token(slug, number_of(number), context.battle.round))


def put_on_one(context: MarkContext, key: str) -> Changes:
    """`put-on KIND`: a token or a zombie that the players add."""
    unit = next((one for one in zombies(context.catalogue) if one.key == key), None)
    if unit is None:
        return lay(context, key)
    made = put_on(context.battle, unit)
    return {path: replace(one, name=one.name.followed_by(f" {one.key}")) for path, one in made.items()}


def begin_turn(context: MarkContext) -> Changes:
    """The next turn, in its first phase."""
    return {**next_round(context), **({PHASE: 1} if context.battle.number(PHASE) > 1 else {})}


def next_turn(context: MarkContext) -> Changes:
    """`next-round`: all that the end phase changes, then the next turn."""
    marks = EndPhase(context.battle, context.catalogue).command if PHASE in context.battle.markers_by_path else []
    words = " ; ".join(map(str, marks)).split() or [NEXT_ROUND]
    return together_of({**SIMPLE, **OWN, NEXT_ROUND: begin_turn})(context, *words)


OWN: dict[str, Command] = {"lay": lay, "put-on": put_on_one, "take-off": take_off}
COMMANDS: dict[str, Command] = {
    **OWN,
    NEXT_ROUND: next_turn,
    "all": together_of({**SIMPLE, **OWN, NEXT_ROUND: next_turn}),
}


def along(battle: BattleDocument, changes: Changes) -> dict[str, Value]:
    """In a new phase everybody has their turn again."""
    if PHASE not in changes or changes[PHASE] == battle.number(PHASE):
        return {}
    paths = (f"{path}/{ACTIVATED}" for path in battle.units_by_path)
    return {path: 0 for path in paths if battle.number(path)}


def others(context: BattleContext) -> list[tuple[Words, list[BattleUnit]]]:
    """What may be laid on the table."""
    kinds = context.catalogue.tables["zombies"].name, zombies(context.catalogue)
    return [
        kinds,
        (Text("Jetons", "Tokens"), [tokens.token(slug) for slug in (tokens.NOISE, tokens.SEARCH, tokens.BURNING)]),
    ]


# --- what is due ----------------------------------------------------------------------------------------------------


def notices(battle: BattleDocument, catalogue: Catalogue) -> list[Notice]:
    """Who has no life left, who has as much panic as morale, then who is next."""
    of_sides = (one for number in range(len(battle.sides)) for one in of_side(battle, catalogue, number))
    return [*of_sides, *due(battle, catalogue)]


def of_side(battle: BattleDocument, catalogue: Catalogue, number: int) -> Iterator[Notice]:
    for unit in battle.sides[number].units:
        path, named = f"{number}/{unit.key}", {"name": unit.name}
        if battle.is_down(path) or f"{path}/{state.LIFE}" not in battle.markers_by_path:
            continue
        if battle.number(f"{path}/{state.LIFE}") <= 0:
            cite = str(catalogue.rulings["otd-10"].cite)
            yield Notice(Message(_("{name} has no life left. If dead, tap “Out”."), named), cite, number)
        elif battle.number(f"{path}/{state.STUN}") or battle.number(f"{path}/{state.UNCONSCIOUS}"):
            continue
        elif 0 < battle.number(f"{path}/{state.PANIC}") >= battle.number(f"{path}/{state.MORALE}"):
            cite = str(catalogue.special_rules["panique"].cite)
            words = _("{name}: panic at or above morale; stunned if it was lower before (otd-39).")
            yield Notice(Message(words, named), cite, number)


def brief(context: BattleContext) -> list[Passage]:
    """The tables of the game."""
    loaded = next((one for one in context.lists if one is not None), None)
    if loaded is None:
        return []
    with override(context.language):
        catalogue = loaded.catalogue
        return [*play_tables(catalogue, lambda _reminder: True), *reference(catalogue)]


OF_CHARACTERS = {**MOVING, **FIGHTING, **DOING}
ACTIONS = {
    **act_among(OF_CHARACTERS),
    **OF_CHARACTERS,
    END_TURN: Action(_("What the end phase changes"), end_turn, "sundial", actor=""),
}

BATTLE = BattleSpec(
    fit_side=fit_side,
    table=table,
    along=along,
    others=others,
    commands=COMMANDS,
    actions=ACTIONS,
    notices=notices,
    brief=brief,
    afterwards=lambda _loaded: "epilogue",
    companions=True,
    rivals=True,
    round_end=END_TURN,
    glanced=(state.LIFE, state.PANIC),
    evening=_("Join the gang’s evening"),
    step=step,
)
