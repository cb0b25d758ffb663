"""Editor, clock, modes and the page after a game: plain and htmx, bad input, strangers."""

import re

import pytest
from django.test import Client

from builder.models import Revision
from rules.dice import Thrown
from rules.games.chain_reaction.document import Draw
from tests.builder.chain_reaction.making import HTMX, do, fresh, list_of, owned, page_of, walk
from tests.rules.chain_reaction import make

pytestmark = [pytest.mark.django_db, pytest.mark.database]
CLOCK, MODES = "/rules/chain-reaction/clock/", "/rules/chain-reaction/modes/"


@pytest.fixture
def row(client):
    """A group that this client may edit: a Star, a soldier who was drawn, four who were chosen."""
    return owned(client, make.group(make.npc(4, name="Duval", draw=Draw("military", (3, 4), "ab")), name="Le Pont"))


@pytest.fixture
def campaign(client):
    """The worked example of a campaign: a Star who may fall, NPCs of REP 5, 4, 4, 3, 3."""
    npcs = [make.npc(rep, name=name) for rep, name in zip((5, 4, 4, 3, 3), "ABCDE", strict=True)]
    return owned(client, make.group(*npcs, star=make.star(name="Star"), campaign=True))


def said(response):
    return response.content.decode()


def reps(document):
    return [(unit.name, unit.rep) for unit in document.units]


# --- the editor -----------------------------------------------------------------------------------------------------


def test_a_new_list_begins_with_its_star(client):
    made = client.post("/new/chain-reaction/", {"name": "Le Pont", "period": "old-west", "campaign": "on"})
    page = said(client.get(made["Location"]))
    assert made.status_code == 302
    assert 'id="unit-0"' in page
    assert 'id="unit-1"' not in page


@pytest.mark.parametrize("bad", [{"period": "Far West!"}, {"period": "x" * 101}, {"name": "x" * 201}])
def test_a_head_that_cannot_be_read_is_shown_again(client, bad):
    assert client.post("/new/chain-reaction/", {"period": "generic"} | bad).status_code == 422


def test_period_and_campaign_are_changed_in_the_head(client, row):
    do(client, row, "set-head", period="prohibition", campaign="on")
    assert (list_of(row).period, list_of(row).campaign) == ("prohibition", True)
    do(client, row, "set-head", period="")
    assert (list_of(row).period, list_of(row).campaign) == ("generic", False)


def test_drawing_again_answers_htmx_with_the_card_and_the_log(client, row):
    page = said(do(client, row, "redraw 5", HTMX, table="police", dice="6 6", opened="5"))
    assert 'hx-target="#unit-5"' in page
    assert 'hx-target="#log"' in page
    assert list_of(row).units[5].draw == Draw("police", (6, 6))


def test_drawing_again_redirects_a_browser_without_javascript(client, row):
    answer = do(client, row, "redraw 5", table="police", opened="5")
    assert (answer.status_code, answer["Location"]) == (302, f"/lists/{row.pk}/?unit=5#unit-5")


def test_bad_dice_are_said_both_ways(client, row):
    assert do(client, row, "redraw 5", HTMX, table="police", dice="9 9").status_code == 422
    assert do(client, row, "redraw 5", table="police", dice="9 9").status_code == 302
    assert (fresh(row).revision, list_of(row).units[5].draw.dice) == (1, (3, 4))


def test_a_draw_by_a_seed_links_to_the_dice_that_prove_it(client, row):
    do(client, row, "redraw 5", table="military", opened="5")
    draw = list_of(row).units[5].draw
    page = said(client.get(f"/lists/{row.pk}/?unit=5"))
    link = re.search(r"/dice/\?seed=(\w+)&amp;dice=2D6", page)
    assert link.group(1) == draw.seed
    proof = said(client.get(f"/dice/?seed={draw.seed}&dice=2D6"))
    assert [int(one) for one in re.findall(r"<td>(\d)</td>", proof)] == list(draw.dice)


def test_a_seed_that_does_not_give_its_dice_is_named(client, row):
    client.post("/i18n/setlang/", {"language": "en"})
    assert Thrown("ab").several(2) != (3, 4)
    assert "these dice do not come from this seed" in said(client.get(f"/lists/{row.pk}/?unit=5"))


