"""Edits are pure, keep documents readable, and move what points at units along with them."""

from dataclasses import replace
from functools import partial

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from builder.lists.commands import perform
from builder.lists.editor_page import (
    cards_of,
    changed_cards,
    open_index_after,
    toast_text,
    unchanged_fragments,
    valid_index,
)
from builder.lists.edits import BadEdit, change_unit, replaced, whole_number, without
from builder.lists.history import AppliedEdit
from builder.lists.loaded import LoadedRoster
from rules import document as documents
from rules.document import LogEntry
from rules.registry import GAMES
from tests import make
from tests.builder.test_options import load_roster
from tests.rules.chain_reaction import make as chain_reaction


def after(document, *lines, **fields):
    loaded = load_roster(document)
    for command in lines:
        loaded = loaded.with_document(perform(loaded, command, fields))
    return loaded.document


@pytest.fixture
def crewed():
    rider, car = make.fighter(name="A"), make.vehicle("leger", crew=[(1, 0, "driver")])
    return make.convoy(units=[rider, make.fighter(name="B"), car])


@pytest.fixture
def four():
    return make.convoy(units=[make.fighter(name=name) for name in "ABCD"])


def names(document):
    return "".join(unit.name for unit in document.units)


def crew(document):
    return [(one.unit, one.post) for unit in document.units if unit.kind == "vehicle" for one in unit.crew]


def test_a_blank_fighter_has_t_5_and_c_5():
    unit = after(make.convoy(), "add-fighter").units[-1]
    assert (unit.stats.T, unit.stats.C) == (5, 5)
    assert load_roster(make.convoy(units=[unit])).analysis.units[0].cost == 12


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("move 1 up", "BACD"),
        ("move 1 down", "ACBD"),
        ("move 0 up", "ABCD"),
        ("move 3 down", "ABCD"),
        ("move-to 0 2", "BCAD"),
        ("move-to 3 0", "DABC"),
        ("move-to 1 1", "ABCD"),
        ("move-to 0 9", "BCDA"),
        ("remove 0", "BCD"),
        ("remove 1", "ACD"),
        ("remove 3", "ABC"),
        ("duplicate 0", "AABCD"),
        ("duplicate 1", "ABBCD"),
        ("duplicate 3", "ABCDD"),
    ],
)
def test_units_keep_their_order_but_for_the_one_that_is_edited(four, command, expected):
    assert names(after(four, command)) == expected


@pytest.mark.parametrize(("index", "expected"), [(0, "XBCD"), (1, "AXCD"), (3, "ABCX")])
def test_one_unit_changes_and_the_others_stay(four, index, expected):
    document = change_unit(four, index, name="X")
    assert names(document) == expected
    assert {unit.stats for unit in document.units} == {four.units[0].stats}


@pytest.mark.parametrize(
    ("place", "kept", "put"), [(0, "bcd", "xbcd"), (1, "acd", "axcd"), (2, "abd", "abxd"), (3, "abc", "abcx")]
)
def test_one_entry_goes_or_is_replaced_and_the_others_stay(place, kept, put):
    entries = tuple("abcd")
    assert without(entries, place) == tuple(kept)
    assert replaced(entries, place, "x") == tuple(put)


@pytest.mark.parametrize("edit", [without, lambda entries, place: replaced(entries, place, "x")])
@pytest.mark.parametrize("place", [2, 3])
def test_an_entry_that_is_not_there_can_neither_go_nor_be_replaced(edit, place):
    with pytest.raises(BadEdit):
        edit(("a", "b"), place)


def test_the_crew_follows_a_fighter_that_moves(crewed):
    assert crew(after(crewed, "move 1 up")) == [(0, "driver")]


def test_the_crew_follows_when_a_fighter_before_it_goes(crewed):
    assert crew(after(crewed, "remove 0")) == [(0, "driver")]


def test_the_crew_follows_a_fighter_that_is_put_elsewhere(crewed):
    assert crew(after(crewed, "move-to 1 0")) == [(0, "driver")]
    assert crew(after(crewed, "move-to 0 1")) == [(0, "driver")]


