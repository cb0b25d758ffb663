"""Builds legal convoys in one line, and says what a roster breaks."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from rules.books import read_book
from rules.document import FORMAT, read, write
from rules.families.red_button.analysis import RulesContext
from rules.families.red_button.document import Choices, CrewMember, Fighter, Option, Stats, Vehicle, Weapon
from rules.games.rbn.document import Convoy
from rules.registry import GAMES
from rules.verdict import judge as judged
from rules.verdict import prohibitions_in

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
CHEAP_VEHICLES = (  # points -> a vehicle that anybody may drive and that breaks nothing
    (20, "leger"),
    (25, "moyen", "structure-allegee"),
    (29, "leger", "tout-terrain"),
    (30, "moyen"),
    (35, "leger", "moteur-gonfle"),
    (38, "moyen", "belier"),
    (40, "moyen", "pointes-et-eperons"),
    (50, "lourd"),
    (58, "lourd", "belier"),
)


@cache
def catalogue(game="rbn"):
    return read_book(FIXTURES / game, GAMES[game])


def weapon(slug, *ammunition):
    return Weapon(slug, ammunition)


def option(slug, *ammunition, demountable=False):
    return Option(slug, demountable, ammunition)


def fighter(*weapons, T="-", C=5, equipment=(), abilities=(), **fields):  # noqa: N803  (the document's own names)
    """A fighter of 10 points; weapons are slugs or `make.weapon`s. `abilities="chef"` is one ability."""
    return Fighter(
        stats=Stats(T, C),
        weapons=tuple(weapon(one) if isinstance(one, str) else one for one in weapons),
        equipment=several(equipment),
        abilities=several(abilities),
        **fields,
    )


def vehicle(model="leger", *options, crew=(), **fields):
    """A vehicle; options are slugs or `make.option`s, its crew tuples of unit, copy and post."""
    return Vehicle(
        type=model,
        options=tuple(option(one) if isinstance(one, str) else one for one in options),
        crew=tuple(CrewMember(*one) for one in crew),
        **fields,
    )


def unit(document):
    """The typed unit of a unit's document."""
    return read({"format": FORMAT, "game": "rbn", "units": [document]}, GAMES).units[0]


def choices(advantage, *drawbacks):
    return Choices(advantage, drawbacks)


def several(slugs):
    return (slugs,) if isinstance(slugs, str) else tuple(slugs)


# What every fighter has, what every vehicle is, and the activity: by sub-faction, else by faction, else None's.
CUSTOMS = {
    None: (fighter(), vehicle("lourd"), "pillards"),
    "cultistes": (fighter(), vehicle("lourd"), "archeologues"),
    "devoreurs-des-derniers-jours": (fighter(), vehicle("lourd"), "chasseurs"),
    "gaia-familys": (fighter(), vehicle("lourd"), "archeologues"),
    "seigneurs-des-arenes": (fighter(), vehicle("lourd"), "marchands"),
    "survivants": (fighter(), vehicle("lourd"), "archeologues"),
    "sss": (fighter("lance-flammes", T=5), vehicle("lourd", "lance-flammes-sur-pivot"), "chasseurs"),
    "robots": (fighter(), vehicle("moyen", "intelligence-artificielle"), "pillards"),
    "escadrons-noirs": (fighter(), vehicle("moyen", "intelligence-artificielle"), "chasseurs"),
    "sons-of-apocalypse": (fighter(), vehicle("leger"), "pillards"),
    "enfants-du-13": (fighter("pistolet", T=5, equipment="armure"), vehicle("leger"), "pillards"),
    "phantom-squad": (fighter("pistolet", T=5), vehicle("leger"), "pillards"),
}
PARENTS = {
    "devoreurs-des-derniers-jours": "cultistes",
    "gaia-familys": "mutants",
    "seigneurs-des-arenes": "esclavagistes",
    "sss": "survivants",
    "escadrons-noirs": "robots",
    "sons-of-apocalypse": "mercenaires",
    "phantom-squad": "enfants-du-13",
}


