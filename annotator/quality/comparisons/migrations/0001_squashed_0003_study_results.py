"""Comparison studies as they were by 0003."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('comparisons', '0001_initial'),
        ('comparisons', '0002_questions_left_out'),
        ('comparisons', '0003_study_results'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('corpus', '0002_ambiguous_questions'),
        ('projects', '0007_limit_per_question'),
    ]

    operations = [
        migrations.CreateModel(
            name='ComparisonStudy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('title', models.CharField(max_length=200)),
                ('origin', models.CharField(choices=[('here', 'Here'), ('file', 'File')], default='here', max_length=4)),
                ('seed', models.BigIntegerField()),
                ('question_count', models.PositiveIntegerField()),
                ('comparers_per_pair', models.PositiveSmallIntegerField(default=1)),
                ('instructions', models.TextField(blank=True)),
                ('opened_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(null=True)),
                ('opened_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='comparison_studies', to='projects.project')),
                ('questions_left_out', models.PositiveIntegerField(default=0)),
            ],
            options={
                'verbose_name_plural': 'comparison studies',
                'constraints': [
                    models.UniqueConstraint(fields=('project', 'number'), name='one_comparison_study_per_number'),
                    models.CheckConstraint(condition=models.Q(('comparers_per_pair__gte', 1), ('question_count__gte', 1)), name='comparison_study_is_not_empty'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ComparedSystem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=100)),
                ('annotation_number', models.PositiveSmallIntegerField(null=True)),
                ('scores', models.JSONField(default=dict)),
                ('annotations_of', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='projects.project')),
                ('study', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='systems', to='comparisons.comparisonstudy')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('study', 'number'), name='one_compared_system_per_number'),
                    models.UniqueConstraint(fields=('study', 'name'), name='one_compared_system_per_name'),
                ],
            },
        ),
        migrations.CreateModel(
            name='StudyComparer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('study', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='comparers', to='comparisons.comparisonstudy')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='comparison_studies', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('study', 'number'), name='one_comparer_per_number'),
                    models.UniqueConstraint(fields=('study', 'user'), name='one_seat_per_comparer'),
                ],
            },
        ),
        migrations.CreateModel(
            name='SystemAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(blank=True)),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('example', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='system_answers', to='corpus.example')),
                ('system', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='comparisons.comparedsystem')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('system', 'example'), name='one_answer_per_system_and_example')],
            },
        ),
        migrations.CreateModel(
            name='AnswerPair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('disambiguation_count', models.PositiveSmallIntegerField()),
                ('example', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='answer_pairs', to='corpus.example')),
                ('study', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairs', to='comparisons.comparisonstudy')),
                ('left', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='pair_on_the_left', to='comparisons.systemanswer')),
                ('right', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='pair_on_the_right', to='comparisons.systemanswer')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('study', 'number'), name='one_answer_pair_per_number'),
                    models.CheckConstraint(condition=models.Q(('left', models.F('right')), _negated=True), name='answer_pair_has_two_answers'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Comparison',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('draft', models.JSONField(null=True)),
                ('version', models.PositiveIntegerField(default=0)),
                ('left_captures', models.JSONField(null=True)),
                ('right_captures', models.JSONField(null=True)),
                ('left_captured', models.PositiveSmallIntegerField(null=True)),
                ('right_captured', models.PositiveSmallIntegerField(null=True)),
                ('ambiguity', models.CharField(choices=[('left', 'Left'), ('right', 'Right'), ('tie', 'Tie')], max_length=5, null=True)),
                ('fluency', models.CharField(choices=[('left', 'Left'), ('right', 'Right'), ('tie', 'Tie')], max_length=5, null=True)),
                ('overall', models.CharField(choices=[('left', 'Left'), ('right', 'Right'), ('tie', 'Tie')], max_length=5, null=True)),
                ('comment', models.TextField(blank=True)),
                ('seconds', models.FloatField(null=True)),
                ('submitted_at', models.DateTimeField(null=True)),
                ('idempotency_key', models.CharField(blank=True, max_length=100)),
                ('pair', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='comparisons', to='comparisons.answerpair')),
                ('comparer', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='comparisons', to='comparisons.studycomparer')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('pair', 'comparer'), name='one_comparison_per_pair_and_comparer'),
                    models.UniqueConstraint(fields=('comparer', 'position'), name='one_comparison_per_position'),
                    models.CheckConstraint(condition=models.Q(models.Q(('ambiguity__isnull', True), ('fluency__isnull', True), ('left_captured__isnull', True), ('overall__isnull', True), ('right_captured__isnull', True), ('submitted_at__isnull', True)), models.Q(('ambiguity__in', ['left', 'right', 'tie']), ('ambiguity__isnull', False), ('fluency__in', ['left', 'right', 'tie']), ('fluency__isnull', False), ('left_captured__isnull', False), ('overall__in', ['left', 'right', 'tie']), ('overall__isnull', False), ('right_captured__isnull', False), ('submitted_at__isnull', False)), _connector='OR'), name='comparison_is_complete_or_open'),
                ],
            },
        ),
        migrations.CreateModel(
            name='StudyResults',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('job_id', models.UUIDField(null=True)),
                ('computed_at', models.DateTimeField()),
                ('fingerprint', models.CharField(max_length=64)),
                ('comparisons', models.PositiveIntegerField()),
                ('seed', models.BigIntegerField()),
                ('parameters', models.JSONField()),
                ('code_version', models.CharField(max_length=64)),
                ('content', models.BinaryField()),
                ('content_sha256', models.CharField(max_length=64)),
                ('study', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='comparisons.comparisonstudy')),
            ],
            options={
                'verbose_name_plural': 'study results',
            },
        ),
    ]