def test_copies_are_counted_one_by_one_and_there_is_always_one(crewed):
    counts = [after(crewed, *["step-count 0 more"] * n).units[0].count for n in (1, 2)]
    assert counts == [2, 3]
    assert after(crewed, "step-count 0 less").units[0].count == 1
    with pytest.raises(BadEdit):
        after(crewed, "step-count 0 many")


def test_a_removed_fighter_leaves_his_seat(crewed):
    assert crew(after(crewed, "remove 1")) == []


def test_a_duplicate_stands_behind_its_original(crewed):
    document = after(crewed, "duplicate 0")
    assert [unit.name for unit in document.units] == ["A", "A", "B", ""]
    assert crew(document) == [(2, "driver")]


def test_a_duplicate_takes_nobodys_seat(crewed):
    assert crew(after(crewed, "duplicate 1")) == [(1, "driver")]


def test_only_the_thing_at_its_place_goes(crewed):
    armed = after(crewed, *[f"add-weapon 0 {slug}" for slug in ("fusil", "arc", "epee")])
    kept = after(armed, "remove-weapon 0 0").units[0].weapons
    assert [weapon.item for weapon in kept] == ["arc", "epee"]
    loaded = after(armed, "toggle-rounds 0 0 munition-incendiaire").units[0].weapons
    assert [(weapon.item, weapon.ammunition) for weapon in loaded] == [
        ("fusil", ("munition-incendiaire",)),
        ("arc", ()),
        ("epee", ()),
    ]


def test_only_the_unit_at_its_index_changes(crewed):
    document = after(crewed, "describe 0", name="C")
    assert [unit.name for unit in document.units] == ["C", "B", ""]


def test_the_first_unit_cannot_move_up(crewed):
    assert after(crewed, "move 0 up") == crewed


def test_name_and_notes_of_a_list_change_or_stay(four):
    document = after(four, "rename", name="Les Chacals", notes="Vite.")
    assert (document.name, document.notes) == ("Les Chacals", "Vite.")
    kept = after(document, "rename", name="Les Hyènes")
    assert (kept.name, kept.notes) == ("Les Hyènes", "Vite.")


def test_a_text_is_stored_without_what_no_document_may_hold(four):
    assert after(four, "rename", notes=" a\0b\r\nc ").notes == "ab\nc"


@pytest.mark.parametrize(("count", "copies"), [("", 1), (" ", 1), ("1", 1), (" 7 ", 7), ("497", 497)])
def test_a_unit_may_stand_for_several_copies(four, count, copies):
    described = after(four, "describe 0", count="5")
    assert [unit.count for unit in after(described, "describe 0", count=count).units] == [copies, 1, 1, 1]


def test_one_unit_may_stand_for_all_copies_of_a_list():
    alone = make.convoy(units=[make.fighter()])
    assert after(alone, "describe 0", count="500").units[0].count == 500
    with pytest.raises(BadEdit):
        after(alone, "describe 0", count="501")


@pytest.mark.parametrize("fields", [{"title": "Embuscade"}, {"text": "Le pont a tenu."}])
def test_an_entry_of_the_log_has_a_title_or_a_text(four, fields):
    assert after(four, "log-add", **fields).log == (LogEntry(**fields),)


@pytest.mark.parametrize("fields", [{}, {"date": "2026-11-21"}, {"title": " ", "unit-0": "on"}])
def test_an_entry_of_the_log_is_not_empty(four, fields):
    with pytest.raises(BadEdit):
        after(four, "log-add", **fields)


@pytest.mark.parametrize(("language", "name"), [("fr", "Chef de convoi"), ("en", "Convoy chief")])
def test_a_profile_is_named_in_the_language_of_the_page(four, language, name):
    with translation.override(language):
        assert after(four, "add-profile chef-de-convoi").units[-1].name == name


