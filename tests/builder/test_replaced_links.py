"""A link that was replaced says so, for 400 days; one that never was is not found."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.web.keys import hash_key, renew_key, renew_secret_key, tidy_replaced_keys
from builder.web.models import ReplacedKey
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def row():
    return history.create(LoadedRoster(make.convoy()), "new")[0]


@pytest.mark.parametrize(("language", "words"), [("en", "This link was replaced"), ("fr", "Ce lien a été remplacé")])
def test_a_replaced_link_says_so_in_the_sites_look(row, language, words):
    old = row.share_key
    renew_key(row, "share_key")
    page = Client().get(f"/s/{old}/", headers={"accept-language": language})
    assert (page.status_code, words in page.content.decode(), b"bivouac.css" in page.content) == (410, True, True)
    assert Client().get(f"/s/{row.share_key}/").status_code == 200


def test_what_is_kept_of_a_replaced_key_opens_nothing(row):
    old = [row.share_key, renew_secret_key(row, "edit_key_hash")]
    renew_key(row, "share_key")
    renew_secret_key(row, "edit_key_hash")
    hashes = set(ReplacedKey.objects.values_list("key_hash", flat=True))
    assert {hash_key(key) for key in old} < hashes
    assert len(hashes) == 3  # with the key that the list was made with
    assert not hashes & set(old)


@pytest.mark.database
def test_after_400_days_a_replaced_link_is_like_one_that_never_was(row):
    old, now = row.share_key, timezone.now()
    renew_key(row, "share_key")
    ReplacedKey.objects.update(replaced=now - timedelta(days=400))
    assert (tidy_replaced_keys(now), Client().get(f"/s/{old}/").status_code) == (0, 410)
    ReplacedKey.objects.update(replaced=now - timedelta(days=400, seconds=1))
    assert (tidy_replaced_keys(now, dry_run=True), tidy_replaced_keys(now)) == (1, 1)
    assert Client().get(f"/s/{old}/").status_code == 404
