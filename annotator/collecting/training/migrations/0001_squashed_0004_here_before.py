"""Training as it was by 0004, and the triggers that keep it on record."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from annotator.foundation.database.triggers import refuse
from annotator.collecting.training.guards import ON_RECORD


class Migration(migrations.Migration):

    replaces = [
        ('training', '0001_training'),
        ('training', '0002_append_only'),
        ('training', '0003_requalification'),
        ('training', '0004_here_before'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('corpus', '0002_ambiguous_questions'),
        ('projects', '0006_asqa_settings'),
    ]

    operations = [
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('step', models.CharField(choices=[('self_study', 'Self-study'), ('exam', 'Exam')], max_length=10)),
                ('number', models.PositiveSmallIntegerField()),
                ('started_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(null=True)),
                ('graded_at', models.DateTimeField(null=True)),
                ('read_at', models.DateTimeField(null=True)),
                ('graded_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='projects.membership')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('membership', 'step', 'number'), name='one_attempt_per_number'),
                    models.CheckConstraint(condition=models.Q(('graded_at__isnull', True), models.Q(('finished_at__isnull', False), ('graded_by__isnull', False), ('step', 'exam')), _connector='OR'), name='graded_exam_was_finished'),
                    models.CheckConstraint(condition=models.Q(('read_at__isnull', True), ('graded_at__isnull', False), _connector='OR'), name='read_exam_was_graded'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Decision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('verdict', models.CharField(choices=[('accepted', 'Accepted'), ('another_try', 'Another try'), ('waived', 'Accepted without training'), ('requalify', 'To qualify again'), ('restored', 'Need not qualify again'), ('here_before', 'Here before training was required')], max_length=12)),
                ('note', models.TextField(blank=True)),
                ('decided_at', models.DateTimeField()),
                ('attempt', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='decision', to='training.attempt')),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='training_decisions', to='projects.membership')),
            ],
        ),
        migrations.CreateModel(
            name='InPersonSession',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('attended', models.BooleanField()),
                ('notes', models.TextField(blank=True)),
                ('marked_at', models.DateTimeField()),
                ('marked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='in_person_sessions', to='projects.membership')),
            ],
        ),
        migrations.CreateModel(
            name='ShortInstructions',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('markdown', models.TextField()),
                ('created_at', models.DateTimeField()),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='short_instructions', to='projects.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'version'), name='one_text_of_short_instructions_per_version')],
            },
        ),
        migrations.CreateModel(
            name='TrainingAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(default=0)),
                ('created_at', models.DateTimeField()),
                ('draft', models.JSONField(null=True)),
                ('version', models.PositiveIntegerField(default=0)),
                ('saved_at', models.DateTimeField(null=True)),
                ('page_shown_at', models.DateTimeField(null=True)),
                ('answer', models.JSONField(null=True)),
                ('shown', models.JSONField(null=True)),
                ('seconds', models.FloatField(null=True)),
                ('submitted_at', models.DateTimeField(null=True)),
                ('idempotency_key', models.CharField(blank=True, max_length=100)),
                ('client_version', models.CharField(blank=True, max_length=40)),
                ('attempt', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='training.attempt')),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('example', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='training_answers', to='corpus.example')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('attempt', 'example'), name='one_training_answer_per_example'),
                    models.UniqueConstraint(fields=('attempt', 'number'), name='one_training_answer_per_number'),
                    models.UniqueConstraint(condition=models.Q(('attempt__isnull', True)), fields=('example',), name='one_reference_per_example'),
                    models.CheckConstraint(condition=models.Q(models.Q(('answer__isnull', True), ('submitted_at__isnull', True)), models.Q(('answer__isnull', False), ('submitted_at__isnull', False)), _connector='OR'), name='submitted_training_answer_is_there'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Grade',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('criterion', models.CharField(choices=[('completeness', 'Completeness'), ('comprehensiveness', 'Comprehensiveness'), ('fluency', 'Fluency'), ('attributability', 'Attributability'), ('question_quality', 'Question quality'), ('long_answer', 'Long answer'), ('short_answers', 'Short answers')], max_length=20)),
                ('level', models.CharField(choices=[('met', 'Met'), ('partly', 'Partly met'), ('not_met', 'Not met')], max_length=10)),
                ('comment', models.TextField(blank=True)),
                ('automatic', models.BooleanField(default=False)),
                ('graded_at', models.DateTimeField()),
                ('graded_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('answer', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='grades', to='training.traininganswer')),
            ],
        ),
        refuse(*ON_RECORD),
    ]
