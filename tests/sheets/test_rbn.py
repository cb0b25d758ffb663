"""What a convoy's sheet says: dice and moves worked out, the head's figures, and a reference of what is used."""

import pytest

from builder.games.rbn.sheet.build import build_sheet
from builder.sheets.parts import CardLine, FigureRow, Plan, Strips
from rules.registry import GAMES
from rules.verdict import judge
from tests import make
from tests.languages import in_language


def printed_sheet(*units, language="en", **fields):
    roster = make.Convoy(units=units, **{"budget": 300, "faction": "survivants", "activity": "marchands", **fields})
    return in_language(language, build_sheet, roster, judge(roster, make.catalogue(), GAMES["rbn"]))


def card(unit, **fields):
    return printed_sheet(unit, **fields).units[0].card


def line(printed, head):
    return next(one for one in heads(printed) if one.head == head)


def heads(printed):
    """The lines of a card that have a head."""
    return [one for one in printed.lines if isinstance(one, CardLine)]


def boxed(printed, title):
    """The figures in boxes under a title, as (label, value)."""
    at = printed.lines.index(line(printed, title))
    row = next(one for one in printed.lines[at:] if isinstance(one, FigureRow))
    return [(one.label, one.value.replace("\u00a0", " ")) for one in row.figures]


def asides(printed, head):
    return [(one.label, one.value.replace("\u00a0", " ")) for one in line(printed, head).asides]


def strip(printed, title):
    """The boxes of a strip, as (above, below)."""
    strips = (strip for item in printed.lines if isinstance(item, Strips) for strip in item.strips)
    return list(next(strip.cells for strip in strips if title in strip.heading))


def stats(printed):
    return {one.label: one.value for one in printed.stats}


def tracks(printed):
    return {one.label: one.boxes for one in printed.tracks}


def figures(printed):
    return {one.label: (one.value, one.note) for one in printed.figures}


def test_both_bands_and_all_dice_of_a_gun():
    assert asides(card(make.fighter("fusil-d-assaut", T=3)), "Assault rifle") == [
        ("0-30\xa0cm", "6D6 · 5D6"),
        ("30-50\xa0cm", "4D6 · 3D6"),
    ]


def test_anti_armour_has_three_dice_against_vehicles():
    assert asides(card(make.fighter("lance-roquettes", T=3)), "Rocket launcher") == [("0-70\xa0cm", "6D6 · 6D6")]


def test_a_band_stands_in_its_column_without_the_other():
    assert asides(card(make.fighter("arc", T=4)), "Bow") == [("0-40\xa0cm", "3D6 · 2D6")]
    exotic = card(make.fighter("taser-exotique", T=4), exotic=True)
    assert asides(exotic, "Exotic taser") == [("0-5\xa0cm", "3D6 · –"), ("", "")]


def test_who_cannot_react_says_so():
    """A shot in reaction needs a normal band (RBN p. 19)."""
    found = [line(card(make.fighter(slug)), name).text for slug, name in (("fusil", "Rifle"), ("arc", "Bow"))]
    words = [text.replace("\u00a0", " ").split(" · ") for text in found]
    assert ["no reaction" in texts for texts in words] == [False, True]


def test_boxes_of_a_gun():
    ticks = [
        line(card(make.fighter(slug)), name).ticks
        for slug, name in (("fusil", "Rifle"), ("lance-roquettes", "Rocket launcher"))
    ]
    assert [one.replace("\u00a0", " ") for one in ticks] == ["out of ammo ◻", "used ◻"]


@pytest.mark.parametrize("faction", ["cultistes", "enfants-du-13"])
def test_a_boomerang_has_one_box_for_all_that_ends_its_use(faction):
    """It is gone when it hits, and where it does not come back, of who never runs dry too (p. 21; First Wave p. 13)."""
    found = card(make.fighter("boomerang-tranchant", T=5), faction=faction)
    assert line(found, "Bladed boomerang").ticks.replace("\u00a0", " ") == "used ◻"


def test_guns_of_the_children_of_13_never_run_dry_on_foot():
    printed = card(make.fighter("fusil"), faction="enfants-du-13")
    assert line(printed, "Rifle").ticks == ""


def test_ammunition_tells_its_effect():
    printed = card(make.fighter(make.weapon("pistolet", "balles-non-letales")))
    assert line(printed, "Non-lethal rounds").text.startswith("Normal range, blunt")


