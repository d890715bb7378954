from django.db import migrations, models


def _give_all_a_turn(apps, schema_editor):
    """Going back: those that had none come last."""
    apps.get_model("projects", "Split").objects.filter(turn=None).update(turn=32767)


class Migration(migrations.Migration):

    dependencies = [
        ('projects', '0006_asqa_settings'),
    ]

    operations = [
        migrations.AlterField(
            model_name='split',
            name='turn',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.RunPython(migrations.RunPython.noop, _give_all_a_turn),
    ]
