"""Registers the games when the application starts."""

from django.apps import AppConfig

from rules import registry


class RulesConfig(AppConfig):
    name = "rules"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        registry.load_games()
