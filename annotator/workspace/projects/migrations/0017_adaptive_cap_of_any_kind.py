"""A bound of adaptive overlap that names no kind: abilities say which kinds adapt."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('projects', '0016_standing'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='project',
            name='project_adapts_only_natural_questions',
        ),
        migrations.AddConstraint(
            model_name='project',
            constraint=models.CheckConstraint(condition=models.Q(('adaptive_cap__isnull', True), ('adaptive_cap__gte', 2), _connector='OR'), name='project_adaptive_cap_at_least_2'),
        ),
    ]
