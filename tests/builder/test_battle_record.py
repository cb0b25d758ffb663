"""How a list fared in its battles, as numbers and small pictures."""

from datetime import date

from builder.lists.battle_record import HEIGHT, PICTURED, STEP, BattleEntry, BattleRecord, Column

DAY = date(2026, 11, 22)


def entry(outcome="", standing=0, units=4, over=True):
    return BattleEntry("/battles/1/", "Dusk", DAY, over, outcome, standing, units)


def test_battles_that_are_over_are_counted():
    record = BattleRecord(
        [entry("won", 4), entry("won", 1), entry("lost"), entry("drawn", 2), entry(), entry(over=False)]
    )
    counted = (
        len(record.over),
        *(record.outcomes[key] for key in ("won", "lost", "drawn")),
        record.survived,
        record.units,
    )
    assert counted == (5, 2, 1, 1, 7, 20)


def test_pictures_show_the_oldest_at_the_left_and_no_more_than_they_have_room_for():
    record = BattleRecord([entry("lost", 1), *[entry("won", 4)] * PICTURED])
    assert record.outcome_columns[-1] == Column("lost", (PICTURED - 1) * STEP, 20, 14)
    assert record.outcome_columns[0] == Column("won", 0, 2, 14)
    assert len(record.outcome_columns) == PICTURED
    assert record.survival_columns[-1] == Column("", (PICTURED - 1) * STEP, HEIGHT - HEIGHT // 4, HEIGHT // 4)
    assert record.survival_columns[0] == Column("", 0, 0, HEIGHT)


def test_nothing_is_drawn_for_a_battle_of_which_nobody_was_left_or_came():
    assert BattleRecord([entry("lost", 0), entry("lost", 0, 0)]).survival_columns == []


def test_an_outcome_is_said_in_words():
    words = [one.words for one in (entry("won"), entry(), entry("won", over=False))]
    assert words == ["won", "over", "in progress"]
