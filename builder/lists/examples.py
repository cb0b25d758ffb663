"""The example list of a game, read from the file beside its book."""

from django.http import Http404

from builder.game_ui import GameUI
from builder.lists.loaded import LoadedRoster
from rules.document import decode


def example_or_404(game_ui: GameUI) -> LoadedRoster:
    """The example of a game; 404 where it has none."""
    if not game_ui.example_file.exists():
        raise Http404
    return LoadedRoster.from_data(decode(game_ui.example_file.read_bytes()))
