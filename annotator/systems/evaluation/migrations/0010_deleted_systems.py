"""Systems and encoders that a lead has deleted, and their names free for others."""

from django.db import migrations, models

LONGEST = 100


def keep_apart(apps, schema_editor):
    """What is in the bin stands again in the code before it: unpublished, and with a name of its
    own, since names are unique there.
    """
    for label, within in (("System", "project"), ("RetrievalScore", "benchmark")):
        rows = apps.get_model("evaluation", label).objects
        deleted = rows.filter(deleted_at__isnull=False).order_by("pk")
        for key, place, name in list(deleted.values_list("pk", within, "name")):
            if rows.filter(**{within: place}, name=name).exclude(pk=key).exists():
                mark = f" (deleted {key})"
                name = name[: LONGEST - len(mark)] + mark
            # Once each: PostgreSQL checks a row that changes twice at the end of the transaction,
            # and until then its table can't be altered.
            rows.filter(pk=key).update(is_published=False, name=name)


class Migration(migrations.Migration):

    dependencies = [
        ('evaluation', '0009_drawn_references'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='retrievalscore',
            name='one_encoder_per_name',
        ),
        migrations.RemoveConstraint(
            model_name='system',
            name='one_system_per_name',
        ),
        migrations.AddField(
            model_name='retrievalscore',
            name='deleted_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='system',
            name='deleted_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddConstraint(
            model_name='retrievalscore',
            constraint=models.UniqueConstraint(condition=models.Q(('deleted_at__isnull', True)), fields=('benchmark', 'name'), name='one_encoder_per_name'),
        ),
        migrations.AddConstraint(
            model_name='system',
            constraint=models.UniqueConstraint(condition=models.Q(('deleted_at__isnull', True)), fields=('project', 'name'), name='one_system_per_name'),
        ),
        migrations.RunPython(migrations.RunPython.noop, keep_apart),
    ]
