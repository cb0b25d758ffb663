"""What dice decide before a game: NPCs, attributes, time of day, weather; thrown by a seed or typed as they fell."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from django.utils import timezone
from django.utils.translation import gettext

from builder.lists.edits import LIST, LOG, UNIT, BadEdit, Edit, add_unit, change_unit, logged, unit_at, with_one_more
from builder.wording import local
from rules.catalogue import Catalogue
from rules.document import LogEntry, Roll
from rules.games.chain_reaction import draws
from rules.games.chain_reaction.analysis import HUMAN
from rules.games.chain_reaction.document import Figure, StarGroup
from rules.play.dice import BadDice, Thrown, Typed
from rules.shapes import LONGEST_TEXT, Slug, String
from rules.text import _

LONGEST_TYPED = 200
DICE = {"dice": String(LONGEST_TYPED)}
LONGEST_NAME = 60  # of a figure, in a title of the log
Fields = Mapping[str, str]
Result = TypeVar("Result")


@contextmanager
def refusing_bad_dice() -> Iterator[None]:
    """Dice that do not fit refuse the edit: `BadDice` becomes `BadEdit`."""
    try:
        yield
    except BadDice as bad:
        raise BadEdit(bad.message.text, **bad.message.values) from None


def dice_of(fields: Fields, seed: str | None = None) -> Thrown | Typed:
    """The dice of a form: those that were typed in, else thrown by `seed` or by a new one. Raises `BadEdit`."""
    words = fields.get("dice", "").strip()
    if len(words) > LONGEST_TYPED:
        raise BadEdit(_("Too many dice."))
    with refusing_bad_dice():
        return Typed.read(words) if words else Thrown(seed or None)


def run_with_dice(fields: Fields, run: Callable[[Thrown | Typed], Result]) -> tuple[Result, Thrown | Typed]:
    """(what `run(dice)` returns, the dice of a form). Raises `BadEdit` where typed dice are too few or too many."""
    dice = dice_of(fields)
    with refusing_bad_dice():
        result = run(dice)
        if isinstance(dice, Typed):
            dice.all_used()
    return result, dice


def entry_of_today(title: str, *rolls: Roll, units: Iterable[int] = (), text: str = "") -> LogEntry:
    """A log entry of today, its texts cut to what a document holds."""
    return LogEntry(timezone.localdate().isoformat(), title[:LONGEST_TEXT], text[:LONGEST_TEXT], tuple(units), rolls)


def title_name(document: StarGroup, index: int) -> str:
    """A figure's name for a title: as typed, else its number."""
    return document.units[index].name[:LONGEST_NAME] or f"#{index + 1}"


# --- NPCs -----------------------------------------------------------------------------------------------------------


def draw_npc(document: StarGroup, word: str, fields: Fields, catalogue: Catalogue) -> StarGroup:
    """A new NPC, drawn on the table that documents call `word`. In a campaign nobody above the Star stays."""
    drawn, rejected = draw_below_cap(document, word, fields, catalogue)
    after = add_unit(document, Figure(rep=drawn.rep, draw=drawn.draw))
    return log_rejected(after, rejected, len(document.units))


def redraw(document: StarGroup, index: int, fields: Fields, catalogue: Catalogue) -> StarGroup:
    """Draw a figure again, or draw one that was chosen; the draw that it had stays in the log."""
    if unit_at(document, index).kind == "star":
        raise BadEdit(_("The Star is never rolled."))
    drawn, rejected = draw_below_cap(document, fields.get("table", ""), fields, catalogue)
    after = change_unit(forget_draw(document, index), index, figure=HUMAN, rep=drawn.rep, draw=drawn.draw)
    return log_rejected(after, rejected, index)


def draw_below_cap(
    document: StarGroup, word: str, fields: Fields, catalogue: Catalogue
) -> tuple[draws.DrawnNpc, list[Roll]]:
    """(the `DrawnNpc` that is kept, the `Roll`s above the Star's REP that were drawn again before it).

    Each throw of the server's has a seed of its own, so that the first dice of a seed are always those of its figure.
    """
    if word not in draws.draw_tables(catalogue):
        raise BadEdit(_("This table doesn’t exist."))
    cap = rep_cap(document)
    rejected: list[Roll] = []
    while True:
        drawn, dice = run_with_dice(fields, lambda dice: draws.draw_npc(catalogue, word, dice, cap))
        if isinstance(dice, Typed):
            return drawn, [roll_of(roll) for roll in drawn.rejected]
        if not drawn.rejected:
            return drawn, rejected
        rejected.append(roll_of(drawn.rejected[0], dice.seed))


