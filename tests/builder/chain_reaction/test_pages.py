"""Editor, clock, modes and the page after a game: plain and htmx, bad input, strangers."""

import re

import pytest
from django.test import Client

from builder.models import Revision
from rules.games.chain_reaction.document import Draw
from rules.play.dice import Thrown
from tests.builder.chain_reaction.editing import HTMX, document_of, edit, page_of, reloaded, report, store
from tests.rules.chain_reaction import make

pytestmark = pytest.mark.django_db
CLOCK, MODES = "/rules/chain-reaction/clock/", "/rules/chain-reaction/modes/"


@pytest.fixture
def roster(client):
    """A group that this client may edit: a Star, a soldier who was drawn, four who were chosen."""
    return store(client, make.group(make.npc(4, name="Duval", draw=Draw("military", (3, 4), "ab")), name="Le Pont"))


@pytest.fixture
def campaign(client):
    """The worked example of a campaign: a Star who may fall, NPCs of REP 5, 4, 4, 3, 3."""
    npcs = [make.npc(rep, name=name) for rep, name in zip((5, 4, 4, 3, 3), "ABCDE", strict=True)]
    return store(client, make.group(*npcs, star=make.star(name="Star"), campaign=True))


def text_of(response):
    return response.content.decode()


def reps(document):
    return [(unit.name, unit.rep) for unit in document.units]


# --- the editor -----------------------------------------------------------------------------------------------------


def test_a_new_list_begins_with_its_star(client):
    answer = client.post("/new/chain-reaction/", {"name": "Le Pont", "period": "old-west", "campaign": "on"})
    page = text_of(client.get(answer["Location"]))
    assert answer.status_code == 302
    assert 'id="unit-0"' in page
    assert 'id="unit-1"' not in page


@pytest.mark.parametrize("bad", [{"period": "Far West!"}, {"period": "x" * 101}, {"name": "x" * 201}])
def test_a_head_that_cannot_be_read_is_shown_again(client, bad):
    assert client.post("/new/chain-reaction/", {"period": "generic"} | bad).status_code == 422


def test_period_and_campaign_are_changed_in_the_head(client, roster):
    edit(client, roster, "set-head", period="prohibition", campaign="on")
    assert (document_of(roster).period, document_of(roster).campaign) == ("prohibition", True)
    edit(client, roster, "set-head", period="")
    assert (document_of(roster).period, document_of(roster).campaign) == ("generic", False)


def test_drawing_again_answers_htmx_with_the_card_and_the_log(client, roster):
    page = text_of(edit(client, roster, "redraw 5", HTMX, table="police", dice="6 6", opened="5"))
    assert 'hx-target="#unit-5"' in page
    assert 'hx-target="#log"' in page
    assert document_of(roster).units[5].draw == Draw("police", (6, 6))


def test_drawing_again_redirects_a_browser_without_javascript(client, roster):
    answer = edit(client, roster, "redraw 5", table="police", opened="5")
    assert (answer.status_code, answer["Location"]) == (302, f"/lists/{roster.pk}/?unit=5#unit-5")


def test_bad_dice_change_nothing_with_htmx_and_without(client, roster):
    assert edit(client, roster, "redraw 5", HTMX, table="police", dice="9 9").status_code == 422
    assert edit(client, roster, "redraw 5", table="police", dice="9 9").status_code == 302
    assert (reloaded(roster).revision, document_of(roster).units[5].draw.dice) == (1, (3, 4))


def test_a_draw_by_a_seed_links_to_the_dice_that_prove_it(client, roster):
    edit(client, roster, "redraw 5", table="military", opened="5")
    draw = document_of(roster).units[5].draw
    page = text_of(client.get(f"/lists/{roster.pk}/?unit=5"))
    link = re.search(r"/dice/\?seed=(\w+)&amp;dice=2D6", page)
    assert link.group(1) == draw.seed
    proof = text_of(client.get(f"/dice/?seed={draw.seed}&dice=2D6"))
    assert [int(one) for one in re.findall(r"<td>(\d)</td>", proof)] == list(draw.dice)


def test_a_seed_that_does_not_give_its_dice_is_named(client, roster):
    client.post("/i18n/setlang/", {"language": "en"})
    assert Thrown("ab").several(2) != (3, 4)
    assert "these dice don’t come from this seed" in text_of(client.get(f"/lists/{roster.pk}/?unit=5"))


