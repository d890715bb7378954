"""Who gets a suggestion, and which: drawn before the page is shown, and never changed."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from annotator.collecting.annotations.drafts import save_draft
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import Assignment
from annotator.collecting.suggestions.drawing import draw_suggestion, sees_suggestion
from annotator.collecting.suggestions.models import PredictedAnswer, Suggestion, SuggestionPlan
from annotator.collecting.suggestions.queries import eligible_examples, shown_suggestion
from annotator.collecting.suggestions.services import end_plan
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.material.corpus.models import Example, Purpose
from annotator.systems.evaluation.records.services import delete_system
from annotator.systems.evaluation.suggesting import suggest
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.jobs import run_here
from tests.factories.suggestions import (
    PARAGRAPH,
    ROW,
    SHORT,
    TABLE,
    keep_system,
    make_plan,
    predicted,
)

pytestmark = pytest.mark.django_db
GOOD = {"question_quality": "good", "stage": "long_answer"}
LATER = AT + timedelta(minutes=1)


@pytest.fixture
def project() -> Project:
    project = make_project()
    make_examples(project, 1)
    return project


def open_page(project: Project, name: str = "anna") -> Assignment:
    """Somebody's assignment whose page is shown from now on."""
    annotator = make_member(project, name).user
    project.refresh_from_db()
    assignment = claim_assignment(project=project, annotator=annotator, at=AT)
    assert assignment is not None
    save_draft(assignment=assignment, version=0, answer=GOOD, at=LATER)
    assignment.refresh_from_db()
    return assignment


def drawn(project: Project, **prediction: Any) -> Suggestion | None:
    """What is drawn for an annotator of the project's only example."""
    [example] = project.examples.all()
    if not SuggestionPlan.objects.exists():
        make_plan(project, keep_system(project, [predicted(example, **prediction)]))
    return draw_suggestion(assignment=open_page(project), at=LATER)


def test_a_proposal_has_the_box_and_the_short_answer(project: Project) -> None:
    suggestion = drawn(project, short=[SHORT])
    assert suggestion is not None
    assert suggestion.is_shown
    [[index, start, end]] = suggestion.boxes
    assert (index, start <= SHORT[0], SHORT[1] <= end) == (PARAGRAPH, True, True)
    assert suggestion.short_answers == [list(SHORT)]
    event = Event.objects.get(subject="suggestion")
    assert (event.verb, event.details["shown"]) == ("drew", True)


def test_ranked_boxes_are_the_answer_and_the_next_best_without_a_short_answer(
    project: Project,
) -> None:
    [example] = project.examples.all()
    prediction = predicted(example, TABLE, short=[SHORT], others=[ROW, TABLE, PARAGRAPH])
    make_plan(project, keep_system(project, [prediction]), mode="rank", boxes=3)
    suggestion = drawn(project)
    assert suggestion is not None
    assert [index for index, *_ in suggestion.boxes] == [TABLE, ROW]
    assert suggestion.short_answers == []


def test_those_who_see_nothing_have_on_record_what_they_would_have_seen(project: Project) -> None:
    [example] = project.examples.all()
    make_plan(project, keep_system(project, [predicted(example)]), share=0)
    suggestion = drawn(project)
    assert suggestion is not None
    assert (suggestion.is_shown, len(suggestion.boxes)) == (False, 1)
    assert shown_suggestion(suggestion.assignment) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"overlap": 2},
        {"purpose": Purpose.HIDDEN},
        {"purpose": Purpose.EXAM},
    ],
)
def test_examples_that_measure_agreement_hidden_and_training_ones_get_none(
    project: Project, changes: dict[str, Any]
) -> None:
    [example] = project.examples.all()
    make_plan(project, keep_system(project, [predicted(example)]))
    assignment = open_page(project)
    Example.objects.filter(pk=example.pk).update(**changes)
    assert draw_suggestion(assignment=assignment, at=LATER) is None
    assert not eligible_examples(project).exists()


def test_with_adaptive_overlap_nobody_gets_one_and_it_cannot_be_chosen(project: Project) -> None:
    [example] = project.examples.all()
    score = keep_system(project, [predicted(example)])
    make_plan(project, score)
    assignment = open_page(project)
    Project.objects.update(adaptive_cap=3)
    assert draw_suggestion(assignment=assignment, at=LATER) is None
    project.refresh_from_db()
    assert not eligible_examples(project).exists()
    with pytest.raises(ConflictError, match="Adaptive overlap is on"):
        make_plan(project, score)


@pytest.mark.parametrize("prediction", [{"score": 0.4}, {"box": PARAGRAPH, "score": -1.0}])
def test_a_prediction_below_the_systems_threshold_suggests_nothing(
    project: Project, prediction: dict[str, Any]
) -> None:
    assert drawn(project, **prediction) is None
    assert not PredictedAnswer.objects.exists()


