"""Battles, by the key of the address that only shows."""

import json
from typing import Any

from django.http import HttpRequest
from ninja import Router

from builder.api.schemas import Document
from builder.battles.access import battle_of_key
from builder.battles.export import exported

router = Router(tags=["battles"])


@router.get("/w/{watch_key}", response=Document)
def battle(request: HttpRequest, watch_key: str) -> Any:
    """A battle with its log, `bivouac-battle/1`."""
    return json.loads("".join(exported(battle_of_key("watch_key", watch_key))))
