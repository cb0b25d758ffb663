"""After a game of a campaign: the form of the report, walked through the book's steps and applied as one edit."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.utils import timezone
from django.utils.translation import gettext

from builder.games.chain_reaction.table import dice_of, entry_of_today, refusing_bad_dice
from builder.lists.edits import LOG, BadEdit, Edit, logged
from builder.wording import local, say
from rules.catalogue import Catalogue
from rules.games.chain_reaction.aftermath import (
    DEAD,
    FINE,
    FLED,
    GONE,
    NORMAL,
    OUT,
    WEAKENED,
    Aftermath,
    Fate,
    Report,
    aftermath,
)
from rules.games.chain_reaction.document import StarGroup
from rules.play.dice import Typed
from rules.shapes import LONGEST_TEXT
from rules.text import _

STEPS = "aftermath"  # the book's table of the steps
FATES = {
    FINE: _("in play at the end"),
    OUT: _("out of action"),
    FLED: _("fled"),
    DEAD: _("dead"),
    GONE: _("never comes back"),
}
FATE_BOXES = ("removed", "kill", "power")  # the boxes of a form for each figure, in the order of `Fate`
STAR_CHOICES = {
    NORMAL: _("comes back as before"),
    WEAKENED: _("comes back at REP −1 for one battle"),
    GONE: _("doesn’t come back"),
}
LOSSES = {"": None, "yes": True, "no": False}
NEXT_DIE = "die-"  # a form's fields of the dice that the last step asked for


def apply_report(document: StarGroup, fields: Mapping[str, str], catalogue: Catalogue) -> StarGroup:
    """The list after a game, with all dice in its log. Raises `BadEdit` while the report leaves something open."""
    result = walk(document, fields, catalogue)
    if result.over:
        raise BadEdit(_("No Star: the group ends here."))
    if result.due:
        raise BadEdit(result.due.message.text, **result.due.message.values)
    if result.choice:
        raise BadEdit(_("Choose who leaves: {n}."), n=result.choice.number)
    date = timezone.localdate().isoformat()
    (title, text), *others = log_texts(result, catalogue) or [(gettext("After a battle"), "")]
    after = replace(result, document=with_story(result.document, fields)).logged(date, title, text)
    for title, text in others:
        after = logged(after, entry_of_today(title, text=text))
    return after


def with_story(document: StarGroup, fields: Mapping[str, str]) -> StarGroup:
    """The list with the evening in its log, as the form tells it, in as few entries as hold it."""
    for text in packed(fields.get("story", "").split("\n")):
        document = logged(document, entry_of_today(gettext("Battle"), text=text))
    return document


EDITS = {"aftermath": Edit(apply_report, ("fields", "catalogue"), LOG, _("After a battle: saved"), names_units=True)}


def walk(document: StarGroup, fields: Mapping[str, str], catalogue: Catalogue) -> Aftermath:
    """The `Aftermath` of what a form reports. Raises `BadEdit` where its dice do not fit.

    Dice that the players throw themselves are typed in as the steps ask for them, on from none.
    """
    dice = Typed(()) if awaits_first_dice(fields) else dice_of(fields, seed=fields.get("seed"))
    with refusing_bad_dice():
        result = aftermath(document, report_of(document, fields), dice, catalogue)
        if isinstance(dice, Typed) and result.done:
            dice.all_used()
    return result


def awaits_first_dice(fields: Mapping[str, str]) -> bool:
    """The players throw their own dice, and none has been typed in yet."""
    return bool(fields.get("own_dice")) and not fields.get("dice", "").strip()


def with_next_dice(fields: Mapping[str, str]) -> dict[str, str]:
    """A form whose `die-0`, `die-1` ... stand behind the `dice` that were typed in before."""
    answers = [value for key, value in fields.items() if key.startswith(NEXT_DIE)]
    others = {key: value for key, value in fields.items() if not key.startswith(NEXT_DIE)}
    return others | ({"dice": " ".join([others.get("dice", ""), *answers]).strip()} if answers else {})


def report_of(document: StarGroup, fields: Mapping[str, str]) -> Report:
    """The `Report` of a form: `fate-0`, `kill-0` ... for each figure, and what holds for all."""
    indexes = range(len(document.units))
    choice = fields.get("star_choice")
    return Report(
        fates=tuple(fate_of(fields, index) for index in indexes),
        lost=bool(fields.get("lost")),
        star_choice=choice if choice in STAR_CHOICES else NORMAL,
        losses=LOSSES.get(fields.get("losses", "")),
        leaving=tuple(index for index in indexes if fields.get(f"leave-{index}")),
        draw_on=fields.get("draw_on") or None,
    )


def fate_of(fields: Mapping[str, str], index: int) -> Fate:
    fate = fields.get(f"fate-{index}")
    return Fate(fate if fate in FATES else FINE, *ticked_boxes(fields, index).values())


def ticked_boxes(fields: Mapping[str, str], index: int) -> dict[str, bool]:
    """Which of `FATE_BOXES` a form has ticked for the figure at `index`."""
    return {box: bool(fields.get(f"{box}-{index}")) for box in FATE_BOXES}


def log_texts(result: Aftermath, catalogue: Catalogue) -> list[tuple[str, str]]:
    """What the steps did, as (title, text) of log entries: as many as the texts need."""
    names = catalogue.tables[STEPS].rows
    return [
        (f"{gettext('After a battle')}: {local(names[step.slug].name)}", text)
        for step in result.steps
        for text in packed([say(event.message) for event in step.lines])
    ]


def packed(sentences: list[str]) -> Iterator[str]:
    """Sentences in as few texts as hold them."""
    text = ""
    for sentence in sentences:
        sentence = sentence.strip()[:LONGEST_TEXT]
        if text and len(text) + 1 + len(sentence) > LONGEST_TEXT:
            yield text
            text = ""
        text = f"{text} {sentence}".strip()
    if text:
        yield text