def test_a_recruits_dice_are_proved_by_those_of_the_whole_walk(client, campaign):
    report = {"fate-5": "dead", "draw_on": "military", "action": "aftermath"}
    while len(list_of(campaign).units) < 6 or not list_of(campaign).log:  # until a recruit comes
        do(client, campaign, "undo")
        do(client, campaign, "rename", name=str(fresh(campaign).last_revision))
        walk(client, campaign, **report)
    recruit, roll = list_of(campaign).units[5], list_of(campaign).log[0].rolls[0]
    assert roll.dice[2:] == recruit.draw.dice
    page = said(client.get(f"/lists/{campaign.pk}/?unit=5"))
    assert f"seed={roll.seed}&amp;dice={len(roll.dice)}D6" in page


def test_day_and_weather_start_the_clock(client, row):
    do(client, row, "roll-time", dice="1 2")
    assert do(client, row, "roll-time", dice="4 4").status_code == 302
    do(client, row, "roll-weather", dice="6 4")
    page = said(client.get(f"/lists/{row.pk}/"))
    assert f"{CLOCK}?moment=apres-midi-8&amp;left=3&amp;weather=mauvais&amp;turn=1" in page


def test_names_are_text(client):
    row = owned(client, make.group(make.npc(name="<script>x</script>"), name="{{ 7 }}<b>"))
    for page in (f"/lists/{row.pk}/?unit=5", page_of(row), f"/s/{row.share_key}/"):
        assert "<script>x" not in said(client.get(page))


# --- the clock ------------------------------------------------------------------------------------------------------


def query(**about):
    return {"moment": "matin-5", "left": "10", "weather": "variable", "turn": "1"} | about


def place(answer):
    return answer["Location"].removeprefix(f"{CLOCK}?")


def test_the_clock_begins_with_thrown_dice_and_shows_them_after_a_reload(client):
    answer = client.get(CLOCK, {"action": "begin"})
    seed = re.search(r"seed=(\w+)", answer["Location"]).group(1)
    assert answer.status_code == 302
    assert said(client.get(answer["Location"])).count(seed) == said(client.get(answer["Location"])).count(seed) >= 2


def test_the_clock_begins_with_dice_of_the_table(client):
    assert place(client.get(CLOCK, {"action": "begin", "dice": "1 1 5 4 4"})) == (
        "moment=nuit-2&left=6&weather=variable&turn=1&fell=1+1+5+4+4"
    )


def test_a_turn_goes_by(client):
    assert place(client.get(CLOCK, query(action="next"))) == "moment=matin-5&left=9&weather=variable&turn=2"


def test_the_last_turn_leads_on_along_the_chain(client):
    assert place(client.get(CLOCK, query(action="next", left="1"))) == (
        "moment=apres-midi-7&left=10&weather=variable&turn=2"
    )
    evening = query(action="next", moment="apres-midi-7", left="1", dice="5")
    assert place(client.get(CLOCK, evening)) == "moment=soiree&left=3&weather=variable&turn=2&fell=5"


def test_a_double_settles_changeable_weather(client):
    assert place(client.get(CLOCK, query(action="double", face="6"))) == (
        "moment=matin-5&left=10&weather=tres-mauvais&turn=1"
    )
    assert place(client.get(CLOCK, query(action="double", face="4"))).split("&")[2] == "weather=variable"


def test_the_clock_is_set_by_hand(client):
    assert place(client.get(CLOCK, {"action": "set", "moment": "soiree", "left": "3", "weather": "degage"})) == (
        "moment=soiree&left=3&weather=degage&turn=1"
    )
    too_long = client.get(CLOCK, {"action": "set", "moment": "soiree", "left": "4", "weather": "degage"})
    assert (too_long.status_code, 'role="alert"' in said(too_long)) == (200, True)


def test_at_night_and_in_bad_weather_one_sees_less(client):
    assert "8&quot; (20 cm)" in said(client.get(CLOCK, query(moment="nuit-12", weather="mauvais")))
    assert "12&quot; (30 cm)" in said(client.get(CLOCK, query(moment="nuit-12", weather="degage")))