def test_a_recruits_dice_are_proved_by_those_of_the_whole_report(client, campaign):
    fields = {"fate-5": "dead", "draw_on": "military", "action": "aftermath"}
    while len(document_of(campaign).units) < 6 or not document_of(campaign).log:  # until a recruit comes
        edit(client, campaign, "undo")
        edit(client, campaign, "rename", name=str(reloaded(campaign).last_revision))
        report(client, campaign, **fields)
    recruit, roll = document_of(campaign).units[5], document_of(campaign).log[0].rolls[0]
    assert roll.dice[2:] == recruit.draw.dice
    page = text_of(client.get(f"/lists/{campaign.pk}/?unit=5"))
    assert f"seed={roll.seed}&amp;dice={len(roll.dice)}D6" in page


def test_day_and_weather_start_the_clock(client, roster):
    edit(client, roster, "roll-time", dice="1 2")
    assert edit(client, roster, "roll-time", dice="4 4").status_code == 302
    edit(client, roster, "roll-weather", dice="6 4")
    page = text_of(client.get(f"/lists/{roster.pk}/"))
    assert f"{CLOCK}?moment=apres-midi-8&amp;left=3&amp;weather=mauvais&amp;turn=1" in page


def test_names_are_escaped(client):
    roster = store(client, make.group(make.npc(name="<script>x</script>"), name="{{ 7 }}<b>"))
    for page in (f"/lists/{roster.pk}/?unit=5", page_of(roster), f"/s/{roster.share_key}/"):
        assert "<script>x" not in text_of(client.get(page))


# --- the clock ------------------------------------------------------------------------------------------------------


def query(**fields):
    return {"moment": "matin-5", "left": "10", "weather": "variable", "turn": "1"} | fields


def query_of(answer):
    """The query of the address that an answer redirects to."""
    return answer["Location"].removeprefix(f"{CLOCK}?")


def test_the_clock_begins_with_thrown_dice_and_shows_them_after_a_reload(client):
    answer = client.get(CLOCK, {"action": "begin"})
    seed = re.search(r"seed=(\w+)", answer["Location"]).group(1)
    assert answer.status_code == 302
    assert (
        text_of(client.get(answer["Location"])).count(seed) == text_of(client.get(answer["Location"])).count(seed) >= 2
    )


def test_the_clock_begins_with_typed_dice(client):
    assert query_of(client.get(CLOCK, {"action": "begin", "dice": "1 1 5 4 4"})) == (
        "moment=nuit-2&left=6&weather=variable&turn=1&fell=1+1+5+4+4"
    )


def test_the_next_turn_has_one_turn_less_left(client):
    assert query_of(client.get(CLOCK, query(action="next"))) == "moment=matin-5&left=9&weather=variable&turn=2"


def test_after_the_last_turn_comes_the_next_time_of_day(client):
    assert query_of(client.get(CLOCK, query(action="next", left="1"))) == (
        "moment=apres-midi-7&left=10&weather=variable&turn=2"
    )
    evening = query(action="next", moment="apres-midi-7", left="1", dice="5")
    assert query_of(client.get(CLOCK, evening)) == "moment=soiree&left=3&weather=variable&turn=2&fell=5"


def test_a_double_ends_changeable_weather(client):
    assert query_of(client.get(CLOCK, query(action="double", face="6"))) == (
        "moment=matin-5&left=10&weather=tres-mauvais&turn=1"
    )
    assert query_of(client.get(CLOCK, query(action="double", face="4"))).split("&")[2] == "weather=variable"


def test_the_clock_is_set_by_hand(client):
    assert query_of(client.get(CLOCK, {"action": "set", "moment": "soiree", "left": "3", "weather": "degage"})) == (
        "moment=soiree&left=3&weather=degage&turn=1"
    )
    too_long = client.get(CLOCK, {"action": "set", "moment": "soiree", "left": "4", "weather": "degage"})
    assert (too_long.status_code, 'role="alert"' in text_of(too_long)) == (200, True)


def test_at_night_and_in_bad_weather_one_sees_less(client):
    assert "8″ (20 cm)" in text_of(client.get(CLOCK, query(moment="nuit-12", weather="mauvais")))
    assert "12″ (30 cm)" in text_of(client.get(CLOCK, query(moment="nuit-12", weather="degage")))


