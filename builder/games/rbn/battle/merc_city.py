"""Merc City in a battle: what the battle before gave to a side, and the grade of the result (RBN p. 34-38)."""

from collections.abc import Iterator, Sequence

from builder.games.rbn.campaign import FACT, MAIN, SECONDARY, score
from builder.gatherings.campaign_spec import Part, Score, Stage
from rules.catalogue import Catalogue
from rules.games.rbn.play.book import play_of
from rules.play.actions import Notice
from rules.play.battle import BattleDocument, SideResult, figure
from rules.text import Text


def notices(battle: BattleDocument, catalogue: Catalogue) -> Iterator[Notice]:
    """What the players accepted from the battle before, for the side that has it."""
    for gain in play_of(catalogue).campaign.gains_in(battle.scenario):
        role = battle.facts.get(f"{FACT}{gain.slug}")
        if role and (gain.rounds is None or battle.round <= gain.rounds):
            amount = figure(battle.facts, f"{FACT}{gain.slug}-amount")
            words = of_role(catalogue, battle.scenario, str(role), gain.words(amount))
            yield Notice(words, gain.cite, side_of(battle, str(role)))


def of_role(catalogue: Catalogue, scenario: str | None, role: str, words: Text) -> Text:
    """A sentence behind the name of the role that it is for."""
    played = catalogue.scenarios.get(scenario or "")
    roles = {role.slug: role.name for role in played.roles} if played else {}
    name = roles.get(role, Text())
    return Text(f"{name.into('fr')} · {words.into('fr')}", f"{name.into('en')} · {words.into('en')}")


def side_of(battle: BattleDocument, role: str) -> int | None:
    """The number of the first side with a role."""
    return next((number for number, side in enumerate(battle.sides) if side.role == role), None)


def results(
    catalogue: Catalogue, scenario: str, main: Sequence[bool], secondary: Sequence[bool]
) -> tuple[Score | None, tuple[SideResult, ...]]:
    """The score of a battle of two sides and the result of each, which keeps what it fulfilled for the campaign."""
    flags = list(zip(main, secondary, strict=True))
    parts = tuple(Part(reached=(MAIN,) * won + (SECONDARY,) * fulfilled) for won, fulfilled in flags)
    result = score(Stage(scenario, parts=parts), catalogue)
    outcomes = result.outcomes if result else ("",) * len(flags)
    facts = [{MAIN: int(won), SECONDARY: int(fulfilled)} for won, fulfilled in flags]
    return result, tuple(SideResult(outcome, facts=kept) for outcome, kept in zip(outcomes, facts, strict=True))
