"""After a game of a campaign: what a form reports, walked through the steps and taken over as one edit."""

from django.utils import timezone
from django.utils.translation import gettext

from builder.games.chain_reaction.table import LONGEST_TYPED, entry
from builder.lists.edits import LOG, BadEdit, Edit, logged
from builder.wording import local, say
from rules.dice import BadDice, Thrown, Typed
from rules.games.chain_reaction import aftermath as rules
from rules.shapes import LONGEST_TEXT
from rules.text import _

STEPS = "aftermath"  # the book's table of the steps
FATES = {
    rules.FINE: _("came through"),
    rules.OUT: _("out of action"),
    rules.FLED: _("fled"),
    rules.DEAD: _("dead"),
    rules.GONE: _("gone for good"),
}
STAR_CHOICES = {
    rules.NORMAL: _("comes back as before"),
    rules.WEAKENED: _("comes back with REP −1 for a game"),
    rules.GONE: _("does not come back"),
}
LOSSES = {"": None, "yes": True, "no": False}


def take_over(document, fields, catalogue):
    """The list after a game, with all dice in its log; what the report leaves open has to be said first."""
    made = walk(document, fields, catalogue)
    if made.over:
        raise BadEdit(_("Without its Star the group is at its end."))
    if made.choice:
        raise BadEdit(_("Say who leaves: {n} NPCs."), n=made.choice.number)
    date = timezone.localdate().isoformat()
    (title, text), *others = told(made, catalogue) or [(gettext("After a game"), "")]
    grown = made.logged(date, title, text)
    for title, text in others:
        grown = logged(grown, entry(title, text=text))
    return grown


EDITS = {"aftermath": Edit(take_over, ("fields", "catalogue"), LOG, _("After a game: taken over"))}


def walk(document, fields, catalogue):
    """The `Aftermath` of what a form says. Raises `BadEdit` where its dice do not fit."""
    try:
        dice = dice_of(fields)
        made = rules.aftermath(document, report_of(document, fields), dice, catalogue)
        if isinstance(dice, Typed) and made.done:
            dice.all_used()
    except BadDice as bad:
        raise BadEdit(bad.message.text, **bad.message.values) from None
    return made


def dice_of(fields):
    words = fields.get("dice", "").strip()
    if len(words) > LONGEST_TYPED:
        raise BadEdit(_("These are too many dice."))
    return Typed.read(words) if words else Thrown(fields.get("seed") or None)


def report_of(document, fields):
    """The `Report` of a form: `fate-0`, `kill-0` ... for each figure, and what holds for all."""
    indexes = range(len(document.units))
    choice = fields.get("star_choice")
    return rules.Report(
        fates=tuple(fate_of(fields, index) for index in indexes),
        lost=bool(fields.get("lost")),
        star_choice=choice if choice in STAR_CHOICES else rules.NORMAL,
        losses=LOSSES.get(fields.get("losses", "")),
        leaving=tuple(index for index in indexes if fields.get(f"leave-{index}")),
        draw_on=fields.get("draw_on") or None,
    )


def fate_of(fields, index):
    fate = fields.get(f"fate-{index}")
    tags = (bool(fields.get(f"{mark}-{index}")) for mark in ("removed", "kill", "power"))
    return rules.Fate(fate if fate in FATES else rules.FINE, *tags)


def told(made, catalogue):
    """What the steps did, as titles and texts of log entries: as many as the texts need."""
    names = catalogue.tables[STEPS].rows
    for step in made.steps:
        for text in packed([say(line.message) for line in step.lines]):
            yield f"{gettext('After a game')}: {local(names[step.slug].name)}", text


def packed(sentences):
    """Sentences in as few texts as hold them."""
    text = ""
    for sentence in sentences:
        sentence = sentence[:LONGEST_TEXT]
        if text and len(text) + 1 + len(sentence) > LONGEST_TEXT:
            yield text
            text = ""
        text = f"{text} {sentence}".strip()
    if text:
        yield text
