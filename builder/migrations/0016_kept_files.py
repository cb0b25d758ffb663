"""A kept sheet is called what it is, a kept file. Its table keeps its name, which older nodes write to meanwhile."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("builder", "0015_prohibitions_counted")]

    operations = [
        migrations.AlterModelTable("keptsheet", "builder_keptsheet"),
        migrations.RenameModel("KeptSheet", "KeptFile"),
    ]
