"""The rules page of a game: rules of construction, the book's tables, rulings; and the JSON Schema of the documents."""

from django.http import JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from builder.lists.loaded import LoadedRoster
from builder.registry import catalogue_or_404, games_with_books
from builder.sheets.spec import SHEETS
from builder.web.offline import opens_offline
from rules import document
from rules.registry import GAMES
from rules.text import _

OTHER_RULES, IN_PLAY = _("Rules"), _("In play")


@require_safe
@opens_offline()
def rules_index(request):
    """The games whose rules can be read: of each its book, and how many rules and rulings there are."""
    games = [
        game | {"rules": len(GAMES[game["slug"]].register.rules), "rulings": len(game["catalogue"].rulings)}
        for game in games_with_books()
    ]
    return render(request, "pages/rules_index.html", {"games": games})


@require_safe
@opens_offline()
def rules(request, game):
    catalogue, registered = catalogue_or_404(game), GAMES[game].register.rules
    context = {
        "game": game,
        "catalogue": catalogue,
        "rules": registered,
        "chapters": by_chapter(registered, catalogue.rulings),
        "rulings": rulings_by_chapter(registered, catalogue.rulings),
        "sections": sections(game, catalogue),
    }
    return render(request, "pages/rules.html", context)


def by_chapter(registered, rulings):
    """{title: [{rule, rulings (those it rests on)}]}, in the order of the book."""
    chapters: dict[str, list] = {}
    for rule in registered.values():
        deciding = [rulings[slug] for slug in rule.rulings if slug in rulings]
        chapters.setdefault(rule.chapter or OTHER_RULES, []).append({"rule": rule, "rulings": deciding})
    return chapters


def rulings_by_chapter(registered, rulings):
    """{title: rulings}: with the rule that they decide first; those that decide none are for play."""
    titles = dict.fromkeys(rule.chapter or OTHER_RULES for rule in registered.values())
    chapters: dict[str, list] = {title: [] for title in (*titles, IN_PLAY)}
    for ruling in rulings.values():
        decided = [registered[id].chapter or OTHER_RULES for id in ruling.rules if id in registered]
        chapters[decided[0] if decided else IN_PLAY].append(ruling)
    return {title: of_chapter for title, of_chapter in chapters.items() if of_chapter}


def sections(game, catalogue):
    """[(title, template, entries)] of the tables of what the book has beside its prices, in its order."""
    entries = "pages/_entries.html"
    all_sections = [
        (gettext("Factions"), "pages/_factions.html", catalogue.factions.values()),
        (gettext("Activities"), entries, catalogue.activities.values()),
        (gettext("Ready-made units"), "pages/_profiles.html", profiles(game, catalogue)),
        (gettext("Scenarios and missions"), "pages/_scenarios.html", catalogue.scenarios.values()),
        (gettext("Victory"), entries, catalogue.victory.values()),
        (gettext("Special rules"), entries, catalogue.special_rules.values()),
        (gettext("Rolls"), entries, catalogue.rolls),
    ]
    return [section for section in all_sections if section[2]]


def profiles(game, catalogue):
    """[(profile, what it carries, in words)] of the book's ready-made profiles."""
    if not catalogue.profiles:
        return []
    units = [profile.unit for profile in catalogue.profiles.values()]
    loaded = LoadedRoster.from_data({"format": document.FORMAT, "game": game, "units": units})
    loaded.catalogue = catalogue
    sheet = SHEETS[game].build(loaded.document, loaded.verdict)
    return [(profile, unit.row.summary) for profile, unit in zip(catalogue.profiles.values(), sheet.units, strict=True)]


@require_safe
def schema(request):
    return JsonResponse(document.schema(GAMES), json_dumps_params={"indent": 2})
