"""What vehicles roll for: breakdowns, off-road tests, accidents, getting out, repairs (RBN p. 15 to 19, 26, 31)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from rules.catalogue import Catalogue
from rules.games.rbn.play import damage, state
from rules.games.rbn.play.acting_unit import NOTHING, Scene, of_unit
from rules.games.rbn.play.book import cite_page as cite
from rules.games.rbn.play.encounters import STORM, event_path
from rules.games.rbn.play.morale import c_of
from rules.games.rbn.play.state import BREAKDOWNS, IMMOBILISED, NEW_PILOT, OUT_OF_ACTION, SEAT, SLOWED, TESTED
from rules.play.actions import Action, Attempt, Chance, Choice, Notice, Outcome, Proposal, Reason, together
from rules.play.battle import ACTIVATED, Battle
from rules.play.dice import Dice, Typed
from rules.play.form import ActionForm
from rules.text import Message, Text, _

FREE_BREAKDOWNS = 3  # so many make a roll due, further ones add to it (RBN p. 19)
WRECKED, CRASHED, BURST = 3, 5, 6  # least totals of a breakdown roll: out of action, accident, explosion (RBN p. 19)
STUCK, HALVED, FREED = 2, 5, 3  # most of trouble that immobilises, that halves; least that frees (RBN p. 15)
REPAIRED = 5  # RBN p. 26
GAIA = "gaia-familys"
PILOT = f"{SEAT}-1"


def sixths(number: int) -> Fraction:
    """The chance of so many faces of a D6."""
    return Fraction(max(0, min(6, number)), 6)


def row_text(scene: Scene, reminder: str, number: int) -> Text:
    """What the book's table says in a row, from 0."""
    return scene.catalogue.reminders[reminder].rows[number].right


# --- breakdowns -----------------------------------------------------------------------------------------------------


def breakdown_gain(scene: Scene) -> int:
    """What is added to the roll: 1 for each marker after the third (RBN p. 19), 1 for what flies (p. 46)."""
    markers = scene.battle.number(f"{scene.path}/{BREAKDOWNS}")
    return max(0, markers - FREE_BREAKDOWNS) + flies(scene)


def flies(scene: Scene) -> bool:
    return state.has(scene.battle, scene.path, "flying")


@of_unit(state.VEHICLE)
def breakdown_roll(scene: Scene, _form: ActionForm) -> Attempt:
    """At the start of its activation, with three markers or more (RBN p. 19)."""
    gain = breakdown_gain(scene)
    notes = [Reason("", _("Fewer than three breakdowns: no roll"), scene.page(19))]
    driver = state.pilot(scene.battle, scene.path)
    again = Reason("", _("Ace driver: one re-roll, the second roll counts"), scene.page(31))
    ace = [again] if driver and state.has(scene.battle, driver, "pilote-emerite") else []
    return Attempt(
        (),
        f"1D6+{gain}" if gain else "1D6",
        reasons=list(breakdown_reasons(scene)),
        notes=ace if rolls_for_breakdowns(scene.battle, scene.path) else notes,
        chances=list(breakdown_chances(scene, gain)),
        reads=lambda dice: read_breakdown(scene, gain, dice),
    )


def breakdown_reasons(scene: Scene) -> Iterator[Reason]:
    gain = breakdown_gain(scene) - flies(scene)
    markers = scene.battle.number(f"{scene.path}/{BREAKDOWNS}")
    yield Reason("1D6", Message(_("breakdowns: {number}"), {"number": markers}), scene.page(19))
    if gain:
        yield Reason(f"+{gain}", _("beyond the third"), scene.page(19))
    if flies(scene):
        yield Reason("+1", _("flying"), scene.page(46))


def breakdown_row(total: int) -> int:
    """The row of the reminder that a total leads to."""
    return 1 + (total >= WRECKED) + (total >= CRASHED) + (total >= BURST)


def breakdown_chances(scene: Scene, gain: int) -> Iterator[Chance]:
    rows = [breakdown_row(face + gain) for face in range(1, 7)]
    for row in range(1, 5):
        if number := rows.count(row):
            yield Chance(row_text(scene, "avaries", row), sixths(number))


def read_breakdown(scene: Scene, gain: int, dice: Dice) -> Outcome:
    total = dice.d() + gain
    row = breakdown_row(total)
    said = Outcome([Reason(str(total), row_text(scene, "avaries", row), scene.page(19))])
    follows = {2: out_of_action, 3: damage.accident, 4: damage.explosion}
    return together(said, follows[row](scene, dice)) if row in follows else said