def convoy(*extra, units=None, faction="cultistes", subfaction=None, vehicle_points=None, **header):
    """A legal convoy of 300 points with `extra` units at its end; `units` replaces all that it has by itself.

    By itself it has a chief (unit 0), enough vehicles and a driver for each; `vehicle_points` makes
    its own vehicles cost exactly so much.
    """
    member, ride, activity = CUSTOMS.get(subfaction or faction, CUSTOMS[None])
    header = {"budget": 300, "activity": activity, "faction": faction, "subfaction": subfaction} | header
    if faction == "mercenaires" and subfaction is None:
        header.setdefault("traits", choices("cultistes", "cultistes", "mutants"))
    bare = Convoy(**header)
    if units is None:
        rides = vehicles_worth(vehicle_points) if vehicle_points is not None else enough(ride, bare)
        units = (*people(member, rides, header), *rides)
    return replace(bare, units=(*units, *extra))


def enough(ride, bare):
    """As many copies of a vehicle as the third asks for, as one unit."""
    due = RulesContext(bare, catalogue()).vehicles_due
    cost = judge(Convoy(units=(ride,), faction=bare.faction, subfaction=bare.subfaction)).total
    return (replace(ride, count=-(-due // cost)),) if due else ()


def people(member, rides, header):
    """A chief, who is the mechanic where one is due, and a driver for every other vehicle."""
    abilities = ("chef", "mecanicien") if header["faction"] == "survivants" else ("chef",)
    others = sum(one.count for one in rides) - 1
    chief = replace(member, abilities=abilities)
    return (chief, replace(member, count=others)) if others > 0 else (chief,)


def vehicles_worth(points):
    """Vehicles that cost exactly `points` together."""
    best = {0: ()}
    for total in range(1, points + 1):
        ways = [
            (*best[total - cost], (kind, *options)) for cost, kind, *options in CHEAP_VEHICLES if total - cost in best
        ]
        if ways:
            best[total] = min(ways, key=len)
    return tuple(vehicle(*one) for one in best[points])


def crowd(count, *weapons, **fields):
    """Several copies of a fighter, or none at all."""
    return (fighter(*weapons, count=count, **fields),) if count else ()


def judge(roster):
    return judged(roster, catalogue(roster.game), GAMES[roster.game])


def prohibitions(roster):
    """What a roster breaks of the prohibitions that refuse options, by rule id and unit."""
    game = GAMES[roster.game]
    return prohibitions_in(game.analyse(roster, catalogue(roster.game), None), game)


def broken(roster):
    """The ids of all rules that a roster breaks, warnings included, sorted."""
    return sorted(finding.rule.id for finding in judge(roster).findings)


def found(roster):
    """The same with the unit that each finding is about."""
    return sorted(((finding.rule.id, finding.unit) for finding in judge(roster).findings), key=str)


def broken_without(roster, slug):
    """The ids of all rules that a roster breaks where this edition has retired whatever has this slug."""

    def retired(entries):
        return {key: replace(one, retired=True) if key == slug else one for key, one in entries.items()}

    book = catalogue(roster.game)
    kinds = {kind: retired(getattr(book, kind)) for kind in ("weapons", "equipment", "abilities", "options")}
    tables = {key: replace(table, rows=retired(table.rows)) for key, table in book.tables.items()}
    found = judged(roster, replace(book, **kinds, tables=tables), GAMES[roster.game]).findings
    return sorted(one.rule.id for one in found)


def messages(roster, language="en"):
    """The message of each rule that a roster breaks, as it reads untranslated, by rule id."""
    return {finding.rule.id: finding.message.into(language, str) for finding in judge(roster).findings}


def document(*extra, **header):
    """The document of `convoy(...)`, as it is exported."""
    return write(convoy(*extra, **header), GAMES)


def grant(client, row):
    """Let a test client edit a stored roster, or organise a stored gathering, as the site itself does. Returns it."""
    from django.http import HttpResponse
    from django.test import RequestFactory

    from builder.accounts.browsers import browser_of
    from builder.models import GatheringGrant, RosterGrant

    request = RequestFactory().get("/")
    request.COOKIES = {name: morsel.value for name, morsel in client.cookies.items()}
    browser, response = browser_of(request), HttpResponse()
    browser.grant(RosterGrant if hasattr(row, "edit_key_hash") else GatheringGrant, row)
    browser.set_cookies(response)
    client.cookies.update(response.cookies)
    return client
