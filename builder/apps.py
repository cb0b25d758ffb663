"""Registers the games, the formats of export, the jobs of sheet workers and who adds to lists, at the start."""

from django.apps import AppConfig


class BuilderConfig(AppConfig):
    name = "builder"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from builder import registry  # models cannot be imported earlier
        from builder.accounts import signals as _signing_in  # noqa: F401  (connects what signing in sets off)
        from builder.battles import erasing as _battles  # noqa: F401
        from builder.battles import printing
        from builder.battles.chapters import battles_of_chapters
        from builder.battles.record import battles_of, states_of_battles
        from builder.exports import erasing as _sheets  # noqa: F401  (registers what erased lists take along)
        from builder.exports.making import JOBS, TIMES_SECONDS
        from builder.exports.registry import load_exports
        from builder.gatherings import erasing as _memberships  # noqa: F401
        from builder.gatherings.played import BATTLE_FINDERS
        from builder.gatherings.services import states_of_chapters
        from builder.gatherings.summary import summary_of
        from builder.lists.battle_record import RECORD_FINDERS
        from builder.lists.gathering_summary import FINDERS
        from builder.lists.thinning import KEEPERS
        from builder.personal_data import archive

        registry.load_games()
        load_exports()
        KEEPERS.extend([states_of_chapters, states_of_battles])
        RECORD_FINDERS.append(battles_of)
        FINDERS.append(summary_of)
        JOBS[printing.JOB], TIMES_SECONDS[printing.JOB] = printing.make, printing.TIMES_SECONDS
        BATTLE_FINDERS.append(battles_of_chapters)
        JOBS[archive.JOB], TIMES_SECONDS[archive.JOB] = archive.make, archive.TIMES_SECONDS
