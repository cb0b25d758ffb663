"""What a group's players look up: the tables of the book that this list uses, and what its attributes do."""

from builder.sheets.parts import Passage


def reference(survey, language):
    """The reminders that this list needs."""
    for reminder in survey.terms.catalogue.reminders.values():
        if reminder.uses in survey.uses:
            yield passage(reminder, language)


def tables(survey, language):
    """What the cards say and a list without cards needs: the effects of attributes."""
    used = {slug for view in survey.units for slug in view.unit.attributes}
    for shelf in (survey.terms.advantages, survey.terms.disadvantages):
        for slug, row in shelf.items():
            if slug in used:
                yield Passage(row.name.into(language), row.text.into(language), cite=str(row.cite))


def passage(entry, language):
    rows = tuple((row.left.into(language), row.right.into(language)) for row in entry.rows)
    return Passage(entry.name.into(language), entry.text.into(language), rows, str(entry.cite))