def out_of_action(scene: Scene, _dice: Dice) -> Outcome:
    words = Message(_("{name}: out of action"), {"name": scene.name})
    wrecked = Proposal(words, [f"set {scene.path}/{OUT_OF_ACTION} 1"], scene.page(19))
    leave = [(f"get-out?unit={scene.path}", _("Emergency exit"))] if state.aboard(scene.battle, scene.path) else []
    return Outcome([], [wrecked], leave)


def rolls_for_breakdowns(battle: Battle, path: str) -> bool:
    return battle.number(f"{path}/{BREAKDOWNS}") >= FREE_BREAKDOWNS and not battle.is_down(path)


# --- off the road ---------------------------------------------------------------------------------------------------


@of_unit(state.VEHICLE)
def off_road(scene: Scene, _form: ActionForm) -> Attempt:
    """Once a turn, off the road; a light vehicle fails on 1, the others on 1 and 2 (RBN p. 15; rulings A33, A58)."""
    trouble, gain = trouble_at_most(scene), trouble_gain(scene)
    reasons = [Reason("1D6", Message(_("trouble on {most} or less"), {"most": trouble}), scene.page(15))]
    if gain:
        reasons.append(Reason("+1", _("trouble table, light or heavy vehicle"), scene.page(15)))
    return Attempt(
        (),
        "1D6",
        reasons=reasons,
        notes=list(off_road_notes(scene)),
        chances=list(off_road_chances(scene, trouble, gain)),
        reads=lambda dice: read_off_road(scene, trouble, gain, dice),
    )


def trouble_at_most(scene: Scene) -> int:
    return 1 if state.size_of(scene.battle, scene.path) == "leger" else 2


def trouble_gain(scene: Scene) -> int:
    return int(state.size_of(scene.battle, scene.path) in ("leger", "lourd"))


def off_road_notes(scene: Scene) -> Iterator[Reason]:
    if scene.battle.number(event_path(STORM)):
        yield Reason("", _("Sandstorm: test any move over 15\xa0cm, even on a road"), scene.page(42))
    elif state.has(scene.battle, scene.path, "tout-terrain"):
        ruling = scene.catalogue.rulings["A58"]
        yield Reason("", _("All-terrain: difficult ground only"), str(ruling.cite))
    if scene.battle.number(f"{scene.path}/{TESTED}"):
        yield Reason("", _("Already tested this turn"), scene.page(15))


def trouble_row(total: int) -> int:
    """The row of the reminder that a total on the trouble table leads to."""
    return 2 + (total > STUCK) + (total > HALVED)


def off_road_chances(scene: Scene, trouble: int, gain: int) -> Iterator[Chance]:
    rows = [trouble_row(face + gain) for face in range(1, 7)]
    for row in (2, 3):
        yield Chance(row_text(scene, "hors-piste", row), sixths(trouble) * sixths(rows.count(row)))
    yield Chance(row_text(scene, "hors-piste", 4), 1 - sixths(trouble) * sixths(6 - rows.count(4)))


def read_off_road(scene: Scene, trouble: int, gain: int, dice: Dice) -> Outcome:
    tested = f"set {scene.path}/{TESTED} 1"
    fell = dice.d()
    if fell > trouble:
        lines = [Reason(str(fell), _("No trouble"), scene.page(15))]
        return Outcome(lines, [Proposal(_("Off-road test passed"), [tested], scene.page(15))])
    total = dice.d() + gain
    row = trouble_row(total)
    words = row_text(scene, "hors-piste", row)
    lines = [Reason(str(fell), _("Trouble"), scene.page(15)), Reason(str(total), words, scene.page(15))]
    follows = {2: [f"set {scene.path}/{IMMOBILISED} 1"], 3: [f"set {scene.path}/{SLOWED} 1"]}
    return Outcome(lines, [Proposal(words, [*follows.get(row, []), tested], scene.page(15))])


def goes_off_road(battle: Battle, path: str) -> bool:
    return not state.has(battle, path, "flying") and not battle.is_down(path)


@of_unit(state.VEHICLE)
def free(scene: Scene, _form: ActionForm) -> Attempt:
    """An immobilised vehicle, when it is activated from the next turn on (RBN p. 15)."""
    reason = Reason("1D6", _("when activated, from next turn"), scene.page(15))
    return Attempt(
        (),
        "1D6",
        f"{FREED}+",
        [reason],
        chances=[Chance(_("Moves again"), sixths(7 - FREED)), Chance(_("Stays stuck"), sixths(FREED - 1))],
        reads=lambda dice: read_free(scene, dice),
    )


