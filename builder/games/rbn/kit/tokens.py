"""What is laid on the table: mission tokens and markers of states. Lengths are millimetres."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from builder.families.red_button.sheet.reference import FIRE, rules_used
from builder.games.rbn.sheet.fighter import ARMOUR
from builder.sheets.discs import RINGS, Disc, DiscGroup
from builder.sheets.icons import icon_letter
from builder.sheets.kit import KitPage
from builder.wording import local
from rules.games.rbn.play.book import KitMarker, KitToken, play_of

ROW, FEW = 9, 3  # markers of one kind at most; of one that only others bring


def tokens_page(analysis: Any) -> KitPage:
    """Mission tokens, and the markers that this list and its scenario bring about."""
    tokens = mission_tokens(analysis)
    counts = marker_counts(analysis)
    markers = [marker for marker in play_of(analysis.context.catalogue).markers if counts.get(marker.slug)]
    states = DiscGroup([disc for marker in markers for disc in discs_of(marker, min(counts[marker.slug], ROW))])
    title = _("Tokens and markers") if tokens else _("Markers")
    context, former = {"groups": [*tokens, states]}, ("markers",)
    return KitPage("tokens", title, "sheets/kit/tokens.html", context, markers[0].cite, former=former)


def mission_tokens(analysis: Any) -> list[DiscGroup]:
    """Those of the activity and of the scenario."""
    sources = dict(token_sources(analysis))
    tokens = play_of(analysis.context.catalogue).tokens
    return [tokens_of(token, sources[token.uses]) for token in tokens if token.uses in sources]


def token_sources(analysis: Any) -> Iterator[tuple[str, Any]]:
    """What puts tokens on the table: the activity, where secondary missions are played, and the scenario."""
    context = analysis.context
    if context.activity and plays_secondary(context.scenario):
        yield f"activity:{context.activity.slug}", context.activity
    if context.scenario:
        yield f"scenario:{context.scenario.slug}", context.scenario


def plays_secondary(scenario: Any) -> bool:
    return scenario is None or scenario.secondary_missions


def tokens_of(token: KitToken, entry: Any) -> DiscGroup:
    """The tokens of an activity or of a scenario, whose text stands on the first page."""
    numbers = [f" {number}" for number in range(1, token.count + 1)] if token.count > 1 else [""]
    icon, name, note = icon_letter(token.icon), local(token.name), local(token.note)
    discs = [Disc(f"{name}{number}", icon, RINGS["double"], note) for number in numbers]
    return DiscGroup(discs, local(entry.name), str(entry.cite), large=True)


def discs_of(marker: KitMarker, number: int) -> list[Disc]:
    return [Disc(local(marker.name), icon_letter(marker.icon), RINGS[marker.border])] * number


def marker_counts(analysis: Any) -> dict[str, int]:
    """{slug of a marker: how many} the list's own figures may have before they are out; of some one row.

    In armour a figure has one wound more (RBN p. 30).
    """
    catalogue = analysis.context.catalogue
    rules, wounds = catalogue.play.rules, catalogue.unit_types["combattant"].wounds - 1
    figures = max(analysis.fighter_count, 1)
    armoured = sum(fighter.count for fighter in analysis.fighters if ARMOUR in fighter.tags)
    return {
        "sonne": rules["stunned"].most * figures,
        "blesse": wounds * figures + armoured,
        "feu": ROW if FIRE in rules_used(analysis) else FEW,
        "avarie": rules["breakdowns"].least * analysis.vehicle_count,
    }
