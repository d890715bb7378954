"""Chunks hold exactly the annotations that count, and are built only where something changed."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.revisions import revise_annotation
from annotator.collecting.assignments.models import Assignment
from annotator.material.corpus.models import Example, Purpose
from annotator.quality.reports import long_form_columns, natural_questions_columns
from annotator.quality.reports.answers_by_example import answered_examples
from annotator.quality.reports.chunks import (
    annotations_sha256,
    build_next_chunk,
    current_sha256,
    load,
    load_columns,
    plan_chunks,
    sources_of,
)
from annotator.quality.reports.compute import compute_report
from annotator.quality.reports.models import AnnotationChunk
from annotator.quality.reports.stages import Stopwatch
from tests.factories.corpus import AT, make_project
from tests.factories.judgments import WHOLE
from tests.factories.many_annotations import LONG, NULL, Given, annotate_at_once
from tests.quality.reports.reporting import bring_up_to_date

pytestmark = pytest.mark.django_db


def test_columns_say_what_was_answered(settings: Any) -> None:
    settings.EXAMPLES_IN_CHUNK = 1
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


def test_only_what_changed_is_built_again(settings: Any) -> None:
    settings.EXAMPLES_IN_CHUNK = 1
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
    assert list(sources_of(natural_questions_columns)) == [
        "annotator.quality.reports.natural_questions_columns",
        "annotator.collecting.annotations.submission_order",
    ]
    sources = sources_of(long_form_columns)
    measures = {name.rpartition(".")[2] for name in sources if "measures" in name}
    assert measures >= {"rouge", "support", "short_answer_presence", "normalised_text"}
    assert "def rouge_l_f1" in sources["annotator.measures.rouge"]


def test_a_revision_has_the_place_of_what_it_replaces() -> None:
    """Of an example with too many annotations the earliest count, however often they change; nor
    does a revision move in its annotator's work, or to another week.
    """
    project = make_project(overlap=3)
    [first] = annotate_at_once(project, [[LONG, NULL, NULL]])
    revise_annotation(annotation=first, answer=WHOLE, reason="x", at=AT + timedelta(days=9))
    columns = load_columns(project)
    assert columns.annotation.tolist()[0] == max(columns.annotation)
    seconds = [int(AT.timestamp()) + number for number in range(3)]
    assert columns.submitted_at.tolist() == [second * 1_000_000 for second in seconds]
    assert columns.long.tolist() == [1, 0, 0]
    assert answered_examples(columns, at_least=1, first=1).long.non_nulls.tolist() == [1]


def test_what_changed_since_the_chunks_were_built_is_read_anew() -> None:
    project = make_project(overlap=2)
    annotate_at_once(project, [[LONG, NULL]])
    bring_up_to_date(project)
    annotate_at_once(project, [[LONG, LONG]])
    loaded = load(project)
    assert loaded.columns.long.tolist() == [1, 0, 1, 1]
    assert annotations_sha256(loaded.fingerprints) == current_sha256(project)


def test_an_example_that_was_chosen_for_training_meanwhile_ends_no_report() -> None:
    project = make_project(overlap=2)
    annotate_at_once(project, [[LONG, NULL], [LONG, LONG]])
    bring_up_to_date(project)
    Example.objects.filter(pk=Example.objects.latest("pk").pk).update(purpose=Purpose.SELF_STUDY)
    report = compute_report(project=project, at=AT, seed=1, stopwatch=Stopwatch())
    assert (report.annotations, report.examples) == (2, 1)
