"""The results of a study as the last job computed them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("comparisons", "0002_questions_left_out")]

    operations = [
        migrations.CreateModel(
            name="StudyResults",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("job_id", models.UUIDField(null=True)),
                ("computed_at", models.DateTimeField()),
                ("fingerprint", models.CharField(max_length=64)),
                ("comparisons", models.PositiveIntegerField()),
                ("seed", models.BigIntegerField()),
                ("parameters", models.JSONField()),
                ("code_version", models.CharField(max_length=64)),
                ("content", models.BinaryField()),
                ("content_sha256", models.CharField(max_length=64)),
                (
                    "study",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="comparisons.comparisonstudy",
                    ),
                ),
            ],
            options={"verbose_name_plural": "study results"},
        )
    ]
