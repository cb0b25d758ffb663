"""The console of a mission: what is next, one button at a time, and what is to be minded."""

from collections.abc import Iterator
from dataclasses import replace

from rules.catalogue import Catalogue
from rules.games.reichbusters.analysis import DOWN_AT
from rules.games.reichbusters.play import clock, heroism, state
from rules.games.reichbusters.play.state import AFTER, ALARM, ALARM_DUE, BEFORE, STEP, AlarmStep
from rules.games.reichbusters.play.symbols import rule
from rules.games.reichbusters.play.turns import is_drawn
from rules.play.actions import Notice
from rules.play.battle import HELP, TABLE, Battle
from rules.play.marks import Mark
from rules.text import Message, _


def notices(battle: Battle, book: Catalogue) -> list[Notice]:
    """What is next where the table wants help, then what is to be minded."""
    guided = [replace(step, opens=True) for step in next_steps(battle, book)] if battle.number(HELP) else []
    return [*guided, *warnings(battle, book), *empty_decks(battle, book), *supplies(battle, book)]


# --- what is next ---------------------------------------------------------------------------------------------------


def next_steps(battle: Battle, book: Catalogue) -> Iterator[Notice]:
    """The step that is next; beside it what a hero's turn leaves due."""
    if over := is_over(battle):
        yield Notice(over, rule(book, "escape").cite)
        return
    yield from heroism.pacified(battle, book)
    yield from noises(battle, book)
    yield from revealed(battle, book)
    yield main_step(battle, book)


def is_over(battle: Battle) -> str:
    if state.table(battle, state.LOST):
        return _("The track has run out: the mission is lost. End the battle.")
    if not state.heroes(battle):
        return _("No hero is left in the mission. End the battle.")
    return ""


def main_step(battle: Battle, book: Catalogue) -> Notice:
    step, due = state.table(battle, STEP), state.table(battle, ALARM_DUE)
    if step:
        return enemy_step(battle, book, step)
    if due == state.UNDER_WAY:
        return alarm_step(battle, book)
    if due:
        words = _("The alarm was set off: on to the end of the round.")
        return Notice(words, rule(book, "alarm").cite, action="final", button=_("End of the round"))
    return hero_step(battle, book)


def enemy_step(battle: Battle, book: Catalogue, step: int) -> Notice:
    row = book.reminders["tour-des-ennemis"].rows[step - 1]
    words = Message(_("Enemy turn, step {step}"), {"step": row.left})
    return Notice(words, rule(book, "enemy-turn").cite, action="enemies", button=_("Open"))


def alarm_step(battle: Battle, book: Catalogue) -> Notice:
    """One of its eight steps; the sixth is an enemy turn, which its end ticks."""
    step = clock.alarm_step(battle) or AlarmStep.ROUND
    row = book.reminders["alarme"].rows[step - 1]
    words = Message(_("Alarm {step}: {text}"), {"step": step, "text": row.right})
    mark = str(Mark.set(f"{TABLE}/{ALARM_DUE}-{step}"))
    return Notice(words, rule(book, "alarm").cite, mark=mark, does=_("Done"))


def hero_step(battle: Battle, book: Catalogue) -> Notice:
    cite, path = rule(book, "order").cite, state.turn_of(battle)
    if path:
        values = {"name": battle.called(path), "n": battle.number(f"{path}/{state.BASE}")}
        plays = Message(_("{name} plays, base actions taken: {n}"), values)
        return Notice(plays, rule(book, "base-actions").cite, action=f"act?unit={path}", button=_("Act"))
    left = state.waiting(battle)
    if not left:
        final = _("All heroes have played: end of the round.")
        return Notice(final, rule(book, "final").cite, action="final", button=_("End of the round"))
    if state.is_after(battle) and not is_drawn(battle):
        return Notice(_("Draw the turn order of this round."), cite, action="draw-order", button=_("Draw it"))
    if state.is_after(battle) or len(left) == 1:
        following = Message(_("Next: {name}"), {"name": battle.called(left[0])})
        return Notice(following, cite, action=f"begin?unit={left[0]}", button=_("Start of the turn"))
    return Notice(_("Who plays next? In any order."), cite, action="choose", button=_("Choose"))


# --- what is due beside it ------------------------------------------------------------------------------------------


def noises(battle: Battle, book: Catalogue) -> Iterator[Notice]:
    """The noise test of an action that is over."""
    for path in state.heroes(battle):
        if dice := battle.number(f"{path}/{state.NOISE}"):
            words = Message(
                _("{name}: noise test after the action, dice: {n}"), {"name": battle.called(path), "n": dice}
            )
            yield Notice(words, rule(book, "noise").cite, action=f"noise?unit={path}", button=_("Noise test"))