def test_melee_dice_are_worked_out():
    mutant = make.fighter("epee", "matraque", equipment="corps-gigantesque", abilities="ambidextre")
    assert asides(card(mutant, faction="mutants"), "Sword") == [("melee", "7D6")]


def test_melee_dice_on_occasion():
    printed = card(make.fighter("epee", abilities="cavalier"), faction="cultistes")
    assert asides(printed, "Sword") == [("melee", "4D6"), ("charging", "5D6"), ("chief out", "5D6")]


@pytest.mark.parametrize(("language", "words"), [("en", "Melee: +1D6 (counted); "), ("fr", " (compté) ; ")])
def test_gear_that_the_dice_contain_says_so(language, words):
    giant = make.fighter("epee", equipment=("corps-gigantesque", "armure"), abilities="ambidextre")
    body, armour, both_hands = heads(card_in(language, giant))[-3:]
    assert words in body.text.replace("\u202f", " ")
    assert "(" not in armour.text + both_hands.text  # one sword has no die of a second one; armour costs shooters one


def card_in(language, unit):
    return printed_sheet(unit, faction="mutants", language=language).units[0].card


@pytest.mark.parametrize(
    ("unit", "fields", "title", "words"),
    [
        (
            make.fighter("epee"),
            {"faction": "cultistes"},
            "Furious grief",
            "Chief out: +1D6 in melee (counted); any melee",
        ),
        (make.fighter("epee"), {"faction": "enfants-du-13"}, "Discipline of the 13", "Initiative +1; unlimited"),
        (make.fighter("lance-roquettes"), {}, "Anti-armour", "against vehicles (counted); ignores"),
        (make.vehicle("moyen", "pointes-et-eperons"), {}, "Spikes and spurs", "instead of 4+"),
        (make.vehicle("moyen", "sono"), {}, "Sound system", "roll counts"),
    ],
)
def test_a_text_says_so_where_a_figure_contains_it_and_else_does_not(unit, fields, title, words):
    text = explained(unit, **fields)[title]
    assert words in text
    assert ("(counted)" in text) == ("(counted)" in words)


@pytest.mark.parametrize(
    ("unit", "fields", "title"),
    [
        (make.fighter("epee"), {"faction": "mutants"}, "Brute strength"),
        (make.fighter("epee"), {"subfaction": "sss"}, "Hatred of mutants"),
        (make.vehicle("moyen", "moteur-gonfle"), {}, "Souped-up engine"),
        (make.vehicle("moyen", "structure-allegee"), {}, "Lightened frame"),
        (make.vehicle("moyen", "belier"), {}, "Ram"),
        (make.vehicle("moyen", "compartiment-supplementaire"), {}, "Extra compartment"),
    ],
)
def test_what_figures_contain_is_not_explained(unit, fields, title):
    assert title not in explained(unit, **fields)


def test_how_a_list_is_built_is_not_explained():
    """Traits of RBN p. 26 and 27, a special rule (p. 21)."""
    assert {"Few shooters", "Cumbersome"}.isdisjoint(explained(make.fighter("fusil-de-sniper"), faction="mutants"))
    assert "Common stores" not in explained(make.fighter("epee"))


def test_what_only_says_how_a_list_is_built_is_in_the_book():
    catalogue = make.catalogue()
    traits = {trait.slug for one in catalogue.factions.values() for trait in (one.advantage, one.drawback)}
    assert traits.union(catalogue.special_rules) >= set(catalogue.play.building)


def explained(unit, **fields):
    """The texts of what a list has, by name."""
    printed = printed_sheet(unit, **fields)
    return {passage.title: passage.text for passage in (*printed.rules, *printed.gear)}


def test_the_chief_does_not_fight_once_out():
    printed = card(make.fighter("epee", abilities="chef"), faction="cultistes")
    assert asides(printed, "Sword") == [("melee", "4D6")]


def test_borrowed_traits_count():
    printed = card(make.fighter("epee"), faction="mercenaires", traits=make.choices("mutants", "cultistes", "robots"))
    assert asides(printed, "Sword") == [("melee", "5D6"), ("chief out", "6D6")]


