"""Whether messengers show a picture of a list with its share link."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("builder", "0020_queue_of_files")]

    operations = [
        migrations.AddField(
            model_name="roster",
            name="pictured",
            field=models.BooleanField(
                db_default=True, default=True, help_text="Messengers show a picture of it with its share link"
            ),
        ),
    ]
