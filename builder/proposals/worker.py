"""Lists are completed by a file worker, with its limits of time and memory: the page asks again until it has."""

import json
from functools import partial
from itertools import combinations
from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language

from builder.accounts.limits import client, require_allowed
from builder.exports.queue import QueueFull, Waiting, finished_file
from builder.exports.storing import made_content
from builder.lists.loaded import LoadedRoster
from builder.proposals.completing import Wishes, proposals, random_list, unlikeness
from builder.proposals.moves import Limits

JOB, TIMES_SECONDS = "propose", 1 / 3
SUBJECT = "proposals"


def proposed(request: HttpRequest, asked: dict[str, Any]) -> Any:
    """What `make` answers, read. Raises `Waiting` until a worker has made it, `AboveLimit`; None where it gave up.

    What this client asked for before and no worker has begun is withdrawn: its page is gone.
    """
    work = asked | {"job": JOB, "language": get_language()}
    try:
        kept = finished_file(
            client(request),
            SUBJECT,
            work,
            only_preview=True,
            before_asking=partial(require_allowed, request, "propose"),
        )
    except QueueFull:
        raise Waiting from None
    content = made_content(kept)
    return None if content is None else json.loads(content)


def make(request: dict[str, Any]) -> bytes:
    """The job of the file worker: a random list's document, or the commands and sentences of three proposals."""
    if "game" in request:
        chosen = request["game"], request["seed"], request["faction"], request["budget"]
        return json.dumps(random_list(*chosen).data).encode()
    loaded, wanted = LoadedRoster.from_data(request["document"]), request["wishes"]
    units = loaded.document.units
    pinned = tuple(units[index] for index in wanted["pinned"] if index < len(units))
    limits = Limits(pinned=pinned, without=tuple(wanted["without"]))
    states = proposals(
        loaded, request["seed"], Wishes(wanted["size"], tuple(wanted["kinds"]), tuple(wanted["having"]), limits)
    )
    least = min(unlikeness(*pair) for pair in combinations(states, 2))
    found = [
        {"commands": [move.command for move in state.steps], "sentences": [move.sentence for move in state.steps]}
        for state in states
    ]
    return json.dumps({"proposals": found, "unlike": round(100 * least)}).encode()
