"""Whether annotators see their answers once more, and whether a key finds words of the question."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('projects', '0012_hidden_split'),
    ]

    operations = [
        migrations.AddField(
            model_name='project',
            name='finds_question_words',
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.AddField(
            model_name='project',
            name='reviews_answers',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