def test_armour_has_a_box_that_is_free():
    assert [tracks(card(make.fighter(equipment=gear)))["Wounds"] for gear in ((), "armure")] == ["◻◻◻", "⬚◻◻◻"]


def test_nothing_in_a_convoy_infects():
    assert [*tracks(card(make.fighter()))] == ["Wounds", "Stunned", "On fire"]


def test_moves_that_are_as_in_the_reference_are_not_on_the_card():
    assert [one.head for one in heads(card(make.fighter()))] == ["Unarmed"]
    rider, giant = make.fighter(abilities="cavalier"), make.fighter(equipment="corps-gigantesque")
    assert line(card(rider), "Moves").text == "climb 10\xa0cm, 15 with a fall test"
    badges = printed_sheet(giant, faction="mutants").units[0].badges
    assert [words.replace("\u00a0", " ") for words in badges][-1] == "base 40-60 mm"


def test_every_fighter_of_the_sons_drives_well_but_no_animal():
    sons = {"faction": "mercenaires", "subfaction": "sons-of-apocalypse"}
    for unit, expected in (
        (make.fighter(), 1),
        (make.fighter(abilities="pilote-emerite"), 1),
        (make.fighter(abilities="animal"), 0),
    ):
        printed = printed_sheet(unit, **sons).units[0]
        said = [one for one in heads(printed.card) if one.head == "Ace driver"]
        assert (len(said), printed.row.summary.count("Ace driver")) == (expected, expected)
    assert "Ace driver" not in {one.head for one in heads(card(make.fighter(), faction="mercenaires"))}


def test_the_gaia_familys_read_of_no_reverse():
    def reverse(vehicle, **fields):
        printed = printed_sheet(vehicle, **fields)
        rows = [row for one in printed.plans for row in one.rows if row[0] in ("Turn", "Reverse")]
        labels = stats(printed.units[0].card)
        return labels["Turn 90°"], labels["Reverse"], rows

    gaia = {"faction": "mutants", "subfaction": "gaia-familys"}
    rows = [("Turn", "−5\u00a0cm per 90° or part"), ("Reverse", "−5\u00a0cm")]
    assert reverse(make.vehicle("moyen")) == ("−5", "−5", rows)
    assert reverse(make.vehicle("moyen"), **gaia) == ("−10", "–", [])
    assert reverse(make.vehicle("leger", flying=True))[:2] == ("−5", "–")


def test_a_role_is_in_words_without_its_scenario():
    def role(slug):
        return {one.label: one.value for one in printed_sheet(make.fighter(), role=slug, language="fr").facts}["Rôle"]

    assert (role("attacker"), role("berger")) == ("Attaquant", "berger")


def moves(printed):
    return [stats(printed)[ground] for ground in ("Road", "Clear", "Difficult")]


def test_moves_on_foot():
    """The moves of who does not move as all others, whose are on the table of actions (p. 15, 30, 31)."""
    rider, flyer = card(make.fighter(abilities="cavalier")), card(make.fighter(equipment="reacteur"))
    assert strip(rider, "Moves") == [("Road", "20"), ("Clear", "15"), ("Difficult", "10")]
    assert strip(flyer, "Moves") == [("Road", "15"), ("Clear", "15"), ("Difficult", "15")]
    assert [item for item in card(make.fighter()).lines if isinstance(item, Strips)] == []


def test_moves_of_vehicles_after_their_options():
    vehicles = (
        make.vehicle("lourd"),
        make.vehicle("moyen", "structure-allegee", "moteur-gonfle"),
        make.vehicle("moyen", "tout-terrain", "moteur-gonfle"),
        make.vehicle("leger", flying=True),
    )
    expected = [["30", "30", "20"], ["45", "35", "25"], ["45", "45", "15"], ["40", "40", "40"]]
    assert [moves(card(one)) for one in vehicles] == expected


def test_a_lightened_frame_takes_damage_as_a_light_vehicle_and_collides_as_a_medium_one():
    printed = card(make.vehicle("moyen", "structure-allegee", "belier"))
    assert plan(printed).left == plan(printed).right
    assert strip(printed, "collision") == [("light", "5 / 0"), ("medium", "4 / 1"), ("heavy", "3 / 3")]


def plan(printed):
    return next(one for one in printed.lines if isinstance(one, Plan))


