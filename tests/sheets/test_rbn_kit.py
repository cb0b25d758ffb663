"""The table kit of a convoy: what of it a list and its scenario use, and that the paper has the book's measures."""

import io
from collections import Counter
from dataclasses import replace

import pytest
from pypdf import PdfReader

from builder.games.rbn.kit.build import table_kit
from builder.games.rbn.sheet.build import build_sheet
from builder.sheets import pdf
from builder.sheets.choices import PrintChoices
from builder.sheets.icons import icon_letter
from builder.sheets.parts import signed
from builder.sheets.rendering import sheet_html
from rules.document import read
from rules.play.entries import signed_dice
from rules.registry import GAMES
from rules.verdict import judge
from tests import make
from tests.languages import in_language
from tests.rosters.test_rosters import READ
from tests.sheets import drawn
from tests.sheets.test_pdf import boxes

pytestmark = pytest.mark.paper

ROSTERS = [name for name in READ if name.startswith("rbn/")]
ON_FOOT, MINES, HOSTAGE = "selection-naturelle", "qui-va-en-voiture", "extraction"
VERMIN, PARTS, ROBOT = "escale-sans-lendemain", "la-source-du-mal", "retour-compromis"


def convoy(*units, **fields):
    units = units or (make.fighter("epee", abilities="chef"), make.vehicle("leger"))
    return make.Convoy(units=units, **{"budget": 300, "faction": "mutants", "activity": "pillards", **fields})


def burner(**fields):
    return convoy(make.fighter("lance-flammes", "grenade", T=3, count=6), make.vehicle("lourd", count=3), **fields)


def kit(roster, language="en"):
    return {
        page.slug: page
        for page in in_language(language, table_kit, roster, judge(roster, make.catalogue(), GAMES["rbn"]))
    }


def test_a_book_stored_before_its_tables_were_parted_has_its_setup_and_tables():
    book, roster = make.catalogue(), convoy()
    there = {slug: one for slug, one in book.reminders.items() if slug not in ("avant-de-jouer", "au-volant")}
    play = replace(book.play, sheet_tables=tuple(table for table in book.play.sheet_tables if table.slug in there))
    verdict = judge(roster, replace(book, reminders=there, play=play), GAMES["rbn"])
    (setup,) = [page for page in in_language("en", table_kit, roster, verdict) if page.slug == "setup"]
    assert setup.context["texts"] == []
    tables = {table.title for table in in_language("en", build_sheet, roster, verdict).reference}
    assert "Off-road test" in tables


def needed(roster):
    return [slug for slug, page in kit(roster).items() if page.needed]


def html(roster, *slugs, paper="a4", language="en"):
    """The document of the kit's pages of these slugs."""
    sheet = in_language(language, build_sheet, roster, judge(roster, make.catalogue(), GAMES["rbn"]))
    choices = PrintChoices("cards", paper, parts=("kit",))
    found = kit(roster, language)
    return in_language(language, sheet_html, sheet, choices, kit=tuple(found[slug] for slug in slugs))


def printed(roster, slug, paper="a4"):
    """The page of the kit of this slug, which is the last of the PDF."""
    return PdfReader(io.BytesIO(pdf.render(html(roster, slug, paper=paper)))).pages[-1]


def words(page):
    return " ".join(page.extract_text().split())


def groups(roster):
    """{what stands on a disc, without its number: how many there are}."""
    discs = (disc for group in kit(roster)["tokens"].context["groups"] for disc in group.discs)
    return Counter(disc.label.rstrip(" 123456789") for disc in discs)


def hostile(roster):
    """{name: its unit} of each hostile element that has a card."""
    return {unit.name: unit for unit in kit(roster)["hostile"].units}


def cards(roster):
    return {name: unit.card for name, unit in hostile(roster).items()}


def rows_of(card):
    return next((line for line in card.lines if line.rows), None)


def melee_of(card):
    return next(line.asides[0].value for line in card.lines if line.head == "Melee")


