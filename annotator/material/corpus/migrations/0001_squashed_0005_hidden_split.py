"""Questions, pages and examples as they were by 0005."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('corpus', '0001_initial'),
        ('corpus', '0002_ambiguous_questions'),
        ('corpus', '0003_examples_apart'),
        ('corpus', '0004_splits'),
        ('corpus', '0005_hidden_split'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('projects', '0011_slugs_compared_alike'),
    ]

    operations = [
        migrations.CreateModel(
            name='Page',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fingerprint', models.CharField(max_length=64, unique=True)),
                ('sha256', models.CharField(db_index=True, max_length=64)),
                ('title', models.TextField()),
                ('url', models.TextField(blank=True)),
                ('byte_count', models.PositiveIntegerField()),
                ('token_count', models.PositiveIntegerField()),
                ('candidate_count', models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Question',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField()),
                ('tokens', models.JSONField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='PageContent',
            fields=[
                ('page', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='content', serialize=False, to='corpus.page')),
                ('html', models.BinaryField()),
                ('tokens', models.BinaryField()),
                ('candidates', models.BinaryField()),
                ('rendering', models.BinaryField()),
                ('rendering_version', models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Example',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('example_id', models.BigIntegerField()),
                ('split', models.CharField(blank=True, max_length=20)),
                ('position', models.BigIntegerField()),
                ('priority', models.IntegerField(default=0)),
                ('rank', models.BigIntegerField()),
                ('overlap', models.PositiveSmallIntegerField()),
                ('import_job', models.UUIDField(null=True)),
                ('is_published', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField()),
                ('extra', models.JSONField(default=dict)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='examples', to='projects.project')),
                ('page', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='examples', to='corpus.page')),
                ('question', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='examples', to='corpus.question')),
                ('purpose', models.CharField(choices=[('main', 'Main task'), ('hidden', 'Hidden split'), ('self_study', 'Self-study'), ('exam', 'Exam')], db_default='main', default='main', max_length=10)),
            ],
            options={
                'indexes': [
                    models.Index(condition=models.Q(('is_published', False)), fields=['import_job'], name='example_unpublished'),
                    models.Index(condition=models.Q(('is_published', True), ('purpose', 'main'), _negated=True), fields=['project'], name='example_apart'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('project', 'example_id'), name='one_example_per_example_id'),
                    models.UniqueConstraint(fields=('project', 'position'), name='one_example_per_position'),
                ],
            },
        ),
        migrations.CreateModel(
            name='AmbiguousQuestion',
            fields=[
                ('example', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='ambiguous_question', serialize=False, to='corpus.example')),
                ('key', models.CharField(max_length=100)),
            ],
        ),
        migrations.CreateModel(
            name='Disambiguation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('question', models.TextField()),
                ('short_answers', models.JSONField()),
                ('context', models.TextField(blank=True)),
                ('has_context_field', models.BooleanField(default=False)),
                ('page_title', models.TextField(null=True)),
                ('example', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='disambiguations', to='corpus.example')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('example', 'number'), name='one_disambiguation_per_number'),
                    models.CheckConstraint(condition=models.Q(('number__lt', 6)), name='at_most_six_disambiguations'),
                ],
            },
        ),
        migrations.CreateModel(
            name='VisitedPage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('title', models.TextField()),
                ('url', models.TextField(null=True)),
                ('example', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='visited_pages', to='corpus.example')),
                ('page', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='visits', to='corpus.page')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('example', 'number'), name='one_visit_per_number')],
            },
        ),
        migrations.CreateModel(
            name='ContextPassage',
            fields=[
                ('disambiguation', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='context_passage', serialize=False, to='corpus.disambiguation')),
                ('start_byte', models.PositiveIntegerField()),
                ('end_byte', models.PositiveIntegerField()),
                ('text', models.TextField()),
                ('similarity', models.FloatField()),
                ('page', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='context_passages', to='corpus.page')),
            ],
            options={
                'indexes': [models.Index(fields=['similarity'], name='context_by_similarity')],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('start_byte__lt', models.F('end_byte'))), name='context_passage_has_bytes'),
                    models.CheckConstraint(condition=models.Q(('similarity__gte', 0), ('similarity__lte', 1.000001)), name='context_similarity_between_0_and_1'),
                ],
            },
        ),
        migrations.CreateModel(
            name='SplitDraw',
            fields=[
                ('project', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='split_draw', serialize=False, to='projects.project')),
                ('seed', models.BigIntegerField()),
                ('parts', models.JSONField()),
                ('drawn_at', models.DateTimeField()),
                ('drawn_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='SplitQuestion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64)),
                ('split', models.CharField(blank=True, max_length=20)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'key'), name='one_split_per_question_key')],
            },
        ),
    ]
