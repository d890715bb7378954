"""Systems and encoders that a lead has deleted, and their names free for others."""

from django.db import migrations, models


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
    ]
