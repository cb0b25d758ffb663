"""The head of a team's sheet: the mission, the round track with its alarm, what is read during play."""

from django.utils.translation import gettext as _

from builder.games.reichbusters.head import MODE_WORDS
from builder.games.reichbusters.sheet.words import NONE, boxes, short
from builder.sheets.parts import BOX, FREE_BOX, SEPARATOR, Fact, Figure, Passage, Total, Track, clean

AT_HAND = ("round", "fin-du-round")  # reminders that stand at the head
LATEST = 6  # entries of the log
WRITE_IN = "_" * 16


def mode(roster):
    return _(MODE_WORDS[roster.mode]) if roster.mode in MODE_WORDS else roster.mode


def subtitle(survey, language):
    roster = survey.roster
    words = [survey.terms.catalogue.name.into(language), mode(roster), clean(roster.mission)]
    return SEPARATOR.join(word for word in words if word)


def figures(survey, language):
    terms = survey.terms
    yield Figure(_("Heroes"), f"{len(survey.units)}/{terms.most_heroes}", loud=True)
    yield Figure(_("Enemy turns"), str(survey.enemy_turns), _("each round"))
    yield Figure(_("Rounds"), NONE if survey.rounds is None else short(survey.rounds), _("at most"))
    yield Figure(_("Wound cards"), f"{short(survey.wounds)}/{terms.wound_cards}", _("in the team"))
    for kind, row in terms.heroism.items():
        yield Figure(row.name.into(language), f"{short(survey.heroism[kind])}/{row.figures['count']}", _("heroism"))
    yield Figure(_("Globes"), str(survey.globes), _("upgrades: {number}").format(number=survey.upgrades))


def facts(survey):
    roster = survey.roster
    yield Fact(_("Mode"), mode(roster))
    for label, words in (
        (_("Mission"), roster.mission),
        (_("Enemy faction"), roster.faction),
        (_("Team card"), roster.team),
    ):
        yield Fact(label, clean(words) or WRITE_IN)


def tracks(survey):
    """Boxes for the rounds before and after the alarm; open ones where only the longest track has them."""
    terms, track = survey.terms, survey.roster.track
    pre, post = (track.pre, track.post) if track else (None, None)
    yield Track(_("Before the alarm"), rounds(pre, terms.pre))
    yield Track(_("ALARM"), BOX)
    yield Track(_("After the alarm"), rounds(post, terms.post))


def rounds(number, lengths):
    if number in lengths:
        return boxes(number)
    return boxes(min(lengths)) + FREE_BOX * (max(lengths) - min(lengths))


def totals(survey):
    yield Total(_("Heroes"), len(survey.units))


def brief(survey, language):
    catalogue = survey.terms.catalogue
    actions = catalogue.tables["actions-de-base"]
    rows = tuple(
        (f"{number}. {row.name.into(language)}", row.card.into(language))
        for number, row in enumerate(actions.rows.values(), start=1)
    )
    yield Passage(actions.name.into(language), actions.text.into(language), rows, str(actions.cite))
    bonus = catalogue.tables["actions-bonus"]
    rows = tuple((row.name.into(language), row.text.into(language)) for row in bonus.rows.values())
    yield Passage(bonus.name.into(language), rows=rows, cite=str(bonus.cite))
    for slug in AT_HAND:
        yield passage(catalogue.reminders[slug], language)
    if survey.roster.log:
        yield Passage(_("Missions played"), rows=tuple(played(entry) for entry in survey.roster.log[-LATEST:]))


def played(entry):
    words = [clean(entry.date), clean(entry.title)]
    return " ".join(word for word in words if word), clean(entry.text)


def reference(survey, language):
    for slug, reminder in survey.terms.catalogue.reminders.items():
        if slug not in AT_HAND:
            yield passage(reminder, language)


def passage(entry, language):
    rows = tuple((row.left.into(language), row.right.into(language)) for row in entry.rows)
    return Passage(entry.name.into(language), entry.text.into(language), rows, str(entry.cite))
