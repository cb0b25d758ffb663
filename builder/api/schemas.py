"""What the API answers, as OpenAPI says it."""

from datetime import datetime
from typing import Any

from ninja import Schema

Document = dict[str, Any]  # /schema/bivouac-roster-1.json says the rest


class Name(Schema):
    fr: str
    en: str


class GameOut(Schema):
    slug: str
    name: Name
    edition: str
    revision: int


class EntryOut(Schema):
    slug: str
    name: Name
    cost: int | None = None
    cite: str


class BookOut(GameOut):
    collections: dict[str, list[EntryOut]]


class FindingOut(Schema):
    rule: str
    level: str
    unit: int | None
    message: str
    cite: str


class VerdictOut(Schema):
    legal: bool
    total: int | None
    budget: int | None
    findings: list[FindingOut]


class OfferOut(Schema):
    """Something that may be chosen, by `command`, and taken away, by `removal`; `refusal`: sentences why it may not."""

    command: str
    removal: str
    slug: str | None
    name: str
    cost: int | None
    refusal: list[str]
    over: int
    taken: bool
    count: int


class OfferGroupOut(Schema):
    """Offers that touch one unit, the list of units or the list's head."""

    key: str
    title: str
    touches: str
    bounds: tuple[int, int] | None
    offers: list[OfferOut]


class Roll(Schema):
    """An action of a battle: its fields, and its dice in the order in which they fell, such as `6,1,1`."""

    action: str
    fields: dict[str, str] = {}
    dice: str | None = None


class Action(Roll):
    """As `Roll`, of the document of a battle."""

    battle: Document


class MarkIn(Schema):
    """A command, such as an outcome of an action proposes; `id`: 8 to 40 letters, figures, - and _ of your own."""

    id: str
    command: str
    text: str | None = None


class MarksIn(Schema):
    marks: list[MarkIn]


class RefusedOut(Schema):
    id: str
    reason: str


class MarkedOut(Schema):
    """`done`: the ids of marks that are made, also those that were made before."""

    revision: int
    done: list[str]
    refused: list[RefusedOut]


class MyBattleOut(Schema):
    id: int
    game: str
    revision: int
    ended: datetime | None
    watch_key: str


class ActionOut(Schema):
    action: str
    fields: list[dict[str, Any]]
    dice: Any
    against: Any
    reasons: list[dict[str, Any]]
    notes: list[dict[str, Any]]
    chances: list[dict[str, Any]]
    outcome: dict[str, Any] | None
    rules: list[dict[str, Any]]


class EditOut(Schema):
    """An edit: the words behind its name in a command; what each field of its form takes, as JSON Schema.

    Fields may stand in the command too, as `name=value`; a name that ends in `-` stands for `name-0`, `name-1` ...
    """

    name: str
    touches: str
    words: list[str]
    form: dict[str, dict[str, Any]]


class Edit(Schema):
    """An edit by its command, such as an offer names, and the fields of its form where it has some."""

    command: str
    fields: dict[str, str] = {}


class ListOut(Schema):
    document: Document
    verdict: VerdictOut
    revision: int
    changed: datetime


class NewListOut(ListOut):
    """`edit_key` is stored nowhere: who loses it can't change the list any more."""

    share_key: str
    edit_key: str


class RevisionOut(Schema):
    number: int
    parent: int | None
    action: str
    made: datetime


class MineOut(Schema):
    """A list of an account; what it shows of points is as it was saved."""

    id: int
    game: str
    name: str
    points: int | None
    budget: int | None
    revision: int
    changed: datetime
    share_key: str
