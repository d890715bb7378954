import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('projects', '0009_guideline_visits'),
    ]

    operations = [
        migrations.AddField(
            model_name='project',
            name='revision_minutes',
            field=models.PositiveIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(527040)]),
        ),
        migrations.AddConstraint(
            model_name='project',
            constraint=models.CheckConstraint(condition=models.Q(('revision_minutes__isnull', True), ('revision_minutes__gte', 1), _connector='OR'), name='project_time_for_revisions_is_positive'),
        ),
    ]
