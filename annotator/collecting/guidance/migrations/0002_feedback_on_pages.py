from django.db import migrations, models

TOKENS_AND_BYTES = ("start_token", "end_token", "start_byte", "end_byte")


def leave_pages_out(apps, schema_editor):
    """Going back: feedback on a page has no place any more that the table could keep."""
    feedback = apps.get_model("guidance", "Feedback").objects
    places = dict.fromkeys(TOKENS_AND_BYTES)
    feedback.filter(start_token__isnull=False).update(**places, quote="")


class Migration(migrations.Migration):

    dependencies = [
        ('guidance', '0001_initial'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='feedback',
            name='feedback_span_is_whole_or_null',
        ),
        *(
            migrations.AddField(
                model_name='feedback',
                name=name,
                field=models.PositiveIntegerField(null=True),
            )
            for name in TOKENS_AND_BYTES
        ),
        migrations.RunPython(migrations.RunPython.noop, leave_pages_out),
        migrations.AddConstraint(
            model_name='feedback',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('end__isnull', True), ('start__isnull', True)), models.Q(('end__isnull', False), ('start__isnull', False), ('start__lt', models.F('end'))), _connector='OR'), name='feedback_span_is_whole_or_null'),
        ),
        migrations.AddConstraint(
            model_name='feedback',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('end_byte__isnull', True), ('end_token__isnull', True), ('start_byte__isnull', True), ('start_token__isnull', True)), models.Q(('end_byte__isnull', False), ('end_token__isnull', False), ('start__isnull', True), ('start_byte__isnull', False), ('start_byte__lt', models.F('end_byte')), ('start_token__isnull', False), ('start_token__lt', models.F('end_token'))), _connector='OR'), name='feedback_on_a_page_is_anchored_whole'),
        ),
        migrations.AddConstraint(
            model_name='feedback',
            constraint=models.CheckConstraint(condition=models.Q(('start__isnull', False), ('start_token__isnull', False), ('quote', ''), _connector='OR'), name='feedback_quotes_from_a_span'),
        ),
    ]
