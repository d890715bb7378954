"""Whether a project has ever had suggestions."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('projects', '0013_reviews_and_question_words'),
    ]

    operations = [
        migrations.AddField(
            model_name='project',
            name='has_suggestions',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
