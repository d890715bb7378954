"""Scores of the leaderboard's systems reach the studies that compare systems of the same name."""

from datetime import timedelta

import orjson
import pytest

from annotator.collecting.annotations.models import LongFormAnswer
from annotator.collecting.assignments.models import Assignment
from annotator.kinds.asqa.gold import first_answers
from annotator.quality.comparisons.models import ComparisonStudy
from annotator.quality.comparisons.sources import annotations_by_key
from annotator.systems.error_analysis.shown_answers import annotations_beside
from annotator.systems.evaluation.gold.gold_file import gold_of
from annotator.systems.evaluation.records.table_scores import give_scores
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.comparisons import make_comparers, make_study
from tests.factories.corpus import AT, make_annotators
from tests.factories.long_form import make_long_form_annotation
from tests.factories.systems import make_score

pytestmark = pytest.mark.django_db


def test_a_score_reaches_the_studies_that_compare_its_system() -> None:
    project = make_asqa_project()
    study = make_study(project, make_comparers(project, 1), systems=("T5", "People"))
    t5, people = study.systems.order_by("number")
    t5.scores = {"Ours": 3.0, "DR": 1.0}
    t5.save()
    make_score(project, "T5", metrics={"rougeLsum": 43.0, "ovscore": 32.1, "length": 60.0})
    t5.refresh_from_db()
    people.refresh_from_db()
    assert t5.scores == {"Ours": 3.0, "ROUGE-L": 43.0, "DR": 32.1}
    assert people.scores == {}
    changed = Event.objects.filter(verb="changed").count()
    give_scores(project=project, at=AT, actor=None)
    assert Event.objects.filter(verb="changed").count() == changed


def test_a_study_gets_the_newest_scores_when_it_is_opened() -> None:
    project, other = make_asqa_project(), make_asqa_project("other")
    make_score(project, "T5", split="dev", metrics={"ovscore": 20.0})
    make_score(project, "T5", split="test", metrics={"ovscore": 30.0})
    make_score(other, "T5", metrics={"ovscore": 99.0})
    study = make_study(project, make_comparers(project, 1), systems=("T5", "People"))
    give_scores(project=project, at=AT, actor=None, study=study)
    # The study's questions are of dev.
    assert study.systems.get(name="T5").scores == {"DR": 20.0}


ROWS: dict[str, dict[str, float]] = {
    "annotators_against_each_other": {"ovscore": 61.9, "rougeLsum": 49.4},
    "annotators_without_context": {"ovscore": 40.4},
    "question_repeated": {"ovscore": 1.0},
}


def make_people_study(project: Project, *compared: tuple[str, Project, int]) -> ComparisonStudy:
    """T5 and the people of projects, each with the number of their annotation."""
    names = ("T5", *(name for name, *_ in compared))
    study = make_study(project, make_comparers(project, 1), systems=names)
    for name, source, number in compared:
        study.systems.filter(name=name).update(annotations_of=source, annotation_number=number)
    return study


def scores_of(study: ComparisonStudy) -> dict[str, dict[str, float]]:
    return dict(study.systems.values_list("name", "scores"))


def test_people_in_a_study_have_the_scores_of_their_row() -> None:
    project, alone, other = map(make_asqa_project, ("asqa", "alone", "other"))
    study = make_people_study(
        project, ("with", project, 1), ("without", alone, 0), ("others", other, 0)
    )
    make_score(project, "T5", split="dev", metrics={"ovscore": 30.0}, people=ROWS, alone=alone.pk)
    assert scores_of(study) == {
        "T5": {"DR": 30.0},
        "with": {"DR": 61.9, "ROUGE-L": 49.4},
        "without": {"DR": 40.4},
        "others": {},
    }


def test_people_have_no_scores_that_are_about_other_answers_too() -> None:
    """The row has both annotations of a question, and only the first ones without context."""
    project, alone = make_asqa_project(), make_asqa_project("alone")
    study = make_people_study(
        project, ("one", project, 0), ("two", project, 1), ("second without", alone, 1)
    )
    third = make_people_study(project, ("three", project, 2))
    make_score(project, "T5", split="dev", people=ROWS, alone=alone.pk)
    assert not any(scores_of(study).values())
    assert not any(scores_of(third).values())


def test_the_first_annotations_of_people_are_those_that_a_study_compares() -> None:
    """Three people, whose slots are in another order than their submissions."""
    project = make_asqa_project(overlap=3)
    (example,) = make_ambiguous_examples(project, 1)
    for place, person in enumerate(make_annotators(project, 3)):
        annotation = make_long_form_annotation(example, person, text=f"Text {place}.")
        submitted_at = AT + timedelta(minutes=(place + 1) % 3)
        Assignment.objects.filter(annotations=annotation).update(submitted_at=submitted_at)
    ((key, found),) = annotations_by_key(project).items()
    texts = [each.text for each in found]
    assert texts == ["Text 2.", "Text 0.", "Text 1."]
    assert first_answers(project) == {key: texts[0]}
    gold = orjson.loads(gold_of(project, "dev"))["dev"][key]
    assert [each["long_answer"] for each in gold["annotations"]] == texts
    shown = annotations_beside(project, [example.pk])[example.pk]
    rows = LongFormAnswer.objects.in_bulk(shown, field_name="annotation_id")
    assert [rows[each].text for each in shown] == texts[:2]


def test_a_score_on_the_questions_of_the_study_goes_before_a_newer_one() -> None:
    project = make_asqa_project()
    study = make_people_study(project, ("People", project, 0))
    make_score(project, "T5", split="dev", metrics={"ovscore": 30.0}, people=ROWS)
    later = {"annotators_against_each_other": {"ovscore": 1.0}}
    make_score(project, "T5", split="train", metrics={"ovscore": 50.0}, people=later)
    make_score(project, "Other", split="train", people=later)
    assert scores_of(study) == {"T5": {"DR": 30.0}, "People": {"DR": 61.9, "ROUGE-L": 49.4}}
