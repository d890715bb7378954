"""How many questions could not be drawn for a study."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("comparisons", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="comparisonstudy",
            name="questions_left_out",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
