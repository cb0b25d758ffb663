"""The epilogue of a game: what its owner takes over from a battle onto the own character, as one edit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils import timezone
from django.utils.translation import gettext

from builder.games.of_the_dead.edits import LARGEST, one_of
from builder.lists.edits import LOG, BadEdit, Edit, Fields, logged
from builder.lists.edits import whole_number as read_number
from rules.catalogue import Catalogue
from rules.document import LogEntry
from rules.games.of_the_dead.document import DOMAINS, STATES, Character, Follower, Gang, Thing, Trauma
from rules.shapes import LONGEST_TEXT
from rules.text import _, visible

HEALED, PERMANENT = "healed", "permanent"
GAUGES = ("life", "morale", "reputation", "survival")
LONGEST_LINE, MOST_GAINS, LONGEST_CHANGE = 200, 20, 200


def epilogue(document: Gang, fields: Fields, catalogue: Catalogue) -> Gang:
    """The list after a game, its markers off, what happened in its log. Raises `BadEdit`."""
    zombies = catalogue.tables["zombies"].rows
    units = tuple(after(unit, index, fields, ("", *zombies)) for index, unit in enumerate(document.units))
    words = (told for index in range(len(units)) if (told := line(fields, f"text-{index}")))
    title = line(fields, "title") or gettext("Epilogue")
    entry = LogEntry(timezone.localdate().isoformat(), title, " ".join(words)[:LONGEST_TEXT], tuple(range(len(units))))
    return logged(replace(document, units=units), entry)


def after(unit: Character, index: int, fields: Fields, zombies: Sequence[str]) -> Character:
    """A character with what the form says of it; what the form does not ask stays."""
    state = one_of(fields.get(f"state-{index}", unit.state), (*STATES, unit.state))
    zombie = one_of(fields.get(f"zombie-{index}", ""), zombies) or unit.zombie_type
    return replace(
        unit,
        **{key: gauge(fields, f"{key}-{index}", getattr(unit, key)) for key in GAUGES},  # type: ignore[arg-type]
        state=state,
        zombie_type=zombie if state == "zombie" else None,
        traumas=(*traumas(unit, index, fields), *new_trauma(index, fields)),
        equipment=(*unit.equipment, *gains(index, fields)),
        followers=tuple(
            follower_after(follower, f"follower-{index}-{n}", fields) for n, follower in enumerate(unit.followers)
        ),
        markers=(),
    )


def follower_after(follower: Follower, key: str, fields: Fields) -> Follower:
    """A follower with its gauges as the form says ("Zone de jeu")."""
    life, morale, lifetime = (gauge(fields, f"{key}-{name}", number) for name, number in follower.gauges)
    return replace(follower, life=life, morale=morale, lifetime=lifetime)


def gauge(fields: Fields, key: str, before: int | None) -> int | None:
    return read_number(fields, key, before, shape=is_number, refusal=_("Enter a whole number, four digits at most."))


def is_number(word: str) -> bool:
    digits = word.removeprefix("-").removeprefix("+")
    return digits.isascii() and digits.isdigit() and int(digits) <= LARGEST


def traumas(unit: Character, index: int, fields: Fields) -> Iterator[Trauma]:
    """The traumas that are not healed; those that stay until death are permanent ("Devant le joueur")."""
    for place, trauma in enumerate(unit.traumas):
        fate = fields.get(f"trauma-{index}-{place}", "")
        if fate != HEALED:
            yield replace(trauma, permanent=trauma.permanent or fate == PERMANENT)


def new_trauma(index: int, fields: Fields) -> Iterator[Trauma]:
    if name := line(fields, f"new-trauma-{index}"):
        domain = one_of(fields.get(f"domain-{index}", DOMAINS[0]), DOMAINS)
        yield Trauma(name, domain, permanent=bool(fields.get(f"permanent-{index}")))


def gains(index: int, fields: Fields) -> Iterator[Thing]:
    """What it has gained, an object a line."""
    names = [visible(name)[:LONGEST_LINE] for name in fields.get(f"gains-{index}", "").splitlines()]
    if len(names) > MOST_GAINS:
        raise BadEdit(_("Objects gained: {most} maximum."), most=MOST_GAINS)
    yield from (Thing(name) for name in names if name)


def line(fields: Mapping[str, str], key: str) -> str:
    """A text of a form on one line."""
    return " ".join(visible(fields.get(key, "")).split())[:LONGEST_CHANGE]


EPILOGUE = {"epilogue": Edit(epilogue, ("fields", "catalogue"), LOG, _("Epilogue accepted"), names_units=True)}
