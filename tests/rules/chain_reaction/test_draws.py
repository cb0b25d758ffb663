"""Drawing NPCs, attributes, the time of day and the weather."""

import pytest

from rules.games.chain_reaction.document import Draw
from rules.games.chain_reaction.draws import draw_attributes, draw_npc, draw_time, draw_weather
from rules.play.dice import BadDice, Thrown
from tests.rules.chain_reaction import make
from tests.rules.chain_reaction.test_draws_on_record import CASES, dice_for

BOOK = make.BOOK


@pytest.mark.parametrize(("table", "total", "rep"), CASES)
def test_an_npc_is_drawn(table, total, rep):
    dice = dice_for(table, total)
    drawn = draw_npc(BOOK, table, make.typed(*dice))
    assert (drawn.rep, drawn.draw, drawn.rejected) == (rep, Draw(table, dice, None), ())


def test_what_is_above_a_campaign_star_is_drawn_again():
    drawn = draw_npc(BOOK, "military", make.typed(1, 1, 2, 4, 3, 4), cap=4)
    assert [(roll.dice, roll.row.slug, roll.kept) for roll in drawn.rolls] == [
        ((1, 1), "sous-officier", False),
        ((2, 4), "veteran", False),
        ((3, 4), "soldat", True),
    ]
    assert (drawn.draw, drawn.rejected) == (Draw("military", (3, 4), None), drawn.rolls[:2])


def test_the_cap_itself_is_kept():
    assert len(draw_npc(BOOK, "generic", make.typed(1), cap=5).rolls) == 1


def test_a_cap_below_the_whole_table_is_no_cap():
    assert draw_npc(BOOK, "police", make.typed(1, 1), cap=2).rep == 5


def test_thrown_dice_keep_their_seed_and_can_be_thrown_again():
    first, again = (draw_npc(BOOK, "gang", Thrown("feu-de-camp"), cap=3) for _time in range(2))
    assert first == again
    assert (first.draw.seed, first.rep <= 3) == ("feu-de-camp", True)


def test_too_few_dice():
    with pytest.raises(BadDice):
        draw_npc(BOOK, "gang", make.typed(3))


def attributes(number, *dice):
    source = make.typed(*dice)
    drawn = draw_attributes(BOOK, number, source)
    source.all_used()
    return drawn.slugs


def test_attributes():
    assert attributes(0) == ()
    assert attributes(1, 1, 1) == ("chef-ne",)
    assert attributes(2, 4, 18, 5, 12) == ("dextre", "phobie")
    assert attributes(1, 6, 1) == ("peureux",)


def test_20_is_nothing():
    assert attributes(2, 1, 20, 2, 5) == ("tireur-d-elite",)


def test_19_rolls_twice_on_advantages():
    assert attributes(1, 3, 19, 2, 3) == ("agile", "bagarreur")


def test_19_within_19_rolls_twice_again():
    assert attributes(1, 3, 19, 19, 1, 19, 20, 2, 3) == ("chef-ne", "agile", "bagarreur")


def test_every_roll_is_kept():
    drawn = draw_attributes(BOOK, 1, make.typed(1, 19, 20, 7))
    assert [(roll.table.slug, roll.dice, roll.row.slug) for roll in drawn.rolls] == [
        ("attribute-kind", (1,), "avantage"),
        ("advantages", (19,), "deux-fois"),
        ("advantages", (20,), "rien"),
        ("advantages", (7,), "lanceur"),
    ]


def test_no_more_attributes_than_a_document_holds():
    kinds = [roll for roll in draw_attributes(BOOK, 10**6, Thrown("x")).rolls if roll.table.slug == "attribute-kind"]
    assert len(kinds) == 40


LENGTHS = {
    "nuit-2": ((1, 1), {1: 4, 2: 4, 3: 5, 4: 5, 5: 6, 6: 6}, True),
    "aube": ((1, 2), {1: 4, 6: 6}, True),
    "matin-5": ((2, 3), {None: 10}, False),
    "matin-6": ((2, 4), {1: 4, 6: 6}, False),
    "apres-midi-7": ((3, 4), {None: 10}, False),
    "apres-midi-8": ((4, 5), {None: 3}, False),
    "soiree": ((5, 5), {1: 1, 3: 2, 6: 3}, False),
    "nuit-12": ((6, 6), {None: 10}, True),
}


@pytest.mark.parametrize("slug", LENGTHS)
def test_the_time_of_day_and_how_long_it_lasts(slug):
    dice, lengths, night = LENGTHS[slug]
    for half_die, turns in lengths.items():
        source = make.typed(*dice, *([] if half_die is None else [half_die]))
        roll, moment = draw_time(BOOK, source)
        source.all_used()
        assert (roll.dice, roll.row, moment) == (
            dice,
            moment.row,
            (BOOK.tables["time-of-day"].rows[slug], turns, half_die),
        )
        assert moment.night is night


@pytest.mark.parametrize(
    ("dice", "slug"),
    [((1, 1), "degage"), ((3, 3), "degage"), ((3, 4), "variable"), ((4, 5), "variable"), ((4, 6), "mauvais"),
     ((5, 6), "mauvais"), ((6, 6), "tres-mauvais")],
)  # fmt: skip
def test_the_weather(dice, slug):
    assert draw_weather(BOOK, make.typed(*dice)).row.slug == slug


@pytest.mark.parametrize(
    ("table", "dice", "message"),
    [
        ("generic", (3, 3), "Dice: 3, 3. The generic table takes one D6."),
        ("generic", (), "Dice: –. The generic table takes one D6."),
        ("police", (3,), "Dice: 3. This table takes two D6."),
    ],
)
def test_it_is_said_which_dice_a_table_takes(table, dice, message):
    assert make.messages(make.alone(draw=make.draw(table, *dice)))["cr.draw-dice"] == message
