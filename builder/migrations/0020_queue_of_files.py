"""The queue alone knows how far a file is; its row knows its task, and then what it came to.

What nodes of the release before write stays until the next: the columns attempts, started and alive, the index and the
constraint of unfinished sheets. A sheet that these nodes leave unfinished has no task here, so it is made anew.
"""

import django.db.models.deletion
from django.db import migrations, models

OUTCOMES = [("done", "Done"), ("too large", "Too Large"), ("failed", "Failed")]
HAS_TASK = models.Q(("task__isnull", False))


class Migration(migrations.Migration):

    dependencies = [
        ("builder", "0019_one_key_a_browser"),
        ("django_tasks_database", "__first__"),
    ]

    operations = [
        migrations.AlterField("keptfile", "attempts", models.PositiveSmallIntegerField(default=0, db_default=0)),
        migrations.AddField(
            "keptfile",
            "task",
            models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="django_tasks_database.dbtaskresult",
            ),
        ),
        migrations.AddConstraint(
            "keptfile",
            models.UniqueConstraint(condition=HAS_TASK, fields=["client"], name="one_unfinished_file_per_client"),
        ),
        migrations.AddIndex(
            "keptfile", models.Index(condition=HAS_TASK, fields=["made", "id"], name="unfinished_files")
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("keptfile", "one_unfinished_sheet_per_client"),
                migrations.RemoveIndex("keptfile", "unfinished_sheets"),
                migrations.RemoveField("keptfile", "attempts"),
                migrations.RemoveField("keptfile", "started"),
                migrations.RemoveField("keptfile", "alive"),
                migrations.RenameField("keptfile", "request", "shows"),
                migrations.AlterField(
                    "keptfile", "shows", models.JSONField(blank=True, db_column="request", default=dict)
                ),
                migrations.RenameField("keptfile", "state", "outcome"),
                migrations.AlterField(
                    "keptfile",
                    "outcome",
                    models.CharField(blank=True, choices=OUTCOMES, db_column="state", max_length=10),
                ),
            ]
        ),
    ]
