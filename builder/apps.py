"""Registers the games and the formats of export when the application starts."""

from django.apps import AppConfig


class BuilderConfig(AppConfig):
    name = "builder"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from builder import registry  # models cannot be imported earlier
        from builder.exports.registry import load_exports

        registry.load_games()
        load_exports()
