"""What is suggested, to whom it is shown, and what comes of it; the last two never change."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from annotator.foundation.database.triggers import refuse
from annotator.collecting.suggestions.guards import SUGGESTIONS_STAY


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('annotations', '0013_undo_and_bad_reasons'),
        ('assignments', '0001_squashed_0005_counted_slots'),
        ('corpus', '0006_page_sources'),
        ('projects', '0014_suggestions'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='SuggestionPlan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mode', models.CharField(choices=[('rank', 'Boxes'), ('propose', 'An answer')], max_length=7)),
                ('system_name', models.CharField(max_length=100)),
                ('receipts', models.JSONField()),
                ('share', models.FloatField()),
                ('boxes', models.PositiveSmallIntegerField()),
                ('seed', models.BigIntegerField()),
                ('created_at', models.DateTimeField()),
                ('ready_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='suggestion_plans', to='projects.project')),
            ],
        ),
        migrations.CreateModel(
            name='Suggestion',
            fields=[
                ('assignment', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='suggestion', serialize=False, to='assignments.assignment')),
                ('is_shown', models.BooleanField()),
                ('boxes', models.JSONField()),
                ('short_answers', models.JSONField()),
                ('yes_no_answer', models.CharField(choices=[('NONE', 'None'), ('YES', 'Yes'), ('NO', 'No')], max_length=4)),
                ('drawn_at', models.DateTimeField()),
                ('plan', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='suggestions', to='suggestions.suggestionplan')),
            ],
        ),
        migrations.CreateModel(
            name='PredictedAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('prediction', models.JSONField()),
                ('example', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='corpus.example')),
                ('plan', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='predictions', to='suggestions.suggestionplan')),
            ],
        ),
        migrations.CreateModel(
            name='SuggestionUse',
            fields=[
                ('annotation', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='suggestion_use', serialize=False, to='annotations.annotation')),
                ('use', models.CharField(choices=[('taken', 'Taken'), ('changed', 'Changed'), ('ignored', 'Another answer'), ('rejected', 'No answer')], max_length=8)),
                ('box', models.PositiveSmallIntegerField(null=True)),
                ('suggestion', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='use', to='suggestions.suggestion')),
            ],
        ),
        migrations.AddConstraint(
            model_name='suggestionplan',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('project',), name='one_suggestion_plan_in_force'),
        ),
        migrations.AddConstraint(
            model_name='suggestionplan',
            constraint=models.CheckConstraint(condition=models.Q(('share__gte', 0), ('share__lte', 1)), name='suggestion_share_between_0_and_1'),
        ),
        migrations.AddIndex(
            model_name='predictedanswer',
            index=models.Index(fields=['plan'], name='predicted_answers_of_a_plan'),
        ),
        migrations.AddConstraint(
            model_name='predictedanswer',
            constraint=models.UniqueConstraint(fields=('example', 'plan'), name='one_predicted_answer_per_example'),
        ),
        refuse(*SUGGESTIONS_STAY),
    ]
