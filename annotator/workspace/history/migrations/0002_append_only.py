"""History's indexes for its filters, and a trigger that makes *append-only* a fact."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from annotator.foundation.database.triggers import refuse
from annotator.workspace.history.guards import EVENTS_STAY


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
        refuse(*EVENTS_STAY),
    ]
