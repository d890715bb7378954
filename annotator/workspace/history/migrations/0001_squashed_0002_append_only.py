"""Events as they were by 0002, and the trigger that keeps them as they are."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from annotator.foundation.database.triggers import refuse
from annotator.workspace.history.guards import EVENTS_STAY


class Migration(migrations.Migration):

    replaces = [
        ('history', '0001_initial'),
        ('history', '0002_append_only'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_index=True)),
                ('verb', models.CharField(max_length=60)),
                ('project_id', models.BigIntegerField(null=True)),
                ('example_id', models.BigIntegerField(null=True)),
                ('subject', models.CharField(max_length=60)),
                ('subject_id', models.CharField(max_length=64)),
                ('details', models.JSONField(default=dict)),
                ('actor', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('redacted_at', models.DateTimeField(null=True)),
            ],
            options={
                'indexes': [
                    models.Index(fields=['project_id', 'id'], name='event_project'),
                    models.Index(fields=['example_id', 'id'], name='event_example'),
                    models.Index(fields=['actor', 'project_id', 'id'], name='event_actor'),
                    models.Index(fields=['project_id', 'verb', 'id'], name='event_verb'),
                ],
            },
        ),
        refuse(*EVENTS_STAY),
    ]
