"""The book to read: its construction rules, its prices, its rulings; and the schema of the documents."""

from django.http import JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from builder.views.new import desk_or_404
from rules import roster
from rules.games import GAMES


@require_safe
def rules(request, game):
    desk, catalogue = desk_or_404(game)
    rulings = {ruling.slug: ruling for ruling in catalogue.rulings.values()}
    registered = desk.game.register.rules.values()
    context = {
        "desk": desk,
        "catalogue": catalogue,
        "rules": [
            {"rule": rule, "rulings": [rulings[one] for one in rule.rulings if one in rulings]} for rule in registered
        ],
        "rulings": rulings.values(),
    }
    return render(request, "rules.html", context)


@require_safe
def schema(request):
    return JsonResponse(roster.schema(GAMES), json_dumps_params={"indent": 2})