def test_damage_is_seen_from_above():
    seen = plan(card(make.vehicle("moyen")))
    sides = [one.title for one in (seen.front, seen.left, seen.right, seen.rear)]
    assert sides == ["Front", "Driver’s side", "Passenger’s side", "Rear"]
    assert seen.right.rows == (
        ("1-2", "1 breakdown"),
        ("3", "Passenger wounded (owner’s choice)"),
        ("4+", "Accident"),
    )


def test_breakdown_and_off_road_rolls_stand_beside_their_boxes():
    """Two breakdowns are free, then 1D6 with one more for each after the third (p. 15, 19; rulings A33 and A58)."""
    printed = card(make.vehicle("lourd"))
    track = next(track for track in printed.tracks if track.label == "Breakdowns")
    assert (track.boxes, track.names) == ("◻" * 6, ("", "", "1D6", "+1", "+2", "+3"))
    assert track.note == "1-2 nothing · 3-4 out of action · 5 accident · 6+ explosion"
    assert strip(printed, "off-road 1-2, then 1D6+1") == [("1-2", "stuck"), ("3-5", "½ mv"), ("6+", "nothing")]
    assert strip(card(make.vehicle("leger")), "off-road 1, then 1D6+1")
    assert line(card(make.vehicle("leger", flying=True)), "Off-road").text == "no test: it flies"


def test_seats_name_their_crew_copy_by_copy():
    printed = printed_sheet(
        make.fighter(name="Anna", count=2),
        make.vehicle("leger", count=2, crew=[(0, 0, "driver"), (0, 1, "driver")]),
    )
    pilots = [boxed(each, "Seats")[0] for each in printed.units[1].cards]
    assert pilots == [("1. driver", "Anna (1)"), ("1. driver", "Anna (2)")]
    assert printed.units[1].row.summary.endswith("crew: Anna (1) (driver), Anna (2) (driver)")


def test_copies_that_are_alike_share_their_card():
    cards = printed_sheet(make.fighter(count=3)).units[0].cards
    assert (len(cards), len({id(one) for one in cards})) == (3, 1)


def test_what_no_book_has_is_named():
    printed = card(make.fighter("pistolet-laser", equipment="botte", abilities="vol"))
    assert [one.text for one in heads(printed) if one.head in ("pistolet-laser", "botte", "vol")] == [
        "not in this book"
    ] * 3


def test_the_head_counts_morale_without_slaves():
    printed = printed_sheet(
        make.fighter(C=4, abilities="chef"),
        make.fighter(C=5, count=2),
        make.fighter(C=3, slave=True, count=3),
        faction="esclavagistes",
    )
    assert (figures(printed)["Morale"][0], figures(printed)["Chief’s C"]) == ("2", ("4", "next best: 5"))


def test_the_head_has_effective_budget_and_the_third():
    printed = printed_sheet(make.vehicle("lourd"))
    facts = {one.label: one.value for one in printed.facts}
    assert (facts["Budget"], figures(printed)["Points in vehicles"][0]) == ("300 agreed, 360 effective", "50/120")


def test_turns_are_those_of_the_scenario():
    printed = printed_sheet(make.fighter(), scenario="selection-naturelle")
    assert {one.label: one.boxes for one in printed.tracks} == {"Turns": "◻◻◻◻", "Losses": "◻"}


def test_the_reference_holds_only_what_the_list_uses():
    printed = printed_sheet(make.fighter("epee"))
    titles = {one.title for one in printed.passages}
    assert {"Parry", "Melee"} <= titles
    assert titles.isdisjoint({"Burst", "Off-road test", "Carnage"})


def test_the_table_of_the_net_launcher_is_for_who_has_one():
    slavers = {"faction": "esclavagistes"}
    net = next(one.name.into("en") for slug, one in make.catalogue().reminders.items() if slug == "lance-filet")
    bare, armed = (
        {one.title for one in printed_sheet(make.fighter(), make.vehicle("leger", *options), **slavers).passages}
        for options in ((), ("lance-filet",))
    )
    assert (net in bare, net in armed) == (False, True)


def test_every_text_has_its_page():
    printed = printed_sheet(make.fighter("lance-flammes", "epee"), make.vehicle("moyen"), scenario="bataille-rangee")
    assert [
        one.title for one in (*printed.passages, *printed.gear, *printed.plans, *printed.brief) if not one.cite
    ] == []


