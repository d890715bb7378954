"""Makes long-form answers and their knowledge append-only too, as 0003 did with NQ's answers."""

from django.db import migrations

from annotator.database.triggers import append_only, refuse

MESSAGE = "annotations are append-only: a revision is a new row"


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0004_long_form_answers'),
    ]

    operations = [
        refuse(
            append_only(
                "annotations_longformanswer",
                "annotation_id text missing concern word_count coverage seconds_writing regime"
                " context_threshold",
                message=MESSAGE,
            ),
            append_only(
                "annotations_knowledgepiece",
                "id annotation_id number content page_title page_id start_byte end_byte"
                " start_token end_token",
                message=MESSAGE,
            ),
        ),
    ]
