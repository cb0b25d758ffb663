"""The head of a team's sheet: the mission, the round track with its alarm, what is read during play."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from builder.games.reichbusters.head import MODE_WORDS
from builder.games.reichbusters.sheet.words import BLANK, NONE, boxes, short_figure
from builder.sheets.common import is_play_table, one_box, passage, play_tables, with_results
from builder.sheets.parts import (
    FLOW,
    FREE_BOX,
    NUMBER,
    SEPARATOR,
    Fact,
    FigureRow,
    LabelledFigure,
    Passage,
    Total,
    Track,
)
from builder.wording import clean, day, local
from rules.catalogue import TableRow
from rules.document import LogEntry
from rules.games.reichbusters.analysis import TeamAnalysis
from rules.games.reichbusters.document import Team

RESULTS = {"bruit": (2, 5), "defense-et-blessures": (1, 3), "heroisme": (0, 2)}  # rows of reminders: from, to
ENEMY_TURN, LAST_OF_ROUND = "tour-des-ennemis", "fin-du-round"
ENEMIES = 6  # rows for units of a faction card
LATEST = 6  # entries of the log at the head


def mode(document: Team) -> str:
    """The mode in words; one that the game does not have as the document has it."""
    return _(MODE_WORDS[document.mode]) if document.mode in MODE_WORDS else document.mode


def subtitle(analysis: TeamAnalysis) -> str:
    document = analysis.document
    words = [local(analysis.context.catalogue.name), mode(document), clean(document.mission)]
    return SEPARATOR.join(word for word in words if word)


def figures(analysis: TeamAnalysis) -> Iterator[LabelledFigure]:
    context = analysis.context
    yield LabelledFigure(_("Heroes"), f"{len(analysis.units)}/{context.most_heroes}", loud=True)
    yield LabelledFigure(_("Enemy turns"), str(analysis.enemy_turns), _("each round"))
    yield LabelledFigure(_("Rounds"), NONE if analysis.rounds is None else short_figure(analysis.rounds), _("at most"))
    wounds = f"{short_figure(analysis.wounds)}/{context.wound_cards}"
    yield LabelledFigure(_("Wound cards"), wounds, _("in the team"))
    for kind, row in context.heroism.items():
        held = f"{short_figure(analysis.heroism[kind])}/{row.figures['count']}"
        yield LabelledFigure(local(row.name), held, _("heroism"))
    yield LabelledFigure(_("Globes"), str(analysis.globes), _("upgrades: {number}").format(number=analysis.upgrades))


def facts(analysis: TeamAnalysis) -> Iterator[Fact]:
    yield Fact(_("Mode"), mode(analysis.document))
    for label, words in copied(analysis.document):
        if words:
            yield Fact(label, words)


def writing(analysis: TeamAnalysis) -> Iterator[FigureRow]:
    """A box to write in for each thing of the mission that nobody copied."""
    blanks = tuple(LabelledFigure(label, BLANK) for label, words in copied(analysis.document) if not words)
    if blanks:
        yield FigureRow(blanks, across=len(blanks), plain=True)


def copied(document: Team) -> Iterator[tuple[str, str]]:
    """(label, words) of what is copied from the mission book and the cards."""
    yield _("Mission"), clean(document.mission)
    yield _("Enemy faction"), clean(document.faction)
    yield _("Team card"), clean(document.team)


def tracks(analysis: TeamAnalysis) -> Iterator[Track]:
    """Boxes for the rounds around the alarm, open where only the longest track has the round."""
    before, after = phase_rounds(analysis)
    yield Track(_("Before the alarm"), rounds(*before), key="before-the-alarm", names=numbers(before))
    yield replace(one_box(_("ALARM"), "alarm"), names=("speaker",), fatal=1)
    yield Track(_("After the alarm"), rounds(*after), key="after-the-alarm", names=numbers(after))


def numbers(lengths: tuple[int, int]) -> tuple[str, ...]:
    """What stands in the boxes of a phase of so many rounds at most."""
    return tuple(map(str, range(1, lengths[1] + 1)))


def phase_rounds(analysis: TeamAnalysis) -> tuple[tuple[int, int], ...]:
    """For the phases before and after the alarm: (rounds that it has for sure, rounds that it has at most)."""
    context, track = analysis.context, analysis.document.track
    pre, post = (track.pre, track.post) if track else (None, None)
    return tuple(
        (number, number) if number is not None and number in lengths else (min(lengths), max(lengths))
        for number, lengths in ((pre, context.pre), (post, context.post))
    )


def rounds(sure: int, most: int) -> str:
    return boxes(sure) + FREE_BOX * (most - sure)


def totals(analysis: TeamAnalysis) -> Iterator[Total]:
    yield Total(_("Heroes"), len(analysis.units))


def brief(analysis: TeamAnalysis) -> Iterator[Passage]:
    """The latest missions."""
    if analysis.document.log:
        yield Passage(_("Missions played"), rows=tuple(map(mission_row, analysis.document.log[-LATEST:])))


def play(analysis: TeamAnalysis) -> Iterator[Passage]:
    """What is read in every round."""
    catalogue = analysis.context.catalogue
    yield base_actions(analysis)
    passages = play_tables(catalogue, lambda _reminder: True)
    for table, text in zip(catalogue.play.sheet_tables, passages, strict=True):
        yield flow(text) if table.slug == ENEMY_TURN else with_results(text, *RESULTS.get(table.slug, ()))
        if table.slug == LAST_OF_ROUND:
            yield enemies(analysis)


def flow(text: Passage) -> Passage:
    """A reminder whose rows say "who, when ▸ what" as steps with a line for each sentence."""
    rows = (left.partition(" ") if left[0].isdigit() else ("", "", left) for left, _right in text.rows)
    lines = (
        (number, f"{name}, {right}".replace(", ▸", " ▸").replace(" ▸ ", FLOW).replace(". ", "\n"))
        for (number, _space, name), (_left, right) in zip(rows, text.rows, strict=True)
    )
    return replace(text, rows=(), matrix=(("", _("who, when ▸ what")), *lines))


def base_actions(analysis: TeamAnalysis) -> Passage:
    """Each action with its noise: a line to copy it onto where the book gives none (ruling rb-8)."""
    actions = analysis.context.catalogue.tables["actions-de-base"]
    rows = (
        (f"{number}. {local(row.name)}", noise(row), local(row.card))
        for number, row in enumerate(actions.rows.values(), start=1)
    )
    heads = "", _("Noise"), _("Effect")
    text = f"{local(actions.text)} {_('Empty boxes: noise to copy from the rulebook.')}"
    return Passage(local(actions.name), text, cite=f"{actions.cite}, rb-8", matrix=(heads, *rows))


def enemies(analysis: TeamAnalysis) -> Passage:
    """A row to copy each unit of the mission's faction card into: nothing else has its values."""
    table = analysis.context.catalogue.tables["ennemis"]
    columns = _("Unit, as on the faction card"), _("Defence"), _("Melee, support"), _("Ranged, support"), _("Max.")
    blank = ("", *[NUMBER] * (len(columns) - 1))
    return Passage(local(table.name), cite=str(table.cite), matrix=(columns, *[blank] * ENEMIES))


def noise(action: TableRow) -> str:
    """Its noise dice, or what says them at the table."""
    words = {"attaquer": pgettext("noise of", "weapon"), "ouvrir-une-porte": pgettext("noise of", "door")}
    dice = action.figures["noise"]
    return words.get(action.slug, NUMBER) if dice is None else str(dice)


def free_actions(analysis: TeamAnalysis) -> Passage:
    bonus = analysis.context.catalogue.tables["actions-bonus"]
    rows = tuple((local(row.name), local(row.text)) for row in bonus.rows.values())
    return Passage(local(bonus.name), rows=rows, cite=str(bonus.cite))


def mission_row(entry: LogEntry) -> tuple[str, str]:
    return " ".join(filter(None, (clean(day(entry.date)), clean(entry.title)))), clean(entry.text)


def reference(analysis: TeamAnalysis) -> Iterator[Passage]:
    """Free actions and the other reminders of the book."""
    catalogue = analysis.context.catalogue
    yield free_actions(analysis)
    for slug, reminder in catalogue.reminders.items():
        if not is_play_table(catalogue, reminder):
            yield with_results(passage(reminder), *RESULTS.get(slug, ()))