def rep_cap(document: StarGroup) -> int | None:
    """The highest REP that may be drawn: in a campaign the Star's, else None."""
    star = next((unit for unit in document.units if unit.kind == "star"), None)
    return star.rep if document.campaign and star else None


def roll_of(rolled: draws.DrawRoll, seed: str | None = None) -> Roll:
    return Roll(seed, rolled.dice, rolled.row.slug)


def log_rejected(document: StarGroup, rolls: list[Roll], index: int) -> StarGroup:
    if not rolls:
        return document
    title = gettext("{name}: re-rolled, REP above the Star’s").format(name=title_name(document, index))
    return logged(document, entry_of_today(title, *rolls, units=(index,)))


def forget_draw(document: StarGroup, index: int) -> StarGroup:
    """A figure without its draw, which the log keeps."""
    draw = unit_at(document, index).draw
    if draw is None:
        return document
    title = gettext("{name}: earlier roll").format(name=title_name(document, index))
    roll = Roll(draw.seed, draw.dice, document.units[index].rep)
    return logged(change_unit(document, index, draw=None), entry_of_today(title, roll, units=(index,), text=draw.table))


# --- attributes, day and weather ------------------------------------------------------------------------------------


def roll_attribute(document: StarGroup, index: int, fields: Fields, catalogue: Catalogue) -> StarGroup:
    """An attribute by dice: D6, then D20 or D12, which may lead to several or to none. The log keeps the dice."""
    drawn, dice = run_with_dice(fields, lambda dice: draws.draw_attributes(catalogue, 1, dice))
    attributes = unit_at(document, index).attributes
    for slug in drawn.slugs:
        attributes = with_one_more(attributes, slug)
    names = [local(roll.row.name) for roll in drawn.rolls[1:]]
    title = gettext("{name}: attribute").format(name=title_name(document, index))
    roll = Roll(dice.seed, tuple(dice.dice), drawn.rolls[-1].row.slug)
    entry = entry_of_today(title, roll, units=(index,), text=", ".join(names))
    return logged(change_unit(document, index, attributes=attributes), entry)


def roll_time(document: StarGroup, fields: Fields, catalogue: Catalogue) -> StarGroup:
    """The time of day of a game, with its half die where its length takes one; the log keeps both."""
    (rolled, moment), dice = run_with_dice(fields, lambda dice: draws.draw_time(catalogue, dice))
    turns = gettext("turns: {turns}").format(turns=moment.turns)
    title = f"{gettext('Time of day')}: {local(rolled.row.name)}"
    roll = Roll(dice.seed, tuple(dice.dice), rolled.row.slug)
    return logged(document, entry_of_today(title, roll, text=turns))


def roll_weather(document: StarGroup, fields: Fields, catalogue: Catalogue) -> StarGroup:
    """The weather of a game; the log keeps the dice."""
    rolled, dice = run_with_dice(fields, lambda dice: draws.draw_weather(catalogue, dice))
    title = f"{gettext('Weather')}: {local(rolled.row.name)}"
    return logged(document, entry_of_today(title, roll_of(rolled, dice.seed)))


TABLE_EDITS = {
    "draw-npc": Edit(draw_npc, ("slug", "fields", "catalogue"), LIST, _("NPC rolled"), form=DICE),
    "redraw": Edit(redraw, ("unit", "fields", "catalogue"), UNIT, _("{unit} rolled"), form=DICE | {"table": Slug()}),
    "forget-draw": Edit(forget_draw, ("unit",), UNIT, _("{unit}: chosen, not rolled")),
    "roll-attribute": Edit(
        roll_attribute, ("unit", "fields", "catalogue"), UNIT, _("{unit}: attribute rolled"), form=DICE
    ),
    "roll-time": Edit(roll_time, ("fields", "catalogue"), LOG, _("Time of day rolled"), form=DICE),
    "roll-weather": Edit(roll_weather, ("fields", "catalogue"), LOG, _("Weather rolled"), form=DICE),
}
