"""Messages, feedback and FAQ entries that are sent twice with the same key are kept once."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0013_undo_and_bad_reasons'),
        ('guidance', '0001_squashed_0002_feedback_on_pages'),
        ('projects', '0014_suggestions'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='faqentry',
            name='idempotency_key',
            field=models.CharField(blank=True, max_length=100),
        ),
        migrations.AddField(
            model_name='feedback',
            name='idempotency_key',
            field=models.CharField(blank=True, max_length=100),
        ),
        migrations.AddField(
            model_name='threadmessage',
            name='idempotency_key',
            field=models.CharField(blank=True, max_length=100),
        ),
        migrations.AddConstraint(
            model_name='faqentry',
            constraint=models.UniqueConstraint(condition=models.Q(('idempotency_key', ''), _negated=True), fields=('project', 'idempotency_key'), name='one_faq_entry_per_idempotency_key'),
        ),
        migrations.AddConstraint(
            model_name='feedback',
            constraint=models.UniqueConstraint(condition=models.Q(('idempotency_key', ''), _negated=True), fields=('annotation', 'author', 'idempotency_key'), name='one_feedback_per_idempotency_key'),
        ),
        migrations.AddConstraint(
            model_name='threadmessage',
            constraint=models.UniqueConstraint(condition=models.Q(('idempotency_key', ''), _negated=True), fields=('thread', 'author', 'idempotency_key'), name='one_message_per_idempotency_key'),
        ),
    ]