@pytest.mark.parametrize(
    "junk",
    [{"moment": "midi"}, {"left": "x"}, {"left": "9" * 4000}, {"turn": "-1"}, {"weather": ""}],
)
def test_an_address_of_no_clock_offers_to_begin_one(client, junk):
    answer = client.get(CLOCK, query(**junk))
    assert (answer.status_code, answer.context["clock"], answer.context["error"]) == (200, None, None)


@pytest.mark.parametrize(
    ("junk", "error"),
    [
        ({"action": "double", "face": "9"}, False),
        ({"action": "begin", "dice": "9 9"}, True),
        ({"action": "begin", "dice": "1 1 1 1 1 1"}, True),
        ({"action": "dance"}, False),
        ({"seed": "x" * 500, "thrown": "99999"}, False),
        ({"seed": "x", "thrown": "x"}, False),
        ({"fell": "<b>"}, False),
    ],
)
def test_junk_leaves_the_clock_as_it_is(client, junk, error):
    answer = client.get(CLOCK, query(**junk))
    assert (answer.status_code, answer.context["clock"].left, 'role="alert"' in text_of(answer)) == (200, 10, error)
    assert "<b>" not in answer.context["dice"] or "&lt;b&gt;" in text_of(answer)


# --- zombies and insurgents -----------------------------------------------------------------------------------------


def test_typed_dice_say_how_many_zombies_enter_and_where(client):
    page = text_of(client.get(MODES, {"roll": "zombies", "dice": "3 5"}, headers={"Accept-Language": "en"}))
    assert "3 zombies" in page
    assert "Marker 5" in page


def test_typed_dice_arm_insurgents(client):
    page = text_of(client.get(MODES, {"roll": "insurgents", "dice": "3 6 2 5 5"}, headers={"Accept-Language": "en"}))
    assert "The players choose" in page
    assert [int(n) for n in re.findall(r"<td>(\d+) ×</td>", page)] == [1, 2]


@pytest.mark.parametrize(("level", "n"), [("niveau-1", 1), ("niveau-2", 2), ("niveau-3", 3), ("niveau-9", 2)])
def test_the_level_says_how_many_stir(client, level, n):
    query = {"roll": "infestation", "level": level, "markers": "6", "dice": "1 2 3 4 5 6"}
    assert text_of(client.get(MODES, query)).count('class="die hit"') == n


def test_infestation_asks_for_the_noise_markers(client):
    """Ruling cr-56: not for the five where zombies enter."""
    page = text_of(client.get(MODES, {"roll": "infestation", "dice": "1"}, headers={"Accept-Language": "en"}))
    assert "Noise markers on the table" in page
    assert "1 zombie appears" in page


@pytest.mark.parametrize("slug", ["zombies", "insurgents", "infestation"])
def test_a_roll_has_an_address_that_shows_the_same_dice_again(client, slug):
    answer = client.get(MODES, {"roll": slug})
    again = answer["Location"]
    assert re.search(rf"roll={slug}&seed=\w+#table-{slug}$", again)
    dice = [re.findall(r'class="die[^>]*>(\d)<', text_of(client.get(again))) for _twice in range(2)]
    assert dice[0] == dice[1] != []


@pytest.mark.parametrize(
    "junk",
    [{"dice": "9"}, {"dice": "1"}, {"dice": "1 2 3 4"}, {"markers": "0"}, {"markers": "9" * 4000}, {"level": "<"}],
)
@pytest.mark.parametrize("slug", ["zombies", "insurgents", "infestation", "dragons"])
def test_junk_still_answers_with_the_usual_level_and_markers(client, slug, junk):
    answer = client.get(MODES, {"roll": slug, "seed": "a"} | junk)
    assert (answer.status_code, answer.context["level"], answer.context["markers"]) == (200, "niveau-2", 1)


# --- after a game ---------------------------------------------------------------------------------------------------


@pytest.fixture
def nameless(client):
    """A group in a campaign in which nobody has a name."""
    client.post("/i18n/setlang/", {"language": "en"})
    return store(client, make.group(*[make.npc(rep) for rep in (5, 4, 4, 3, 3)], campaign=True))


def test_a_star_without_a_name_is_the_star_and_the_others_have_numbers(client, nameless):
    page = text_of(report(client, nameless, **{"fate-0": "out", "fate-2": "out", "dice": "1 1"}))
    names = re.findall(r'figure-line">\s*<b>\s*(.+?)\s*</b>', page)
    assert names == ["Star", *[f"Human #{number}" for number in range(2, 7)]]
    assert "Star comes back as before" in page
    assert "Human #3: 2 passes against REP 4, back as before." in page


