"""A trigger that keeps events from being deleted, beside the one that keeps them as they are."""

from django.db import migrations

from annotator.database.triggers import Refusal, refuse


class Migration(migrations.Migration):

    dependencies = [
        ('history', '0002_append_only'),
    ]

    operations = [
        refuse(
            Refusal("history_event", "never_deleted", "DELETE", "TRUE", "history is append-only")
        ),
    ]
