"""ASQA's annotations as columns, and the two sections over them, from the database."""

from typing import Any

import pytest
from django.utils import timezone

from annotator.material.corpus.context_passages import FoundPassage, store_passages
from annotator.material.corpus.markup.passages import Passage
from annotator.material.corpus.models import Example
from annotator.quality.reports.chunks import (
    annotations_sha256,
    build_next_chunk,
    current_sha256,
    load,
    load_columns,
    plan_chunks,
)
from annotator.quality.reports.compute import content_of, details_of
from annotator.quality.reports.kinds import SECTIONS
from annotator.quality.reports.models import Report
from annotator.quality.reports.services import start_statistics
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Regime
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_annotators, make_page
from tests.factories.long_form import (
    MISSING_SURVEYORS,
    make_long_form_annotation,
    revise_long_form,
)
from tests.quality.reports.reporting import bring_up_to_date, make_report

pytestmark = pytest.mark.django_db


def test_columns_say_what_was_written(settings: Any) -> None:
    settings.EXAMPLES_IN_CHUNK = 1
    project = make_asqa_project(overlap=2)
    first, second = make_ambiguous_examples(project, 2)
    one, two = make_annotators(project, 2)
    make_long_form_annotation(first, one, knowledge=["A weight.", "On a string"], seconds=30)
    old = make_long_form_annotation(first, two, text="Old")
    revise_long_form(old, text="Masons do.", missing=[MISSING_SURVEYORS], coverage=0.25)
    make_long_form_annotation(second, one, text="", concern="Both are the same.")
    project.regime = Regime.NO_CONTEXT
    project.save(update_fields=["regime"])
    second.refresh_from_db()
    make_long_form_annotation(second, two, text="Masons", coverage=None)
    assert plan_chunks(project) == 2
    while build_next_chunk(project, at=timezone.now()):
        pass
    columns = load_columns(project)
    assert columns.texts == [COMPLETE, "Masons do.", "", "Masons"]
    assert columns.example.tolist() == [first.pk, first.pk, second.pk, second.pk]
    assert columns.annotator.tolist() == [one.pk, two.pk, one.pk, two.pk]
    assert columns.submitted_at.tolist() == [int(AT.timestamp()) * 1_000_000] * 4
    assert columns.words.tolist() == [24, 2, 0, 1]
    assert columns.pieces.tolist() == [2, 0, 0, 0]
    assert columns.confirmed.tolist() == [0, 1, 0, 0]
    assert columns.has_concern.tolist() == [False, False, True, False]
    assert columns.without_context.tolist() == [False, False, False, True]
    assert columns.seconds.tolist()[:1] == [30]
    assert str(columns.coverage.tolist()) == "[0.5, 0.25, nan, nan]"
    # Disambiguations with short answers: 8 + 2 and 8 + 1 words; the context has 7, knowledge 5.
    assert columns.support_words.tolist() == [31, 26, 26, 0]
    assert columns.support_words_without.tolist() == [12, 7, 7, 0]
    # "Masons" is in the context, "do" nowhere.
    assert columns.coverage_without.tolist()[1] == 0.5
    assert columns.presence_offsets.tolist() == [0, 2, 4, 4, 6]
    assert columns.presence.tolist() == [1, 1, 1, 0, 1, 0]
    assert columns.pairs_of.tolist() == [1, 0, 0, 0]
    assert columns.pair_example.tolist() == [first.pk]
    assert columns.pair_first.tolist() == [columns.annotation[0]]


def test_a_report_of_asqa_has_its_sections() -> None:
    project = make_asqa_project(overlap=2)
    (example,) = make_ambiguous_examples(project, 1)
    for annotator in make_annotators(project, 2):
        make_long_form_annotation(example, annotator, seconds=60)
    job = start_statistics(project=project, at=AT, actor=None, queue=False)
    run_job(job_id=job.pk)
    content = content_of(Report.objects.get())
    sections = {section["name"]: section for section in content["sections"]}
    assert list(sections) == [spec.name for spec in SECTIONS[Kind.ASQA]]
    rate = next(each for each in sections["process"]["figures"] if each["name"] == "context_rate")
    # One of two disambiguations has a context.
    assert (rate["value"], rate["count"]) == (0.5, 2)
    agreement = next(each for each in sections["agreement"]["figures"] if each["name"] == "rouge_l")
    assert agreement["value"] == 1


def find_passage(example: Example, *, text: str, end: int) -> None:
    """Let the disambiguation that has no context have this one, instead of any before."""
    disambiguation = example.disambiguations.get(context="")
    passage = Passage(start_byte=0, end_byte=end, in_rows=text)
    found = FoundPassage(disambiguation.pk, make_page().pk, passage, 0.9)
    store_passages(examples=[example], found=[found])


def test_passages_that_are_found_anew_are_read_anew() -> None:
    project = make_asqa_project(overlap=2)
    first, _ = make_ambiguous_examples(project, 2)
    for annotator in make_annotators(project, 2):
        make_long_form_annotation(first, annotator)
    bring_up_to_date(project)
    without = load_columns(project).support_words.tolist()
    before = current_sha256(project)
    find_passage(first, text="Surveyors use it.", end=17)
    assert bring_up_to_date(project) == 1
    assert load_columns(project).support_words.tolist() == [words + 3 for words in without]
    between = current_sha256(project)
    find_passage(first, text="Surveyors use it daily.", end=23)
    assert len({before, between, current_sha256(project)}) == 3
    assert bring_up_to_date(project) == 1
    assert load_columns(project).support_words.tolist() == [words + 4 for words in without]
    assert bring_up_to_date(project) == 0
    assert annotations_sha256(load(project).fingerprints) == current_sha256(project)


def test_a_report_of_asqa_says_who_needs_help() -> None:
    """Two annotators: one takes a minute for each of twelve questions, the other half an hour."""
    project = make_asqa_project(overlap=2)
    quick, slow = make_annotators(project, 2)
    for example in make_ambiguous_examples(project, 12):
        make_long_form_annotation(example, quick, seconds=60)
        make_long_form_annotation(
            example, slow, text="", concern="Both are the same.", seconds=1800
        )
    report = make_report(project)
    people = next(each for each in content_of(report)["sections"] if each["name"] == "people")
    table = next(each for each in people["tables"] if each["name"] == "annotators")
    names = [column["name"] for column in table["columns"]]
    rows = [dict(zip(names, row, strict=True)) for row in table["rows"]]
    assert [(row["annotator"], row["annotations"], row["seconds"]) for row in rows] == [
        (str(quick.pk), 12, 60),
        (str(slow.pk), 12, 1800),
    ]
    # No time is below the lowest tenth, nor above the highest, where half are alike at either end.
    assert [(row["quick"], row["slow"], row["reasons"]) for row in rows] == [(0, 0, 0)] * 2
    assert "agree_long" not in names
    figures = {each["name"]: each for each in people["figures"]}
    assert (figures["annotators"]["value"], figures["annotators"]["count"]) == (2, 24)
    assert figures["to_look_at"]["missing"]["reason"].startswith("So far there is no difference")
    assert details_of(report, "people") == {}


def test_a_report_of_asqa_without_annotations_says_what_is_missing() -> None:
    project = make_asqa_project()
    make_ambiguous_examples(project, 1)
    report = make_report(project)
    assert (report.annotations, report.examples) == (0, 1)
    people = next(each for each in content_of(report)["sections"] if each["name"] == "people")
    assert people["figures"][0]["missing"]["reason"] == "Nobody has annotated yet."
