"""A revision stores what differs from another one, compressed; a roster's document is compressed too."""

import json

import django.db.models.deletion
from django.db import migrations, models
from zstandard import DICT_TYPE_RAWCONTENT, ZstdCompressionDict, ZstdCompressor, ZstdDecompressor

from builder.lists.compression import PackedJSONField

BATCH = 50  # revisions that are in memory at once
MOST_OF_BASE = 0.5
MOST_IN_ALL = 3
LEVEL = 5

# Copies of what `builder/lists/compression.py` does today, so that this migration never changes.


def packed(document):
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return text.encode("utf-8", "surrogatepass")


def dictionary(base):
    return ZstdCompressionDict(base, dict_type=DICT_TYPE_RAWCONTENT) if base else None


def compressed(raw, base=None):
    frame = ZstdCompressor(level=LEVEL, dict_data=dictionary(base), write_checksum=True, write_dict_id=False)
    return frame.compress(raw)


def decompressed(content, base=None):
    return ZstdDecompressor(dict_data=dictionary(base)).decompress(bytes(content))


def batches(revisions, *columns):
    """The revisions of a roster in the order of their numbers, as tuples (number, *columns), a few at a time."""
    last = -1
    while rows := list(revisions.filter(number__gt=last).order_by("number").values_list("number", *columns)[:BATCH]):
        yield from rows
        last = rows[-1][0]


def rosters_with_revisions(apps):
    Roster, Revision = apps.get_model("builder", "Roster"), apps.get_model("builder", "Revision")
    for roster in list(Roster.objects.order_by("pk").values_list("pk", flat=True)):
        yield Roster.objects.filter(pk=roster), Revision.objects.filter(roster=roster)


def difference(raw, base_raw, size, states):
    content = compressed(raw, base_raw)
    return content if len(content) <= size * MOST_OF_BASE and len(content) * states <= size * MOST_IN_ALL else None


def make_small(apps, schema_editor):
    for roster, revisions in rosters_with_revisions(apps):
        base, base_raw, size = None, None, 0
        for number, document in batches(revisions, "document"):
            raw = packed(document)
            content = difference(raw, base_raw, size, number - base) if base else None
            if content is None:
                content = compressed(raw)
                base, base_raw, size = number, raw, len(content)
            revisions.filter(number=number).update(content=content, base=None if base == number else base)
        roster.update(base=base, packed=roster.values_list("document", flat=True).get())


def make_whole(apps, schema_editor):
    for roster, revisions in rosters_with_revisions(apps):
        roster.update(document=roster.values_list("packed", flat=True).get())
        known, known_raw = None, None
        for number, content, base in batches(revisions, "content", "base"):
            if base is not None and base != known:
                known, known_raw = base, decompressed(revisions.values_list("content", flat=True).get(number=base))
            raw = decompressed(content, None if base is None else known_raw)
            if base is None:
                known, known_raw = number, raw
            revisions.filter(number=number).update(document=json.loads(raw.decode("utf-8", "surrogatepass")))


class Migration(migrations.Migration):

    dependencies = [
        ('builder', '0003_chapter_revisions'),
    ]

    operations = [
        migrations.AddField(
            model_name='roster',
            name='base',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='revision',
            name='base',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='revision',
            name='content',
            field=models.BinaryField(default=b''),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='roster',
            name='packed',
            field=PackedJSONField(null=True),
        ),
        migrations.AlterField(
            model_name='revision',
            name='document',
            field=models.JSONField(null=True),
        ),
        migrations.AlterField(
            model_name='roster',
            name='document',
            field=models.JSONField(null=True),
        ),
        migrations.RunPython(make_small, make_whole),
        migrations.RemoveField(
            model_name='revision',
            name='document',
        ),
        migrations.RemoveField(
            model_name='roster',
            name='document',
        ),
        migrations.RenameField(
            model_name='roster',
            old_name='packed',
            new_name='document',
        ),
        migrations.AlterField(
            model_name='roster',
            name='document',
            field=PackedJSONField(),
        ),
        migrations.AlterField(
            model_name='revision',
            name='roster',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='builder.roster'),
        ),
    ]