def revealed(battle: Battle, book: Catalogue) -> Iterator[Notice]:
    """Enemy tokens of an alerted room, and all of them in the second step of the alarm, become units (p. 21)."""
    alarm = clock.alarm_step(battle) == AlarmStep.TOKENS
    for room in state.paths(battle, state.ROOM):
        level = next(iter(state.levels(battle, room)), 0)
        if level and (alarm or state.is_alerted(battle, room)):
            words = Message(_("{room}: an enemy token becomes units."), {"room": battle.called(room)})
            yield Notice(
                words, rule(book, "appear").cite, action=f"appear?room={room}&level={level}", button=_("Units appear")
            )


# --- what is to be minded -------------------------------------------------------------------------------------------


def warnings(battle: Battle, book: Catalogue) -> Iterator[Notice]:
    """Heroes who are down by their wounds, and the ends of the track before and after the alarm."""
    wounds, end = (str(book.reminders[slug].cite) for slug in ("defense-et-blessures", "fin-du-round"))
    for path in state.paths(battle, state.HERO):
        if battle.number(f"{path}/{state.WOUNDS}") >= DOWN_AT and not battle.number(f"{path}/{state.DOWN}"):
            words = Message(
                _("{name}, lasting wounds: {wounds}. Down."), {"name": battle.called(path), "wounds": DOWN_AT}
            )
            yield Notice(words, wounds, int(path.split("/")[0]))
    for owner in clock.owners(battle):
        if clock.is_on_last(battle, f"{owner}/{BEFORE}") and not battle.number(f"{owner}/{ALARM}"):
            yield Notice(_("Last space before the alarm: it goes off when the round marker leaves."), end)
        if clock.is_on_last(battle, f"{owner}/{AFTER}"):
            yield Notice(_("Last space after the alarm: the mission is lost when the round marker leaves."), end)


def empty_decks(battle: Battle, book: Catalogue) -> Iterator[Notice]:
    """A deck of the table that is out is shuffled anew from its discards; wounds that heroes keep stay out (p. 20)."""
    cite = rule(book, "shuffle").cite
    for key in state.DECKS:
        marker = battle.markers_by_path.get(f"{TABLE}/{key}")
        if marker and not battle.number(f"{TABLE}/{key}"):
            kept = sum(battle.number(f"{path}/{state.WOUNDS}") for path in state.paths(battle, state.HERO))
            cards = max(0, marker.most - (kept if key == state.WOUND_DECK else 0))
            words = Message(_("{name} empty: shuffle its discards, cards: {n}"), {"name": marker.label, "n": cards})
            yield Notice(words, cite, mark=str(Mark.set(f"{TABLE}/{key}", cards)), does=_("Shuffle"))


def supplies(battle: Battle, book: Catalogue) -> Iterator[Notice]:
    """What all teams together have more of than the box: heroes, heroism, wound cards, jammed or discharged tokens."""
    for name, number, most, cite in counted(battle, book):
        if number > most:
            words = Message(
                _("{name}: {n} in all teams together, {most} in the box"), {"name": name, "n": number, "most": most}
            )
            yield Notice(words, cite)
    for path in doubles(battle):
        words = Message(_("{name}: this hero is already in the mission."), {"name": battle.called(path)})
        yield Notice(words, str(book.tables["heros"].cite))


def doubles(battle: Battle) -> list[str]:
    """Heroes whose card another team has already."""
    seen: dict[object, str] = {}
    heroes = ((path, battle.units_by_path[path].facts.get("hero")) for path in state.paths(battle, state.HERO))
    return [path for path, hero in heroes if hero and seen.setdefault(hero, path) != path]


def counted(battle: Battle, book: Catalogue) -> Iterator[tuple[object, int, int, str]]:
    heroes, box = state.paths(battle, state.HERO), book.tables["materiel"].rows
    total = {key: sum(battle.number(f"{path}/{key}") for path in heroes) for key in (state.WOUNDS, *heroism_keys(book))}
    boards = box["tableaux-de-bord"]
    yield book.tables["heros"].name, len(heroes), boards.figures["count"], str(boards.cite)
    yield box["cartes-blessure"].name, total[state.WOUNDS], box["cartes-blessure"].figures["count"], str(boards.cite)
    for row in book.tables["heroisme"].rows.values():
        yield row.name, total[f"heroism-{row.figures['type']}"], row.figures["count"], str(row.cite)
    spoiled = box["enraye-decharge"]
    yield spoiled.name, tokens_out(battle, heroes), spoiled.figures["count"], str(spoiled.cite)


def heroism_keys(book: Catalogue) -> list[str]:
    return [f"heroism-{row.figures['type']}" for row in book.tables["heroisme"].rows.values()]


def tokens_out(battle: Battle, heroes: list[str]) -> int:
    markers = ((path, marker.key) for path in heroes for marker in battle.units_by_path[path].markers)
    return sum(battle.number(f"{path}/{key}") for path, key in markers if key.startswith(("jammed", "discharged")))
