"""Photos of units: kept beside their list, copied with it, erased with it."""

import base64
import hashlib
import secrets
from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models.signals import post_delete
from django.dispatch import receiver

from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Picture, PictureContent, Roster
from rules.text import _

MOST = 100  # of a list, with those of its battles
KEPT_UNNAMED = timedelta(days=30)  # as long as removed lists: until then an undo brings one back
ADDRESS = "data:image/jpeg;base64,"  # begins one that holds a photo


def add_picture(roster: Roster, content: bytes, battle: int | None = None) -> str:
    """Keep a photo of one of the list's units, or of a battle (its pk). Its name. Raises `BadEdit` when full."""
    if roster.pictures.count() >= MOST:
        raise BadEdit(_("Photos of a list: {most} maximum."), most=MOST)
    name = secrets.token_hex(16)
    roster.pictures.create(name=name, stored_id=store(content), battle_id=battle)
    return name


def store(content: bytes) -> str:
    """Store a photo once; its SHA-256."""
    row, _new = PictureContent.objects.get_or_create(
        pk=hashlib.sha256(content).hexdigest(), defaults={"content": content}
    )
    return row.pk


def names_in(roster: Roster) -> set[str]:
    """The names of the photos that the units of a list's present state have."""
    return {unit["picture"] for unit in roster.document["units"] if "picture" in unit}


def copy_pictures(sources: Iterable[Roster], roster: Roster) -> None:
    """Give a list the photos that its units brought with them from others."""
    if names := names_in(roster):
        names -= set(roster.pictures.values_list("name", flat=True))
        rows = Picture.objects.filter(roster__in=list(sources), name__in=names)
        refer_to(roster, dict(rows.values_list("name", "stored")))


def store_pictures(roster: Roster, contents: Mapping[str, bytes]) -> None:
    """Give a new list those of these photos (by name) that its units have."""
    refer_to(roster, {name: store(contents[name]) for name in names_in(roster) & contents.keys()})


def refer_to(roster: Roster, stored: Mapping[str, str]) -> None:
    """Give a list photos that are stored: {name: SHA-256}."""
    roster.pictures.bulk_create(Picture(roster=roster, name=name, stored_id=pk) for name, pk in stored.items())


def with_pictures_among(loaded: LoadedRoster, names: Container[str]) -> LoadedRoster:
    """A list from elsewhere, whose units have no photos but these."""
    units = loaded.document.units
    if all(unit.picture is None or unit.picture in names for unit in units):
        return loaded
    kept = (unit if unit.picture in names else replace(unit, picture=None) for unit in units)
    return loaded.with_document(replace(loaded.document, units=tuple(kept)))


@receiver(post_delete, sender=Picture)
def erase_content(instance: Picture, **_signal: Any) -> None:
    """What is stored goes with the last photo that refers to it."""
    PictureContent.objects.filter(pk=instance.stored_id, pictures=None).delete()


def printable(rosters: Iterable[int]) -> dict[str, str]:
    """The photos of the units of lists (their pks), each as an address that holds it, by name."""
    rows = Picture.objects.filter(roster__in=rosters, battle=None).values_list("name", "stored__content")
    return {name: ADDRESS + base64.b64encode(content).decode() for name, content in rows}


def tidy_pictures(now: datetime, dry_run: bool = False) -> int:
    """Erase the photos that no unit of their list has had for 30 days. Returns how many."""
    of_units = Picture.objects.filter(battle=None)
    old = of_units.filter(unnamed__lt=now - KEPT_UNNAMED)
    if dry_run:
        return old.count()
    for roster in Roster.objects.filter(pk__in=of_units.values("roster")).iterator():
        named, own = names_in(roster), of_units.filter(roster=roster)
        own.filter(name__in=named).exclude(unnamed=None).update(unnamed=None)
        own.filter(unnamed=None).exclude(name__in=named).update(unnamed=now)
    return old.delete()[0]
