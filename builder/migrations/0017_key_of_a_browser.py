"""A browser gets the columns of the one key that it has from now on."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("builder", "0016_kept_files")]

    operations = [
        migrations.AddField("browser", "key_hash", models.CharField(max_length=64, null=True, unique=True)),
        migrations.AddField("browser", "used", models.DateField(null=True)),
        migrations.AddField("browser", "grace_ends", models.DateTimeField(null=True)),
        migrations.AddField(
            "browser",
            "replaced_by",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="replaced", to="builder.browser"
            ),
        ),
    ]
