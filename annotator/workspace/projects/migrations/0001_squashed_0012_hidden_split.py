"""Projects as they were by 0012."""

import annotator.foundation.names.name_keys
import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('projects', '0001_initial'),
        ('projects', '0002_pseudonyms'),
        ('projects', '0003_invitations'),
        ('projects', '0004_revisions_allowed'),
        ('projects', '0005_queue_orders'),
        ('projects', '0006_asqa_settings'),
        ('projects', '0007_limit_per_question'),
        ('projects', '0008_adaptive_overlap'),
        ('projects', '0009_guideline_visits'),
        ('projects', '0010_revision_minutes'),
        ('projects', '0011_slugs_compared_alike'),
        ('projects', '0012_hidden_split'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Project',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=64, unique=True)),
                ('kind', models.CharField(choices=[('nq', 'Natural Questions'), ('asqa', 'ASQA')], max_length=8)),
                ('title', models.CharField(max_length=200)),
                ('overlap', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1000)])),
                ('lease_minutes', models.PositiveIntegerField(default=60, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(10080)])),
                ('queue_order', models.CharField(choices=[('imported', 'As imported'), ('random', "Random, by the project's seed"), ('priority', 'By priority'), ('split', 'By split')], default='imported', max_length=10)),
                ('seed', models.BigIntegerField(default=0)),
                ('created_at', models.DateTimeField()),
                ('allows_revisions', models.BooleanField(default=True)),
                ('balance_pairs', models.BooleanField(db_default=False, default=False)),
                ('order_reached', models.PositiveIntegerField(db_default=0, default=0)),
                ('order_wanted', models.PositiveIntegerField(db_default=0, default=0)),
                ('queue_within', models.CharField(choices=[('imported', 'As imported'), ('random', "Random, by the project's seed")], db_default='imported', default='imported', max_length=10)),
                ('context_threshold', models.FloatField(db_default=0.2, default=0.2, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1)])),
                ('minutes_per_question', models.PositiveIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1440)])),
                ('recommended_per_day', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1)])),
                ('regime', models.CharField(choices=[('full', 'Disambiguations, context and pages'), ('no_context', 'The question alone')], db_default='full', default='full', max_length=10)),
                ('requires_training', models.BooleanField(db_default=False, default=False)),
                ('adaptive_cap', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(100)])),
                ('adaptive_confidence', models.FloatField(db_default=0.9, default=0.9, validators=[django.core.validators.MinValueValidator(0.6), django.core.validators.MaxValueValidator(0.99)])),
                ('adaptive_step', models.PositiveSmallIntegerField(db_default=1, default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(10)])),
                ('revision_minutes', models.PositiveIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(527040)])),
                ('slug_key', annotator.foundation.names.name_keys.NameKey(editable=False, max_length=64, of='slug', unique=True)),
                ('hidden_since', models.DateTimeField(blank=True, null=True)),
                ('hidden_split', models.CharField(blank=True, db_default='', default='', max_length=20)),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('overlap__gte', 1), ('overlap__lte', 1000)), name='project_overlap_between_1_and_1000'),
                    models.CheckConstraint(condition=models.Q(('lease_minutes__gte', 1)), name='project_lease_is_positive'),
                    models.CheckConstraint(condition=models.Q(('minutes_per_question__isnull', True), ('minutes_per_question__gte', 1), _connector='OR'), name='project_limit_is_positive'),
                    models.CheckConstraint(condition=models.Q(('context_threshold__gte', 0), ('context_threshold__lte', 1)), name='project_threshold_between_0_and_1'),
                    models.CheckConstraint(condition=models.Q(('adaptive_cap__isnull', True), models.Q(('adaptive_cap__gte', 2), ('kind', 'nq')), _connector='OR'), name='project_adapts_only_natural_questions'),
                    models.CheckConstraint(condition=models.Q(('adaptive_confidence__gte', 0.6), ('adaptive_confidence__lte', 0.99)), name='project_adaptive_confidence_in_bounds'),
                    models.CheckConstraint(condition=models.Q(('revision_minutes__isnull', True), ('revision_minutes__gte', 1), _connector='OR'), name='project_time_for_revisions_is_positive'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('annotator', 'Annotator'), ('expert', 'Expert'), ('lead', 'Lead')], max_length=10)),
                ('is_active', models.BooleanField(default=True)),
                ('joined_at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='projects.project')),
                ('pseudonym', models.CharField(max_length=40)),
                ('qualified_at', models.DateTimeField(null=True)),
                ('is_steward', models.BooleanField(db_default=False, default=False)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('project', 'user'), name='one_membership_per_project'),
                    models.UniqueConstraint(fields=('project', 'pseudonym'), name='one_member_per_pseudonym'),
                    models.CheckConstraint(condition=models.Q(('pseudonym', ''), _negated=True), name='every_member_has_a_pseudonym'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Guideline',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('markdown', models.TextField()),
                ('created_at', models.DateTimeField()),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='guidelines', to='projects.project')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('project', 'version'), name='one_guideline_per_version')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('annotator', 'Annotator'), ('expert', 'Expert'), ('lead', 'Lead')], max_length=10)),
                ('seed', models.CharField(max_length=64)),
                ('secret_sha256', models.CharField(max_length=64, unique=True)),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('note', models.CharField(blank=True, max_length=200)),
                ('max_uses', models.PositiveIntegerField(default=1)),
                ('uses', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(null=True)),
                ('mail_state', models.CharField(choices=[('none', 'None'), ('queued', 'Queued'), ('sent', 'Sent'), ('failed', 'Failed')], default='none', max_length=10)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='projects.project')),
            ],
            options={
                'indexes': [models.Index(fields=['project', '-id'], name='invitation_list')],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('max_uses__gte', 1), ('max_uses__lte', 1000)), name='invitation_between_1_and_1000_uses'),
                    models.CheckConstraint(condition=models.Q(('uses__lte', models.F('max_uses'))), name='invitation_never_used_too_often'),
                ],
            },
        ),
        migrations.CreateModel(
            name='InvitationUse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('invitation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='used_by', to='projects.invitation')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('invitation', 'user'), name='one_use_of_an_invitation_per_person')],
            },
        ),
        migrations.CreateModel(
            name='Split',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=20)),
                ('turn', models.PositiveSmallIntegerField(null=True)),
                ('project', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='splits', to='projects.project')),
                ('overlap', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1000)])),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('project', 'name'), name='one_turn_per_split'),
                    models.CheckConstraint(condition=models.Q(('overlap__isnull', True), models.Q(('overlap__gte', 1), ('overlap__lte', 1000)), _connector='OR'), name='split_overlap_between_1_and_1000'),
                ],
            },
        ),
        migrations.CreateModel(
            name='GuidelineVisit',
            fields=[
                ('membership', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='guideline_visit', serialize=False, to='projects.membership')),
                ('seen_at', models.DateTimeField()),
                ('compared', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.guideline')),
                ('seen', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='projects.guideline')),
            ],
        ),
    ]
