"""What a team is offered, and why the rest is refused."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from builder.lists.spec import LISTS
from rules.games.reichbusters.document import Hero, Track
from tests.builder.reichbusters.editing import after, broken_rules, load_roster, refusal
from tests.rules.reichbusters import make


def offered(*heroes):
    """Which rules refuse each hero that may be added."""
    groups = LISTS["reichbusters"].new_units(load_roster(make.team(*heroes)))
    return {offer.command.split()[1]: broken_rules(offer) for group in groups for offer in group.offers}


def test_the_five_are_open_and_o_reilly_is_refused():
    assert offered() == {key: [] for key in (*make.FIVE, "other")} | {"o-reilly": ["rb.hero-not-playable"]}


def test_a_hero_who_is_there_is_not_offered_again():
    assert offered(Hero(hero="brick"))["brick"] == ["rb.hero-duplicate"]
    assert offered(Hero(hero="brick"))["claudine"] == []


def test_a_fifth_hero_is_refused():
    four = make.crowd(4)
    assert offered(*four)["red-hawk"] == ["rb.team-too-large"]
    assert offered(*four)["other"] == ["rb.team-too-large"]
    assert offered(*four[:3])["red-hawk"] == []


SKILLED = Hero(
    hero="quentin",
    name="Quentin",
    player="Ana",
    defense=3,
    weapons=(make.weapon("Couteau", keywords=("Discret",)),),
    skills=("Silence",),
    wounds=2,
    hand=4,
)


def library(document, *others):
    return [offer for group in LISTS["reichbusters"].library(load_roster(document), others) for offer in group.offers]


def test_a_hero_copied_from_a_card_is_taken_with_all_its_fields_as_before_a_mission():
    (copy,) = library(make.team(), make.team(SKILLED))
    assert after(make.team(), copy.command).units == (replace(SKILLED, wounds=0, hand=None),)


def test_of_each_hero_the_newest_copy_is_offered_and_none_of_whom_nothing_was_copied():
    newer, bare = replace(SKILLED, defense=4), Hero(hero="brick", name="Brick")
    copies = library(make.team(), make.team(bare, newer), make.team(SKILLED))
    assert [after(make.team(), copy.command).units[0].defense for copy in copies] == [4]


def test_a_copy_of_a_hero_who_is_there_is_refused_as_the_hero_is():
    (copy,) = library(make.team(Hero(hero="quentin")), make.team(SKILLED))
    assert broken_rules(copy) == ["rb.hero-duplicate"]


@pytest.mark.parametrize("word", ["é", "e30", "W10=", "bnVsbA==", "eyJraW5kIjoidmVoaWNsZSJ9"])
def test_what_is_no_hero_is_refused(word):
    assert refusal(make.team(), f"take-hero {word}") == "We couldn’t read this change."


def opened(**fields):
    return LISTS["reichbusters"].opened(load_roster(make.party(**fields)), 0)


@pytest.mark.parametrize(
    ("field", "one", "most", "rule"),
    [
        ("weapons", make.weapon(), 2, "rb.weapons-slots"),
        ("skills", "Discret", 4, "rb.skills-slots"),
        ("objects", make.thing(), 4, "rb.items-slots"),
    ],
)
def test_every_place_has_a_row_and_one_more_is_refused(field, one, most, rule):
    for number in range(most + 1):
        dashboard = opened(**{field: (one,) * number})
        assert len(dashboard[field]) == most
        assert [finding.rule.id for finding in dashboard["full"][field]] == ([rule] if number == most else [])


def test_a_dashboard_that_is_overfull_shows_all_of_it():
    assert len(opened(skills=tuple("ABCDEF"))["skills"]) == 6


def tallies(**fields):
    return {tally["key"]: broken_rules(tally["more"]) for tally in opened(**fields)["tallies"]}


def test_one_more_is_offered_while_there_is_one():
    assert tallies() == {key: [] for key in ("wounds", "hand", "removed", "attack", "defense", "joker")}
    assert tallies(wounds=20)["wounds"] == ["rb.wound-supply"]
    assert tallies(hand=12)["hand"] == ["rb.cards"]
    assert tallies(hand=6, removed_cards=6)["removed"] == ["rb.cards"]
    assert tallies(heroism=(("joker", 8),)) == tallies() | {"joker": ["rb.heroism-supply"]}


def test_unknown_slugs_of_a_document_can_still_be_chosen():
    weapon = make.weapon(type="siege", token="burnt")
    row = opened(weapons=(weapon, make.weapon()))["weapons"][0]
    assert [slug for slug, _word in row["kinds"]] == ["melee", "ranged", "siege"]
    assert [slug for slug, _word in row["tokens"]] == ["jammed", "discharged", "burnt"]


def test_the_head_shows_the_tracks_of_the_box_and_ones_own():
    assert tracks(make.team()) == {"pre": ["", "4", "5", "6", "7"], "post": ["", "3", "4", "5", "6"]}
    own = make.team(track=Track(9, 3), mode="duel", mission="Le pont")
    assert tracks(own) == {"pre": ["", "4", "5", "6", "7", "9"], "post": ["", "3", "4", "5", "6"]}
    values = LISTS["reichbusters"].head_values(own)
    assert values == {"mode": "duel", "pre": 9, "post": 3, "mission": "Le pont", "faction": "", "team": ""}


def tracks(team):
    groups = LISTS["reichbusters"].settings(load_roster(team))
    return {group.key: group.values for group in groups if group.key != "mode"}


@pytest.mark.parametrize(
    ("mission", "faction", "label"), [("Le pont", "Vril", "Le pont"), ("", "Vril", "Vril"), ("", "", "")]
)
def test_an_index_page_names_the_mission(mission, faction, label):
    text = LISTS["reichbusters"].label(load_roster(make.team(mission=mission, faction=faction)))
    assert (text.fr, text.en) == (label, label)


def test_heroes_are_counted_in_words():
    with override("en"):
        assert [LISTS["reichbusters"].count_label(number) for number in (0, 1, 4)] == ["0 heroes", "1 hero", "4 heroes"]


def test_a_duplicated_hero_is_a_finding():
    document = make.team(make.hero(), make.hero("sarge"))
    loaded = load_roster(document)
    after = LISTS["reichbusters"].edits["duplicate"].run(document, 0)
    assert [finding.rule.id for finding in loaded.with_document(after).verdict.findings] == ["rb.hero-duplicate"]
    assert after.units == (document.units[0], replace(document.units[0]), document.units[1])
