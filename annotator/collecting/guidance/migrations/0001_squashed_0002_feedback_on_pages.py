"""Questions to leads, FAQ, feedback and pictures as they were by 0002."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('guidance', '0001_initial'),
        ('guidance', '0002_feedback_on_pages'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('annotations', '0005_long_form_append_only'),
        ('assignments', '0003_limit_per_question'),
        ('corpus', '0002_ambiguous_questions'),
        ('projects', '0007_limit_per_question'),
    ]

    operations = [
        migrations.CreateModel(
            name='FaqVisit',
            fields=[
                ('membership', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='faq_visit', serialize=False, to='projects.membership')),
                ('seen_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='QuestionThread',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked_at', models.DateTimeField()),
                ('waiting_since', models.DateTimeField(null=True)),
                ('answered_at', models.DateTimeField(null=True)),
                ('closed_at', models.DateTimeField(null=True)),
                ('draft', models.JSONField(null=True)),
                ('asker', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('assignment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='question_threads', to='assignments.assignment')),
                ('example', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='question_threads', to='corpus.example')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='question_threads', to='projects.project')),
            ],
            options={
                'indexes': [
                    models.Index(condition=models.Q(('waiting_since__isnull', False)), fields=['project', 'waiting_since'], name='thread_waiting'),
                    models.Index(fields=['project', 'asker', '-id'], name='thread_of_asker'),
                ],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('answered_at__isnull', True), ('closed_at__isnull', True), ('waiting_since__isnull', False)), models.Q(('waiting_since__isnull', True), models.Q(('answered_at__isnull', False), ('closed_at__isnull', False), _connector='OR')), _connector='OR'), name='thread_waits_or_is_settled')],
            },
        ),
        migrations.CreateModel(
            name='FaqEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('created_at', models.DateTimeField()),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='faq_entries', to='projects.project')),
                ('thread', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='faq_entries', to='guidance.questionthread')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'number'), name='one_faq_entry_per_number')],
            },
        ),
        migrations.CreateModel(
            name='ThreadMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField()),
                ('at', models.DateTimeField()),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('thread', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='guidance.questionthread')),
            ],
        ),
        migrations.CreateModel(
            name='FaqVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('title', models.CharField(max_length=200)),
                ('question', models.TextField(blank=True)),
                ('answer', models.TextField()),
                ('created_at', models.DateTimeField()),
                ('superseded_at', models.DateTimeField(null=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='guidance.faqentry')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('entry', 'version'), name='one_faq_text_per_version'),
                    models.UniqueConstraint(condition=models.Q(('superseded_at__isnull', True)), fields=('entry',), name='one_current_version_per_faq_entry'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Feedback',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('criterion', models.CharField(choices=[('completeness', 'Completeness'), ('comprehensiveness', 'Comprehensiveness'), ('fluency', 'Fluency'), ('attributability', 'Attributability'), ('question', 'Question'), ('long_answer', 'Long answer'), ('short_answer', 'Short answer'), ('other', 'Something else')], max_length=20)),
                ('text', models.TextField()),
                ('start', models.PositiveIntegerField(null=True)),
                ('end', models.PositiveIntegerField(null=True)),
                ('quote', models.TextField(blank=True)),
                ('created_at', models.DateTimeField()),
                ('acknowledged_at', models.DateTimeField(null=True)),
                ('annotation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='feedback', to='annotations.annotation')),
                ('annotator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='feedback', to='projects.project')),
                ('start_token', models.PositiveIntegerField(null=True)),
                ('end_token', models.PositiveIntegerField(null=True)),
                ('start_byte', models.PositiveIntegerField(null=True)),
                ('end_byte', models.PositiveIntegerField(null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['project', 'annotator', 'criterion'], name='feedback_by_criterion')],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('end__isnull', True), ('start__isnull', True)), models.Q(('end__isnull', False), ('start__isnull', False), ('start__lt', models.F('end'))), _connector='OR'), name='feedback_span_is_whole_or_null'),
                    models.CheckConstraint(condition=models.Q(models.Q(('end_byte__isnull', True), ('end_token__isnull', True), ('start_byte__isnull', True), ('start_token__isnull', True)), models.Q(('end_byte__isnull', False), ('end_token__isnull', False), ('start__isnull', True), ('start_byte__isnull', False), ('start_byte__lt', models.F('end_byte')), ('start_token__isnull', False), ('start_token__lt', models.F('end_token'))), _connector='OR'), name='feedback_on_a_page_is_anchored_whole'),
                    models.CheckConstraint(condition=models.Q(('start__isnull', False), ('start_token__isnull', False), ('quote', ''), _connector='OR'), name='feedback_quotes_from_a_span'),
                ],
            },
        ),
        migrations.CreateModel(
            name='GuidelinePicture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('media_type', models.CharField(max_length=20)),
                ('width', models.PositiveIntegerField()),
                ('height', models.PositiveIntegerField()),
                ('size', models.PositiveIntegerField()),
                ('source_sha256', models.CharField(max_length=64)),
                ('content', models.BinaryField()),
                ('created_at', models.DateTimeField()),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pictures', to='projects.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'name'), name='one_picture_per_name')],
            },
        ),
    ]