def test_a_sheet_speaks_its_language():
    cards = [printed_sheet(make.fighter("epee"), language=one).units[0].card for one in ("fr", "en")]
    assert [heads(one)[0].head for one in cards] == ["Épée", "Sword"]


def seats(*crew, model="moyen", options=(), guns=(), **gear):
    printed = printed_sheet(
        make.fighter(*guns, name="Anna", **gear), make.fighter(name="Bo"), make.vehicle(model, *options, crew=crew)
    )
    return [f"{label} {value}".strip() for label, value in boxed(printed.units[2].card, "Seats")]


def fired(*crew, **gear):
    """What a crew fires of its own on board, by seat."""
    printed = printed_sheet(make.fighter(*gear.pop("guns"), name="Anna", **gear), make.vehicle("moyen", crew=crew))
    return [(one.head, one.text) for one in heads(printed.units[1].card) if "Anna" in one.head]


def test_any_occupant_may_shoot_the_driver_too():
    assert seats() == ["1. driver ◉", "2. passenger ◉", "3. passenger ◉", "4. passenger ◉"]
    assert seats(model="leger") == ["1. driver ◉", "2. passenger ◉"]
    title = line(card(make.vehicle("moyen")), "Seats").text
    assert title == "◉ can shoot; 2 at most, driver included"


def test_who_can_fire_nothing_on_board_has_no_mark():
    crew = [(0, 0, "driver"), (1, 0, "passenger")]
    bow, none = {"guns": ["arc"], "T": 4}, {"guns": ["fusil"], "T": "-"}
    assert seats(*crew, model="leger", **bow) == ["1. driver Anna", "2. passenger Bo"]
    assert seats(*crew[::-1], model="leger", **none) == ["1. driver Anna", "2. passenger Bo"]
    assert seats((0, 0, "passenger"), model="leger", **bow)[1] == "2. passenger ◉ Anna"
    assert fired((0, 0, "passenger"), **bow) == [("2. Anna", "Bow −2D6")]
    assert fired((0, 0, "driver"), **bow) == []
    gun = seats((0, 0, "passenger"), (1, 0, "passenger"), options=["mitrailleuse-fixe"], T=4)
    assert gun[:3] == ["1. driver ◉", "2. passenger ◉ Anna", "3. passenger Bo"]


def test_an_ai_may_shoot_where_there_is_a_gun():
    unarmed, armed = ["intelligence-artificielle"], ["intelligence-artificielle", "mitrailleuse-fixe"]
    assert [seats(options=options)[0] for options in (unarmed, armed)] == ["1. driver AI", "1. driver ◉ AI"]


def test_those_noted_to_shoot_have_the_marks_where_they_are_as_many():
    shooting = {"guns": ["pistolet", "fusil", "arbalete"], "T": 4}
    assert seats((0, 0, "driver-gunner"), (1, 0, "gunner"), **shooting) == [
        "1. driver ◉ Anna",
        "2. passenger ◉ Bo",
        "3. passenger",
        "4. passenger",
    ]
    assert seats((0, 0, "driver-gunner"), model="leger", guns=["pistolet"], T=4) == [
        "1. driver ◉ Anna",
        "2. passenger",
    ]
    assert fired((0, 0, "driver-gunner"), **shooting) == [("1. Anna", "Pistol −1D6, Crossbow −2D6")]


def borrowed(advantage, *drawbacks):
    return {"faction": "mercenaires", "traits": make.choices(advantage, *drawbacks)}


def titles(**fields):
    return {one.title for one in printed_sheet(make.fighter(), make.vehicle(), **fields).passages}


def test_who_borrows_an_advantage_alone_reads_nothing_of_the_drawback():
    cultists, grief = "Cultists’ morale", "Cultists’ rage"
    slavers, masterless = "Slavers’ morale", "Slaves without masters"
    robots, vehicles = "Robots’ morale", "AI vehicles"
    texts = {cultists, grief, slavers, masterless, robots, vehicles}
    assert titles(**borrowed("cultistes", "mutants", "survivants")) & texts == {cultists}
    assert titles(**borrowed("esclavagistes", "mutants", "survivants")) & texts == {slavers}
    assert titles(**borrowed("robots", "mutants", "survivants")) & texts == {robots}
    assert titles(**borrowed("robots", "cultistes", "esclavagistes")) & texts == {robots, grief, masterless}
    for faction, own in (("cultistes", {cultists, grief}), ("esclavagistes", {slavers, masterless})):
        assert titles(faction=faction) & texts == own
    assert titles(faction="robots") & texts == {robots, vehicles}