def own(roster):
    """{step of the set-up: what it means for the list}."""
    return {step.name: step.own for step in kit(roster)["setup"].context["steps"]}


# --- What of it a list uses -----------------------------------------------------------------------------------------


def test_a_list_with_fire_and_grenades_has_every_page():
    found = list(kit(burner(scenario=HOSTAGE)))
    assert found == ["setup", "combat", "accident", "tokens", "explosion", "flames", "encounters", "hostile"]
    assert needed(burner(scenario=HOSTAGE)) == found[:-2]


def test_a_list_without_templates_has_none_to_cut_out():
    assert needed(convoy()) == ["setup", "accident", "tokens"]


def test_there_are_no_accidents_where_no_vehicle_plays():
    assert "accident" not in needed(convoy(make.fighter("epee"), scenario=ON_FOOT))


@pytest.mark.parametrize("weapon", ["grenade", "lance-roquettes", "mitrailleuse"])
def test_area_damage_and_bursts_use_the_area_template(weapon):
    page = kit(convoy(make.fighter(weapon, T=3)))["explosion"]
    assert (page.needed, page.context["carriers"]) == (True, [make.catalogue().weapons[weapon].name.en])


def test_nets_use_the_area_template():
    assert "explosion" in needed(convoy(make.fighter(equipment="filet-de-capture")))
    assert "explosion" in needed(convoy(make.vehicle("lourd", "lance-filet")))


def test_a_gun_with_flames_on_a_vehicle_uses_the_flame_template():
    assert "flames" in needed(convoy(make.vehicle("lourd", "lance-flammes-sur-pivot")))


def test_every_page_says_where_the_book_has_it():
    pages = [page for name in ROSTERS for page in kit(read(READ[name], GAMES)).values()]
    assert len(pages) > 4 * len(ROSTERS)
    assert [page for page in pages if not page.cite] == []


def test_bookmarks_are_the_titles_alone():
    reader = PdfReader(io.BytesIO(pdf.render(html(convoy(), "setup", "accident"))))
    titles = [mark.title for mark in flat(reader.outline)]
    assert titles[-2:] == ["Setup and victory", "Accident"]
    assert [title for title in titles if "p. " in title] == []


def flat(marks):
    for mark in marks:
        yield from flat(mark) if isinstance(mark, list) else [mark]


# --- Drawn as large as the book says --------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_two_area_templates_of_ten_centimetres(paper):
    assert drawn.sizes(printed(burner(), "explosion", paper)).count((100.0, 100.0)) == 2


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_four_flames_of_fifteen_centimetres(paper):
    assert drawn.sizes(printed(burner(), "flames", paper)).count((50.0, 150.0)) == 4


def test_one_accident_template_of_six_ways():
    sizes = Counter(drawn.sizes(printed(convoy(), "accident")))
    assert sizes[81.4, 94.0] == 1
    upright, aslant = sizes[10.0, 10.0], sizes[11.2, 9.3]  # the tips
    assert (upright, aslant) == (2, 4)


def test_tokens_and_markers_are_as_large_as_the_page_says():
    sizes = Counter(drawn.sizes(printed(convoy(), "tokens")))
    assert (sizes[30.0, 30.0], sizes[20.0, 20.0]) == (3, 3 + 2 + 3 + 3)


@pytest.mark.parametrize("scenario", [None, HOSTAGE, VERMIN, ROBOT])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_part_reaches_below_its_page(scenario, language):
    roster = armoury(scenario=scenario, activity="chasseurs")
    slugs = [slug for slug, part in kit(roster).items() if part.template]
    found = list(boxes(html(roster, *slugs, paper="letter", language=language), "kit"))
    bottom = (279.4 - 12) * 96 / 25.4
    assert len({number for number, _box in found}) > 1
    for _page, box in found:
        parts = [part for part in box.descendants() if isinstance(part.height, int | float)]
        assert max(part.position_y + part.height for part in parts) <= bottom + 0.01