def read_free(scene: Scene, dice: Dice) -> Outcome:
    fell = dice.d()
    if fell < FREED:
        return Outcome([Reason(str(fell), _("Stays stuck"), scene.page(15))])
    words = Message(_("{name}: no longer immobilised"), {"name": scene.name})
    moves = [Proposal(words, [f"set {scene.path}/{IMMOBILISED} 0"], scene.page(15))]
    return Outcome([Reason(str(fell), _("Moves again"), scene.page(15))], moves)


def is_stuck(battle: Battle, path: str) -> bool:
    return bool(battle.number(f"{path}/{IMMOBILISED}")) and not battle.is_down(path)


# --- damage, accidents, getting out ---------------------------------------------------------------------------------


@of_unit(state.VEHICLE)
def damage_table(scene: Scene, form: ActionForm) -> Attempt:
    """So many successes on one side of the vehicle, on its own table (RBN p. 17, 18)."""
    which = damage.size(scene.battle, scene.path)
    side = form.choice("side", _("Side hit"), damage.sides(scene.catalogue, which))
    successes = form.number("successes", _("Successes"), 1, 0, 40)
    row = damage.row_for(scene.catalogue, which, side, successes)
    number = damage.dice_due(scene, row.effects) if row else 0
    if number:
        place = str(scene.catalogue.reminders[f"degats-{which}"].cite)
        reasons = [Reason(str(successes), row.text, place)] if row else []
        reads = partial(damage.damage, scene, side, successes)
        return Attempt(form.fields, f"{number}D6", reasons=reasons, reads=reads)
    found = damage.damage(scene, side, successes, Typed(()))
    return Attempt(form.fields, reasons=found.lines, proposals=found.proposals)


@of_unit(state.VEHICLE)
def accident(scene: Scene, _form: ActionForm) -> Attempt:
    """1D6 for the direction, then 10 cm and 2D6 (RBN p. 18)."""
    reasons = [
        Reason("1D6", _("direction, on the template at its front"), scene.page(18)),
        Reason("2D6", _("plus 10: centimetres moved"), scene.page(18)),
    ]
    return Attempt((), "3D6", reasons=reasons, reads=lambda dice: damage.accident(scene, dice))


@of_unit(state.VEHICLE)
def get_out(scene: Scene, _form: ActionForm) -> Attempt:
    """Everybody aboard a vehicle out of action who wishes to: 1D6 on their own C (RBN p. 19)."""
    aboard = state.aboard(scene.battle, scene.path)
    reasons = [
        Reason(f"{c_of(scene.battle, who)}+", Message(_("C of {name}"), {"name": scene.name_of(who)}), scene.page(19))
        for who in aboard.values()
    ]
    dice = f"{len(aboard)}D6" if aboard else ""
    return Attempt((), dice, reasons=reasons, reads=(lambda rolled: read_exit(scene, rolled)) if aboard else None)


def read_exit(scene: Scene, dice: Dice) -> Outcome:
    return together(*(one_exit(scene, *one, dice.d()) for one in state.aboard(scene.battle, scene.path).items()))


def one_exit(scene: Scene, seat: str, who: str, fell: int) -> Outcome:
    name = {"name": scene.name_of(who)}
    if fell < c_of(scene.battle, who):
        return Outcome([Reason(str(fell), Message(_("{name} stays aboard"), name), scene.page(19))])
    words = Message(_("{name} gets out, 5\xa0cm at most"), name)
    leaves = Proposal(words, [f"say {scene.path}/{seat}"], scene.page(19))
    return Outcome([Reason(str(fell), words, scene.page(19))], [leaves])


def may_get_out(battle: Battle, path: str) -> bool:
    return bool(battle.number(f"{path}/{OUT_OF_ACTION}") and state.aboard(battle, path))


@of_unit(state.VEHICLE)
def change_pilot(scene: Scene, form: ActionForm) -> Attempt:
    """When its activation begins or ends somebody aboard takes the wheel (RBN p. 15; ruling A86)."""
    able = able_to_drive(scene.battle, scene.path)
    if not able:
        return NOTHING
    options = [Choice(who, scene.name_of(who)) for who in able.values()]
    chosen = form.choice("pilot", _("New driver"), options)
    seat = next(key for key, who in able.items() if who == chosen)
    commands = [f"say {scene.path}/{to} {noted(scene, other)}" for to, other in ((PILOT, seat), (seat, PILOT))]
    if f"{chosen}/{NEW_PILOT}" in scene.battle.markers_by_path:
        commands.append(f"set {chosen}/{NEW_PILOT} 1")
    words = Message(_("{name} drives: one fewer action at the next activation"), {"name": scene.name_of(chosen)})
    proposal = Proposal(words, commands, str(scene.catalogue.rulings["A86"].cite))
    when = Reason("", _("at the start or end of the vehicle’s activation"), scene.page(15))
    return Attempt(form.fields, reasons=[when], proposals=[proposal])


