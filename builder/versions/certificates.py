"""What a printed sheet states of its list, signed with Ed25519, so that anybody can hold it against the list later.

The signing key is derived from SECRET_KEY: it is backed up and changed with that one, and older ones stay published.
"""

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.db import DatabaseError, transaction
from django.utils import timezone

from builder.lists.loaded import LoadedRoster
from builder.lists.models import Roster
from builder.versions.models import Certificate

FORMAT = "bivouac-certificate/1"
PURPOSE = b"bivouac certificate of a printed list"
Json = dict[str, Any]


def signing_key(secret: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(HKDF(SHA256(), 32, salt=None, info=PURPOSE).derive(secret.encode()))


def key_id(public: bytes) -> str:
    """16 hexadecimal digits that name a public key (32 bytes)."""
    return hashlib.sha256(public).hexdigest()[:16]


def public_keys() -> Iterator[bytes]:
    """The public keys (32 bytes) of this site, the present one first."""
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        yield signing_key(secret).public_key().public_bytes_raw()


def fingerprint(loaded: LoadedRoster) -> str:
    """SHA-256 of a list's canonical document, as `rosters import` prints it."""
    return hashlib.sha256(loaded.packed).hexdigest()


def statement(loaded: LoadedRoster, number: int, address: str) -> Json:
    """What is true of a state of a list today; `address` shows it."""
    verdict, book = loaded.verdict, loaded.catalogue
    return {
        "format": FORMAT,
        "address": address,
        "version": number,
        "document": fingerprint(loaded),
        "name": loaded.document.name,
        "game": book.game,
        "edition": book.edition,
        "book": book.revision,
        "day": timezone.localdate().isoformat(),
        "verdict": verdict.state,
        "rules": sorted({finding.rule.id for finding in verdict.errors}),
        "points": verdict.total,
        "budget": verdict.budget,
    }


def content_to_sign(certificate: Json) -> bytes:
    """Canonical JSON of all but the signature."""
    unsigned = {key: value for key, value in certificate.items() if key != "signature"}
    return json.dumps(unsigned, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def signed(unsigned: Json) -> Json:
    """A statement with the id of this site's key and the signature."""
    key = signing_key(settings.SECRET_KEY)
    certificate = unsigned | {"key": key_id(key.public_key().public_bytes_raw())}
    return certificate | {"signature": base64.b64encode(key.sign(content_to_sign(certificate))).decode()}


def is_signed(certificate: Json, keys: Iterable[bytes]) -> bool:
    """Whether one of these public keys (32 bytes each) signed it."""
    by_id = {key_id(key): key for key in keys}
    try:
        public = by_id[certificate["key"]]
        signature = base64.b64decode(certificate["signature"], validate=True)
        Ed25519PublicKey.from_public_bytes(public).verify(signature, content_to_sign(certificate))
    except (InvalidSignature, KeyError, TypeError, ValueError):
        return False
    return True


def certificate_of(roster: Roster, number: int, loaded: LoadedRoster, address: str) -> str:
    """The certificate of a state as JSON: that of its first sheet since the book or the link changed. "" if not stored.

    A sheet prints all the same where nothing can be written.
    """
    with suppress(DatabaseError), transaction.atomic():
        content = json.dumps(signed(statement(loaded, number, address)), ensure_ascii=False)
        state = {"roster": roster, "number": number, "book_revision": loaded.catalogue.revision}
        row, _created = Certificate.objects.get_or_create(**state, defaults={"content": content})
        if json.loads(row.content)["address"] != address:  # of a link that was replaced
            row.content = content
            row.save(update_fields=["content"])
        return row.content
    return ""
