import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [("evaluation", "0005_baselines")]

    operations = [
        migrations.CreateModel(
            name="TrainedReader",
            fields=[
                (
                    "system",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="evaluation.system",
                    ),
                ),
                ("card", models.JSONField()),
                ("archive", models.BinaryField()),
                ("trained_at", models.DateTimeField()),
            ],
        ),
    ]
