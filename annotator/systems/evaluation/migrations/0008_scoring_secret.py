from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("evaluation", "0007_competitions"),
    ]

    operations = [
        migrations.AddField(
            model_name="leaderboard",
            name="secret",
            field=models.CharField(db_default="", default="", max_length=64),
        ),
    ]
