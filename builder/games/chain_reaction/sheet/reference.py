"""What a group's players look up: the tables of the book that this list uses, and what its attributes do."""

from builder.sheets.common import passage


def reference(analysis, language):
    """The reminders that this list needs."""
    for reminder in analysis.context.catalogue.reminders.values():
        if reminder.uses in analysis.uses:
            yield passage(reminder, language)


def tables(analysis, language):
    """The effects of its attributes, for a layout without cards."""
    used = {slug for figure in analysis.units for slug in figure.unit.attributes}
    for collection in (analysis.context.advantages, analysis.context.disadvantages):
        for slug, row in collection.items():
            if slug in used:
                yield passage(row, language)
