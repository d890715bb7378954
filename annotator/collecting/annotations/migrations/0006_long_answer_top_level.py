"""Whether a long answer is top-level, beside its tag: statistics must not unpack pages for it."""

from django.db import migrations, models

from annotator.collecting.annotations.guards import TOP_LEVEL_STAYS
from annotator.material.corpus.storage import decode_candidates, unpack
from annotator.foundation.database.triggers import refuse

COLUMN = "long_answer_top_level"
BATCH = 1000


def fill(apps, schema_editor):
    """Look each long answer up among its page's candidates, page by page."""
    answers = apps.get_model("annotations", "NaturalQuestionsAnswer").objects
    contents = apps.get_model("corpus", "PageContent").objects
    answered = answers.filter(candidate_index__isnull=False, long_answer_top_level__isnull=True)
    pages = answered.values_list("annotation__example__page", flat=True).distinct().order_by()
    for page in sorted(pages):
        packed = contents.values_list("candidates", flat=True).get(page=page)
        candidates = [box for box, _ in decode_candidates(unpack(packed))]
        found = list(answered.filter(annotation__example__page=page))
        for answer in found:
            answer.long_answer_top_level = candidates[answer.candidate_index].top_level
        answers.bulk_update(found, [COLUMN], batch_size=BATCH)


class Migration(migrations.Migration):

    dependencies = [
        ('annotations', '0005_long_form_append_only'),
        ('corpus', '0002_ambiguous_questions'),
    ]

    operations = [
        migrations.AddField(
            model_name='naturalquestionsanswer',
            name='long_answer_top_level',
            field=models.BooleanField(null=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        refuse(*TOP_LEVEL_STAYS),
    ]
