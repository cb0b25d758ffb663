"""Photos are stored once, by their SHA-256, however many lists have them."""

import hashlib

import django.db.models.deletion
from django.db import migrations, models


def store_once(apps, _schema_editor):
    picture, stored = (apps.get_model("builder", name) for name in ("Picture", "PictureContent"))
    for pk, content in picture.objects.order_by("pk").values_list("pk", "content").iterator(chunk_size=10):
        digest = hashlib.sha256(content).hexdigest()
        stored.objects.get_or_create(pk=digest, defaults={"content": content})
        picture.objects.filter(pk=pk).update(stored=digest)


def store_apart(apps, _schema_editor):
    picture = apps.get_model("builder", "Picture")
    for pk, content in picture.objects.order_by("pk").values_list("pk", "stored__content").iterator(chunk_size=10):
        picture.objects.filter(pk=pk).update(content=content)


class Migration(migrations.Migration):
    dependencies = [
        ("builder", "0032_error_reports"),
    ]

    operations = [
        migrations.CreateModel(
            name="PictureContent",
            fields=[
                ("sha256", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("content", models.BinaryField()),
            ],
        ),
        migrations.AddField(
            model_name="picture",
            name="stored",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="pictures",
                to="builder.picturecontent",
            ),
        ),
        migrations.AlterField(model_name="picture", name="content", field=models.BinaryField(null=True)),
        migrations.RunPython(store_once, store_apart),
        migrations.RemoveField(model_name="picture", name="content"),
        migrations.AlterField(
            model_name="picture",
            name="stored",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="pictures", to="builder.picturecontent"
            ),
        ),
    ]
