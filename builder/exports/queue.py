"""The queue of requested sheets as web processes see it: asking for one, and the place it has."""

from collections.abc import Sequence
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
from builder.exports.registry import Export, ExportSource

State = KeptFile.State
MOST_OF_NETWORK = 20  # unfinished sheets of clients in one wider network
REMEMBERED: dict[str, timedelta] = {State.TOO_LARGE: timedelta(days=1), State.FAILED: timedelta(minutes=10)}


class QueueFull(Exception):
    """So many sheets wait that no other is taken."""


class ClientWaits(Exception):
    """Another sheet of this client, or too many of its network, are not finished yet."""


def unfinished() -> QuerySet[KeptFile]:
    return KeptFile.objects.filter(state__in=KeptFile.UNFINISHED)


def kept_file(key: str, **about: Any) -> KeptFile | None:
    """The kept sheet with this key, if it still holds."""
    kept = KeptFile.objects.filter(key=key, **about).defer(*KeptFile.HEAVY).first()
    if kept and is_forgotten(kept):
        kept.delete()
        return None
    return kept


def is_forgotten(kept: KeptFile) -> bool:
    """Whether it was so long ago that a sheet was not made that it may be tried again."""
    remembered = REMEMBERED.get(kept.state)
    return bool(remembered and kept.finished and kept.finished < timezone.now() - remembered)


def has_its_share(client: str) -> bool:
    """Whether a sheet of this client waits, or `MOST_OF_NETWORK` of its network; the other clients share the rest."""
    if unfinished().filter(client=client).exists():
        return True
    wider = wider_network(client)
    if wider is None:
        return False
    clients = unfinished().values_list("client", flat=True)
    return sum(wider_network(one) == wider for one in clients) >= MOST_OF_NETWORK


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
    """Raises `ClientWaits` or `QueueFull` if this client's next sheet is not taken now."""
    if has_its_share(client):
        making.take_up_lost()
        if has_its_share(client):
            raise ClientWaits
    if unfinished().count() >= settings.SHEET_QUEUE:
        making.take_up_lost()
        raise QueueFull


def request_export(
    key: str,
    subject: str,
    client: str,
    export: Export,
    sources: Sequence[ExportSource],
    language: str,
    file_name: str,
    parts: Sequence[str] = (),
    only_preview: bool = False,
) -> KeptFile:
    """Ask for a sheet; the kept sheet, which another request may have made meanwhile. Raises `ClientWaits`.

    only_preview -- it gives way to what the client prints (`withdraw_previews`)
    """
    request: dict[str, Any] = {"export": export.name, "language": language}
    if parts:
        request |= {"sources": [request_of(one) for one in sources]}
    else:
        request |= request_of(sources[0])
    shown = [*parts, *(f"gathering {one.gathering.pk}" for one in sources if one.gathering)]
    if shown:
        request["parts"] = dict.fromkeys(shown, True)
    return request_file(key, subject, client, request, file_name, only_preview)


def request_file(
    key: str, subject: str, client: str, request: dict[str, Any], file_name: str, only_preview: bool = False
) -> KeptFile:
    """As `request_export`, for any job: `request` names it as "job" and holds what its function in `JOBS` needs."""
    now = timezone.now()
    about: dict[str, Any] = {"subject": subject, "client": client, "request": request, "file_name": file_name}
    about["only_preview"] = only_preview
    with suppress(IntegrityError), transaction.atomic():
        kept = KeptFile.objects.create(key=key, made=now, used=timezone.localdate(now), **about)
        making.enqueue(kept.pk)
    found = KeptFile.objects.filter(key=key).defer(*KeptFile.HEAVY).first()
    if found is None:
        raise ClientWaits
    return found


def withdraw_previews(client: str, **about: str) -> None:
    """Remove the sheet of this client which no worker has begun and nobody has asked for but the print page.

    about -- further columns, such as its subject
    """
    KeptFile.objects.filter(client=client, state=State.WAITING, only_preview=True, **about).delete()


def request_of(source: ExportSource) -> dict[str, Any]:
    """What a sheet worker needs of one list."""
    request = {
        "document": source.loaded.data,
        "share_url": source.share_url,
        "revision": source.revision,
        "choices": source.choices.data,
    }
    return request | ({"gathering": source.gathering.data} if source.gathering else {})


def take_up_if_lost(kept: KeptFile) -> None:
    """Look for sheets of killed workers if this one may be among them."""
    sign = kept.alive if kept.state == State.RUNNING else kept.made
    if sign and sign < timezone.now() - making.LOST_AFTER:
        making.take_up_lost()


def before(kept: KeptFile) -> int:
    """The number of unfinished sheets before this one."""
    return unfinished().filter(Q(made__lt=kept.made) | Q(made=kept.made, pk__lt=kept.pk)).count()
