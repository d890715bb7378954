"""Answers that were taken back, and what an NQ answer says of the way to it."""

import django.db.models.deletion
from django.db import migrations, models

from annotator.foundation.database.triggers import append_only, refuse

MESSAGE = "annotations are append-only: a revision is a new row"


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0012_drop_tallies'),
    ]

    operations = [
        migrations.CreateModel(
            name='Undo',
            fields=[
                ('annotation', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='undo', serialize=False, to='annotations.annotation')),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name='naturalquestionsanswer',
            name='bad_reason',
            field=models.CharField(blank=True, choices=[('misread', 'Misread'), ('ambiguous', 'Ambiguous'), ('false_premise', 'False Premise'), ('other', 'Other'), ('not_given', 'Not Given')], db_default='', default='', max_length=20),
        ),
        migrations.AddField(
            model_name='naturalquestionsanswer',
            name='word_jumps',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddConstraint(
            model_name='naturalquestionsanswer',
            constraint=models.CheckConstraint(condition=models.Q(('bad_reason', ''), ('question_quality', 'bad'), _connector='OR'), name='bad_reason_only_for_a_bad_question'),
        ),
        refuse(append_only("annotations_naturalquestionsanswer", "bad_reason word_jumps",
                           message=MESSAGE, name="way_stays")),
    ]