@pytest.mark.parametrize(
    "junk",
    [
        {"moment": "midi"},
        {"left": "x"},
        {"left": "9" * 4000},
        {"turn": "-1"},
        {"weather": ""},
        {"action": "double", "face": "9"},
        {"action": "begin", "dice": "9 9"},
        {"action": "begin", "dice": "1 1 1 1 1 1"},
        {"action": "dance"},
        {"seed": "x" * 500, "thrown": "99999"},
        {"seed": "x", "thrown": "x"},
        {"fell": "<b>"},
    ],
)
def test_a_clock_that_cannot_be_still_answers(client, junk):
    assert client.get(CLOCK, query(**junk)).status_code == 200


# --- zombies and insurgents -----------------------------------------------------------------------------------------


def test_dice_of_the_table_bring_zombies(client):
    page = said(client.get(MODES, {"roll": "zombies", "dice": "3 5"}, headers={"Accept-Language": "en"}))
    assert "3 zombies" in page
    assert "Marker 5" in page


def test_dice_of_the_table_arm_insurgents(client):
    page = said(client.get(MODES, {"roll": "insurgents", "dice": "3 6 2 5 5"}, headers={"Accept-Language": "en"}))
    assert "The players choose" in page
    assert [int(n) for n in re.findall(r"<td>(\d+) ×</td>", page)] == [1, 2]


@pytest.mark.parametrize(("level", "n"), [("niveau-1", 1), ("niveau-2", 2), ("niveau-3", 3), ("niveau-9", 2)])
def test_the_level_says_how_many_stir(client, level, n):
    asked = {"roll": "infestation", "level": level, "markers": "6", "dice": "1 2 3 4 5 6"}
    assert said(client.get(MODES, asked)).count('class="die hit"') == n


@pytest.mark.parametrize("slug", ["zombies", "insurgents", "infestation"])
def test_a_roll_of_the_server_has_an_address_that_shows_the_same_again(client, slug):
    answer = client.get(MODES, {"roll": slug})
    again = answer["Location"]
    assert re.search(rf"roll={slug}&seed=\w+#table-{slug}$", again)
    dice = [re.findall(r'class="die[^>]*>(\d)<', said(client.get(again))) for _twice in range(2)]
    assert dice[0] == dice[1] != []


@pytest.mark.parametrize(
    "junk",
    [{"dice": "9"}, {"dice": "1"}, {"dice": "1 2 3 4"}, {"markers": "0"}, {"markers": "9" * 4000}, {"level": "<"}],
)
@pytest.mark.parametrize("slug", ["zombies", "insurgents", "infestation", "dragons"])
def test_junk_brings_nobody_and_still_answers(client, slug, junk):
    assert client.get(MODES, {"roll": slug, "seed": "a"} | junk).status_code == 200


# --- after a game ---------------------------------------------------------------------------------------------------


def test_outside_a_campaign_the_page_offers_to_start_one(client, row):
    assert 'id="start-campaign"' in said(client.get(page_of(row)))


def test_a_walk_changes_nothing_and_throws_the_same_dice_every_time(client, campaign):
    report = {"fate-1": "out", "fate-2": "fled", "lost": "on", "kill-3": "on"}
    pages = [re.findall(r'class="die small">(\d)', said(walk(client, campaign, **report))) for _twice in range(2)]
    assert pages[0] == pages[1] != []
    assert (fresh(campaign).revision, list_of(campaign).log) == (1, ())


def test_the_worked_example_is_taken_over_and_undone_as_one(client, campaign):
    before = list_of(campaign)
    # the Star (1) falls to REP 4: whoever has REP 5 leaves, and four NPCs are as many as it leads
    report = {"lost": "on", "fate-0": "out", "losses": "no", "dice": "1", "action": "aftermath"}
    assert walk(client, campaign, **report)["Location"] == f"/lists/{campaign.pk}/#units"
    after = list_of(campaign)
    assert reps(after) == [("Star", 4), ("B", 4), ("C", 4), ("D", 3), ("E", 3)]
    assert [roll.dice for entry in after.log for roll in entry.rolls] == [(1,)]
    do(client, campaign, "undo")
    assert list_of(campaign) == before


def test_what_each_step_did_stands_in_the_log_with_its_dice(client, campaign):
    report = {"fate-5": "dead", "kill-4": "on", "dice": "6 1 2 6", "draw_on": "generic", "action": "aftermath"}
    client.post("/i18n/setlang/", {"language": "en"})
    walk(client, campaign, **report)
    document = list_of(campaign)
    assert reps(document) == [("Star", 5), ("A", 5), ("B", 4), ("C", 4), ("D", 4), ("", 3)]
    assert [(entry.title, entry.text) for entry in document.log][:2] == [
        ("After a game: Recovery", "E is dead."),
        ("After a game: REP up", "D: REP rises from 3 to 4."),
    ]
    assert document.log[0].rolls[0].dice == (6, 1, 2, 6)


