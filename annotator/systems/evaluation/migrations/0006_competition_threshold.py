from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("evaluation", "0005_baselines"),
    ]

    operations = [
        migrations.AddField(
            model_name="leaderboard",
            name="non_null_annotations",
            field=models.PositiveSmallIntegerField(db_default=2, default=2),
        ),
    ]