def test_who_may_leave_has_a_number(client, nameless):
    fields = {"lost": "on", "fate-0": "out", "removed-1": "on", "losses": "no", "dice": "1 1"}
    assert "<b>Human #6</b>" in text_of(report(client, nameless, **fields))


@pytest.mark.parametrize(("leader", "name"), [(0, "Star"), (2, "Human #3")])
def test_the_leader_is_named_at_a_glance(client, leader, name):
    roster = store(client, make.group(leader=leader))
    page = text_of(client.get(f"/lists/{roster.pk}/", headers={"Accept-Language": "en"}))
    assert f'<a href="#unit-{leader}">{name}</a>' in page


def test_outside_a_campaign_the_page_offers_to_start_one(client, roster):
    assert 'id="start-campaign"' in text_of(client.get(page_of(roster)))


def test_a_report_changes_nothing_and_rolls_the_same_dice_every_time(client, campaign):
    fields = {"fate-1": "out", "fate-2": "fled", "lost": "on", "kill-3": "on"}
    pages = [re.findall(r'class="die small">(\d)', text_of(report(client, campaign, **fields))) for _twice in range(2)]
    assert pages[0] == pages[1] != []
    assert (reloaded(campaign).revision, document_of(campaign).log) == (1, ())


@pytest.mark.database
def test_the_worked_example_is_applied_and_undone_as_one_edit(client, campaign):
    before = document_of(campaign)
    # the Star (1) falls to REP 4: whoever has REP 5 leaves, and four NPCs are as many as it leads
    fields = {"lost": "on", "fate-0": "out", "losses": "no", "dice": "1", "action": "aftermath"}
    assert report(client, campaign, **fields)["Location"] == f"/lists/{campaign.pk}/#units"
    after = document_of(campaign)
    assert reps(after) == [("Star", 4), ("B", 4), ("C", 4), ("D", 3), ("E", 3)]
    assert [roll.dice for entry in after.log for roll in entry.rolls] == [(1,)]
    edit(client, campaign, "undo")
    assert document_of(campaign) == before


def test_the_log_has_each_step_with_its_dice(client, campaign):
    fields = {"fate-5": "dead", "kill-4": "on", "dice": "6 1 2 6", "draw_on": "generic", "action": "aftermath"}
    client.post("/i18n/setlang/", {"language": "en"})
    report(client, campaign, **fields)
    document = document_of(campaign)
    assert reps(document) == [("Star", 5), ("A", 5), ("B", 4), ("C", 4), ("D", 4), ("", 3)]
    assert [(entry.title, entry.text) for entry in document.log][:2] == [
        ("After a battle: Recovery", "E died."),
        ("After a battle: REP up", "D: REP rises from 3 to 4."),
    ]
    assert document.log[0].rolls[0].dice == (6, 1, 2, 6)


def test_thrown_dice_are_kept_with_their_seed(client, campaign):
    report(client, campaign, **{"fate-1": "out", "fate-2": "out", "action": "aftermath"})
    roll = document_of(campaign).log[0].rolls[0]
    assert Thrown(roll.seed).several(len(roll.dice)) == roll.dice


def answer_next(client, roster, page, *dice):
    """The page after the dice that this one asks for, sent with all that it keeps."""
    kept = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page.split('id="walked"')[1]))
    return text_of(client.post(page_of(roster), kept | {f"die-{n}": die for n, die in enumerate(dice, 1)}))


def asked(page):
    """(step, what for, how many dice) that a page asks for; None where it asks for none."""
    found = re.search(r'class="dice-due">\s*<legend>(.+?)</legend>\s*<p>(.+?)</p>', page)
    return found and (*found.groups(), len(re.findall(r'name="die-', page)))