def test_the_c_of_slaves_counts_without_the_slavers_drawback():
    units = (make.fighter(C=5, slave=True, abilities="chef"), make.fighter(C=4), make.fighter(C=3, slave=True))

    def chief(**fields):
        printed = printed_sheet(*units, **fields)
        slave = line(printed.units[0].card, "Slave").text
        return figures(printed)["Chief’s C"], figures(printed)["Morale"][0], slave

    alone = chief(**borrowed("esclavagistes", "cultistes", "mutants"))
    assert alone == (("5", "next best: 3"), "1", "its loss doesn’t count for morale")
    both = chief(**borrowed("esclavagistes", "esclavagistes", "mutants"))
    assert both == (("–", "next best: 4"), "1", "its loss doesn’t count for morale, nor does its C")


def test_a_giant_swings_two_cumbersome_weapons():
    giant = make.fighter("batte", "tronconneuse", equipment="corps-gigantesque", abilities="ambidextre")
    printed = card(giant, faction="robots")
    assert [asides(printed, name) for name in ("Bat", "Chainsaw")] == [
        [("melee", "6D6")],
        [("melee", "8D6")],
    ]


def test_the_third_on_paper_leaves_the_prize_out():
    printed = printed_sheet(make.vehicle("lourd"), scenario="la-source-du-mal", bonus=100)
    facts = {one.label: one.value for one in printed.facts}
    assert facts["Budget"].replace("\u00a0", " ") == "300 agreed, 460 effective · prize points: 100"
    assert figures(printed)["Points in vehicles"] == ("50/120", "min. a third, prize aside")


def test_the_cargo_is_ticked_where_secondary_missions_are_played():
    def boxes(scenario):
        return tracks(card(make.vehicle("lourd"), activity="marchands", scenario=scenario))

    assert ("Cargo" in boxes("bataille-rangee"), "Cargo" in boxes("la-source-du-mal")) == (True, False)


def test_dice_stand_in_the_row_of_the_target_that_they_are_for():
    """3D6 and the weapon's at somebody on foot, 2D6 at a vehicle (p. 16); the fixed machine gun has one band."""
    units = (
        (make.fighter("fusil-d-assaut", T=3), "Assault rifle"),
        (
            make.vehicle("moyen", "mitrailleuse-fixe"),
            "Fixed machine gun",
        ),
    )
    rows = [[(row.target, row.dice) for row in line(card(unit), name).rows] for unit, name in units]
    assert rows == [
        [("on foot", ("6D6", "4D6")), ("vehicle", ("5D6", "3D6"))],
        [("on foot", ("6D6",)), ("vehicle", ("5D6",))],
    ]


def rows_of(title, language):
    printed = printed_sheet(make.fighter(), make.vehicle(), language=language)
    return next(dict(one.rows) for one in printed.passages if one.title == title)


def text_of(title, language, **fields):
    printed = printed_sheet(make.fighter(), make.vehicle(), language=language, **fields)
    return next(one.text for one in (*printed.passages, *printed.brief) if one.title == title)


def test_the_sheet_says_how_pilots_get_out_and_what_very_small_games_do_without():
    way_out = rows_of("Au volant", "fr")["Sortie"]
    assert way_out == "Le pilote\u202f: de son côté, de l’autre seulement s’il est bloqué (p. 56)"
    assert rows_of("At the wheel", "en")["Way out"].startswith("The driver: on its side, on the other only if")
    assert rows_of("Moral", "fr")["Petite partie"] == "Le livre conseille de jouer sans moral"
    assert rows_of("Morale", "en")["Small battle"] == "The book advises playing without morale"


def test_a_giant_takes_three_seats():
    giant = {"equipment": "corps-gigantesque", "T": 4}
    taken = seats((0, 0, "passenger"), model="lourd", options=["mitrailleuse-fixe"], **giant)
    assert taken == ["1. driver ◉", "2. passenger ◉ Anna (seats: 3)", "3. passenger ◉", "4. passenger ◉"]


