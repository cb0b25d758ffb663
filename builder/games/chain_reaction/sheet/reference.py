"""What a group's players look up: the tables of the book that this list uses, and what its attributes do."""

from builder.sheets.parts import Passage


def reference(analysis, language):
    """The reminders that this list needs."""
    for reminder in analysis.context.catalogue.reminders.values():
        if reminder.uses in analysis.uses:
            yield passage(reminder, language)


def tables(analysis, language):
    """What the cards say and a list without cards needs: the effects of attributes."""
    used = {slug for figure in analysis.units for slug in figure.unit.attributes}
    for collection in (analysis.context.advantages, analysis.context.disadvantages):
        for slug, row in collection.items():
            if slug in used:
                yield Passage(row.name.into(language), row.text.into(language), cite=str(row.cite))


def passage(entry, language):
    rows = tuple((row.left.into(language), row.right.into(language)) for row in entry.rows)
    return Passage(entry.name.into(language), entry.text.into(language), rows, str(entry.cite))