def test_dice_of_ones_own_are_asked_for_step_by_step(client, nameless):
    fields = {"own_dice": "on", "fate-2": "out", "removed-3": "on", "lost": "on", "draw_on": "generic"}
    page = text_of(report(client, nameless, **fields))
    assert asked(page) == ("Recovery", "Human #3: 2D6 against REP 4.", 2)
    assert "Nothing here." not in page
    page = answer_next(client, nameless, page, 5, 6)
    assert asked(page) == ("REP down", "Human #4: 1D6; on a 1, REP 4 drops.", 1)
    page = answer_next(client, nameless, page, 1)
    assert asked(page) == ("Recruiting", "2D6 against the Star’s REP 5.", 2)
    page = answer_next(client, nameless, page, 1, 6)
    assert asked(page)[1:] == ("A recruit: 1D6 on the table Generic roll; re-roll if REP is above the Star’s.", 1)
    page = answer_next(client, nameless, page, 2)
    assert (asked(page), 'id="take-over"' in page) == (None, True)
    kept = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page.split('id="walked"')[1]))
    client.post(page_of(nameless), kept | {"action": "aftermath"})
    after = document_of(nameless)
    assert ([unit.rep for unit in after.units], after.log[0].rolls[0].dice) == ([5, 5, 3, 3, 3, 4], (5, 6, 1, 1, 6, 2))


def test_a_die_that_cannot_fall_is_asked_for_again(client, nameless):
    page = text_of(report(client, nameless, **{"own_dice": "on", "fate-2": "out", "fate-3": "out"}))
    page = answer_next(client, nameless, page, 1, 1)
    again = answer_next(client, nameless, page, 7, 1)
    assert ('role="alert"' in again, asked(again)) == (True, ("Recovery", "Human #4: 2D6 against REP 4.", 2))
    assert '<span class="die small">7' not in again


def test_nothing_is_applied_before_all_dice_are_there(client, nameless):
    fields = {"own_dice": "on", "fate-2": "out", "action": "aftermath"}
    answer = report(client, nameless, **fields)
    assert (answer.status_code, "Human #3: 2D6 against REP 4." in text_of(answer)) == (422, True)
    assert (reloaded(nameless).revision, document_of(nameless).log) == (1, ())


def test_nothing_is_applied_before_it_is_chosen_who_leaves(client, campaign):
    fields = {"lost": "on", "fate-0": "out", "removed-1": "on", "losses": "no", "dice": "1 1"}
    page = text_of(report(client, campaign, **fields))  # the Star falls to 4, and A from 5 to 4: five are one too many
    assert re.findall(r'name="(leave-\d)"', page) == [f"leave-{index}" for index in range(1, 6)]
    assert 'id="take-over"' not in page
    assert report(client, campaign, action="aftermath", **fields).status_code == 422
    report(client, campaign, action="aftermath", **fields | {"leave-3": "on"})
    assert reps(document_of(campaign)) == [("Star", 4), ("A", 4), ("B", 4), ("D", 3), ("E", 3)]


def test_with_too_many_who_leave_the_choice_is_open_again(client, campaign):
    fields = {"lost": "on", "fate-0": "out", "removed-1": "on", "dice": "1 1", "leave-3": "on", "leave-4": "on"}
    assert 'name="leave-3"' in text_of(report(client, campaign, **fields))


def test_a_dead_star_ends_the_group_and_offers_a_copy(client, campaign):
    page = text_of(report(client, campaign, **{"fate-0": "dead"}))
    assert f"/lists/{campaign.pk}/duplicate/" in page
    assert report(client, campaign, **{"fate-0": "dead", "action": "aftermath"}).status_code == 422
    assert reloaded(campaign).revision == 1


def test_a_star_chooses_how_it_comes_back(client, campaign):
    report(client, campaign, **{"fate-0": "out", "star_choice": "weakened", "action": "aftermath"})
    assert document_of(campaign).units[0].next_game_rep == -1


@pytest.mark.parametrize(
    ("attributes", "words"),
    [
        ((), "2D6 against REP 5. All free places: 25 in 36; one: 10; none: 1."),
        (("stoique",), "3D6 against REP 5. All free places: 200 in 216; one: 15; none: 1."),
        (("stoique", "chef-ne"), "4D6 against REP 5. All free places: 1275 in 1296; one: 20; none: 1."),
    ],
)
def test_the_chances_of_recruiting_count_the_dice_of_the_star(client, attributes, words):
    roster = store(client, make.group(star=make.star(attributes=attributes), campaign=True))
    page = text_of(client.get(page_of(roster), headers={"Accept-Language": "en"}))
    assert words in " ".join(page.split())


def test_recruits_by_hand_are_announced(client, campaign):
    fields = {"fate-5": "gone", "draw_on": "", "dice": "1 1", "action": "aftermath"}
    client.post("/i18n/setlang/", {"language": "en"})
    page = text_of(client.get(report(client, campaign, **fields)["Location"]))
    assert "You can add 1 recruit." in page
    assert len(document_of(campaign).units) == 5


