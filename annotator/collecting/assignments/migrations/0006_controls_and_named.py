"""Control questions, and questions that a lead names for somebody."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('assignments', '0001_squashed_0005_counted_slots'),
        ('corpus', '0008_examples_taken_out'),
        ('projects', '0018_controls'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Control',
            fields=[
                ('example', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='control', serialize=False, to='corpus.example')),
                ('marked_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='NamedAssignment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('named_at', models.DateTimeField()),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='assignment',
            name='assignment_holds_a_slot_while_it_is_alive',
        ),
        migrations.AddField(
            model_name='assignment',
            name='is_control',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='queueplace',
            name='has_named',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddIndex(
            model_name='assignment',
            index=models.Index(condition=models.Q(('is_control', True)), fields=['project'], name='assignment_control'),
        ),
        migrations.AddConstraint(
            model_name='assignment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('is_control', False), ('slot__isnull', False), ('state__in', ['reserved', 'open', 'parked'])), models.Q(('is_control', True), ('slot__isnull', True)), ('state', 'submitted'), models.Q(('slot__isnull', True), ('state__in', ['expired', 'released', 'skipped'])), _connector='OR'), name='assignment_holds_a_slot_while_it_is_alive'),
        ),
        migrations.AddField(
            model_name='control',
            name='marked_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='namedassignment',
            name='example',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='named_assignments', to='corpus.example'),
        ),
        migrations.AddField(
            model_name='namedassignment',
            name='membership',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='named_assignments', to='projects.membership'),
        ),
        migrations.AddField(
            model_name='namedassignment',
            name='named_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='namedassignment',
            constraint=models.UniqueConstraint(fields=('example', 'membership'), name='one_named_assignment_per_member'),
        ),
    ]
