"""What happens once when the application starts: the games and the forms of export are registered."""

from django.apps import AppConfig


class BuilderConfig(AppConfig):
    name = "builder"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from builder import registry  # models may be imported from here on, not before
        from builder.exports.registry import load_exports

        registry.load_games()
        load_exports()
