"""Jobs as they were by 0002."""

import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('jobs', '0001_initial'),
        ('jobs', '0002_problems_rate_and_request'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=40)),
                ('project_id', models.BigIntegerField(db_index=True, null=True)),
                ('parameters', models.JSONField(default=dict)),
                ('state', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('succeeded', 'Succeeded'), ('failed', 'Failed'), ('cancelled', 'Cancelled')], default='queued', max_length=10)),
                ('done', models.BigIntegerField(default=0)),
                ('total', models.BigIntegerField(null=True)),
                ('message', models.TextField(blank=True)),
                ('checkpoint', models.JSONField(default=dict)),
                ('cancel_requested', models.BooleanField(default=False)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('worker', models.CharField(blank=True, max_length=120)),
                ('heartbeat_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField()),
                ('started_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('filename', models.CharField(blank=True, max_length=255)),
                ('result_path', models.CharField(blank=True, max_length=500)),
                ('result_name', models.CharField(blank=True, max_length=255)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('problem_total', models.BigIntegerField(db_default=0, default=0)),
                ('request_id', models.CharField(blank=True, db_default='', default='', max_length=64)),
                ('resumed_at', models.DateTimeField(null=True)),
                ('resumed_done', models.BigIntegerField(db_default=0, default=0)),
            ],
            options={
                'ordering': ['-created_at', 'id'],
                'indexes': [models.Index(condition=models.Q(('state__in', ['queued', 'running'])), fields=['heartbeat_at'], name='job_unfinished')],
            },
        ),
        migrations.CreateModel(
            name='JobProblem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('file', models.CharField(blank=True, max_length=255)),
                ('line', models.BigIntegerField(null=True)),
                ('field', models.CharField(blank=True, max_length=200)),
                ('problem', models.TextField()),
                ('fix', models.TextField(blank=True)),
                ('job', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='problems', to='jobs.job')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
    ]
