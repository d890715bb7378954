"""Whether a long answer is top-level, beside its tag: statistics must not unpack pages for it."""

from django.db import migrations, models

from annotator.corpus.storage import decode_candidates, unpack

MESSAGE = "annotations are append-only: a revision is a new row"
TABLE = "annotations_naturalquestionsanswer"
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


def nothing(apps, schema_editor):
    """The column goes with what is in it."""


def refuse_changes(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        condition = f'OLD."{COLUMN}" IS NOT NEW."{COLUMN}"'
        action = f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
    else:
        condition = f'OLD."{COLUMN}" IS DISTINCT FROM NEW."{COLUMN}"'
        action = "EXECUTE FUNCTION annotations_refuse_change()"
    schema_editor.execute(
        f"CREATE TRIGGER {TABLE}_top_level_stays BEFORE UPDATE ON {TABLE} FOR EACH ROW "
        f"WHEN ({condition}) {action}"
    )


def allow_changes(apps, schema_editor):
    sqlite = schema_editor.connection.vendor == "sqlite"
    schema_editor.execute(
        f"DROP TRIGGER IF EXISTS {TABLE}_top_level_stays" + ("" if sqlite else f" ON {TABLE}")
    )


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
        migrations.RunPython(fill, nothing),
        migrations.RunPython(refuse_changes, allow_changes),
    ]
