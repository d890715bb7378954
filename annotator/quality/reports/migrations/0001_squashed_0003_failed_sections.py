"""Reports as they were by 0003."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('reports', '0001_initial'),
        ('reports', '0002_details'),
        ('reports', '0003_failed_sections'),
    ]

    initial = True

    dependencies = [
        ('projects', '0007_limit_per_question'),
    ]

    operations = [
        migrations.CreateModel(
            name='AnnotationChunk',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.BigIntegerField()),
                ('wanted', models.CharField(max_length=64)),
                ('built', models.CharField(blank=True, max_length=64)),
                ('claimed_at', models.DateTimeField(null=True)),
                ('annotations', models.PositiveIntegerField(default=0)),
                ('columns', models.BinaryField(default=b'')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'number'), name='one_chunk_per_number')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('job_id', models.UUIDField(null=True, unique=True)),
                ('created_at', models.DateTimeField()),
                ('fingerprint', models.CharField(max_length=64)),
                ('parameters', models.JSONField()),
                ('seed', models.BigIntegerField()),
                ('code_version', models.CharField(max_length=64)),
                ('annotations_sha256', models.CharField(max_length=64)),
                ('annotations', models.PositiveIntegerField()),
                ('examples', models.PositiveIntegerField()),
                ('content', models.BinaryField()),
                ('content_sha256', models.CharField(max_length=64)),
                ('example_table', models.BinaryField(default=b'')),
                ('stages', models.JSONField(default=list)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='projects.project')),
                ('details', models.BinaryField(default=b'')),
                ('failed_sections', models.JSONField(default=list)),
            ],
            options={
                'ordering': ['-id'],
                'indexes': [models.Index(fields=['project', '-id'], name='report_newest_first')],
            },
        ),
    ]
