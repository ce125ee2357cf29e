from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0001_pads")]

    operations = [
        migrations.RenameField("pad", "first_name", "first_called"),
        migrations.RenameField("pad", "second_name", "second_called"),
    ]
