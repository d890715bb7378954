"""Leads' figures are counted when somebody asks: no tallies, and no triggers that note changes."""

from importlib import import_module

from django.db import migrations

changed_blocks = import_module("annotator.annotations.migrations.0011_changed_blocks")


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0011_changed_blocks'),
    ]

    operations = [
        migrations.RunPython(changed_blocks.drop_triggers, changed_blocks.create_triggers),
        migrations.DeleteModel(name='BlockTally'),
        migrations.DeleteModel(name='ProjectTally'),
        migrations.DeleteModel(name='ChangedBlock'),
    ]