def test_the_servers_dice_are_kept_with_their_seed(client, campaign):
    walk(client, campaign, **{"fate-1": "out", "fate-2": "out", "action": "aftermath"})
    roll = list_of(campaign).log[0].rolls[0]
    assert Thrown(roll.seed).several(len(roll.dice)) == roll.dice


def test_who_leaves_is_asked_before_anything_is_taken_over(client, campaign):
    report = {"lost": "on", "fate-0": "out", "removed-1": "on", "losses": "no", "dice": "1 1"}
    asked = said(walk(client, campaign, **report))  # the Star falls to 4, and A from 5 to 4: five are one too many
    assert re.findall(r'name="(leave-\d)"', asked) == [f"leave-{index}" for index in range(1, 6)]
    assert 'id="take-over"' not in asked
    assert walk(client, campaign, action="aftermath", **report).status_code == 422
    walk(client, campaign, action="aftermath", **report | {"leave-3": "on"})
    assert reps(list_of(campaign)) == [("Star", 4), ("A", 4), ("B", 4), ("D", 3), ("E", 3)]


def test_too_many_who_leave_are_asked_again(client, campaign):
    report = {"lost": "on", "fate-0": "out", "removed-1": "on", "dice": "1 1", "leave-3": "on", "leave-4": "on"}
    assert 'name="leave-3"' in said(walk(client, campaign, **report))


def test_a_dead_star_ends_the_group_and_offers_a_copy(client, campaign):
    page = said(walk(client, campaign, **{"fate-0": "dead"}))
    assert f"/lists/{campaign.pk}/duplicate/" in page
    assert walk(client, campaign, **{"fate-0": "dead", "action": "aftermath"}).status_code == 422
    assert fresh(campaign).revision == 1


def test_a_star_chooses_how_it_comes_back(client, campaign):
    walk(client, campaign, **{"fate-0": "out", "star_choice": "weakened", "action": "aftermath"})
    assert list_of(campaign).units[0].next_game_rep == -1


def test_recruits_by_hand_are_announced(client, campaign):
    report = {"fate-5": "gone", "draw_on": "", "dice": "1 1", "action": "aftermath"}
    client.post("/i18n/setlang/", {"language": "en"})
    page = said(client.get(walk(client, campaign, **report)["Location"]))
    assert "1 recruit may be added." in page
    assert len(list_of(campaign).units) == 5


def test_a_report_on_an_older_state_is_not_taken_over(client, campaign):
    do(client, campaign, "remove 5")
    stale = walk(client, campaign, revision="1", **{"fate-1": "dead", "action": "aftermath"})
    assert (stale.status_code, len(list_of(campaign).units)) == (409, 5)


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
def test_junk_in_a_report_still_answers_and_changes_nothing(client, campaign, junk, headers):
    report = {"fate-1": "out"} | junk
    assert walk(client, campaign, headers, **report).status_code in (200, 422)
    assert Revision.objects.filter(roster=campaign).count() == 1


def test_an_empty_or_missing_revision_is_stale(client, campaign):
    assert client.post(page_of(campaign), {}).status_code == 409
    assert client.post(page_of(campaign), {"revision": "x"}).status_code == 409


def test_a_stranger_finds_no_page(row):
    stranger = Client()
    assert stranger.get(page_of(row)).status_code == 404
    assert stranger.post(page_of(row), {"revision": "1", "action": "aftermath"}).status_code == 404
    assert stranger.get(page_of(row, "nothing")).status_code == 404


def test_there_are_no_other_pages(client, row):
    assert client.get(page_of(row, "nothing")).status_code == 404
    assert client.get("/rules/chain-reaction/nothing/").status_code == 404


@pytest.mark.parametrize("language", ["fr", "en"])
def test_pages_answer_in_both_languages(client, campaign, language):
    client.post("/i18n/setlang/", {"language": language})
    for page in (CLOCK, MODES, "/rules/chain-reaction/", page_of(campaign), f"/lists/{campaign.pk}/?head"):
        assert client.get(page).status_code == 200
