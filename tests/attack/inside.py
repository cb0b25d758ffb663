"""A look into the site's database, in a process with its settings: python -m tests.attack.inside.

Reads lines of JSON, [name of a function, arguments], and answers each with a line of what that function returns.
"""

import itertools
import json
import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from datetime import datetime, timedelta
from pathlib import Path

from django.apps import apps
from django.db import connection
from django.db.models import DateField
from django.utils import timezone

from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Revision, Roster
from rules.document import decode

RBN = Path(__file__).resolve().parents[2] / "fixtures" / "rbn" / "example.json"


def rows() -> dict[str, int]:
    """How many rows each table has."""
    with connection.cursor() as cursor:
        counts = {}
        for name in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(name)}")
            counts[name] = cursor.fetchone()[0]
    return counts


def example() -> dict:
    return decode(RBN.read_bytes())


def make(document: dict) -> dict:
    roster, key = history.create(LoadedRoster.from_data(document), "attack")
    return {"pk": roster.pk, "edit_key": key, "share_key": roster.share_key, "points": roster.points}


def convoy(points: int) -> dict:
    """A list of at least so many points, of the units of the example over and over."""
    document = example()
    units, budget = document["units"], points
    document |= {"units": list(units), "budget": budget, "name": f"Convoy of {points}"}
    for unit in itertools.cycle(units):
        if LoadedRoster.from_data(document).verdict.total >= points:
            break
        document["units"].append({key: value for key, value in unit.items() if key != "crew"})
    return make(document)


def convoys(number: int, points: int) -> list[dict]:
    return [convoy(points) for _number in range(number)]


def monster(units: int, letters: int) -> dict:
    """A list of many units with long notes."""
    document = example()
    usual = {key: value for key, value in document["units"][0].items() if key not in ("crew", "count")}
    note = "Where the road ends they wait, and what they wait for comes. "
    notes = (note * (letters // len(note) + 1))[:letters]
    document["units"] = [usual | {"name": f"Number {number}", "notes": notes} for number in range(units)]
    return make(document)


def crowd(copies: int) -> dict:
    """A list of one unit in so many copies."""
    document = example()
    return make(document | {"units": [document["units"][0] | {"count": copies}]})


def states(pks: list[int]) -> dict[str, dict]:
    """Of each list: the number of its state, the highest one, and of every kept state names and notes of the units."""
    found = {}
    for roster in Roster.objects.filter(pk__in=pks):
        numbers = list(Revision.objects.filter(roster=roster).values_list("number", flat=True))
        texts = {str(number): texts_of(history.load_revision(roster, number)) for number in numbers}
        now = texts_of(history.load_roster(roster))
        found[str(roster.pk)] = {"revision": roster.revision, "last": roster.last_revision, "now": now, "all": texts}
    return found


def texts_of(loaded: LoadedRoster | None) -> list[list[str]]:
    return [] if loaded is None else [[unit.name, unit.notes] for unit in loaded.document.units]


def latest(pks: list[int]) -> dict[str, dict]:
    """Of each list: the highest number given to a state, and the names and notes of its units now."""
    return {
        str(roster.pk): {"last": roster.last_revision, "now": texts_of(history.load_roster(roster))}
        for roster in Roster.objects.filter(pk__in=pks)
    }


def bytes_of_revisions() -> int:
    """Bytes of the rows of all revisions with their indexes, as the database counts them."""
    table = Revision._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"VACUUM {table}")
            cursor.execute(f"SELECT pg_total_relation_size('{table}')")
            return cursor.fetchone()[0]
        cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
        names = [row[1] for row in cursor.execute(f"PRAGMA table_info({table})").fetchall()]
        columns = "+".join(f"COALESCE(LENGTH(CAST({name} AS BLOB)),0)" for name in names)
        cursor.execute(f"SELECT SUM({columns} + 24) FROM {table}")
        return cursor.fetchone()[0] or 0


def age(days: int) -> int:
    """Make all grants so many days old, as if nobody had used them since. Returns how many there are."""
    then, aged = timezone.now() - timedelta(days=days), 0
    for model in grant_models():
        times = {field.name: field for field in model._meta.fields if field.name in ("granted", "made", "used")}
        values = {name: then.date() if type(field) is DateField else then for name, field in times.items()}
        aged += model._default_manager.update(**values)
    if not aged and apps.is_installed("django.contrib.sessions"):
        for session in apps.get_model("sessions", "Session").objects.all():
            session.expire_date -= timedelta(days=days)
            session.save(update_fields=["expire_date"])
            aged += 1
    return aged


def grant_models() -> list:
    """The models of grants and of browsers with their keys."""
    wanted = ({"granted", "used"}, {"key_hash", "used"})
    return [one for one in apps.get_models() if any(some <= {f.name for f in one._meta.fields} for some in wanted)]


def oldest_use(pk: int) -> int | None:
    """Days since the grant of list `pk` was used; None where grants do not know."""
    for model in grant_models():
        if "roster" in {field.name for field in model._meta.fields}:
            used = model._default_manager.filter(roster=pk).values_list("used", flat=True).first()
            now = timezone.now() if isinstance(used, datetime) else timezone.localdate()
            return None if used is None else (now - used).days
    return None


def truncate_sheets() -> int:
    """Cut all kept sheets short, as a failing disk does. Returns how many there are."""
    cut = 0
    for model in apps.get_models():
        if model.__name__ != "KeptFile":
            continue
        for row in model._default_manager.all():
            for field in model._meta.fields:
                value = getattr(row, field.name)
                if field.get_internal_type() == "BinaryField" and value and len(value) > 100:
                    model._default_manager.filter(pk=row.pk).update(**{field.name: bytes(value)[: len(value) // 2]})
                    cut += 1
    return cut


def main() -> None:
    for line in sys.stdin:
        name, arguments = json.loads(line)
        print(json.dumps(globals()[name](*arguments)), flush=True)
        connection.close()  # the database may be another process by the next look


if __name__ == "__main__":
    main()