# --- Tokens and markers ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("activity", "label", "count"),
    [
        ("pillards", "Resource", 3),
        ("archeologues", "Artefact", 4),
        ("marchands", "Exit", 1),
        ("chasseurs", "Quarry", 5),
    ],
)
def test_an_activity_brings_its_tokens(activity, label, count):
    assert groups(convoy(activity=activity))[label] == count


@pytest.mark.parametrize(
    ("scenario", "label", "count"), [(MINES, "Mine", 4), (HOSTAGE, "Hostage", 1), (PARTS, "Robot part", 6)]
)
def test_a_scenario_brings_its_tokens(scenario, label, count):
    assert groups(convoy(scenario=scenario))[label] == count


def test_where_no_secondary_mission_is_played_the_activity_brings_none():
    assert "Resource" not in groups(convoy(scenario=PARTS))
    assert "Mission tokens" not in own(convoy(scenario=PARTS))


def test_a_convoy_without_activity_has_no_tokens():
    assert groups(convoy(activity=None)) == {"Stunned": 3, "Wounded": 2, "On fire": 3, "Breakdown": 3}


def test_markers_are_as_many_as_the_figures_may_have_up_to_a_row():
    few = groups(convoy(make.fighter("lance-flammes", T=3)))
    many = groups(convoy(make.fighter(count=40), make.vehicle("leger", count=9), activity=None))
    assert [few.get(name) for name in ("Stunned", "Wounded", "On fire", "Breakdown")] == [3, 2, 9, None]
    assert [many.get(name) for name in ("Stunned", "Wounded", "On fire", "Breakdown")] == [9, 9, 3, 9]


def test_infection_only_beside_encounters_with_zombies():
    pages = [kit(convoy(scenario=one))["encounters"] for one in (None, VERMIN, ROBOT)]
    assert [len(page.context["markers"].discs) for page in pages] == [3, 0, 0]


# --- Set-up and victory ---------------------------------------------------------------------------------------------


def test_the_steps_name_what_the_list_has():
    roster = convoy(
        make.fighter(name="Gordon", abilities="fils-des-sables", force="reserve"),
        make.fighter(name="Meute", count=3, force="attack"),
        make.vehicle("leger", count=2),
    )
    found = own(roster)
    assert (found["Deployment roll"], found["Attack force"]) == ("This convoy: 2 vehicles", "Meute × 3")
    assert (found["Reserve"], found["Sons of the sands"]) == ("Gordon", "Gordon")
    assert "Sons of the sands" not in own(convoy())
    together = replace(roster, scenario="escale-sans-lendemain", role="mandated")
    assert "Sons of the sands" not in own(together)
    assert "Sons of the sands" in own(replace(together, role="saboteur"))
    assert own(replace(roster, scenario="embuscade", role="attacker"))["Attack force"] == ""


def test_the_scenario_comes_first():
    first = kit(convoy(scenario=MINES))["setup"].context["steps"][0]
    assert (first.name, first.own) == ("2. Drive on, go far…", "To bring: 4 mine markers (player B)")


@pytest.mark.parametrize("scenario", [None, MINES])
def test_the_table_of_victory_stands_there_with_a_scenario_and_without(scenario):
    assert kit(convoy(scenario=scenario))["setup"].context["victory"] == {
        "victoire_ecrasante": "Crushing victory",
        "victoire_majeure": "Major victory",
        "victoire_mineure": "Minor victory",
        "egalite": "Draw",
        "cite": "RBN v2, p. 34",
    }


def test_it_does_not_where_there_are_no_secondary_missions():
    assert kit(convoy(scenario=ROBOT))["setup"].context["victory"] is None
    assert "No secondary missions" in words(printed(convoy(scenario=ROBOT), "setup"))


# --- Shooting and melee ---------------------------------------------------------------------------------------------


