"""A group's sheet, drawn from its verdict."""

from django.utils.translation import gettext, ngettext, override

from builder.games.chain_reaction.sheet import figure, header, reference
from builder.sheets.parts import Sheet, Unit, clean
from builder.sheets.saying import judged


def sheet(roster, verdict, language):
    """The `Sheet` of a group (a `Group` and its `Verdict`) in `language`."""
    survey = verdict.survey
    with override(language):
        same = judged(roster, verdict, language, lambda view: figure.called(view, language))
        return Sheet(
            **same,
            game=survey.terms.catalogue.name.into(language),
            name=clean(roster.name) or gettext("Group without a name"),
            subtitle=header.subtitle(survey, language),
            points_word="",
            figures=tuple(header.figures(survey, language)),
            facts=tuple(header.facts(survey, language)),
            tracks=tuple(header.tracks(survey, language)),
            brief=(),
            units=tuple(
                unit(index, view, survey, same["findings"], language) for index, view in enumerate(survey.units)
            ),
            totals=tuple(header.totals(survey)),
            reference=tuple(reference.reference(survey, language)),
            tables=tuple(reference.tables(survey, language)),
            counted=counted(len(survey.units)),
        )


def counted(number):
    """How large a group is, in words."""
    return ngettext("{n} figure", "{n} figures", number).format(n=number)


def unit(index, view, survey, findings, language):
    return Unit(
        index=index,
        kind=view.kind,
        name=figure.called(view, language),
        count=1,
        marks=tuple(figure.marks(view, view is survey.leader, language)),
        cost=None,
        points=None,
        summary=figure.summary(view, language),
        findings=tuple(one for one in findings if one.unit == index),
        cards=(figure.card(view, language),),
        format="sixth",
    )
