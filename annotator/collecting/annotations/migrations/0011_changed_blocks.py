"""Noted changes for tallies by triggers once; 0012 drops them where they are."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0010_tallies'),
        ('assignments', '0005_counted_slots'),
        ('corpus', '0003_examples_apart'),
    ]
