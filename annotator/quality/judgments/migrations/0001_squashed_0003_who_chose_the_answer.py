"""Rounds of judgments as they were by 0003, and the triggers that keep first votes."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from annotator.foundation.database.triggers import refuse
from annotator.quality.judgments.guards import FIRST_VOTES_STAY


class Migration(migrations.Migration):

    replaces = [
        ('judgments', '0001_initial'),
        ('judgments', '0002_first_votes_stay'),
        ('judgments', '0003_who_chose_the_answer'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('annotations', '0005_long_form_append_only'),
        ('projects', '0007_limit_per_question'),
    ]

    operations = [
        migrations.CreateModel(
            name='JudgedAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('draws', models.PositiveIntegerField()),
                ('annotation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='judged_answers', to='annotations.annotation')),
            ],
        ),
        migrations.CreateModel(
            name='JudgmentRound',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('title', models.CharField(max_length=200)),
                ('target', models.CharField(choices=[('long', 'Long answers'), ('short', 'Short answers')], max_length=5)),
                ('size', models.PositiveIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(10000)])),
                ('seed', models.BigIntegerField()),
                ('population_size', models.PositiveIntegerField()),
                ('population_sha256', models.CharField(max_length=64)),
                ('drawn', models.JSONField()),
                ('guidelines', models.TextField(blank=True)),
                ('phase', models.CharField(choices=[('independent', 'Independent verdicts'), ('consensus', 'Consensus'), ('finished', 'Finished')], default='independent', max_length=11)),
                ('opened_at', models.DateTimeField()),
                ('consensus_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('on_screen', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='judgments.judgedanswer')),
                ('opened_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='judgment_rounds', to='projects.project')),
                ('shown_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('project', 'number'), name='one_judgment_round_per_number'),
                    models.CheckConstraint(condition=models.Q(models.Q(('consensus_at__isnull', True), ('finished_at__isnull', True), ('phase', 'independent')), models.Q(('consensus_at__isnull', False), ('finished_at__isnull', True), ('phase', 'consensus')), models.Q(('consensus_at__isnull', False), ('finished_at__isnull', False), ('phase', 'finished')), _connector='OR'), name='judgment_round_phase_has_its_times'),
                    models.CheckConstraint(condition=models.Q(('size__gte', 1)), name='judgment_round_is_not_empty'),
                ],
            },
        ),
        migrations.CreateModel(
            name='MeetingNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField()),
                ('created_at', models.DateTimeField()),
                ('idempotency_key', models.CharField(max_length=100)),
                ('answer', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='judgments.judgedanswer')),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('answer', 'author', 'idempotency_key'), name='one_note_per_idempotency_key')],
            },
        ),
        migrations.CreateModel(
            name='RoundExpert',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('closed_at', models.DateTimeField(null=True)),
                ('in_meeting_at', models.DateTimeField(null=True)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='experts', to='judgments.judgmentround')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='judgment_rounds', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('round', 'user'), name='one_seat_per_expert'),
                    models.UniqueConstraint(fields=('round', 'number'), name='one_expert_per_number'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Judgment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('verdict', models.CharField(choices=[('C', 'Correct'), ('C_d', 'Correct (but debatable)'), ('W', 'Wrong')], max_length=3, null=True)),
                ('justification', models.TextField(blank=True)),
                ('context_opened_at', models.DateTimeField(null=True)),
                ('decided_at', models.DateTimeField(null=True)),
                ('version', models.PositiveIntegerField(default=0)),
                ('answer', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='judgments', to='judgments.judgedanswer')),
                ('expert', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='judgments', to='judgments.roundexpert')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('answer', 'expert'), name='one_judgment_per_expert_and_answer'),
                    models.CheckConstraint(condition=models.Q(('verdict__isnull', True), ('decided_at__isnull', False), _connector='OR'), name='verdict_has_a_time'),
                    models.CheckConstraint(condition=models.Q(('verdict__isnull', True), ('verdict__in', ['C', 'C_d', 'W']), _connector='OR'), name='verdict_is_one_of_three'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Consensus',
            fields=[
                ('answer', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='consensus', serialize=False, to='judgments.judgedanswer')),
                ('verdict', models.CharField(choices=[('C', 'Correct'), ('C_d', 'Correct (but debatable)'), ('W', 'Wrong')], max_length=3)),
                ('justification', models.TextField(blank=True)),
                ('agreed', models.BooleanField()),
                ('decided_at', models.DateTimeField()),
                ('version', models.PositiveIntegerField(default=1)),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'consensus',
                'constraints': [models.CheckConstraint(condition=models.Q(('verdict__in', ['C', 'C_d', 'W'])), name='consensus_is_one_of_three')],
            },
        ),
        migrations.CreateModel(
            name='VariabilityRound',
            fields=[
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='variability', serialize=False, to='judgments.judgmentround')),
                ('annotations', models.PositiveSmallIntegerField(default=25)),
                ('requested_at', models.DateTimeField()),
                ('requested_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('annotations__gte', 2)), name='variability_needs_two_annotations')],
            },
        ),
        migrations.AddField(
            model_name='judgedanswer',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='judgments.judgmentround'),
        ),
        migrations.AddConstraint(
            model_name='judgedanswer',
            constraint=models.UniqueConstraint(fields=('round', 'annotation'), name='one_judged_answer_per_annotation'),
        ),
        migrations.AddConstraint(
            model_name='judgedanswer',
            constraint=models.UniqueConstraint(fields=('round', 'number'), name='one_judged_answer_per_number'),
        ),
        migrations.AddConstraint(
            model_name='judgedanswer',
            constraint=models.CheckConstraint(condition=models.Q(('draws__gte', 1)), name='judged_answer_was_drawn'),
        ),
        refuse(*FIRST_VOTES_STAY),
    ]
