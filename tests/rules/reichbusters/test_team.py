"""Who is in a team, and what its mission says: each rule on both sides of its edge."""

import pytest

from rules.games.reichbusters.document import Track
from tests.rules.reichbusters import make
from tests.rules.reichbusters.make import broken, found, messages

OTHER = "rb.other-hero"


def test_a_complete_team_breaks_nothing():
    assert broken(make.party()) == []


def test_a_team_needs_a_hero():
    assert found(make.team()) == [("rb.team-empty", None)]
    assert broken(make.team(make.hero())) == ["rb.solo"]


@pytest.mark.parametrize(("number", "ids"), [(2, []), (3, []), (4, []), (5, ["rb.team-too-large"])])
def test_four_heroes_are_the_most(number, ids):
    assert broken(make.team(*make.crowd(number))) == ids


def test_far_too_many_are_one_finding():
    assert messages(make.team(*make.crowd(9)))["rb.team-too-large"] == "Heroes: 9, maximum 4."


def test_a_lone_hero_is_told_no_more_than_the_rulebook_says():
    assert messages(make.team(make.hero())) == {
        "rb.solo": "One hero alone: allowed, but the rulebook doesn’t cover such a small team."
    }


def test_a_lone_hero_is_a_warning():
    assert found(make.team(make.hero())) == [("rb.solo", None)]
    assert found(make.team(make.hero(), make.hero("sarge"))) == []


@pytest.mark.parametrize("slug", make.FIVE)
def test_each_of_the_five_may_go(slug):
    partner = "sarge" if slug != "sarge" else "brick"
    assert broken(make.team(make.hero(slug), make.hero(partner))) == []


def test_a_hero_goes_once():
    assert found(make.team(make.hero(), make.hero("sarge"))) == []
    assert found(make.team(make.hero(), make.hero("sarge"), make.hero())) == [("rb.hero-duplicate", 2)]


def test_a_third_copy_is_a_second_finding():
    assert found(make.team(make.hero(), make.hero(), make.hero())) == [
        ("rb.hero-duplicate", 1),
        ("rb.hero-duplicate", 2),
    ]


def test_heroes_of_other_boxes_are_told_apart_by_name():
    one, two = make.hero("other", name="Nadja"), make.hero("other", name="Jack")
    assert broken(make.team(one, two)) == [OTHER, OTHER]
    assert broken(make.team(one, make.hero("other", name=" nadja "))) == ["rb.hero-duplicate", OTHER, OTHER]


@pytest.mark.parametrize("name", ["Zoe\u0301", "Zo\u200bé", "ZOÉ"])
def test_spellings_of_one_name_are_one_hero(name):
    one = make.hero("other", name="Zoé")
    assert broken(make.team(one, make.hero("other", name=name))) == ["rb.hero-duplicate", OTHER, OTHER]
    assert broken(make.team(one, make.hero("other", name="Zoe"))) == [OTHER, OTHER]


def test_a_hero_of_another_box_without_a_visible_name_is_unknown():
    assert broken(make.team(make.hero("other", name="\u200b"), make.hero())) == ["rb.hero-unknown"]


def test_a_name_does_not_make_another_brick():
    assert broken(make.team(make.hero(name="A"), make.hero(name="B"))) == ["rb.hero-duplicate"]


@pytest.mark.parametrize("slug", ["", "brik", "general-wolff", "other"])
def test_nobody_else_is_known(slug):
    assert found(make.team(make.hero(slug), make.hero())) == [("rb.hero-unknown", 0)]


def test_a_hero_whom_this_edition_has_retired_is_unknown():
    assert make.broken_without(make.party(), "brick") == ["rb.hero-unknown"]


def test_who_is_unknown_or_here_already_is_named():
    unknown, nobody = make.team(make.hero("brik"), make.hero()), make.team(make.hero(""), make.hero())
    assert [messages(one)["rb.hero-unknown"] for one in (unknown, nobody)] == [
        "Not a hero in this book: brik.",
        "Not a hero in this book: –.",
    ]
    twice = make.team(make.hero(), make.hero(name="B"))
    others = make.team(make.hero("other", name="Nadja"), make.hero("other", name=" nadja "))
    nameless = make.team(make.hero("other"), make.hero("other"))
    assert [messages(one)["rb.hero-duplicate"] for one in (twice, others, nameless)] == [
        "Brick is already in the team.",
        "nadja is already in the team.",
        "Hero from another box is already in the team.",
    ]


@pytest.mark.parametrize("name", ["", "   "])
def test_a_hero_of_another_box_needs_a_name(name):
    assert broken(make.team(make.hero("other", name=name), make.hero())) == ["rb.hero-unknown"]
    assert broken(make.team(make.hero("other", name="Nadja"), make.hero())) == [OTHER]


def test_two_nameless_heroes_are_unknown_and_the_same():
    assert broken(make.team(make.hero("other"), make.hero("other"))) == [
        "rb.hero-duplicate",
        "rb.hero-unknown",
        "rb.hero-unknown",
    ]


def test_heroes_without_a_card_are_no_doubles():
    assert broken(make.team(make.hero(""), make.hero(""))) == ["rb.hero-unknown", "rb.hero-unknown"]


def test_o_reilly_has_no_card():
    assert found(make.team(make.hero("o-reilly"), make.hero())) == [("rb.hero-not-playable", 0)]
    assert found(make.team(make.hero("other", name="O’Reilly"), make.hero())) == [(OTHER, 0)]


@pytest.mark.parametrize(("mode", "ids"), [("campaign", []), ("raid", []), ("duel", ["rb.mode"])])
def test_campaign_or_raid(mode, ids):
    assert broken(make.team(make.hero(), make.hero("sarge"), mode=mode)) == ids


@pytest.mark.parametrize("pre", [4, 5, 6, 7])
@pytest.mark.parametrize("post", [3, 4, 5, 6])
def test_tracks_of_the_box(pre, post):
    assert broken(make.team(make.hero(), make.hero("sarge"), track=Track(pre, post))) == []


@pytest.mark.parametrize(
    ("pre", "post"), [(3, 3), (8, 6), (4, 2), (7, 7), (0, 0), (-4, 3), (None, 3), (4, None), (None, None), (8, 2)]
)
def test_tracks_of_no_box(pre, post):
    assert found(make.team(make.hero(), make.hero("sarge"), track=Track(pre, post))) == [("rb.track", None)]


def test_a_track_is_not_due():
    assert broken(make.team(make.hero(), make.hero("sarge"), track=None)) == []


def test_what_a_track_has_and_lacks_is_said():
    message = messages(make.team(make.hero(), make.hero("sarge"), track=Track(None, 9)))["rb.track"]
    assert message == "Rounds before the alarm: –, after: 9. Tracks have 4, 5, 6, 7 before and 3, 4, 5, 6 after."
