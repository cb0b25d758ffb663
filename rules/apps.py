"""What happens once when the application starts: the games are registered."""

from django.apps import AppConfig

from rules import registry


class RulesConfig(AppConfig):
    name = "rules"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        registry.load_games()