def test_a_short_answer_below_its_threshold_or_outside_the_box_is_left_out(
    project: Project,
) -> None:
    suggestion = drawn(project, short=[SHORT], short_score=0.1)
    assert suggestion is not None
    assert suggestion.short_answers == []
    other = make_project("other")
    make_examples(other, 1)
    suggestion = drawn_in(other, box=TABLE, short=[SHORT])
    assert suggestion is not None
    assert suggestion.short_answers == []


def drawn_in(project: Project, **prediction: Any) -> Suggestion | None:
    [example] = project.examples.all()
    make_plan(project, keep_system(project, [predicted(example, **prediction)]))
    return draw_suggestion(assignment=open_page(project), at=LATER)


def test_nothing_is_drawn_for_a_page_that_was_shown_before(project: Project) -> None:
    [example] = project.examples.all()
    assignment = open_page(project)
    make_plan(project, keep_system(project, [predicted(example)]))
    assignment.refresh_from_db()
    assert draw_suggestion(assignment=assignment, at=LATER + timedelta(minutes=1)) is None


def test_the_draw_depends_on_seed_example_and_annotator_alone() -> None:
    def shown(**changes: int) -> list[bool]:
        fixed = {"seed": 1, "annotator": 2, **changes}
        return [sees_suggestion(example_id=each, share=0.5, **fixed) for each in range(64)]

    assert shown() == shown()
    assert shown() != shown(seed=2)
    assert shown() != shown(annotator=3)
    few = {"seed": 1, "annotator": 1}
    assert not any(sees_suggestion(example_id=each, share=0, **few) for each in range(99))
    assert all(sees_suggestion(example_id=each, share=1, **few) for each in range(99))


def test_what_was_drawn_never_changes(project: Project) -> None:
    suggestion = drawn(project)
    assert suggestion is not None
    for change in ({"is_shown": False}, {"boxes": []}, {"drawn_at": AT}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Suggestion.objects.update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        suggestion.delete()


def test_another_choice_takes_the_place_of_the_first_and_its_predictions_go(
    project: Project,
) -> None:
    [example] = project.examples.all()
    score = keep_system(project, [predicted(example)])
    first = make_plan(project, score)
    second = make_plan(project, score, mode="rank")
    first.refresh_from_db()
    assert first.ended_at is not None
    assert set(PredictedAnswer.objects.values_list("plan", flat=True)) == {second.pk}
    end_plan(project=project, at=AT, actor=None)
    assert drawn(project) is None
    events = Event.objects.filter(subject="suggestions").order_by("pk")
    assert [each.verb for each in events] == ["opened", "opened", "ended"]


def test_a_job_whose_choice_was_replaced_fails_and_changes_nothing(project: Project) -> None:
    [example] = project.examples.all()
    score = keep_system(project, [predicted(example)])
    chosen = {"system": score.system_id, "boxes": 1, "seed": 1, "at": AT, "actor": None}
    _, job = suggest(project=project, mode="rank", share=0.5, **chosen)
    newer = make_plan(project, score)
    run_here(job)
    assert (job.state, job.message) == (
        "failed",
        "Another choice has taken the place of this one.",
    )
    newer.refresh_from_db()
    assert newer.ended_at is None


def test_a_job_whose_system_was_deleted_fails_and_ends_its_choice(project: Project) -> None:
    [example] = project.examples.all()
    score = keep_system(project, [predicted(example)])
    chosen = {"system": score.system_id, "boxes": 1, "seed": 1, "at": AT, "actor": None}
    plan, job = suggest(project=project, mode="rank", share=0.5, **chosen)
    delete_system(system=score.system, at=AT, actor=None)
    run_here(job)
    assert (job.state, job.message) == (
        "failed",
        "A lead has deleted Reader from the leaderboard. Choose another system.",
    )
    plan.refresh_from_db()
    assert (plan.ready_at, plan.ended_at is None) == (None, False)


def test_a_split_that_was_hidden_meanwhile_is_not_suggested(project: Project) -> None:
    score = keep_system(project, [])
    stale = Project.objects.get(pk=project.pk)
    Project.objects.filter(pk=project.pk).update(hidden_split=score.split)
    chosen = {"system": score.system_id, "boxes": 1, "seed": 1, "at": AT, "actor": None}
    with pytest.raises(InvalidInputError) as caught:
        suggest(project=stale, mode="rank", share=0.5, **chosen)
    assert set(caught.value.fields) == {"system"}


def test_an_impossible_choice_names_its_fields(project: Project) -> None:
    with pytest.raises(InvalidInputError) as caught:
        suggest(
            project=project, mode="guess", system=0, share=2, boxes=9, seed=-1, at=AT, actor=None
        )
    assert set(caught.value.fields) == {"mode", "system", "share", "boxes", "seed"}
    assert not SuggestionPlan.objects.exists()
