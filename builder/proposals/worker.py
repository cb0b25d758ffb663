"""Lists are completed by a file worker, with its limits of time and memory: the page asks again until it has."""

import json
from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language

from builder.accounts.limits import client, require_allowed
from builder.exports.queue import QueueFull, Waiting, finished_file
from builder.exports.storing import made_content
from builder.lists.boxes import Matcher, read_box
from builder.lists.loaded import LoadedRoster
from builder.proposals.completing import Wishes, proposals, random_list, unlikeness
from builder.proposals.medians import worked_out
from builder.proposals.moves import Limits
from builder.proposals.pairs import fair_pair, list_of_box
from builder.proposals.shown import edits_of

JOB, TIMES_SECONDS = "propose", 1 / 3
SUBJECT = "proposals"


def proposed(request: HttpRequest, asked: dict[str, Any]) -> Any:
    """What `make` answers, read. Raises `Waiting` until a worker has made it, `AboveLimit`; None where it gave up.

    What this client asked for before and no worker has begun is withdrawn: its page is gone.
    """
    return made_by_worker(request, asked | {"language": get_language()}, only_preview=True)


def made_by_worker(request: HttpRequest, asked: dict[str, Any], **kinds: bool) -> Any:
    """The same; kinds -- further arguments of `finished_file`."""
    work, allow = asked | {"job": JOB}, partial(require_allowed, request, "propose")
    try:
        kept = finished_file(client(request), SUBJECT, work, before_asking=allow, **kinds)
    except QueueFull:
        raise Waiting from None
    content = made_content(kept)
    return None if content is None else json.loads(content)


def make(request: dict[str, Any]) -> bytes:
    """The job of the file worker: the JSON of what is asked for."""
    return json.dumps(MAKERS[request["make"]](request)).encode()


def made_list(request: dict[str, Any]) -> Any:
    """The document of a random list, of the models of a box where there is one."""
    chosen = request["seed"], request["faction"], request["budget"]
    box = request["box"]
    return (list_of_box(read_box(box), *chosen) if box else random_list(request["game"], *chosen)).data


def made_pair(request: dict[str, Any]) -> Any:
    """The documents of two fair lists and the part in which they differ, in percent; empty where there are none."""
    pair = fair_pair(read_box(request["box"]), request["budget"], request["seed"])
    return {"lists": [loaded.data for loaded in pair.lists], "differ": round(100 * pair.difference)} if pair else {}


def made_proposals(request: dict[str, Any]) -> Any:
    """The edits of up to three completed lists, no two alike, and how unlike they are, in percent."""
    loaded, wanted = LoadedRoster.from_data(request["document"]), request["wishes"]
    units = loaded.document.units
    pinned = tuple(units[index] for index in wanted["pinned"] if index < len(units))
    limits = Limits(pinned=pinned, without=tuple(wanted["without"]), holds=box_limit(request["box"], loaded))
    states = proposals(
        loaded, request["seed"], Wishes(wanted["size"], tuple(wanted["kinds"]), tuple(wanted["having"]), limits)
    )
    states = list({state.loaded.packed: state for state in states if state.steps}.values())
    least = min((unlikeness(*pair) for pair in combinations(states, 2)), default=1)
    return {"proposals": list(map(edits_of, states)), "unlike": round(100 * least)}


def made_medians(request: dict[str, Any]) -> Any:
    """The figures of the middle of random lists."""
    return worked_out(request["game"], request["budget"], request["number"])


MAKERS = {"list": made_list, "medians": made_medians, "pair": made_pair, "proposals": made_proposals}


def box_limit(box: Any, loaded: LoadedRoster) -> Callable[[LoadedRoster], bool] | None:
    """That no list needs more models beyond a box than this one; None without a box."""
    if not box:
        return None
    models = Matcher(read_box(box), loaded.catalogue)
    most = models.missing(loaded.document)
    return lambda other: models.missing(other.document) <= most
