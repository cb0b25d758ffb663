"""The queue of files as web processes see it: asking for one, and how many are before it."""

import hashlib
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from builder.exports import making
from builder.exports.models import KeptFile
from builder.exports.registry import ExportSource
from builder.queues import READY, tasks

Outcome = KeptFile.Outcome
MOST_OF_NETWORK = 20  # unfinished files of clients in one wider network
REMEMBERED: dict[str, timedelta] = {Outcome.TOO_LARGE: timedelta(days=1), Outcome.FAILED: timedelta(minutes=10)}
SHORTEST_POLL, LONGEST_POLL, POLL_FOR_EACH = 400, 5_000, 300  # milliseconds; the last for each file before this one


class QueueFull(Exception):
    """So many files wait that no other is taken."""


class ClientWaits(Exception):
    """Another file of this client, or too many of its network, are not finished yet."""


class Waiting(Exception):
    """A file worker has not finished it yet."""


def unfinished() -> QuerySet[KeptFile]:
    return KeptFile.objects.filter(task__isnull=False)


def kept_file(key: str, **about: Any) -> KeptFile | None:
    """The kept file with this key, if it still holds."""
    kept = KeptFile.objects.filter(key=key, **about).defer(*KeptFile.HEAVY).first()
    if kept and is_forgotten(kept):
        kept.delete()
        return None
    return kept


def is_forgotten(kept: KeptFile) -> bool:
    """Whether a file was not made and may be tried again: it was long ago, or the release before left it unfinished."""
    if kept.task_id or kept.outcome == Outcome.DONE:
        return False
    return kept.finished is None or kept.finished < timezone.now() - REMEMBERED[kept.outcome]


def has_its_share(client: str) -> bool:
    """Whether a file of this client waits, or `MOST_OF_NETWORK` of its network; the other clients share the rest."""
    if unfinished().filter(client=client).exists():
        return True
    network = wider_network(client)
    if network is None:
        return False
    clients = unfinished().values_list("client", flat=True)
    return sum(wider_network(other) == network for other in clients) >= MOST_OF_NETWORK


def wider_network(client: str) -> IPv4Network | IPv6Network | None:
    """What one customer of a provider may have at most: the /48 of an IPv6 client, the /24 of an IPv4 address.

    None for a client without an address.
    """
    try:
        network = ip_network(client)
    except ValueError:
        return None
    return network.supernet(new_prefix=48 if network.version == 6 else 24)


def check_room(client: str) -> None:
    """Raises `ClientWaits` or `QueueFull` if this client's next file is not taken now."""
    if has_its_share(client):
        making.take_up_lost()
        if has_its_share(client):
            raise ClientWaits
    if unfinished().count() >= settings.SHEET_QUEUE:
        making.take_up_lost()
        raise QueueFull


def request_file(
    key: str,
    subject: str,
    client: str,
    request: dict[str, Any],
    file_name: str,
    parts: Sequence[str] = (),
    only_preview: bool = False,
    content: bytes | None = None,
) -> KeptFile:
    """Ask for a file; the kept file, which another request may have made meanwhile. Raises `ClientWaits`.

    request -- what a file worker needs: its "job" in `FILE_MAKERS` where it is no export, and what that reads
    parts   -- the subjects that it shows beside its own
    only_preview -- it gives way to what the client prints (`withdraw_previews`)
    content -- what it is made of, which its row has until it is finished
    """
    now = timezone.now()
    shows = {"parts": dict.fromkeys(parts, True)} if parts else {}
    about: dict[str, Any] = {"subject": subject, "client": client, "shows": shows, "file_name": file_name}
    about["content"] = content
    with suppress(IntegrityError), transaction.atomic():
        task = making.make_file.enqueue(request)
        about |= {"task_id": task.id, "made": now, "used": timezone.localdate(now), "only_preview": only_preview}
        KeptFile.objects.create(key=key, **about)
    kept = KeptFile.objects.filter(key=key).defer(*KeptFile.HEAVY).first()
    if kept is None:
        raise ClientWaits
    return kept


def finished_file(
    client: str,
    subject: str,
    request: dict[str, Any],
    only_preview: bool = False,
    before_asking: Callable[[], None] = lambda: None,
    for_all: bool = False,
) -> KeptFile:
    """The finished file of a request, which nobody can ask for without having all of it.

    for_all -- the same request of another client is answered by the same file
    before_asking -- called where it is asked for the first time, and there is room

    Raises `Waiting` until a worker has finished it; `QueueFull`.
    """
    key = hashlib.sha256(json.dumps(["" if for_all else client, settings.SECRET_KEY, request]).encode()).hexdigest()
    kept = kept_file(key, subject=subject)
    if kept is None:
        if only_preview:
            withdraw_previews(client, subject=subject)
        try:
            check_room(client)
            before_asking()
            kept = request_file(key, subject, client, request, subject, only_preview=only_preview)
        except ClientWaits:
            raise Waiting from None
    if not kept.outcome:
        raise Waiting
    return kept


def request_of(source: ExportSource) -> dict[str, Any]:
    """What a file worker needs of one list."""
    request = {
        "document": source.loaded.data,
        "share_url": source.share_url,
        "revision": source.revision,
        "choices": source.choices.data,
        "certificate": source.certificate,
    }
    rosters = {"rosters": source.rosters} if source.rosters else {}
    return request | rosters | ({"gathering": source.gathering.data} if source.gathering else {})


def withdraw_previews(client: str, **about: str) -> None:
    """Remove the file of this client which no worker has begun and nobody has asked for but the print page.

    about -- further columns, such as its subject
    """
    previews = unfinished().filter(client=client, only_preview=True, **about)
    tasks(making.QUEUE, READY).filter(pk__in=previews.values("task")).delete()


def number_before(kept: KeptFile) -> int:
    """The number of unfinished files before this one, after a look for those of killed workers."""
    making.take_up_lost()
    return unfinished().filter(Q(made__lt=kept.made) | Q(made=kept.made, pk__lt=kept.pk)).count()


def poll_after(before: int, shortest: int = SHORTEST_POLL) -> int:
    """After how many milliseconds a page asks again for a file with so many before it."""
    return min(shortest + POLL_FOR_EACH * before, LONGEST_POLL)
