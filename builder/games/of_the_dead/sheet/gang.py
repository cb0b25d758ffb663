"""The page of a gang: its members, the vocations they cover, its chapters, and what to look up at the table."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from builder.games.of_the_dead.sheet.character import badges
from builder.games.of_the_dead.sheet.words import MOST_SIGNS, NONE, display_name, row_name, ticked
from builder.lists.gathering_summary import GatheringSummary
from builder.sheets.common import is_play_table, passage, short
from builder.sheets.parts import SEPARATOR, LabelledFigure, Passage, Total, Track
from builder.wording import clean, day, local
from rules.catalogue import Catalogue, Table
from rules.games.of_the_dead.analysis import CharacterAnalysis, GangAnalysis
from rules.games.of_the_dead.document import Gang


def only_character(analysis: GangAnalysis) -> CharacterAnalysis | None:
    """The character of a list of one, whose page this is; None for a gang."""
    return analysis.units[0] if len(analysis.units) == 1 else None


def name(document: Gang, analysis: GangAnalysis) -> str:
    single = only_character(analysis)
    return clean(document.name) or (display_name(single) if single else _("Unnamed gang"))


def subtitle(analysis: GangAnalysis) -> str:
    single = only_character(analysis)
    words = badges(single) if single else ()
    return SEPARATOR.join([local(analysis.catalogue.name), *words])


def figures(analysis: GangAnalysis) -> Iterator[LabelledFigure]:
    """The loud numbers: of one character its gauges, of a gang how many there are."""
    single = only_character(analysis)
    if single:
        yield LabelledFigure(_("Life"), f"{short(single.life)}/{short(single.first_life)}", loud=True)
        yield LabelledFigure(_("Morale"), f"{short(single.morale)}/{short(single.first_morale)}", loud=True)
        yield LabelledFigure(_("Initiative"), short(single.initiative))
        yield LabelledFigure(_("Reputation"), number(single.unit.reputation))
        yield LabelledFigure(_("Survival points"), number(single.unit.survival))
        yield LabelledFigure(_("Traumas"), str(len(single.unit.traumas)))
    else:
        yield LabelledFigure(_("Members"), str(len(analysis.units)), loud=True)
        yield LabelledFigure(_("Living"), str(len(analysis.living)))
        yield LabelledFigure(_("Vocations"), f"{analysis.vocations_covered}/{len(analysis.covered)}")
    yield LabelledFigure(_("Chapters"), str(analysis.played))


def tracks(analysis: GangAnalysis) -> Iterator[Track]:
    """A box for each chapter that a campaign of these characters usually has, those that were played ticked."""
    if analysis.units:
        yield chapters_track(analysis.played, analysis.chapters)


def number(value: int | None) -> str:
    return NONE if value is None else short(value)


def brief(analysis: GangAnalysis) -> Iterator[Passage]:
    """The vocations that its members cover, and the chapters so far; the units of the sheet are the members."""
    if len(analysis.units) > 1:
        yield vocations(analysis)
    if analysis.document.log:
        yield Passage(_("Chapters"), rows=tuple(chapters(analysis)))


def vocations(analysis: GangAnalysis) -> Passage:
    """Which of them nobody has, and who has none: each member's stands under its name."""
    missing = ", ".join(local(row.name) for row in analysis.missing)
    without = ", ".join(display_name(character) for character in analysis.living if character.vocation is None)
    rows = ((_("Without a vocation"), without),) if without else ()
    return Passage(
        _("Free vocations"), missing or NONE, rows=rows, cite=str(analysis.catalogue.tables["vocations"].cite)
    )


def chapters(analysis: GangAnalysis) -> Iterator[tuple[str, str]]:
    for entry in analysis.document.log:
        took_part = [display_name(analysis.units[index]) for index in entry.units if 0 <= index < len(analysis.units)]
        texts = [clean(entry.text), ", ".join(took_part)]
        yield clean(f"{day(entry.date)} {entry.title}"), SEPARATOR.join(filter(None, texts))


def totals(analysis: GangAnalysis) -> Iterator[Total]:
    yield Total(_("Living"), len(analysis.living))
    if analysis.gone:
        yield Total(_("Dead or zombies"), analysis.gone)


def reference(catalogue: Catalogue) -> Iterator[Passage]:
    """What the tables on the first page do not say; every gang needs all of it."""
    for reminder in catalogue.reminders.values():
        if not is_play_table(catalogue, reminder):
            yield passage(reminder)


# --- the gang that a list is a member of -----------------------------------------------------------------------------


def figures_of_gathering(figures: Iterable[LabelledFigure], summary: GatheringSummary) -> Iterator[LabelledFigure]:
    """The loud numbers of a member's sheet with the gang's vocations and chapters for its own."""
    own = (_("Vocations"), _("Chapters"))
    yield from (figure for figure in figures if figure.label not in own)
    yield LabelledFigure(_("Vocations"), f"{summary.covered}/{len(summary.roles)}")
    yield LabelledFigure(_("Chapters"), str(len(summary.played)))


def chapters_track(played: int, usual: int) -> Track:
    """A box for each chapter that a campaign usually has, those that were played ticked."""
    return Track(_("Chapters"), ticked(played, min(MOST_SIGNS, usual)), key="chapters")


def brief_of_gathering(brief: Iterable[Passage], summary: GatheringSummary, catalogue: Catalogue) -> Iterator[Passage]:
    """What a member's sheet says before the game, with the gang's chapters and vocations."""
    table = catalogue.tables["vocations"]
    yield from (text for text in brief if text.title != _("Free vocations"))
    name = clean(summary.name)
    if rows := tuple(chapters_of_gathering(summary)):
        yield Passage(SEPARATOR.join([_("Chapters"), name]), rows=rows)
    rows = tuple(vocations_of_gathering(summary, table))
    yield Passage(SEPARATOR.join([local(table.name), name]), rows=rows, cite=str(table.cite))


def chapters_of_gathering(summary: GatheringSummary) -> Iterator[tuple[str, str]]:
    for when, title, took_part in summary.played:
        yield clean(f"{day(when)} {title}"), _("took part") if took_part else _("absent")
    for when, title in summary.planned:
        yield clean(f"{day(when)} {title}"), _("planned")


def vocations_of_gathering(summary: GatheringSummary, table: Table) -> Iterator[tuple[str, str]]:
    """Each vocation with those of the gang who have it, and those that nobody has."""
    for slug, names in summary.roles:
        if names:
            yield row_name(table, slug), ", ".join(clean(name) or _("Unnamed") for name in names)
    if missing := [row_name(table, slug) for slug, names in summary.roles if not names]:
        yield _("Free vocations"), ", ".join(missing)
