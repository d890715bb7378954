"""Chunks hold exactly the annotations that count, and are built only where something changed."""

import pytest
from django.utils import timezone

from annotator.annotations.models import Annotation
from annotator.assignments.models import Assignment
from annotator.corpus.models import Example, Purpose
from annotator.reports import chunks, long_form_columns, natural_questions_columns
from annotator.reports.chunks import build_next_chunk, load_columns, plan_chunks, sources_of
from annotator.reports.compute import compute_report, read_examples
from annotator.reports.models import AnnotationChunk
from annotator.reports.stages import Stopwatch
from tests.factories.corpus import AT, make_project
from tests.factories.many_annotations import LONG, NULL, Given, annotate_at_once
from tests.reports.reporting import bring_up_to_date

pytestmark = pytest.mark.django_db


def test_columns_say_what_was_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "EXAMPLES", 1)
    project = make_project(overlap=3)
    spans = Given(0, ((0, 2), (3, 4)))
    annotate_at_once(project, [[LONG, NULL, spans], [spans, spans, Given(0, yes_no="YES")]])
    assert plan_chunks(project) == 2
    assert [build_next_chunk(project, at=timezone.now()) for _ in range(3)] == [True, True, None]
    columns = load_columns(project)
    assert columns.annotation.tolist() == sorted(Annotation.objects.values_list("pk", flat=True))
    assert columns.long.tolist() == [1, 0, 1, 1, 1, 1]
    assert columns.short.tolist() == [0, 0, 1, 1, 1, 2]
    assert columns.spans.tolist() == [0, 0, 2, 2, 2, 0]
    assert columns.yes_no.tolist() == [0, 0, 0, 0, 0, 1]
    assert columns.span_offsets.tolist() == [0, 0, 0, 2, 4, 6, 6]


def test_only_what_changed_is_built_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "EXAMPLES", 1)
    project = make_project(overlap=3)
    first, _ = annotate_at_once(project, [[LONG, NULL], [LONG, LONG]])
    plan_chunks(project)
    while build_next_chunk(project, at=timezone.now()):
        pass
    assert plan_chunks(project) == 0
    Assignment.objects.filter(pk=first.assignment_id).update(slot=None)
    assert plan_chunks(project) == 1
    chunk = AnnotationChunk.objects.get(number=first.example_id)
    assert chunk.built != chunk.wanted


def test_what_packing_calls_is_part_of_its_form() -> None:
    """ROUGE-L of pairs is kept in chunks: another formula has to build them anew."""
    own = "annotator.reports.natural_questions_columns"
    assert list(sources_of(natural_questions_columns)) == [own]
    sources = sources_of(long_form_columns)
    measures = {name.rpartition(".")[2] for name in sources if "measures" in name}
    assert measures >= {"rouge", "support", "short_answer_presence", "normalised_text"}
    assert "def rouge_l_f1" in sources["annotator.measures.rouge"]


def test_an_example_that_was_chosen_for_training_meanwhile_ends_no_report() -> None:
    project = make_project(overlap=2)
    annotate_at_once(project, [[LONG, NULL], [LONG, LONG]])
    bring_up_to_date(project)
    Example.objects.filter(pk=Example.objects.latest("pk").pk).update(purpose=Purpose.SELF_STUDY)
    report = compute_report(project=project, at=AT, seed=1, stopwatch=Stopwatch())
    assert (report.annotations, report.examples) == (4, 2)
    assert len(read_examples(project)) == 1