def armoury(**fields):
    """A convoy with every weapon and every gun of the book."""
    catalogue = make.catalogue()
    fighters = [make.fighter(slug, T=3) for slug in catalogue.weapons]
    return convoy(
        *fighters, *(make.vehicle("lourd", slug) for slug, item in catalogue.options.items() if item.ranged), **fields
    )


def dice_of(table):
    """{what: (dice more or fewer, words)} of a table of rules."""
    return {left: signed(right) for left, right in table.rows}


def tables(language="en"):
    """The tables of shooting and melee of a sheet."""
    roster = convoy()
    sheet = in_language(language, build_sheet, roster, judge(roster, make.catalogue(), GAMES["rbn"]))
    return [dice_of(table) for table in sheet.play[:2]]


def test_the_dice_of_the_tables_are_those_that_battles_count():
    """RBN p. 16, 19, 22, 30."""
    shooting, melee = tables()
    assert {what: dice for what, (dice, _words) in shooting.items() if dice} == {
        "Shooter higher": "+1D6",
        "Light cover": "−1D6",
        "Heavy cover": "−2D6",
        "Armoured target": "−1D6",
        "Wounded shooter": "−1D6",
        "Engaged target": "−2D6",
    }
    assert {what: dice for what, (dice, _words) in melee.items() if dice} == {"Several enemies": "−1D6"}
    counted = {entry.text.en: signed_dice(entry.dice) for entry in make.catalogue().play.modifiers.values()}
    assert {counted[text] for text in ("light cover", "shooter above the target")} == {"−1D6", "+1D6"}
    assert (counted["heavy cover"], counted["shot into a melee"]) == ("−2D6", "−2D6")


def test_what_is_said_of_dice_stands_beside_them():
    rows = tables("fr")[0]
    assert rows["Cible engagée"] == ("−2D6", "chaque 1 blesse un allié engagé, au choix du tireur")
    assert rows["Couvert léger"] == ("−1D6", "")


def test_weapons_fired_on_board_have_all_their_dice():
    """A crossbow has +1D6 to 15 cm and none beyond, a rocket launcher +3D6 and is anti-armour (RBN p. 16, 20, 21).

    On board a crossbow has 2D6 less at the wheel and 1D6 less for a passenger; a rocket launcher is fired by
    passengers alone, with 2D6 less (p. 20). A vehicle's own gun and melee have all their dice on cards.
    """
    fighters = make.fighter("arbalete", "batte-geante", T=4), make.fighter("lance-roquettes", T=4)
    roster = convoy(*fighters, make.vehicle("lourd", "mitrailleuse-fixe"))
    assert {gun.name: (gun.bands, dict(gun.rows)) for gun in kit(roster)["combat"].context["guns"]} == {
        "Crossbow": (
            ("0-15\xa0cm", "15-30\xa0cm"),
            {"driver": ("2D6", "1D6", "1D6", "–"), "passenger": ("3D6", "2D6", "2D6", "1D6")},
        ),
        "Rocket launcher": (("0-70\xa0cm",), {"passenger": ("4D6", "4D6")}),
    }
    assert "combat" not in needed(convoy(*fighters))


def test_what_driver_and_passenger_roll_alike_is_one_row():
    roster = convoy(make.fighter("pistolet", T=4), make.vehicle("lourd"))
    (gun,) = kit(roster)["combat"].context["guns"]
    assert [where for where, _dice in gun.rows] == ["driver, passenger"]


# --- Hostile elements -----------------------------------------------------------------------------------------------


def test_ten_hostile_elements_with_their_dice_worked_out():
    found = {
        name: (*(shield.value for shield in card.shields), melee_of(card)) for name, card in cards(convoy()).items()
    }
    assert found == {
        "Abomination": ("5+", "3+", "20", "5D6"),
        "Wild dog": ("–", "5+", "15", "4D6"),
        "Giant insect": ("–", "4+", "20", "5D6"),
        "Beast man": ("4+", "4+", "15", "4D6"),
        "Giant lizard": ("–", "4+", "15", "4D6"),
        "Swarm of ants": ("–", "4+", "15", "4D6"),
        "Mutant plant": ("–", "5+", "5", "4D6"),
        "Vermin": ("–", "5+", "15", "4D6"),
        "Mad robot": ("4+", "4+", "15", "5D6"),
        "Zombie": ("–", "5+", "10", "4D6"),
    }