def test_a_profile_is_named_in_french_where_there_is_no_page(four):
    with translation.override(None):
        assert (
            after(four, "add-profile chef-de-convoi").units[-1].name
            == make.catalogue().profiles["chef-de-convoi"].name.fr
        )


def test_a_slug_is_as_long_as_a_document_can_hold(four):
    loaded = load_roster(after(four, "add-weapon 0 " + "x" * 100))
    assert documents.read(loaded.data, GAMES) == loaded.document
    with pytest.raises(BadEdit):
        after(four, "add-weapon 0 " + "x" * 101)


@pytest.mark.parametrize(
    "command",
    [
        "", "add-weapon", "add-weapon 0", "add-weapon 0 Fusil", "add-weapon 99 fusil", "add-weapon x fusil",
        "add-weapon 0 a b", "remove-weapon 0 9", "set-stat 0 X 5", "set-stat 0 C -", "set-stat 0 T 9", "move 0 left",
        "no-such-edit 0", "add-option 0 belier", "add-profile nobody", "toggle-rounds 0 7 poison", "set-force 0 rear",
        "add-crew 2", "add-weapon -1 fusil", "add-weapon ² fusil", "remove 3", "move 3 up", "move 99 up", "duplicate 3",
        "describe 3", "remove " + "9" * 5_000,
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_refused(crewed, command):
    with pytest.raises(BadEdit):
        after(crewed, command)


def test_a_unit_holds_40_weapons(crewed):
    full = after(crewed, *["add-weapon 0 grenade"] * 40)
    with pytest.raises(BadEdit):
        after(full, "add-weapon 0 grenade")


def test_a_list_holds_500_copies(crewed):
    full = after(crewed, "describe 0", count="498")
    assert full.units[0].count == 498
    for command in ("add-fighter", "duplicate 1"):
        with pytest.raises(BadEdit):
            after(full, command)


@pytest.mark.parametrize(
    "fields", [{"name": "x" * 201}, {"notes": "x" * 5001}, {"count": "0"}, {"count": "-1"}, {"count": "x"}]
)
def test_a_description_keeps_the_limits_of_the_document(crewed, fields):
    with pytest.raises(BadEdit):
        after(crewed, "describe 0", **fields)


def test_the_head_changes_without_losing_a_unit(crewed):
    head = {
        "allegiance": "mercenaires/sons-of-apocalypse",
        "other_budget": "450",
        "advantage": "mutants",
        "bonus": "50",
    }
    document = after(crewed, "set-head", **head)
    assert (document.faction, document.subfaction, document.budget, document.bonus) == (
        "mercenaires",
        "sons-of-apocalypse",
        450,
        50,
    )
    assert document.traits.advantage == "mutants"
    assert document.units == crewed.units


WORDS = st.sampled_from([
    "add-fighter", "add-vehicle", "add-profile", "remove", "duplicate", "move", "set-stat", "toggle-slave",
    "add-weapon", "remove-weapon", "toggle-rounds", "add-equipment", "remove-equipment", "add-ability",
    "remove-ability", "set-type", "toggle-flying", "add-option", "remove-option", "toggle-demountable",
    "toggle-option-rounds", "add-crew", "remove-crew", "set-force", "describe", "rename", "set-head", "0", "1", "2",
    "3", "up", "down", "T", "C", "5", "-", "fusil", "lourd", "leger", "chef", "armure", "belier", "mitrailleuse-fixe",
    "munition-incendiaire", "guerrier", "titan", "attack", "none", "zzz",
])  # fmt: skip
LINES = st.lists(st.lists(WORDS, min_size=1, max_size=4).map(" ".join), max_size=30)
HEAD = [
    "name", "notes", "count", "rider", "post", "allegiance", "budget", "bonus", "role", "drawback_1", "exotic",
    "price_sidecar",
]  # fmt: skip
FIELDS = st.dictionaries(
    st.sampled_from(HEAD),
    st.text(max_size=12) | st.sampled_from(["1", "0 0", "driver", "mutants/sss", "300"]),
)


@given(lines=LINES, fields=FIELDS)
def test_no_sequence_of_edits_makes_an_unreadable_list(lines, fields):
    loaded, refusals = load_roster(make.convoy()), []
    for command in lines:
        try:
            loaded = loaded.with_document(perform(loaded, command, fields))
        except BadEdit as bad:
            refusals.append(str(bad.message))
            continue
        assert documents.read(loaded.data, GAMES) == loaded.document
        assert loaded.verdict.total is not None
    assert all(refusals)


# --- the page after an edit -----------------------------------------------------------------------------------------


def applied(document, command, **fields):
    before = load_roster(document)
    return AppliedEdit(before, before.with_document(perform(before, command, fields)), command)


@pytest.mark.parametrize(
    ("command", "opened", "expected"),
    [
        ("add-fighter", None, 4),
        ("add-fighter", 1, 4),
        ("add-vehicle leger", None, None),
        ("add-vehicle leger", 1, 1),
        ("add-profile chef-de-convoi", None, None),
        ("duplicate 0", None, 1),
        ("duplicate 1", 3, 2),
        ("duplicate 3", 0, 4),
        ("remove 1", None, None),
        ("remove 1", 0, 0),
        ("remove 1", 1, None),
        ("remove 1", 2, 1),
        ("remove 1", 3, 2),
        ("remove 3", 3, None),
        ("move 1 up", None, None),
        ("move 1 up", 1, 0),
        ("move 1 down", 1, 2),
        ("move 0 up", 0, 0),
        ("move 3 down", 3, 3),
        ("move 1 down", 0, 0),
        ("move 1 down", 2, 1),
        ("move 1 up", 0, 1),
        ("move 1 up", 3, 3),
        ("add-weapon 0 fusil", None, None),
        ("add-weapon 0 fusil", 2, 2),
        ("add-weapon 0 fusil", 3, 3),
        ("add-weapon 0 fusil", 4, None),
        ("rename", 1, 1),
    ],
)
def test_a_new_unit_to_fill_in_opens_and_an_open_one_stays_open(four, command, opened, expected):
    assert open_index_after(applied(four, command), opened) == expected


@pytest.mark.parametrize(
    ("word", "index"),
    [("0", 0), ("3", 3), ("4", None), ("99", None), ("-1", None), ("x", None), ("", None), (None, None)],
)
def test_an_index_in_an_address_is_that_of_a_unit_or_none(four, word, index):
    assert valid_index(word, load_roster(four)) == index


@pytest.mark.parametrize(
    ("command", "fields", "says"),
    [
        ("add-fighter", {}, "Fighter added"),
        ("add-vehicle moyen", {}, "Medium vehicle added"),
        ("add-profile guerrier", {}, "Warrior added"),
        ("add-weapon 1 fusil", {}, "B: Rifle added"),
        ("add-weapon 1 zzz", {}, "B: zzz added"),
        ("add-weapon 4 fusil", {}, "#5: Rifle added"),
        ("remove 3", {}, "D removed"),
        ("remove 4", {}, "#5 removed"),
        ("move 0 up", {}, "Nothing changed"),
        ("rename", {"name": "x"}, "Name and notes changed"),
        ("rename", {}, "Nothing changed"),
        ("log-add", {"title": "x"}, "Log entry added"),
    ],
)
def test_the_toast_names_unit_and_item(four, command, fields, says):
    document = replace(four, units=(*four.units, make.fighter()))
    with translation.override("en"):
        assert toast_text(applied(document, command, **fields)) == says


@pytest.mark.parametrize(("slug", "name"), [("arc", "Bow"), ("zzz", "zzz")])
def test_the_toast_names_the_weapon_and_not_its_period(slug, name):
    before = LoadedRoster(chain_reaction.group())
    before.catalogue = chain_reaction.BOOK
    command = f"add-weapon 1 old-west {slug}"
    edit = AppliedEdit(before, before.with_document(perform(before, command, {})), command)
    with translation.override("en"):
        assert toast_text(edit) == f"#2: {name} added"


@pytest.mark.parametrize(
    ("command", "fields", "cards"),
    [
        ("add-weapon 1 fusil", {}, {1}),
        ("add-ability 1 chef", {}, {1}),
        ("rename", {"name": "x"}, set()),
        ("move 1 up", {}, None),
        ("add-fighter", {}, None),
        ("remove 1", {}, None),
        ("set-head", {"allegiance": "robots", "budget": "600"}, None),
    ],
)
def test_only_the_card_of_an_edited_unit_is_shown_anew(four, command, fields, cards):
    edit = applied(four, command, **fields)
    assert changed_cards(edit.before, edit.after) == cards


def test_a_new_head_shows_every_card_anew_even_the_only_one():
    edit = applied(make.convoy(units=[make.fighter()]), "set-head", allegiance="robots", budget="600")
    assert changed_cards(edit.before, edit.after) is None


def test_a_card_whose_findings_stay_is_not_shown_anew(four):
    twice = make.fighter(name="B", equipment=["armure", "armure"])
    edit = applied(replace(four, units=(*four.units, twice)), "add-weapon 0 fusil")
    assert changed_cards(edit.before, edit.after) == {0}


@pytest.mark.parametrize("command", ["add-crew 2", "remove-crew 2 0"])
def test_a_card_whose_findings_an_edit_elsewhere_changes_is_shown_anew(command):
    seat = (0, 0, "driver")
    seats = [seat] if command.startswith("remove") else []
    cars = [make.vehicle("leger", crew=[seat]), make.vehicle("leger", crew=seats), make.vehicle("leger")]
    edit = applied(make.convoy(units=[make.fighter(), *cars]), command, rider="0 0", post="driver")
    assert changed_cards(edit.before, edit.after) == {1, 2}


@pytest.mark.parametrize(
    ("command", "fields", "same"),
    [
        ("rename", {"name": "x"}, (False, True, True)),
        ("rename", {"notes": "x"}, (False, True, True)),
        ("add-ability 0 chef", {}, (True, False, True)),
        ("log-add", {"title": "x"}, (True, True, False)),
        ("describe 0", {"name": "X"}, (True, True, True)),
        ("describe 1", {"name": "X"}, (True, False, True)),
        ("describe 1", {"notes": "X"}, (True, True, True)),
    ],
)
def test_what_reads_as_before_is_not_sent_again(four, command, fields, same):
    twice = make.fighter(name="B", equipment=["armure", "armure"])
    edit = applied(replace(four, units=(four.units[0], twice, *four.units[2:])), command, **fields)
    fragments = unchanged_fragments(edit.before, edit.after)
    assert tuple(fragments[key] for key in ("same_title", "same_findings", "same_log")) == same


def test_a_card_knows_its_place_and_whether_it_is_open(four):
    cards = cards_of(load_roster(four), 1, None)
    assert [(card.index, card.first, card.open, card.last) for card in cards] == [
        (0, True, False, False),
        (1, False, True, False),
        (2, False, False, False),
        (3, False, False, True),
    ]
    assert [card.unit.name for card in cards_of(load_roster(four), None, {3, 0})] == ["A", "D"]


def test_a_card_has_the_findings_of_its_unit_and_tells_errors_from_warnings():
    gang = make.fighter(equipment=["armure", "armure"])
    car = make.vehicle("leger", crew=[(9, 0, "driver")])
    cards = cards_of(load_roster(make.convoy(units=[gang, car])), None, None)
    assert [[finding.rule.id for finding in card.findings] for card in cards] == [["rbn.dup-equipment"], ["rbn.crew"]]
    assert [card.finding_groups.worst for card in cards] == ["bad", "mind"]


def test_a_number_that_a_form_does_not_have_stays():
    number = partial(whole_number, key="life", before=7, shape=str.isdigit, refusal="digits")
    assert [number(fields) for fields in ({}, {"life": "7"}, {"life": " 9 "}, {"life": " "})] == [7, 7, 9, None]
    with pytest.raises(BadEdit):
        number({"life": "x"})
