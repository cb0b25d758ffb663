"""Photos on their way in: sent with a form, decoded by a file worker, taken when the page asks again."""

import io
import secrets
import zipfile

from django.http import HttpRequest

from builder.accounts.limits import allowed, client
from builder.exports.queue import ClientWaits, QueueFull, Waiting, check_room, kept_file, request_file
from builder.exports.storing import made_content, remove
from builder.pictures.decoding import JOB, SINGLE
from rules.text import _

SUBJECT = "pictures"
MOST_BYTES = 5_000_000
FILE, KEPT = "picture", "kept"  # fields of the form: the file, and the key of what is being decoded


class NotTaken(ValueError):
    """There is no photo; the argument is a marked sentence."""


def taken(request: HttpRequest) -> bytes:
    """The photo that a form sent, now or before. Raises `NotTaken`, or `Waiting` with the key to ask again by."""
    key = request.POST.get(KEPT) or requested(request, uploaded(request))
    picture = pictures_of(key).get(SINGLE)
    forget_pictures(key)
    if picture is None:
        raise NotTaken(_("This isn’t a photo that can be read, or it’s too large: JPEG, PNG, WebP or HEIC."))
    return picture


def uploaded(request: HttpRequest) -> bytes:
    file = next((file for file in request.FILES.getlist(FILE) if file.size), None)
    if file is None:
        raise NotTaken(_("Take or choose a photo."))
    if (file.size or 0) > MOST_BYTES:
        raise NotTaken(_("This photo is larger than 5 MB. Send a smaller one."))
    return file.read()


def requested(request: HttpRequest, content: bytes) -> str:
    """The key of what a worker decodes: a photo, or an archive with some."""
    if not allowed(request, "picture"):
        raise NotTaken(_("Too many photos for now. Try again later."))
    key, who = secrets.token_hex(32), client(request)
    try:
        check_room(who)
        request_file(key, SUBJECT, who, {"job": JOB, "key": key}, SUBJECT, content=content)
    except (ClientWaits, QueueFull):
        raise NotTaken(_("Another file is being made. Try again in a moment.")) from None
    return key


def pictures_of(key: str) -> dict[str, bytes]:
    """What was decoded of what is kept under a key. Raises `Waiting`; {} where nothing is left."""
    kept = kept_file(key, subject=SUBJECT)
    if kept is None:
        return {}
    if not kept.outcome:
        raise Waiting(key)
    content = made_content(kept)
    if content is None:
        return {}
    with zipfile.ZipFile(io.BytesIO(content)) as zipped:
        return {name: zipped.read(name) for name in zipped.namelist()}


def forget_pictures(key: str) -> None:
    """End what is kept under a key."""
    if kept := kept_file(key, subject=SUBJECT):
        remove([kept])