@pytest.mark.database
def test_a_report_on_an_older_state_is_not_applied(client, campaign):
    edit(client, campaign, "remove 5")
    stale = report(client, campaign, revision="1", **{"fate-1": "dead", "action": "aftermath"})
    assert (stale.status_code, len(document_of(campaign).units)) == (409, 5)


@pytest.mark.parametrize(
    "junk",
    [
        {"dice": "x"},
        {"dice": "9"},
        {"dice": "1 " * 200},
        {"fate-0": "bored", "fate-99": "dead", "losses": "perhaps", "star_choice": "?", "draw_on": "nowhere"},
        {"leave-0": "on", "leave-77": "on"},
        {"seed": "x" * 5000},
        {"command": "remove 0"},
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_junk_in_a_report_changes_nothing(client, campaign, junk, headers):
    fields = {"fate-1": "out"} | junk
    assert report(client, campaign, headers, **fields).status_code in (200, 422)
    assert Revision.objects.filter(roster=campaign).count() == 1


def test_an_empty_or_missing_revision_is_stale(client, campaign):
    assert client.post(page_of(campaign), {}).status_code == 409
    assert client.post(page_of(campaign), {"revision": "x"}).status_code == 409


def test_a_stranger_finds_no_page(roster):
    stranger = Client()
    assert stranger.get(page_of(roster)).status_code == 404
    assert stranger.post(page_of(roster), {"revision": "1", "action": "aftermath"}).status_code == 404
    assert stranger.get(page_of(roster, "nothing")).status_code == 404


def test_there_are_no_other_pages(client, roster):
    assert client.get(page_of(roster, "nothing")).status_code == 404
    assert client.get("/rules/chain-reaction/nothing/").status_code == 404


@pytest.mark.parametrize("language", ["fr", "en"])
def test_pages_answer_in_both_languages(client, campaign, language):
    client.post("/i18n/setlang/", {"language": language})
    for page in (CLOCK, MODES, "/rules/chain-reaction/", page_of(campaign), f"/lists/{campaign.pk}/?head"):
        answer = client.get(page)
        assert (answer.status_code, f'<html lang="{language}"' in text_of(answer)) == (200, True)


# --- the rules ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("Fast move", ["2D6", "+1D6", "–"]),
        ("Shot at", ["2D6", "–", "★"]),
        ("Charge", ["2D6", "+1D6", "★"]),
        ("Desperate shot", ["1D6", "–", "–"]),
    ],
)
def test_the_rules_name_the_dice_of_each_test_the_leaders_die_and_who_chooses(client, name, cells):
    page = text_of(client.get("/rules/chain-reaction/", headers={"Accept-Language": "en"}))
    table = page.split('id="table-tests"')[1].split("</table>")[0]
    assert re.findall(r'<abbr title="(.+?)">', table) == ["leader die", "a Star chooses"]
    assert re.findall(r'<th scope="col">(?:<abbr[^>]*>)?(.+?)</', table) == ["Test", "dice", "LD", "★"]
    row = next(part for part in table.split("<tr>") if f"<b>{name}</b>" in part)
    assert re.findall(r"<td>(.+?)</td>", row) == cells


@pytest.mark.parametrize(
    ("table", "columns", "words"),
    [
        ("sight", ["Sight", "sight"], "12″ (30 cm)"),
        ("distances", ["Other distances", "distance"], "4″ (10 cm)"),
        ("draw-gang", ["2D6", "Gang", "REP"], "<td>5</td>"),
        ("weather", ["2D6", "Weather"], "Changeable"),
    ],
)
def test_every_column_of_the_rules_has_a_name(client, table, columns, words):
    page = text_of(client.get("/rules/chain-reaction/", headers={"Accept-Language": "en"}))
    found = page.split(f'id="table-{table}"')[1].split("</table>")[0]
    assert re.findall(r'<th scope="col">(.+?)</th>', found) == columns
    assert words in found


def test_no_table_of_the_rules_is_without_names_of_columns(client):
    page = text_of(client.get("/rules/chain-reaction/"))
    tables = [part.split("</table>")[0] for part in page.split('id="table-')[1:]]
    assert [table[:20] for table in tables if '<th scope="col">' not in table] == []
