"""The book of of the dead: what the document names and prints, no more."""

import pytest

from rules.games.of_the_dead import document
from tests.rules.of_the_dead import make

VOCATIONS = (
    *("baroudeur", "bricoleur", "eclaireur", "guerisseur", "guetteur"),
    *("instigateur", "maraudeur", "meneur", "protecteur", "vadrouilleur"),
)
FOLLOWERS = (
    *("le-meilleur-ami-de-l-homme", "les-colporteurs", "les-martyrs", "les-eclopes"),
    *("compagnon", "animal", "esclave-zombie", "drone", "survivant-errant", "libre"),
)
ZOMBIES = ("zonard", "braillard", "vicelard", "soudard", "mastard", "charognard")
BOOK = make.catalogue(make.GAME)


@pytest.mark.parametrize(
    ("table", "slugs"),
    [
        ("attributes", document.ATTRIBUTES),
        ("markers", document.MARKERS),
        ("states", document.STATES),
        ("domains", document.DOMAINS),
        ("carries", document.CARRIES),
    ],
)
def test_what_a_document_may_name_is_in_the_book(table, slugs):
    assert tuple(BOOK.tables[table].rows) == slugs


@pytest.mark.parametrize(("table", "slugs"), [("zombies", ZOMBIES), ("vocations", VOCATIONS), ("followers", FOLLOWERS)])
def test_what_the_document_prints_is_in_the_book(table, slugs):
    assert BOOK.tables[table].rows.keys() >= set(slugs)


def test_moves_in_centimetres_are_paces_of_three():
    moves = {slug: row.figures for slug, row in BOOK.tables["moves"].rows.items()}
    printed = {"prudent": 6, "normal": 12, "run": 18, "sprint": 24}
    assert {slug: moves[slug]["cm"] for slug in printed} == printed
    assert [slug for slug, one in moves.items() if one["cm"] != 3 * one["paces"]] == []


def test_vocations_zombies_and_followers_have_no_figures():
    rows = [row for table in ("vocations", "zombies", "followers") for row in BOOK.tables[table].rows.values()]
    assert [row.slug for row in rows if row.figures or row.text or row.card] == []


def test_markers_that_mean_something_are_explained():
    words = [row.figures["word"] for row in BOOK.tables["markers"].rows.values()]
    assert [word for word in words if word and word not in BOOK.special_rules] == []


def test_what_a_roll_is_made_with_is_an_attribute_or_morale():
    rows = BOOK.tables["pools"].rows.values()
    assert {row.figures["own"] for row in rows} <= {*document.ATTRIBUTES, "morale"}


def test_nothing_for_paper_is_longer_than_a_card_takes():
    tables = [row for table in BOOK.tables.values() for row in table.rows.values()]
    cards = [entry.card for entry in (*BOOK.special_rules.values(), *tables)]
    assert [card.fr for card in cards if max(len(card.fr), len(card.en)) > 200] == []


def test_hanged_mans_luck_differs_in_a_stumble_and_in_an_escape():
    luck = BOOK.special_rules["chance-de-pendu"]
    for language, words in (
        ("fr", ("moral", "couvert", "assaillant trébuche")),
        ("en", ("morale", "cover", "stumbles")),
    ):
        assert [word in luck.card.into(language) for word in words] == [True] * 3
        rows = [
            f"{row.left.into(language)} {row.right.into(language)}" for row in BOOK.reminders["chance-de-pendu"].rows
        ]
        assert [word in " ".join(rows) for word in words] == [True] * 3
        assert words[1] in BOOK.tables["obstacles"].text.into(language)


def test_only_attack_defence_throw_and_encouragement_give_morale_by_luck():
    luck, setback = (BOOK.reminders[slug] for slug in ("chance-de-pendu", "revers-de-medaille"))
    assert [one.text.into("en") for one in (luck, setback)] == ["3 criticals or more.", "4 identical fiascos or more."]
    assert [(one.rows[0].left.into("en"), one.rows[0].right.into("en")) for one in (luck, setback)] == [
        ("Melee, shooting, throw, encouragement: team morale", "+1"),
        ("Melee, shooting, throw: team morale", "−1"),
    ]
    assert ["no morale (otd-25)" in row.right.into("en") for row in luck.rows[1:]] == [True, True]
    assert "only the fiascos hit the ally, turned into successes (otd-44)" in setback.rows[1].right.into("en")
    assert "for fleeing a melee the rules say nothing similar" in BOOK.special_rules["chance-de-pendu"].text.into("en")