def test_shots_have_all_dice_against_figures_and_vehicles():
    guns = {name: rows_of(card) for name, card in cards(convoy()).items() if rows_of(card)}
    assert {
        name: ([aside.label for aside in gun.asides], *(row.dice for row in gun.rows)) for name, gun in guns.items()
    } == {
        "Abomination": (["0-10 cm", "0-20 cm"], ("6D6", "4D6"), ("5D6", "3D6")),
        "Beast man": (["0-15 cm"], ("4D6",), ("3D6",)),
        "Mad robot": (["0-30 cm", "30-50 cm"], ("6D6", "4D6"), ("5D6", "3D6")),
    }
    assert [name for name, gun in guns.items() if gun.text == "no reaction"] == ["Beast man"]


def test_three_wounds_and_four_in_armour():
    wounds = {name: card.tracks[0] for name, card in cards(convoy()).items()}
    assert {len(track.boxes) for name, track in wounds.items() if name != "Mad robot"} == {3}
    assert (wounds["Mad robot"].boxes, wounds["Mad robot"].fatal) == ("⬚◻◻◻", 4)


def test_only_vermin_where_each_encounter_is_vermin():
    found = hostile(convoy(scenario=VERMIN))
    assert {name: unit.card.lines[-1].text[:6].replace("\u00a0", " ") for name, unit in found.items()} == {
        "Vermin": "1D3 · "
    }
    lead = kit(convoy(scenario=VERMIN))["encounters"].context["lead"]
    assert ("Optional" in lead, "scenario 7" in lead) == (False, True)
    assert kit(convoy())["encounters"].context["lead"].startswith("Optional. Even turns")
    assert "each turn" in kit(convoy(scenario=VERMIN))["encounters"].context["lead"].lower()
    on_foot = kit(convoy(scenario="selection-naturelle"))["encounters"].context["lead"]
    assert on_foot.endswith(" Re-roll “Stuck in the sand”.")


def test_the_robot_has_a_card_in_its_scenario_and_its_giant_body_counts():
    """3D6, a power of 3D6 and a giant body's die (RBN p. 22, 30, 38)."""
    found = cards(convoy(scenario=ROBOT))
    assert {name: melee_of(card) for name, card in found.items()} == {"The robot": "7D6"}
    assert kit(convoy(scenario=ROBOT))["encounters"].context["steps"] == []


def test_the_encounters_cover_every_roll_once():
    covered = [10 * tens + units for tens in range(1, 7) for units in range(1, 7)]
    rows = make.catalogue().play.encounters.rows
    assert [one for row in rows for one in covered if row.low <= one <= row.high] == covered


def test_the_chart_has_nine_steps():
    steps = [step.text.en for step in make.catalogue().play.activation.steps]
    found = words(printed(convoy(), "encounters"))
    assert [number for number, step in enumerate(steps, 1) if f"{number} {step}" not in found] == []
    assert len(steps) == 9


# --- The data -------------------------------------------------------------------------------------------------------


def test_icons_rules_and_users_are_known():
    catalogue = make.catalogue()
    play = catalogue.play
    users = {f"activity:{slug}" for slug in catalogue.activities} | {f"scenario:{slug}" for slug in catalogue.scenarios}
    named = [row.icon for row in (*play.markers, *play.tokens, *play.encounters.hostile) if row.icon]
    assert [icon for icon in named if not icon_letter(icon)] == []
    assert [row.slug for row in play.tokens if row.uses not in users] == []
    assert {row.hostile for row in play.encounters.rows if row.hostile} == play.encounters.bestiary.keys()
