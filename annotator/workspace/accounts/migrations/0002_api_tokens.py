"""Tokens get a name; those that exist already move over from Knox's own table, which goes.

Its model is swapped out, so Django would not empty it where it empties all tables.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

KEPT = ("digest", "token_key", "user_id", "created", "expiry")


def _move(source, target, **extra):
    rows = source.objects.order_by("created", "digest").values(*KEPT)
    target.objects.bulk_create([target(**row, **extra) for row in rows], batch_size=500)
    # Knox sets the time of creation itself.
    for row in rows:
        target.objects.filter(digest=row["digest"]).update(created=row["created"])
    source.objects.all().delete()


def take_over(apps, schema_editor):
    knox = apps.get_model("knox", "AuthToken")
    _move(knox, apps.get_model("accounts", "ApiToken"), name="script")
    schema_editor.delete_model(knox)


def give_back(apps, schema_editor):
    knox = apps.get_model("knox", "AuthToken")
    schema_editor.create_model(knox)
    _move(apps.get_model("accounts", "ApiToken"), knox)


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0001_initial"),
        ("knox", "0009_extend_authtoken_field"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="erased_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("digest", models.CharField(max_length=128, unique=True)),
                ("token_key", models.CharField(db_index=True, max_length=25)),
                ("name", models.CharField(max_length=80)),
                ("created", models.DateTimeField()),
                ("expiry", models.DateTimeField(blank=True, null=True)),
                ("last_used_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ["-created", "-id"]},
        ),
        migrations.RunPython(take_over, give_back),
    ]
