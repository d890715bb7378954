"""Drafts and annotations as they were by 0012, and the triggers that keep what was answered."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from annotator.collecting.annotations.guards import (
    ANSWERS_STAY,
    LONG_FORM_ANSWERS_STAY,
    NEVER_DELETED,
    PROJECT_STAYS,
    REVISER_STAYS,
    TOP_LEVEL_STAYS,
)
from annotator.foundation.database.triggers import refuse


class Migration(migrations.Migration):

    replaces = [
        ('annotations', '0001_initial'),
        ('annotations', '0002_revisions'),
        ('annotations', '0003_append_only'),
        ('annotations', '0004_long_form_answers'),
        ('annotations', '0005_long_form_append_only'),
        ('annotations', '0006_long_answer_top_level'),
        ('annotations', '0007_never_deleted'),
        ('annotations', '0008_revised_by'),
        ('annotations', '0009_project'),
        ('annotations', '0010_tallies'),
        ('annotations', '0011_changed_blocks'),
        ('annotations', '0012_drop_tallies'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('assignments', '0005_counted_slots'),
        ('corpus', '0003_examples_apart'),
        ('projects', '0010_revision_minutes'),
    ]

    operations = [
        migrations.CreateModel(
            name='Annotation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('annotation_id', models.CharField(max_length=20)),
                ('created_at', models.DateTimeField()),
                ('idempotency_key', models.CharField(blank=True, max_length=100)),
                ('is_late', models.BooleanField(default=False)),
                ('source', models.CharField(choices=[('human', 'Human'), ('imported', 'Imported'), ('simulated', 'Simulated')], default='human', max_length=10)),
                ('reason', models.TextField(blank=True)),
                ('client_version', models.CharField(blank=True, max_length=40)),
                ('annotator', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='annotations', to=settings.AUTH_USER_MODEL)),
                ('assignment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='annotations', to='assignments.assignment')),
                ('example', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='annotations', to='corpus.example')),
                ('guideline', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='annotations', to='projects.guideline')),
                ('revision_of', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='revision', to='annotations.annotation')),
                ('revised_by', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='annotations', to='projects.project')),
            ],
            options={
                'indexes': [
                    models.Index(fields=['example', 'id'], name='annotation_of_example'),
                    models.Index(fields=['project', '-id'], name='annotation_newest_first'),
                    models.Index(fields=['annotator', 'project', '-id'], name='annotation_of_annotator'),
                    models.Index(condition=models.Q(('revision_of__isnull', False)), fields=['project'], name='annotation_revising'),
                    models.Index(condition=models.Q(('is_late', True)), fields=['project'], name='annotation_late'),
                ],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('revision_of__isnull', True)), fields=('assignment',), name='one_annotation_per_assignment'),
                    models.UniqueConstraint(condition=models.Q(('idempotency_key', ''), _negated=True), fields=('assignment', 'idempotency_key'), name='one_annotation_per_idempotency_key'),
                    models.CheckConstraint(condition=models.Q(models.Q(('revised_by__isnull', True), ('revision_of__isnull', True)), models.Q(('revised_by__isnull', False), ('revision_of__isnull', False)), _connector='OR'), name='a_revision_says_who_wrote_it'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Draft',
            fields=[
                ('assignment', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='draft', serialize=False, to='assignments.assignment')),
                ('version', models.PositiveIntegerField()),
                ('answer', models.JSONField()),
                ('saved_at', models.DateTimeField()),
                ('revising', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='annotations.annotation')),
            ],
        ),
        migrations.CreateModel(
            name='NaturalQuestionsAnswer',
            fields=[
                ('annotation', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='natural_questions_answer', serialize=False, to='annotations.annotation')),
                ('question_quality', models.CharField(choices=[('good', 'Good'), ('bad', 'Bad')], max_length=4, null=True)),
                ('candidate_index', models.PositiveIntegerField(null=True)),
                ('long_answer_tag', models.CharField(blank=True, max_length=8)),
                ('long_start_byte', models.PositiveIntegerField(null=True)),
                ('long_end_byte', models.PositiveIntegerField(null=True)),
                ('long_start_token', models.PositiveIntegerField(null=True)),
                ('long_end_token', models.PositiveIntegerField(null=True)),
                ('short_answers', models.JSONField(default=list)),
                ('long_answer_preview', models.TextField(blank=True)),
                ('short_answer_texts', models.JSONField(default=list)),
                ('short_answer_count', models.PositiveSmallIntegerField(default=0)),
                ('yes_no_answer', models.CharField(choices=[('NONE', 'None'), ('YES', 'Yes'), ('NO', 'No')], default='NONE', max_length=4)),
                ('seconds_question', models.FloatField(null=True)),
                ('seconds_long_answer', models.FloatField(null=True)),
                ('seconds_short_answer', models.FloatField(null=True)),
                ('long_answer_top_level', models.BooleanField(null=True)),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('question_quality', 'bad'), _negated=True), ('candidate_index__isnull', True), _connector='OR'), name='bad_question_has_no_long_answer'),
                    models.CheckConstraint(condition=models.Q(('candidate_index__isnull', False), models.Q(('short_answer_count', 0), ('yes_no_answer', 'NONE')), _connector='OR'), name='no_short_answer_without_a_long_answer'),
                    models.CheckConstraint(condition=models.Q(('short_answer_count', 0), ('yes_no_answer', 'NONE'), _connector='OR'), name='no_yes_or_no_beside_spans'),
                    models.CheckConstraint(condition=models.Q(models.Q(('candidate_index__isnull', True), ('long_end_byte__isnull', True), ('long_end_token__isnull', True), ('long_start_byte__isnull', True), ('long_start_token__isnull', True)), models.Q(('candidate_index__isnull', False), ('long_end_byte__isnull', False), ('long_end_token__isnull', False), ('long_start_byte__isnull', False), ('long_start_byte__lt', models.F('long_end_byte')), ('long_start_token__isnull', False), ('long_start_token__lt', models.F('long_end_token'))), _connector='OR'), name='long_answer_is_whole_or_null'),
                ],
            },
        ),
        migrations.CreateModel(
            name='RevisionRequest',
            fields=[
                ('annotation', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='revision_request', serialize=False, to='annotations.annotation')),
                ('requested_at', models.DateTimeField()),
                ('reason', models.TextField()),
                ('requested_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='LongFormAnswer',
            fields=[
                ('annotation', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='long_form_answer', serialize=False, to='annotations.annotation')),
                ('text', models.TextField(blank=True)),
                ('missing', models.JSONField(default=list)),
                ('concern', models.TextField(blank=True)),
                ('word_count', models.PositiveIntegerField()),
                ('coverage', models.FloatField(null=True)),
                ('seconds_writing', models.FloatField(null=True)),
                ('regime', models.CharField(choices=[('full', 'Disambiguations, context and pages'), ('no_context', 'The question alone')], max_length=10)),
                ('context_threshold', models.FloatField()),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('text', ''), _negated=True), models.Q(('concern', ''), _negated=True), _connector='OR'), name='long_form_answer_has_a_text_or_a_concern')],
            },
        ),
        migrations.CreateModel(
            name='KnowledgePiece',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('content', models.TextField(null=True)),
                ('page_title', models.TextField(null=True)),
                ('start_byte', models.PositiveIntegerField(null=True)),
                ('end_byte', models.PositiveIntegerField(null=True)),
                ('start_token', models.PositiveIntegerField(null=True)),
                ('end_token', models.PositiveIntegerField(null=True)),
                ('annotation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='knowledge', to='annotations.annotation')),
                ('page', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='corpus.page')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('annotation', 'number'), name='one_knowledge_piece_per_number'),
                    models.CheckConstraint(condition=models.Q(models.Q(('end_byte__isnull', True), ('end_token__isnull', True), ('page__isnull', True), ('start_byte__isnull', True), ('start_token__isnull', True)), models.Q(('content__isnull', False), ('end_byte__isnull', False), ('end_token__isnull', False), ('page__isnull', False), ('start_byte__isnull', False), ('start_byte__lt', models.F('end_byte')), ('start_token__isnull', False), ('start_token__lt', models.F('end_token'))), _connector='OR'), name='knowledge_is_anchored_whole_or_not_at_all'),
                ],
            },
        ),
        migrations.CreateModel(
            name='LeadDraft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('answer', models.JSONField()),
                ('saved_at', models.DateTimeField()),
                ('annotation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lead_drafts', to='annotations.annotation')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('annotation', 'author'), name='one_draft_per_lead_and_annotation')],
            },
        ),
        refuse(
            *ANSWERS_STAY,
            *LONG_FORM_ANSWERS_STAY,
            *TOP_LEVEL_STAYS,
            *REVISER_STAYS,
            *PROJECT_STAYS,
            *NEVER_DELETED,
        ),
    ]
