"""The database behind the site: the one that DATABASE_URL names, set up as the settings promise."""

import os

import pytest
from django.core.management import call_command
from django.db import connection

from config.environment import database

pytestmark = [pytest.mark.database, pytest.mark.django_db]


def test_the_tests_run_on_the_database_that_was_asked_for():
    url = os.environ.get("DATABASE_URL") or "sqlite:////"
    assert connection.settings_dict["ENGINE"] == database(url)["ENGINE"]


def test_models_and_migrations_agree():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_the_books_are_loaded():
    from rules.models import Edition

    assert Edition.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("change", ["a value", "all rows", "nothing"])  # each finds what the one before it left
def test_the_books_are_whole_after_a_test_that_commits(change):
    from rules.models import Edition, Game, Item

    assert connection.in_atomic_block is False
    assert Edition.objects.count() == Game.objects.count() == 5
    assert not Item.objects.filter(name_en="changed").exists()
    if change == "a value":
        Item.objects.filter(pk=Item.objects.first().pk).update(name_en="changed")
    if change == "all rows":
        Game.objects.all().delete()
