"""All nodes sign with one secret key; one with another does not start."""

import stat
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from builder.operations import secret_key
from builder.operations.models import SigningKey
from config import environment

OLD, NEW, OTHER = (letter * 60 for letter in "ONX")


@pytest.fixture
def shared_database(monkeypatch):
    """A database that several machines may share, whichever the tests run on."""
    monkeypatch.setattr(connection, "vendor", "postgresql")


@pytest.fixture
def node(settings):
    """Start a node: node(key, older keys)."""

    def start(key, *older):
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = key, list(older)
        secret_key.check_same_secret_key()

    return start


pytestmark = [pytest.mark.database, pytest.mark.django_db]


def test_nodes_with_one_key_start_and_another_is_refused(node, shared_database):
    node(OLD)
    node(OLD)
    with pytest.raises(secret_key.OtherSecretKey, match="Give every node the same SECRET_KEY"):
        node(OTHER)
    node(OLD)
    assert SigningKey.objects.count() == 1


def test_a_key_is_changed_by_a_node_that_knows_the_one_before(node, shared_database):
    node(OLD)
    node(NEW, OTHER, OLD)
    node(NEW)
    with pytest.raises(secret_key.OtherSecretKey):
        node(OLD)


def test_a_machine_alone_goes_on_with_a_new_key(node, monkeypatch, caplog):
    monkeypatch.setattr(connection, "vendor", "sqlite")
    node(OLD)
    with caplog.at_level("WARNING"):
        node(NEW)
        node(NEW)
    assert [record.message for record in caplog.records] == [
        "The secret key is another one than before. Lists stay open; the admin logs in again."
    ]


def test_a_lost_key_is_replaced_on_purpose(node, shared_database, settings, capsys):
    node(OLD)
    settings.SECRET_KEY = NEW
    with pytest.raises(CommandError, match=r"manage\.py secretkey accept"):
        call_command("secretkey", "check")
    call_command("secretkey", "accept")
    call_command("secretkey", "check")
    assert "Nodes with another key won" in capsys.readouterr().out


def test_the_database_does_not_hold_the_key(node):
    node(OLD)
    first = SigningKey.objects.get()
    assert OLD not in str(vars(first))
    first.delete()
    node(OLD)
    assert SigningKey.objects.get().fingerprint != first.fingerprint


@pytest.mark.django_db(transaction=True)
def test_of_many_first_starts_at_once_one_notes_its_key(settings, monkeypatch):
    def start(key):
        try:
            noted = secret_key._note(key)
            return secret_key.matches(noted, key)
        finally:
            connection.close()

    monkeypatch.setattr(secret_key, "ROUNDS", 1)
    with ThreadPoolExecutor(6) as pool:
        same = list(pool.map(start, [OLD, NEW] * 6))
    assert SigningKey.objects.count() == 1
    assert sorted(same) == [False] * 6 + [True] * 6


# --- Where keys come from -------------------------------------------------------------------------------------------


def test_a_new_key_is_written_before_those_of_the_file(tmp_path):
    file = tmp_path / "secret-key"
    keys = [environment.persistent_secrets(file)]
    for _time in range(4):
        secret_key.rotate(file)
        keys.append(environment.persistent_secrets(file))
    assert [len(key) for key in keys] == [1, 2, 3, 3, 3]
    assert [key[1:] for key in keys[1:]] == [key[:2] for key in keys[:-1]]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [file]


def test_a_key_that_is_set_is_not_rotated_in_the_file(monkeypatch):
    monkeypatch.setenv("SECRET_KEY", OLD)
    with pytest.raises(CommandError, match="put the one before into SECRET_KEY_FALLBACKS"):
        call_command("secretkey", "rotate")
