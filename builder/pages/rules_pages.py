"""The rules page of a game: rules of construction, prices, rulings; and the JSON Schema of the documents."""

from django.http import JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from builder.registry import game_ui_or_404, games_with_books
from rules import document
from rules.registry import GAMES


@require_safe
def rules_index(request):
    """The games whose rules can be read: of each its book, and how many rules and rulings there are."""
    games = [
        game | {"rules": len(game["game_ui"].game.register.rules), "rulings": len(game["catalogue"].rulings)}
        for game in games_with_books()
    ]
    return render(request, "pages/rules_index.html", {"games": games})


@require_safe
def rules(request, game):
    game_ui, catalogue = game_ui_or_404(game)
    rulings = {ruling.slug: ruling for ruling in catalogue.rulings.values()}
    registered = game_ui.game.register.rules.values()
    context = {
        "game_ui": game_ui,
        "catalogue": catalogue,
        "rules": [
            {"rule": rule, "rulings": [rulings[one] for one in rule.rulings if one in rulings]} for rule in registered
        ],
        "rulings": rulings.values(),
    }
    return render(request, "pages/rules.html", context)


@require_safe
def schema(request):
    return JsonResponse(document.schema(GAMES), json_dumps_params={"indent": 2})