def noted(scene: Scene, seat: str) -> str:
    """The name on a seat, as a part of a command."""
    return str(scene.battle.value(f"{scene.path}/{seat}")).replace(" ; ", ", ")


def able_to_drive(battle: Battle, path: str) -> dict[str, str]:
    """{seat: path} of those aboard who may take the wheel: no animals (RBN p. 31)."""
    aboard = state.aboard(battle, path).items()
    return {seat: who for seat, who in aboard if seat != PILOT and not state.has(battle, who, "animal")}


def may_change_pilot(battle: Battle, path: str) -> bool:
    return not battle.is_down(path) and bool(able_to_drive(battle, path))


# --- repairs --------------------------------------------------------------------------------------------------------


@of_unit(state.VEHICLE)
def repair(scene: Scene, _form: ActionForm) -> Attempt:
    """The Gaïa Familys at the end of a turn: 1D6 for each breakdown (RBN p. 26)."""
    number = scene.battle.number(f"{scene.path}/{BREAKDOWNS}")
    reason = Reason(f"{number}D6", _("one per breakdown, end of turn"), scene.page(26))
    reads = (lambda dice: read_repair(scene, number, dice)) if number else None
    return Attempt((), f"{number}D6" if number else "", f"{REPAIRED}+", [reason], reads=reads)


def read_repair(scene: Scene, number: int, dice: Dice) -> Outcome:
    fell = dice.several(number, worth=lambda face: face >= REPAIRED)
    mended = sum(one >= REPAIRED for one in fell)
    words = Message(_("{name}: breakdowns removed: {number}"), {"name": scene.name, "number": mended})
    lines = [Reason(" ".join(map(str, fell)), words, scene.page(26))]
    return Outcome(
        lines, [Proposal(words, [f"add {scene.path}/{BREAKDOWNS} -{mended}"], scene.page(26))] if mended else []
    )


def repairs(battle: Battle, path: str) -> bool:
    own = state.trait(battle, state.side_of_path(path), "advantages", GAIA)
    return own and bool(battle.number(f"{path}/{BREAKDOWNS}"))


# --- what is due ----------------------------------------------------------------------------------------------------


def notices(battle: Battle, catalogue: Catalogue) -> Iterator[Notice]:
    """Rolls that vehicles make before they move, while they are not activated yet."""
    for path in state.standing(battle, state.VEHICLE):
        if battle.number(f"{path}/{ACTIVATED}"):
            continue
        name = {"name": battle.units_by_path[path].name}
        if rolls_for_breakdowns(battle, path):
            words = Message(_("{name}: breakdown roll when activated"), name)
            yield due(path, words, "breakdowns", cite(catalogue, 19))
        if battle.number(f"{path}/{SLOWED}"):
            words = Message(_("{name}: half move at its next activation"), name)
            yield Notice(words, cite(catalogue, 15), state.side_of_path(path))
        if is_stuck(battle, path):
            words = Message(_("{name}: immobilised; roll when activated, from next turn"), name)
            yield due(path, words, "free", cite(catalogue, 15))


def due(path: str, words: Message, slug: str, place: str) -> Notice:
    return Notice(words, place, state.side_of_path(path), "1D6", f"{slug}?unit={path}")


VEHICLES: Sequence[str] = (state.VEHICLE,)
ACTIONS = {
    "breakdowns": Action(_("Breakdown roll"), breakdown_roll, "spanner", VEHICLES, rolls_for_breakdowns),
    "off-road": Action(_("Off-road test"), off_road, "steering-wheel", VEHICLES, goes_off_road),
    "free": Action(_("Get free"), free, "truck", VEHICLES, is_stuck),
    "damage": Action(_("Vehicle damage"), damage_table, "spanner", VEHICLES, tells=("side", "successes")),
    "accident": Action(_("Accident"), accident, "truck", VEHICLES),
    "get-out": Action(_("Emergency exit"), get_out, "exit-door", VEHICLES, may_get_out),
    "change-pilot": Action(_("Change driver"), change_pilot, "steering-wheel", VEHICLES, may_change_pilot),
    "repair": Action(_("Living machines: repairs"), repair, "spanner", VEHICLES, repairs),
}
