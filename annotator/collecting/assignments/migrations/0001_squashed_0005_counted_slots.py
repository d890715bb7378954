"""The queue as it was by 0005."""

import datetime
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('assignments', '0001_initial'),
        ('assignments', '0002_balance_and_late'),
        ('assignments', '0003_limit_per_question'),
        ('assignments', '0004_fewer_indexes'),
        ('assignments', '0005_counted_slots'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('corpus', '0002_ambiguous_questions'),
        ('projects', '0010_revision_minutes'),
    ]

    operations = [
        migrations.CreateModel(
            name='QueuePlace',
            fields=[
                ('membership', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='queue_place', serialize=False, to='projects.membership')),
                ('cursor', models.BigIntegerField(default=0)),
                ('exhausted_at', models.DateTimeField(null=True)),
                ('passed_over', models.PositiveSmallIntegerField(db_default=0, default=0)),
            ],
        ),
        migrations.CreateModel(
            name='Slot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('withheld', 'Withheld'), ('free', 'Free'), ('held', 'Held'), ('filled', 'Filled')], default='withheld', max_length=8)),
                ('rank', models.BigIntegerField()),
                ('returned', models.BooleanField(default=False)),
                ('example', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='slots', to='corpus.example')),
                ('project', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.project')),
            ],
            options={
                'indexes': [
                    models.Index(condition=models.Q(('returned', False), ('state', 'free')), fields=['project', 'rank', 'number'], name='slot_fresh_in_order'),
                    models.Index(condition=models.Q(('returned', True), ('state', 'free')), fields=['project', 'rank', 'number'], name='slot_returned_in_order'),
                    models.Index(condition=models.Q(('state', 'filled')), fields=['project', 'example'], name='slot_filled'),
                    models.Index(condition=models.Q(('state', 'filled'), _negated=True), fields=['project', 'example'], name='slot_unfilled'),
                ],
                'constraints': [models.UniqueConstraint(fields=('example', 'number'), name='one_slot_per_number')],
            },
        ),
        migrations.CreateModel(
            name='Assignment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('reserved', 'Reserved'), ('open', 'Open'), ('parked', 'Parked'), ('submitted', 'Submitted'), ('expired', 'Expired'), ('released', 'Released'), ('skipped', 'Skipped')], max_length=10)),
                ('lease_expires_at', models.DateTimeField(null=True)),
                ('note', models.TextField(blank=True)),
                ('created_at', models.DateTimeField()),
                ('opened_at', models.DateTimeField(null=True)),
                ('page_shown_at', models.DateTimeField(null=True)),
                ('submitted_at', models.DateTimeField(null=True)),
                ('annotator', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='assignments', to=settings.AUTH_USER_MODEL)),
                ('example', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='assignments', to='corpus.example')),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='assignments', to='projects.project')),
                ('slot', models.OneToOneField(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='assignment', to='assignments.slot')),
                ('expired_at', models.DateTimeField(null=True)),
                ('clock_started_at', models.DateTimeField(null=True)),
                ('period', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('time_limit', models.DurationField(null=True)),
                ('time_was_up_at', models.DateTimeField(null=True)),
                ('worked', models.DurationField(db_default=datetime.timedelta(0), default=datetime.timedelta)),
            ],
            options={
                'indexes': [
                    models.Index(fields=['annotator', 'project', '-id'], name='assignment_latest_first'),
                    models.Index(condition=models.Q(('state__in', ['reserved', 'open'])), fields=['project', 'annotator'], name='assignment_live'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('example', 'annotator'), name='one_assignment_per_annotator_and_example'),
                    models.CheckConstraint(condition=models.Q(models.Q(('slot__isnull', False), ('state__in', ['reserved', 'open', 'parked'])), ('state', 'submitted'), models.Q(('slot__isnull', True), ('state__in', ['expired', 'released', 'skipped'])), _connector='OR'), name='assignment_holds_a_slot_while_it_is_alive'),
                    models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['reserved', 'open']), _negated=True), ('lease_expires_at__isnull', False), _connector='OR'), name='assignment_open_has_a_lease'),
                    models.CheckConstraint(condition=models.Q(('clock_started_at__isnull', True), ('state', 'open'), _connector='OR'), name='assignment_clock_runs_while_open'),
                ],
            },
        ),
        migrations.CreateModel(
            name='LateAcceptance',
            fields=[
                ('assignment', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='late_acceptance', serialize=False, to='assignments.assignment')),
                ('accepted_at', models.DateTimeField()),
                ('note', models.TextField(blank=True)),
                ('added_slot', models.BooleanField()),
                ('accepted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
    ]
