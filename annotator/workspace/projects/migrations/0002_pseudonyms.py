import random

from django.conf import settings
from django.db import migrations, models


def give_pseudonyms(apps, schema_editor):
    """Members so far draw theirs all at once, so no number tells who came first."""
    memberships = apps.get_model('projects', 'Membership').objects
    for project in apps.get_model('projects', 'Project').objects.values_list('pk', flat=True):
        members = list(memberships.filter(project=project).only('pk'))
        first = 1000
        while len(members) * 2 > 9 * first:
            first *= 10
        numbers = random.SystemRandom().sample(range(first, 10 * first), len(members))
        for member, number in zip(members, numbers, strict=True):
            member.pseudonym = f'Annotator {number}'
        memberships.bulk_update(members, ['pseudonym'], batch_size=200)


class Migration(migrations.Migration):

    dependencies = [
        ('projects', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='membership',
            name='pseudonym',
            field=models.CharField(default='', max_length=40),
            preserve_default=False,
        ),
        migrations.RunPython(give_pseudonyms, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.UniqueConstraint(fields=('project', 'pseudonym'), name='one_member_per_pseudonym'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(condition=models.Q(('pseudonym', ''), _negated=True), name='every_member_has_a_pseudonym'),
        ),
    ]
