"""What happens at the start: the games and the formats of export register, receivers connect to their signals."""

from importlib import import_module

from django.apps import AppConfig

# The modules that answer signals of folders below theirs: what is erased with a list, what is known of it elsewhere.
RECEIVERS = (
    "accounts.signals",
    "battles.chapters",
    "battles.erasing",
    "battles.record",
    "exports.storing",
    "gatherings.erasing",
    "gatherings.reminders",
    "gatherings.services",
    "gatherings.summary",
    "lists.pictures",
    "operations.impact",
)


class BuilderConfig(AppConfig):
    name = "builder"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from builder import registry  # models cannot be imported earlier
        from builder.battles import printing, report
        from builder.exports.making import FILE_MAKERS
        from builder.exports.registry import load_exports
        from builder.imports import worker
        from builder.personal_data import archive
        from builder.pictures import decoding
        from builder.proposals import worker as proposing

        registry.load_games()
        load_exports()
        for module in RECEIVERS:
            import_module(f"builder.{module}")
        FILE_MAKERS[printing.JOB] = printing.make, printing.TIMES_SECONDS
        FILE_MAKERS[report.JOB] = report.make_picture, report.TIMES_SECONDS
        FILE_MAKERS[worker.JOB] = worker.make, worker.TIMES_SECONDS
        FILE_MAKERS[proposing.JOB] = proposing.make, proposing.TIMES_SECONDS
        FILE_MAKERS[archive.JOB] = archive.make, archive.TIMES_SECONDS
        FILE_MAKERS[decoding.JOB] = decoding.make, decoding.TIMES_SECONDS