def test_the_dense_sheet_says_when_a_die_more_is_thrown_and_what_a_template_replaces():
    rider, vehicle = make.fighter("epee", abilities=("cavalier",)), make.vehicle("moyen", "lance-flammes-sur-pivot")
    sword, thrower = (one.row.weapons[0] for one in printed_sheet(rider, vehicle).units)
    assert (sword.rules, thrower.rules[0]) == (("Parry", "charging\u00a05D6"), "flame\u00a0template")
    assert [[cell.value for cell in one.cells] for one in (sword, thrower)] == [["", "", "", "", "4D6"], ["–"] * 4]


def test_the_dense_sheet_says_which_weapon_has_which_dice_and_rule():
    vehicle = make.vehicle("moyen", "mitrailleuse-fixe", "mitrailleuse-fixe")
    printed = printed_sheet(make.fighter("fusil-d-assaut", "epee", T=4), make.fighter("arc", "taser", T=4), vehicle)
    words = [one.row.summary.replace("\u00a0", " ") for one in printed.units]
    assert words == [
        "T 4+ · C 5+ · Assault rifle (0-30 cm 6D6, vehicle 5D6, 30-50 cm 4D6, vehicle 3D6,"
        " on board: driver no, passenger −1D6, Burst)"
        " · Sword (melee 4D6, Parry)",
        "T 4+ · C 5+ · Bow (0-40 cm 3D6, vehicle 2D6, no reaction,"
        " on board: driver no, passenger −2D6)"
        " · Taser (0-10 cm 4D6, vehicle 3D6, 10-15 cm 3D6, vehicle 2D6, not from a vehicle, Blunt, Single shot)"
        " · Unarmed (melee 3D6)",
        "road/clear/difficult 40/30/15 cm · Medium vehicle"
        " · Fixed machine gun ×2 (0-50 cm 6D6, vehicle 5D6, arc 90°, Burst)"
        " · seats 4, shooters 2 · collision L 4/1 · M 3/2 · H 2/4",
    ]
    facts = {one.label: one.value for one in printed.facts}
    assert facts["Shooting dice"] == "on foot/vehicle"


def test_special_rules_stand_with_their_weapon_and_traits_of_melee_are_always_said():
    """RBN p. 21, 26; where a card has no room, the rule's name alone stands there."""
    printed = card(make.fighter("batte"), faction="cultistes")
    assert [(one.head, one.spare) for one in heads(printed)][-1] == ("Furious grief", False)
    bat = line(printed, "Bat")
    assert [words.replace("\u00a0", " ").split(" · ")[-1] for words in (bat.text, bat.short)] == [
        "Blunt: each wound also stuns",
        "Blunt",
    ]


def test_a_devourers_card_says_what_its_traits_bring_in_melee():
    printed = card(make.fighter("epee"), faction="cultistes", subfaction="devoreurs-des-derniers-jours")
    traits = make.catalogue().factions["devoreurs-des-derniers-jours"]
    own = {traits.advantage.name.en, traits.drawback.name.en}
    assert own <= {one.head for one in heads(printed)}
    assert not own & {one.head for one in heads(card(make.fighter("epee"), faction="cultistes"))}


def test_a_scenario_without_vehicles_asks_for_none_in_the_head():
    on_foot = figures(printed_sheet(make.fighter(), scenario="selection-naturelle"))
    assert [name for name in on_foot if "ehicles" in name] == []
    driven = figures(printed_sheet(make.fighter(), make.vehicle("leger"), scenario="selection-naturelle"))
    assert driven["Points in vehicles"] == ("20/0", "")


def test_losses_leave_slaves_aside_only_where_there_are_slaves():
    free, slave = make.fighter(), make.fighter(slave=True)
    notes = [figures(printed_sheet(*units, faction="esclavagistes"))["Morale"] for units in ([free], [free, slave])]
    assert notes == [("1", "losses"), ("1", "losses, slaves aside")]


def test_who_never_runs_dry_has_no_fuel_tank_to_roll_for():
    burner = make.fighter("lance-flammes", T=4)
    said = []
    for faction in ("survivants", "enfants-du-13"):
        printed = printed_sheet(burner, faction=faction)
        said.append(["Fuel tank: " in line(printed.units[0].card, "Flamethrower").text])
        said[-1].append("Fuel tank" in [one.title for one in printed.passages])
    assert said == [[True, True], [False, False]]
