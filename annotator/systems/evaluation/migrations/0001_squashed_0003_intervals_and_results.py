"""Scores and leaderboards as they were by 0003."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('evaluation', '0001_initial'),
        ('evaluation', '0002_submitters'),
        ('evaluation', '0003_intervals_and_results'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('corpus', '0004_splits'),
        ('projects', '0011_slugs_compared_alike'),
    ]

    operations = [
        migrations.CreateModel(
            name='Gold',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('split', models.CharField(max_length=20)),
                ('sha256', models.CharField(max_length=64)),
                ('read_at', models.DateTimeField()),
                ('content', models.BinaryField()),
                ('people', models.JSONField()),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
                ('is_simulated', models.BooleanField(default=False)),
            ],
            options={
                'verbose_name_plural': 'gold',
                'constraints': [models.UniqueConstraint(fields=('project', 'split', 'sha256'), name='one_gold_per_content')],
            },
        ),
        migrations.CreateModel(
            name='Leaderboard',
            fields=[
                ('project', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='leaderboard', serialize=False, to='projects.project')),
                ('published_at', models.DateTimeField(null=True)),
                ('published_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('submitters', models.CharField(choices=[('leads', 'Leads'), ('experts', 'Experts and leads'), ('members', 'All members')], db_default='leads', default='leads', max_length=10)),
                ('uploads_per_week', models.PositiveSmallIntegerField(db_default=1, default=1)),
            ],
        ),
        migrations.CreateModel(
            name='System',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100)),
                ('notes', models.TextField(blank=True)),
                ('is_published', models.BooleanField(default=True)),
                ('created_at', models.DateTimeField()),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='systems', to='projects.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'name'), name='one_system_per_name')],
            },
        ),
        migrations.CreateModel(
            name='Score',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('split', models.CharField(max_length=20)),
                ('examples', models.PositiveIntegerField()),
                ('unannotated', models.PositiveIntegerField(default=0)),
                ('metrics', models.JSONField()),
                ('parameters', models.JSONField()),
                ('code_sha256', models.CharField(max_length=64)),
                ('receipt', models.CharField(max_length=64, unique=True)),
                ('scored_at', models.DateTimeField()),
                ('gold', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='scores', to='evaluation.gold')),
                ('uploaded_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('system', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='scores', to='evaluation.system')),
                ('intervals', models.JSONField(default=dict)),
                ('replicates', models.BinaryField(null=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('system', 'split'), name='one_score_per_system_and_split')],
            },
        ),
        migrations.CreateModel(
            name='ScoredFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('part', models.CharField(choices=[('predictions', 'Predictions'), ('found', 'What a reader found in long-form answers')], max_length=11)),
                ('name', models.CharField(max_length=255)),
                ('sha256', models.CharField(max_length=64)),
                ('content', models.BinaryField()),
                ('score', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='files', to='evaluation.score')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('score', 'part'), name='one_scored_file_per_part')],
            },
        ),
        migrations.CreateModel(
            name='ScoredExample',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('long_result', models.CharField(choices=[('right', 'right'), ('wrong', "another answer than people's"), ('missed', 'no answer, though people have one'), ('needless', 'an answer, though people have none'), ('nothing', 'no answer, as people')], max_length=8)),
                ('short_result', models.CharField(choices=[('right', 'right'), ('wrong', "another answer than people's"), ('missed', 'no answer, though people have one'), ('needless', 'an answer, though people have none'), ('nothing', 'no answer, as people')], max_length=8)),
                ('answer_type', models.CharField(blank=True, max_length=9)),
                ('is_first', models.BooleanField(null=True)),
                ('mu', models.PositiveSmallIntegerField()),
                ('is_yes_no', models.BooleanField()),
                ('prediction', models.JSONField()),
                ('example', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='corpus.example')),
                ('score', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='scored_examples', to='evaluation.score')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('score', 'example'), name='one_result_per_score_and_example')],
            },
        ),
    ]
