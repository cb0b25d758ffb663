"""Everything a player can do to a team: what it changes, what it leaves, what it refuses."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from builder.lists.spec import LISTS
from rules.games.reichbusters.document import Hero, Object, Team, Track, Weapon, WeaponSide
from tests.builder.reichbusters.editing import after, first, load_roster, refusal
from tests.rules.reichbusters import make

BRICK = Hero(hero="brick", name="Brick")
ALONE = make.team(BRICK)


# --- The team -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "name"), [("brick", "Brick"), ("red-hawk", "Red Hawk"), ("o-reilly", "O’Reilly")])
def test_a_hero_is_named_as_on_the_card(slug, name):
    assert after(make.team(), f"add-hero {slug}").units == (Hero(hero=slug, name=name),)


def test_heroes_of_other_boxes_get_names_of_their_own():
    with override("fr"):
        heroes = after(make.team(), *["add-hero other"] * 3).units
    assert [unit.name for unit in heroes] == [
        "Héros d’une autre boîte",
        "Héros d’une autre boîte 2",
        "Héros d’une autre boîte 3",
    ]


def test_a_hero_that_the_book_lacks_is_refused():
    assert refusal(make.team(), "add-hero wolff") == "This hero isn’t in the book."


def test_a_new_mission_clears_the_state_of_the_last_one():
    used = make.hero(
        weapons=(make.weapon(upgraded=True, token="jammed", vril_dice=1), make.weapon("Fusil", "ranged", 2)),
        objects=(make.thing(globe=True),),
        heroism=(("joker", 2),),
        wounds=4,
        captured=True,
        hand=3,
        removed_cards=1,
        player="Anne",
        notes="Garde la clé.",
    )
    team = replace(make.team(used, track=Track(5, 4), mission="Mission 1"), name="Nous")
    fresh = make.hero(
        weapons=(make.weapon(vril_dice=1), make.weapon("Fusil", "ranged", 2)), player="Anne", notes="Garde la clé."
    )
    assert after(team, "new-mission") == replace(team, units=(fresh,))


# --- The dashboard --------------------------------------------------------------------------------------------------


def test_player_and_defence_are_written_in_and_taken_out():
    assert first(ALONE, "set-hero 0", player="Anne", defense="2") == replace(BRICK, player="Anne", defense=2)
    assert first(make.party(), "set-hero 0", player="", defense="").defense is None


@pytest.mark.parametrize("word", ["two", "1.5", "2 3", "9" * 10, "--1", "+1"])
def test_a_figure_is_a_whole_number(word):
    assert refusal(ALONE, "set-hero 0", defense=word) == "Enter a whole number."


@pytest.mark.parametrize(("word", "number"), [(" 3 ", 3), ("-1", -1), ("−1", -1), ("007", 7), ("0", 0)])
def test_a_figure_may_be_written_in_several_ways(word, number):
    assert first(ALONE, "set-hero 0", defense=word).defense == number


def test_a_number_too_large_for_the_form_may_stay():
    huge = make.team(replace(BRICK, defense=10**3999))
    assert first(huge, "set-hero 0", player="Anne", defense=str(10**3999)).defense == 10**3999


FORM = {
    "name": "Mitrailleuse",
    "type": "ranged",
    "range": "3",
    "attack_dice": "4",
    "noise_dice": "3",
    "vril_dice": "",
    "keywords": "Peu fiable, , Rafale",
    "upgraded": "on",
    "token": "jammed",
}
GUN = Weapon("Mitrailleuse", "ranged", 3, 4, 3, None, ("Peu fiable", "Rafale"), True, "jammed")


def test_a_weapon_is_written_on_a_free_place():
    assert first(ALONE, "set-weapon 0 0", **FORM).weapons == (GUN,)
    assert first(make.party(), "set-weapon 0 2", **FORM).weapons == (make.weapon(), make.weapon(), GUN)


def test_a_weapon_replaces_the_one_at_its_place():
    assert first(make.party(), "set-weapon 0 1", **FORM).weapons == (make.weapon(), GUN)


def test_a_blank_form_changes_nothing():
    assert after(ALONE, "set-weapon 0 0") == ALONE
    assert after(ALONE, "set-weapon 0 0", name=" ", type="melee", range="", keywords="", token="") == ALONE


def test_what_a_form_does_not_send_stays():
    assert first(make.party(), "set-weapon 0 0", name="Sabre").weapons[0] == make.weapon("Sabre")


def test_keywords_that_were_not_touched_stay_as_they_are():
    weapon = make.weapon(keywords=("Feu, flammes", "Lent"))
    team = make.party(weapons=(weapon, weapon))
    assert first(team, "set-weapon 0 0", keywords="Feu, flammes, Lent").weapons[0] == weapon


def test_a_place_beyond_the_next_is_refused():
    assert refusal(ALONE, "set-weapon 0 1", name="Sabre") == "That’s no longer there."
    assert refusal(ALONE, "remove-weapon 0 0") == "That’s no longer there."


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"name": "x" * 201}, "Text length: 200 maximum."),
        ({"keywords": "x" * 201}, "Text length: 200 maximum."),
        ({"keywords": "x," * 41}, "At most 40 of these per unit."),
        ({"type": "Siège !"}, "Choose a name from the list."),
        ({"token": "Bouillant !"}, "Choose a name from the list."),
        ({"attack_dice": "quatre"}, "Enter a whole number."),
    ],
)
def test_a_weapon_that_cannot_be_read_is_refused(fields, message):
    assert refusal(ALONE, "set-weapon 0 0", **fields) == message


def test_a_weapon_is_taken_off():
    team = make.party(weapons=(make.weapon("A"), make.weapon("B")))
    assert first(team, "remove-weapon 0 0").weapons == (make.weapon("B"),)


def test_two_globes_upgrade_a_weapon():
    things = (make.thing("Globe", globe=True), make.thing("Corde"), make.thing("Globe", globe=True))
    team = make.party(objects=(*things, make.thing("Globe", globe=True)))
    hero = first(team, "upgrade-weapon 0 1")
    assert hero.weapons == (make.weapon(), make.weapon(upgraded=True))
    assert hero.objects == (make.thing("Corde"), make.thing("Globe", globe=True))


def test_a_weapon_is_not_upgraded_without_globes_or_twice():
    one = make.thing(globe=True)
    assert refusal(make.party(objects=(one,)), "upgrade-weapon 0 0") == "An upgrade costs 2 globes of vril."
    turned = make.party(objects=(one, one), weapons=(make.weapon(upgraded=True),))
    assert refusal(turned, "upgrade-weapon 0 0") == "No weapon to turn over."
    assert refusal(turned, "upgrade-weapon 0 1") == "No weapon to turn over."


def test_skills_are_those_of_the_form_without_the_blank_ones():
    assert first(ALONE, "set-skills 0", skill__0="Discret", skill__1=" ", skill__2="Agile").skills == (
        "Discret",
        "Agile",
    )
    assert first(make.party(), "set-skills 0", skill__0="").skills == ()
    assert first(make.party(), "set-skills 0").skills == ("A", "B", "C", "D")


def test_objects_are_those_of_the_form_without_the_blank_ones():
    form = {"object__0": "Corde", "object__1": "", "object__2": "", "globe__2": "on", "token__0": "discharged"}
    assert first(ALONE, "set-objects 0", **form).objects == (Object("Corde", token="discharged"), Object(globe=True))
    assert first(make.party(objects=(make.thing(),)), "set-objects 0", object__0="").objects == ()
    assert first(make.party(objects=(make.thing(),)), "set-objects 0").objects == (make.thing(),)


def test_an_object_is_used_up():
    team = make.party(objects=(make.thing("A"), make.thing("B")))
    assert first(team, "remove-object 0 0").objects == (make.thing("B"),)
    assert refusal(team, "remove-object 0 2") == "That’s no longer there."


# --- In play --------------------------------------------------------------------------------------------------------


def test_the_state_is_that_of_the_form():
    form = {"wounds": "4", "hand": "3", "removed": "1", "heroism__attack": "2", "heroism__joker": "", "captured": "on"}
    assert first(ALONE, "set-state 0", **form) == replace(
        BRICK,
        wounds=4,
        hand=3,
        removed_cards=1,
        heroism=(("attack", 2),),
        captured=True,
    )


def test_a_state_that_was_not_sent_stays_but_for_the_tick():
    team = make.party(wounds=2, hand=4, heroism=(("luck", 1),), captured=True)
    hero = first(team, "set-state 0", hand="")
    assert (hero.wounds, hero.hand, hero.captured, dict(hero.heroism)["luck"]) == (2, None, False, 1)


@pytest.mark.parametrize(("what", "field"), [("wounds", "wounds"), ("hand", "hand"), ("removed", "removed_cards")])
def test_wounds_and_cards_are_tallied(what, field):
    assert getattr(first(ALONE, *[f"tally 0 {what} more"] * 3, f"tally 0 {what} less"), field) == 2
    assert getattr(first(ALONE, f"tally 0 {what} less"), field) == 0


@pytest.mark.parametrize("kind", ["attack", "defense", "joker"])
def test_heroism_is_tallied(kind):
    assert first(ALONE, *[f"tally 0 {kind} more"] * 2).heroism == ((kind, 2),)
    assert first(ALONE, f"tally 0 {kind} more", f"tally 0 {kind} less") == BRICK


def test_only_what_is_counted_can_be_tallied():
    assert refusal(ALONE, "tally 0 luck more") == "One more or one fewer?"
    assert refusal(ALONE, "tally 0 wounds up") == "One more or one fewer?"
    assert refusal(make.team(replace(BRICK, wounds=10**9)), "tally 0 wounds more") == "Enter that number by hand."


@pytest.mark.parametrize("command", ["set-hero 1", "set-weapon 1 0", "tally 1 wounds more", "set-skills 1"])
def test_a_hero_who_is_gone_is_not_changed(command):
    assert refusal(ALONE, command, name="x", player="x", skill__0="x") == "That unit isn’t in the list any more."


# --- The head -------------------------------------------------------------------------------------------------------


def head(document=None, **fields):
    return LISTS["reichbusters"].read_head(load_roster(document or Team()), fields)


def test_the_head_is_that_of_the_form():
    form = {"mode": "raid", "mission": "Le pont", "faction": "Saturés", "team": "Deux héros", "pre": "5", "post": "4"}
    assert head(**form) == {
        "mode": "raid",
        "mission": "Le pont",
        "faction": "Saturés",
        "team": "Deux héros",
        "track": Track(5, 4),
    }
    assert after(Team(), "set-head", **form) == Team(
        mode="raid", mission="Le pont", faction="Saturés", team="Deux héros", track=Track(5, 4)
    )


@pytest.mark.parametrize(
    ("pre", "post", "track"), [("", "", None), ("5", "", Track(5)), ("", "4", Track(None, 4)), ("9", "1", Track(9, 1))]
)
def test_a_track_is_kept_as_far_as_it_was_written(pre, post, track):
    assert head(pre=pre, post=post)["track"] == track


def test_what_the_head_does_not_send_stays():
    team = Team(mode="raid", track=Track(10**50, 3), mission="Le pont")
    assert replace(team, **head(team)) == team
    assert head(team, pre=str(10**50), post="4")["track"] == Track(10**50, 4)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"mode": ""}, "Choose campaign or RAID."),
        ({"mode": "Raid !"}, "Choose campaign or RAID."),
        ({"pre": "cinq"}, "Enter a whole number."),
        ({"mission": "x" * 201}, "Text length: 200 maximum."),
    ],
)
def test_a_head_that_cannot_be_read_is_refused(fields, message):
    assert refusal(Team(), "set-head", **fields) == message


# --- The two sides of a weapon --------------------------------------------------------------------------------------

TWO_SIDES = make.weapon(improved=make.side(attack_dice=4))


def test_a_new_mission_restores_the_first_side():
    team = make.party(weapons=(replace(TWO_SIDES, upgraded=True), make.weapon()))
    cleared = first(team, "new-mission").weapons[0]
    assert (cleared, cleared.side.attack_dice) == (TWO_SIDES, 2)


def test_an_upgrade_keeps_the_figures_of_the_first_side():
    globes = (make.thing(globe=True),) * 2
    hero = first(make.party(weapons=(TWO_SIDES, make.weapon()), objects=globes), "upgrade-weapon 0 0")
    assert (hero.weapons[0], hero.weapons[0].side) == (replace(TWO_SIDES, upgraded=True), TWO_SIDES.improved)


def test_the_upgraded_side_is_written_in_beside_the_first():
    form = {
        "improved__type": "ranged",
        "improved__range": "3",
        "improved__attack_dice": "5",
        "improved__noise_dice": "2",
        "improved__vril_dice": "1",
        "improved__keywords": "Brasier, Rafale",
        "upgraded": "on",
    }
    weapon = first(make.party(), "set-weapon 0 0", **form).weapons[0]
    side = WeaponSide("ranged", 3, 5, 2, 1, ("Brasier", "Rafale"))
    assert weapon == make.weapon(upgraded=True, improved=side)


def test_an_upgraded_side_that_was_not_sent_stays():
    team = make.party(weapons=(TWO_SIDES, make.weapon()))
    assert first(team, "set-weapon 0 0", name="Sabre").weapons[0] == replace(TWO_SIDES, name="Sabre")


def test_an_upgraded_side_is_taken_out_with_its_last_figure():
    team = make.party(weapons=(make.weapon(improved=WeaponSide("ranged", attack_dice=4)), make.weapon()))
    kept = first(team, "set-weapon 0 0", improved__attack_dice="5")
    assert kept.weapons[0].improved == WeaponSide("ranged", attack_dice=5)
    assert first(team, "set-weapon 0 0", improved__attack_dice="").weapons[0].improved is None


def test_the_kind_alone_is_no_upgraded_side():
    assert after(ALONE, "set-weapon 0 0", improved__type="ranged") == ALONE
    bare = make.party(weapons=(make.weapon(improved=WeaponSide("ranged")), make.weapon()))
    assert after(bare, "set-weapon 0 0", improved__type="ranged") == bare


# --- Duplicates -----------------------------------------------------------------------------------------------------


def others(number):
    return make.team(*[make.hero("other", name=f"Nadja {n}") for n in range(1, number + 1)])


def test_a_duplicate_of_another_box_gets_a_name_of_its_own():
    team = after(make.team(make.hero("other", name="Nadja"), make.hero()), "duplicate 0")
    assert [unit.name for unit in team.units] == ["Nadja", "Nadja 2", ""]
    assert make.broken(team) == ["rb.other-hero", "rb.other-hero"]
