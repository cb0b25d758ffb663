"""Who may see and who may edit: keys, the grants in a browser's session, and one helper for each."""

import hashlib
import secrets

from django.db import transaction
from django.db.models import F
from django.http import Http404

from builder.models import Roster

GRANTS = "lists"
KEY_BYTES = 16  # 128 random bits
KEY = "[A-Za-z0-9_-]{1,64}"  # what may stand in an address as a key


def new_key():
    return secrets.token_urlsafe(KEY_BYTES)


def hashed(key):
    return hashlib.sha256(key.encode()).hexdigest()


def grant(request, roster):
    """Let this browser edit a roster for as long as the roster's present edit key holds."""
    grants = request.session.get(GRANTS, {})
    request.session[GRANTS] = grants | {str(roster.pk): roster.generation}


def by_grant(request, pk, deleted=False, rows=Roster.objects):
    """The roster that this browser may edit, or 404: a stranger learns not even that it exists.

    `rows` is the queryset to look in, for a view that does not read every column.
    """
    generation = request.session.get(GRANTS, {}).get(str(pk))
    if generation is None:
        raise Http404
    return one(rows.filter(pk=pk, generation=generation, deleted__isnull=not deleted))


def one(rows):
    """The only row there is, or 404."""
    found = list(rows.order_by()[:1])
    if not found:
        raise Http404
    return found[0]


def by_edit_key(key):
    """The roster of a secret edit link, or 404."""
    return one(Roster.objects.filter(edit_key_hash=hashed(key), deleted__isnull=True))


def by_share_key(key, rows=Roster.objects):
    """The roster of a share link, or 404. `rows` as in `by_grant`."""
    return one(rows.filter(share_key=key, deleted__isnull=True))


def mine(request, deleted=False):
    """The rosters of this browser, or those it removed, newest first; grants that a new edit key ended are left out."""
    grants = request.session.get(GRANTS, {})
    rows = Roster.objects.filter(pk__in=grants, deleted__isnull=not deleted).defer("document")
    return [row for row in rows if grants[str(row.pk)] == row.generation]


def renew_edit_key(request, roster):
    """A new edit key for a roster; the old one and all other grants end. Returns the key, which is kept nowhere."""
    return renewed(request, roster, "edit_key_hash", grant)


@transaction.atomic
def renewed(request, row, kind, grant):
    """A new secret key for a row, kept as a hash in the column `kind`; returns the key.

    Each has a generation of its own, and of two at once the later one holds, in the row as in the session.
    """
    key = new_key()
    type(row).objects.filter(pk=row.pk).update(**{kind: hashed(key)}, generation=F("generation") + 1)
    row.refresh_from_db(fields=[kind, "generation"])
    grant(request, row)
    request.session.save()
    return key
