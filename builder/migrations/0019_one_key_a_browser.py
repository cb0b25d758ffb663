"""The keys that were rows of their own, and the numbers that said which grants a key saw, are no more needed."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("builder", "0018_keys_become_browsers")]

    operations = [
        migrations.AlterField("browser", "used", models.DateField(db_index=True, default=django.utils.timezone.localdate)),
        migrations.DeleteModel("BrowserKey"),
        migrations.RemoveField("browser", "turn"),
        migrations.RemoveField("gatheringgrant", "turn"),
        migrations.RemoveField("rostergrant", "turn"),
    ]
