"""History's indexes for its filters, and a trigger that makes *append-only* a fact."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from annotator.database.triggers import append_only, refuse


class Migration(migrations.Migration):

    dependencies = [
        ('history', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='redacted_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name='event',
            name='actor',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='event',
            index=models.Index(fields=['actor', 'project_id', 'id'], name='event_actor'),
        ),
        migrations.AddIndex(
            model_name='event',
            index=models.Index(fields=['project_id', 'verb', 'id'], name='event_verb'),
        ),
        refuse(
            append_only(
                "history_event",
                "id at verb project_id example_id subject subject_id",
                # An account that is deleted leaves its events behind, by nobody.
                "(NEW.actor_id IS DISTINCT FROM OLD.actor_id AND NEW.actor_id IS NOT NULL)",
                "(NEW.details IS DISTINCT FROM OLD.details"
                " AND NEW.redacted_at IS NOT DISTINCT FROM OLD.redacted_at)",
                "(NEW.redacted_at IS NULL AND OLD.redacted_at IS NOT NULL)",
                message="history is append-only",
            )
        ),
    ]
