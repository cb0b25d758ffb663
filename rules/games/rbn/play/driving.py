"""What vehicles roll for: breakdowns, off-road tests, accidents, getting out, repairs (RBN p. 15 to 19, 26, 31)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from rules.catalogue import Catalogue
from rules.families.red_button.traits import has_trait
from rules.games.rbn.play import damage, state
from rules.games.rbn.play.encounters import STORM, event_path
from rules.games.rbn.play.morale import c_of
from rules.games.rbn.play.state import BREAKDOWNS, IMMOBILISED, NEW_PILOT, OUT_OF_ACTION, SEAT, SLOWED, TESTED
from rules.play.acting_unit import NOTHING, ActingUnit, unit_action
from rules.play.actions import Action, Attempt, Choice, Notice, Outcome, Proposal, Reason
from rules.play.battle import ACTIVATED, Battle, side_of_path
from rules.play.circumstances import Circumstances
from rules.play.dice import Dice, Typed
from rules.play.entries import Modifier, dice_of, worths
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.play.pools import Pool, words
from rules.play.rolls import Roll, Row, read_each
from rules.text import Message, _

FREE_BREAKDOWNS = 3  # with so many a roll is due (RBN p. 19); whether an action suits is asked without a catalogue
MOST_SUCCESSES = 40  # that the form takes
GAIA = "gaia-familys"
PILOT = f"{SEAT}-1"


# --- breakdowns -----------------------------------------------------------------------------------------------------


@unit_action(state.VEHICLE)
def breakdown_roll(acting: ActingUnit, form: ActionForm) -> Attempt:
    """At the start of its activation, with three markers or more (RBN p. 19)."""
    markers = acting.marked(BREAKDOWNS)
    nothing, wrecked, crashed, burst = (line.right for line in acting.catalogue.reminders["avaries"].rows[1:])
    rows = [
        Row(0, nothing),
        Row(acting.rule("wrecked").least, wrecked, follows=partial(out_of_action, acting)),
        Row(acting.rule("crashed").least, crashed, follows=partial(damage.accident, acting)),
        Row(acting.rule("burst").least, burst, follows=partial(damage.explosion, acting)),
    ]
    about = acting.circumstances(form, breakdown_facts(acting, markers))
    roll = Roll(rows, acting.rule("breakdowns").cite, modifiers=[*about.modifiers("breakdowns")])
    words = Message(_("breakdowns: {number}"), {"number": markers})
    return roll.attempt(form, words, notes=[*about.notes("breakdowns")])


def breakdown_facts(acting: ActingUnit, markers: int) -> dict[str, int]:
    driver = state.pilot(acting.battle, acting.path)
    return {
        "due": rolls_for_breakdowns(acting.battle, acting.path),
        "beyond": max(0, markers - acting.rule("breakdowns").least),
        "flying": state.has(acting.battle, acting.path, "flying"),
        "ace-driver": driver is not None and state.has(acting.battle, driver, "pilote-emerite"),
    }


def out_of_action(acting: ActingUnit, _dice: Dice) -> Outcome:
    words = Message(_("{name}: out of action"), {"name": acting.name})
    wrecked = Proposal(words, [acting.set(OUT_OF_ACTION)], acting.rule("wrecked").cite)
    leave = [(f"get-out?unit={acting.path}", _("Emergency exit"))] if state.aboard(acting.battle, acting.path) else []
    return Outcome([], [wrecked], leave)


def rolls_for_breakdowns(battle: Battle, path: str) -> bool:
    return battle.number(f"{path}/{BREAKDOWNS}") >= FREE_BREAKDOWNS and not battle.is_down(path)


# --- off the road ---------------------------------------------------------------------------------------------------


@unit_action(state.VEHICLE)
def off_road(acting: ActingUnit, form: ActionForm) -> Attempt:
    """Once a turn, off the road; a light vehicle fails on 1, the others on 1 and 2 (RBN p. 15; rulings A33, A58)."""
    size, tested = state.size_of(acting.battle, acting.path), acting.set(TESTED)
    about = acting.circumstances(form, off_road_facts(acting, size))
    most = acting.rule("off-road-light" if size == "leger" else "off-road").most
    table = trouble_table(acting, about, tested)
    passed, nothing = _("Off-road test passed"), table.rows[-1].text
    rows = [Row(0, _("Trouble"), follows=table), Row(most + 1, _("No trouble"), [tested], passed, chance=nothing)]
    words = Message(_("trouble on {most} or less"), {"most": most})
    return Roll(rows, table.cite).attempt(form, words, notes=[*about.notes("off-road")])


def off_road_facts(acting: ActingUnit, size: str) -> dict[str, int]:
    return {
        size: 1,
        "storm": acting.battle.number(event_path(STORM)),
        "all-terrain": state.has(acting.battle, acting.path, "tout-terrain"),
        "tested": acting.marked(TESTED),
    }


def trouble_table(acting: ActingUnit, about: Circumstances, tested: Mark) -> Roll:
    stuck, halved, nothing = (line.right for line in acting.catalogue.reminders["hors-piste"].rows[2:])
    rows = [
        Row(0, stuck, [acting.set(IMMOBILISED), tested]),
        Row(acting.rule("stuck").most + 1, halved, [acting.set(SLOWED), tested]),
        Row(acting.rule("half-move").most + 1, nothing, [tested]),
    ]
    return Roll(rows, acting.rule("off-road").cite, modifiers=[*about.modifiers("trouble")])


def goes_off_road(battle: Battle, path: str) -> bool:
    return not state.has(battle, path, "flying") and not battle.is_down(path)


@unit_action(state.VEHICLE)
def free(acting: ActingUnit, form: ActionForm) -> Attempt:
    """An immobilised vehicle, when it is activated from the next turn on (RBN p. 15)."""
    words = Message(_("{name}: no longer immobilised"), {"name": acting.name})
    rule = acting.rule("free")
    moves = Row(rule.least, _("Moves again"), [acting.set(IMMOBILISED, 0)], words)
    roll = Roll([moves, Row(0, _("Stays stuck"))], rule.cite)
    return roll.attempt(form, _("when activated, from next turn"), f"{rule.least}+")


def is_stuck(battle: Battle, path: str) -> bool:
    return bool(battle.number(f"{path}/{IMMOBILISED}")) and not battle.is_down(path)


# --- damage, accidents, getting out ---------------------------------------------------------------------------------


@unit_action(state.VEHICLE)
def damage_table(acting: ActingUnit, form: ActionForm) -> Attempt:
    """So many successes on one side of the vehicle, on its own table (RBN p. 17, 18)."""
    which = damage.size(acting.battle, acting.path)
    side = form.choice("side", _("Side hit"), damage.sides(acting.catalogue, which))
    successes = form.number("successes", _("Successes"), 1, 0, MOST_SUCCESSES)
    row = damage.row_for(acting.catalogue, which, side, successes)
    number = damage.dice_due(acting, row.effects) if row else 0
    if number:
        place = str(acting.catalogue.reminders[f"degats-{which}"].cite)
        reasons = [Reason(str(successes), row.text, place)] if row else []
        reads = partial(damage.damage, acting, side, successes)
        return Attempt(form.fields, f"{number}D6", reasons=reasons, reads=reads)
    outcome = damage.damage(acting, side, successes, Typed(()))
    return Attempt(form.fields, reasons=outcome.lines, proposals=outcome.proposals)


@unit_action(state.VEHICLE)
def accident(acting: ActingUnit, _form: ActionForm) -> Attempt:
    """1D6 for the direction, then 10 cm and 2D6 (RBN p. 18)."""
    rule = acting.rule("accident")
    reasons = [
        Reason("1D6", _("direction, on the template at its front"), rule.cite),
        Reason(f"{rule.dice - 1}D6", _("plus 10: centimetres moved"), rule.cite),
    ]
    return Attempt((), f"{rule.dice}D6", reasons=reasons, reads=lambda dice: damage.accident(acting, dice))


@unit_action(state.VEHICLE)
def get_out(acting: ActingUnit, form: ActionForm) -> Attempt:
    """Everybody aboard a vehicle out of action who wishes to: 1D6 on their own C (RBN p. 19)."""
    aboard = state.aboard(acting.battle, acting.path)
    if not aboard:
        return NOTHING
    free = [*form.free_modifier(of_figure=True)]
    rolls = [replace(exit_roll(acting, seat, who), modifiers=free) for seat, who in aboard.items()]
    reasons = [
        Reason(f"{roll.rows[0].least}+", Message(_("C of {name}"), {"name": acting.name_of(who)}), roll.cite)
        for roll, who in zip(rolls, aboard.values(), strict=True)
    ]
    reasons += [modifier.reason() for modifier in free]
    return Attempt(form.fields, f"{len(rolls)}D6", reasons=reasons, reads=partial(read_each, rolls))


def exit_roll(acting: ActingUnit, seat: str, who: str) -> Roll:
    name = {"name": acting.name_of(who)}
    leaves = Message(_("{name} gets out, 5\xa0cm at most"), name)
    stays = Row(0, Message(_("{name} stays aboard"), name))
    rows = [Row(c_of(acting.catalogue, acting.battle, who), leaves, [Mark.say(f"{acting.path}/{seat}")]), stays]
    return Roll(rows, acting.rule("bail-out").cite)


def may_get_out(battle: Battle, path: str) -> bool:
    return bool(battle.number(f"{path}/{OUT_OF_ACTION}") and state.aboard(battle, path))


@unit_action(state.VEHICLE)
def change_pilot(acting: ActingUnit, form: ActionForm) -> Attempt:
    """When its activation begins or ends somebody aboard takes the wheel (RBN p. 15; ruling A86)."""
    able = able_to_drive(acting.battle, acting.path)
    if not able:
        return NOTHING
    options = [Choice(who, acting.name_of(who)) for who in able.values()]
    chosen = form.choice("pilot", _("New driver"), options)
    seat = next(key for key, who in able.items() if who == chosen)
    names = {key: str(acting.battle.value(f"{acting.path}/{key}")) for key in (seat, PILOT)}
    marks = [Mark.say(f"{acting.path}/{key}", name) for key, name in ((PILOT, names[seat]), (seat, names[PILOT]))]
    if f"{chosen}/{NEW_PILOT}" in acting.battle.markers_by_path:
        marks.append(Mark.set(f"{chosen}/{NEW_PILOT}"))
    words = Message(_("{name} drives: one fewer action at the next activation"), {"name": acting.name_of(chosen)})
    proposal = Proposal(words, marks, str(acting.catalogue.rulings["A86"].cite))
    when = Reason("", _("at the start or end of the vehicle’s activation"), acting.rule("change-pilot").cite)
    return Attempt(form.fields, reasons=[when], proposals=[proposal])


def able_to_drive(battle: Battle, path: str) -> dict[str, str]:
    """{seat: path} of those aboard who may take the wheel: no animals (RBN p. 31)."""
    aboard = state.aboard(battle, path).items()
    return {seat: who for seat, who in aboard if seat != PILOT and not state.has(battle, who, "animal")}


def may_change_pilot(battle: Battle, path: str) -> bool:
    return not battle.is_down(path) and bool(able_to_drive(battle, path))


# --- repairs --------------------------------------------------------------------------------------------------------


@unit_action(state.VEHICLE)
def repair(acting: ActingUnit, form: ActionForm) -> Attempt:
    """The Gaïa Familys at the end of a turn: 1D6 for each breakdown (RBN p. 26)."""
    rule = acting.rule("living-machines")
    markers, against = acting.marked(BREAKDOWNS), f"{rule.least}+"
    modifiers = [Modifier(markers, _("one per breakdown, end of turn"), rule.cite), *form.free_modifier()]
    pool = Pool(dice_of(modifiers), rule.least, six=1)
    reasons = [replace(modifiers[0].reason(), value=f"{markers}D6"), *(free.reason() for free in modifiers[1:])]
    if not pool.number:
        return Attempt(form.fields, against=against, reasons=reasons)

    def valued() -> list[Reason]:
        rows = worths(modifiers, lambda number: replace(pool, number=number).any_success)
        return [replace(reason, worth=row.worth) for reason, row in zip(reasons, rows, strict=True)]

    reads = partial(read_repair, acting, pool)
    return Attempt(form.fields, f"{pool.number}D6", against, reasons, reads=reads, valued=valued)


def read_repair(acting: ActingUnit, pool: Pool, dice: Dice) -> Outcome:
    rolled = pool.roll(dice)
    cite = acting.rule("living-machines").cite
    text = Message(_("{name}: breakdowns removed: {number}"), {"name": acting.name, "number": rolled.successes})
    removed = acting.add(BREAKDOWNS, -rolled.successes)
    proposals = [Proposal(text, [removed], cite)] if rolled.successes else []
    return Outcome([Reason(words(rolled.fell), text, cite)], proposals)


def repairs(battle: Battle, path: str) -> bool:
    own = has_trait(battle, side_of_path(path), "advantages", GAIA)
    return own and bool(battle.number(f"{path}/{BREAKDOWNS}"))


# --- what is due ----------------------------------------------------------------------------------------------------


def notices(battle: Battle, catalogue: Catalogue) -> Iterator[Notice]:
    """Rolls that vehicles make before they move, while they are not activated yet."""
    rules = catalogue.play.rules
    for path in state.standing(battle, state.VEHICLE):
        if battle.number(f"{path}/{ACTIVATED}"):
            continue
        name = {"name": battle.units_by_path[path].name}
        if rolls_for_breakdowns(battle, path):
            words = Message(_("{name}: breakdown roll when activated"), name)
            yield due(path, words, "breakdowns", rules["breakdowns"].cite)
        if battle.number(f"{path}/{SLOWED}"):
            words = Message(_("{name}: half move at its next activation"), name)
            yield Notice(words, rules["half-move"].cite, side_of_path(path))
        if is_stuck(battle, path):
            words = Message(_("{name}: immobilised; roll when activated, from next turn"), name)
            yield due(path, words, "free", rules["free"].cite)


def due(path: str, words: Message, slug: str, place: str) -> Notice:
    return Notice(words, place, side_of_path(path), "1D6", f"{slug}?unit={path}")


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
