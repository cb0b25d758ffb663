"""User names: a word of the player's and a number of the site's, found again however they are spelled."""

import re

import pytest
from django.contrib.auth.models import User

from builder.accounts import user_names
from builder.accounts.passwords import Argon2

WORDS = [("Maud", "maud"), ("Émile Zola", "emile-zola"), ("  --x--  ", "x"), ("日本", "player"), ("", "player")]


@pytest.mark.parametrize(("name", "word"), WORDS)
def test_the_word_of_a_name(name, word):
    assert user_names.word(name) == word


def test_a_long_name_gives_a_short_word():
    assert user_names.word("ab " * 100) == ("ab-" * 14)[:40].strip("-")
    assert len(user_names.word("x" * 300)) == user_names.LONGEST_WORD


SPELLINGS = ["maud-4821", "Maud 4821", "MAUD#4821", "maud4821", " maud_4821 ", "Maud – 4821"]


@pytest.mark.parametrize("typed", SPELLINGS)
def test_spellings_of_one_user_name(typed):
    assert user_names.spelled(typed) == "maud-4821"


@pytest.mark.parametrize("typed", ["Émile Z.", "emile z", "EMILE-Z", " émile  z! "])
def test_spellings_of_a_chosen_user_name(typed):
    assert user_names.spelled(typed) == "emile-z"


@pytest.mark.parametrize("typed", ["admin", "maud@example.org", "maud-12", ""])
def test_what_is_no_drawn_name_stays_as_it_is(typed):
    assert user_names.spelled(typed) == typed


def test_a_name_with_a_number_of_its_own():
    assert user_names.spelled(f"{user_names.word('Agent 007')}-4821") == "agent-007-4821"
    assert user_names.spelled("Agent 007 4821") == "agent-007-4821"


def test_every_drawn_name_is_spelled_as_drawn():
    drawn = {user_names.draw("Maud") for _turn in range(30)}
    assert all(re.fullmatch(r"maud-[1-9]\d{3}", name) for name in drawn)
    assert all(user_names.spelled(name) == name for name in drawn)
    assert len(drawn) > 20


def test_after_a_number_that_somebody_has_there_are_more_digits():
    assert re.fullmatch(r"maud-[1-9]\d{5}", user_names.draw("Maud", user_names.MORE_DIGITS))


def test_what_others_read_lacks_the_number():
    assert user_names.called(User(username="maud-4821", first_name="Maud")) == "Maud"
    assert user_names.called(User(username="agent-007-4821")) == "agent-007"
    assert user_names.called(User(username="admin")) in ("Someone", "Quelqu’un")


def test_passwords_are_hashed_by_argon2id():
    encoded = Argon2().encode("a long password", Argon2().salt())
    assert encoded.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert Argon2().verify("a long password", encoded)
    assert not Argon2().verify("another password", encoded)