def test_who_is_surrounded_throws_nothing_by_three_and_shoots_nothing_by_four():
    assert [(row.left.into("en"), row.right.into("en")) for row in BOOK.reminders["cerne"].rows] == [
        ("From\u00a03", "−1 die per duel, −1 defence die per attacker when shot at; no explosive can be thrown"),
        ("From\u00a04", "Prone, −1 morale, no shooting; zombies, no help next turn: dead"),
    ]


def test_what_an_explosion_does_is_a_roll_where_the_document_asks_for_one():
    cards = {row.slug: row.card.into("en") for row in BOOK.tables["explosions"].rows.values()}
    assert [one for one, card in cards.items() if card.endswith(" roll") and "without" not in card] == [
        "small-blast",
        "moderate-blast",
    ]
    reminders = [row.right for row in BOOK.reminders["explosions"].rows[3:6]]
    assert [(text.into("en"), text.into("fr")) for text in reminders] == [
        (
            "1 damage, stumble roll: Réflexes against 1 (otd-21)",
            "1 dégât, jet de trébuchement\u202f: Réflexes contre 1 (otd-21)",
        ),
        (
            "2 damage, stun roll: dice to agree on (otd-21)",
            "2 dégâts, jet d’étourdissement\u202f: dés à convenir (otd-21)",
        ),
        ("3 damage, fainting without a roll (otd-21)", "3 dégâts, évanouissement sans jet (otd-21)"),
    ]


def test_rolls_that_the_document_names_and_does_not_describe_have_a_ruling():
    assert {"otd-21", "otd-22"} <= BOOK.rulings.keys()
    assert "Réflexes against 1" in BOOK.rulings["otd-21"].text.into("en")


def test_rulings_are_numbered_without_a_gap():
    assert list(BOOK.rulings) == [f"otd-{number}" for number in range(1, 48)]


RULED = [
    ("otd-37", "Phase d’action", "sans chiffre", "without a number"),  # noise draws zombies under shooting
    ("otd-40", "Phase d’action", "sans exclure les paniqués", "without excluding panicked ones"),
    ("otd-41", "Phase de mouvement", "un marqueur", "one marker"),
    ("otd-44", "Phase d’action", "Au revers de médaille", "On the other side of the coin"),
    ("otd-47", "Présentation générale", "panique comprise", "panic too"),  # rolls of who is back as a zombie
]


@pytest.mark.parametrize(("slug", "heading", "french", "english"), RULED)
def test_a_ruling_says_what_the_document_leaves_open(slug, heading, french, english):
    ruling = BOOK.rulings[slug]
    assert ruling.cite.heading == heading
    assert french in f"{ruling.text.fr} {ruling.reason.fr}"
    assert english in f"{ruling.text.en} {ruling.reason.en}"


def test_fire_burns_in_the_end_phase_and_moves_at_any_time():
    fire = BOOK.special_rules["combustion"].text
    assert "À chaque dénouement (otd-30)\u202f: deux vies de moins, et un moral de moins à toute l’équipe" in fire.fr
    assert "moral de moins à toute l’équipe, mouvement" not in fire.fr
    assert "team. Random move" in fire.en


def test_only_some_vocations_build():
    (card,) = [row.right for row in BOOK.reminders["operations"].rows if "BluePrint" in row.left.en]
    assert ("certaines Vocations" in card.fr, "some Vocations" in card.en) == (True, True)


def test_a_reminder_of_several_phases_cites_the_chapter_of_them_all():
    of_all = [reminder.slug for reminder in BOOK.reminders.values() if reminder.cite.heading == "Mécanismes de jeu"]
    assert of_all == [
        *("tour", "bruit", "jets", "feu", "panique", "trebuchement", "chance-de-pendu", "revers-de-medaille"),
    ]
