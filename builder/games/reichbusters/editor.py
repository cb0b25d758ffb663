"""What the editor of a team shows beside what every editor shows."""

from collections.abc import Container
from typing import Any

from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from builder.games.reichbusters import offers
from builder.games.reichbusters.edits import BLANK_OBJECT, BLANK_WEAPON
from builder.games.reichbusters.forms import join_entries
from builder.lists.findings import ADDING, Remedy
from builder.lists.loaded import LoadedRoster
from builder.lists.spec import Term
from rules.catalogue import Catalogue
from rules.games.reichbusters.analysis import KINDS, MELEE, RANGED
from rules.games.reichbusters.document import TOKENS, Weapon, WeaponSide
from rules.text import Text, _

KIND_WORDS = ((MELEE, pgettext_lazy("a weapon for", "melee")), (RANGED, pgettext_lazy("a weapon for", "ranged")))
TOKEN_WORDS = (("jammed", gettext_lazy("jammed")), ("discharged", gettext_lazy("discharged")))


def opened(loaded: LoadedRoster, index: int) -> dict[str, Any]:
    """What the open hero's dashboard shows, with blanks to write in for every free slot.

    weapons -- [{"weapon", "keywords" (one text), "kinds", "improved", "tokens", "new"}]; kinds and tokens are choices
               of a select, as (slug, words); `improved` is the upgraded side; what is `new` is a blank
    skills  -- texts
    objects -- [{"object", "tokens", "new"}]
    full    -- {field: why the hero can hold no more of these, () while there is room}
    tallies -- what is counted in play (see `offers.tallies`)
    """
    hero, context = loaded.document.units[index], loaded.analysis.context
    return {
        "weapons": [
            {
                "weapon": weapon,
                **side_choices(weapon),
                "improved": improved_row(weapon),
                "tokens": with_own(TOKEN_WORDS, TOKENS, weapon.token),
                "new": slot >= len(hero.weapons),
            }
            for slot, weapon in enumerate(filled(hero.weapons, context.weapon_places, BLANK_WEAPON))
        ],
        "skills": filled(hero.skills, context.skill_places, ""),
        "objects": [
            {
                "object": thing,
                "tokens": with_own(TOKEN_WORDS, TOKENS, thing.token),
                "new": slot >= len(hero.objects),
            }
            for slot, thing in enumerate(filled(hero.objects, context.object_places, BLANK_OBJECT))
        ],
        "full": {field: offers.full(loaded, index, field) for field in offers.ONE_MORE},
        "tallies": offers.tallies(loaded, index),
    }


def side_choices(side: Any) -> dict[str, Any]:
    """What the form of one side of a weapon shows beside its figures."""
    return {"keywords": join_entries(side.keywords), "kinds": with_own(KIND_WORDS, KINDS, side.type)}


def improved_row(weapon: Weapon) -> dict[str, Any]:
    """The upgraded side of a weapon, a blank of the same kind where none is written in: "side", "keywords", "kinds"."""
    side = weapon.improved or WeaponSide(type=weapon.type)
    return {"side": side, **side_choices(side)}


def filled(things: tuple, places: int, blank: Any) -> tuple:
    """The things, and a blank one for each slot that is free."""
    return (*things, *(blank,) * (places - len(things)))


def with_own(choices: tuple, slugs: Container[str], own: str | None) -> tuple:
    """The choices of a select, and the word that was written in where it is none of their slugs."""
    return choices if own is None or own in slugs else (*choices, (own, own))


def count_label(number: int) -> str:
    """How large a team is, in words."""
    return ngettext("{number} hero", "{number} heroes", number).format(number=number)


def label(loaded: LoadedRoster) -> Text:
    """The team's mission, else its enemies, for an index page."""
    team = loaded.document
    words = team.mission or team.faction
    return Text(words, words)


def terms(catalogue: Catalogue) -> dict[str, Term]:
    """What defence, wounds and the cards in hand are."""
    reminders = catalogue.reminders
    return {
        "term-wounds": Term("", (reminders["defense-et-blessures"],)),
        "term-hand": Term("", (reminders["cartes-action"],)),
    }


# Where a player gives what a list still misses, by the rule that misses it.
REMEDIES = {"rb.team-empty": Remedy(_("Choose a hero"), ADDING)}
