"""Controls, and that answers to them count nowhere else."""

from typing import Any

import pytest

from annotator.collecting.annotations.annotators import annotator_figures, describe_annotators
from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.queries import (
    all_annotations_of,
    annotations_of,
    count_current_annotations,
    current_annotations_of,
    own_progress,
    project_progress,
)
from annotator.collecting.annotations.revisions import revise_annotation
from annotator.collecting.assignments.models import Control
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.exchange.exports.history import without_controls
from annotator.material.corpus.models import Example
from annotator.measures.intervals.shares import binomial_ends
from annotator.publishing.releases.contents import Contents
from annotator.quality.adjudication.agreement import agreement_with_gold
from annotator.quality.adjudication.controls import (
    ControlResult,
    control_results,
    mark_controls,
    results_by_example,
    set_control_percent,
    unmark_control,
)
from annotator.quality.adjudication.deciding import newest_decision, withdraw_decision
from annotator.quality.reports.chunks import count_current, current_sha256, load
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project, Role
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.controls import (
    EVERY_TURN,
    claim_and_submit,
    draw_controls,
    make_controls,
    make_gold,
)
from tests.factories.corpus import AT, make_annotators, make_examples, make_member, make_project
from tests.factories.judgments import WHOLE, annotate_example

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_project(overlap=1)


@pytest.fixture
def lead(project: Project) -> User:
    return make_member(project, "lena", Role.LEAD).user


@pytest.fixture
def people(project: Project) -> list[User]:
    return make_annotators(project, 2)


def mark(project: Project, examples: list[Example], lead: User) -> int:
    keys = [example.pk for example in examples]
    return mark_controls(project=project, examples=keys, at=AT, actor=lead)


def test_only_decided_examples_of_the_main_task_become_controls(
    project: Project, lead: User
) -> None:
    decided, undecided, out = make_examples(project, 3)
    make_gold(decided, lead)
    make_gold(out, lead)
    with pytest.raises(ConflictError) as refused:
        mark(project, [decided, undecided], lead)
    assert refused.value.code == "no_gold"
    assert undecided.question.text in refused.value.detail
    Example.objects.filter(pk=out.pk).update(purpose="taken_out")
    with pytest.raises(InvalidInputError):
        mark(project, [out], lead)
    assert not Control.objects.exists()
    assert [mark(project, [decided], lead) for _ in range(2)] == [1, 0]
    unmark_control(example=decided, at=AT, actor=lead)
    unmark_control(example=decided, at=AT, actor=lead)
    events = Event.objects.filter(subject="control").order_by("pk")
    assert [(each.verb, each.example_id) for each in events] == [
        ("marked", decided.pk),
        ("unmarked", decided.pk),
    ]


def test_withdrawing_the_decision_takes_the_mark_away(project: Project, lead: User) -> None:
    (example,) = make_examples(project, 1)
    make_controls(project, [example], lead)
    decision = newest_decision(example)
    assert decision is not None
    withdraw_decision(example=example, supersedes=decision.pk, at=AT, actor=lead)
    assert not Control.objects.exists()


def test_the_seed_is_drawn_once(project: Project, lead: User) -> None:
    seeds = [
        set_control_percent(project=project, percent=percent, at=AT, actor=lead).control_seed
        for percent in (10, 0, 20)
    ]
    project.refresh_from_db()
    assert len({*seeds}) == 1
    assert seeds[0]
    assert project.control_percent == 20
    with pytest.raises(InvalidInputError):
        set_control_percent(project=project, percent=51, at=AT, actor=lead)


def test_results_are_the_share_of_the_same_answers(
    project: Project, lead: User, people: list[User]
) -> None:
    """Of three controls, all decided as bad, the first annotator is right in two."""
    examples = make_examples(project, 8)
    make_controls(project, examples[:3], lead)
    draw_controls(project, EVERY_TURN)
    one, other = people
    for _ in range(3):
        claim_and_submit(project, one)
    claim_and_submit(project, other)
    wrong = Annotation.objects.filter(annotator=one).order_by("pk")[0]
    revise_annotation(annotation=wrong, answer=WHOLE, reason="On a second look.", at=AT)
    low, high = binomial_ends(2 / 3, 3)
    assert control_results(project) == {
        one.pk: ControlResult(3, 2 / 3, low, high, ""),
        other.pk: ControlResult(1, 1.0, *binomial_ends(1.0, 1), ""),
    }
    assert list(control_results(project, [other.pk])) == [other.pk]
    found = results_by_example(project)
    assert sum(each.answered for each in found.values()) == 4
    assert found[wrong.example_id].agreed < 1


def long_form(text: str) -> dict[str, Any]:
    return {"long_form_answer": text, "knowledge": [], "acknowledged_missing": [0, 1]}


def test_long_form_answers_to_controls_are_compared_by_rouge_and_count_nowhere_else() -> None:
    project = make_asqa_project("ambiguous", overlap=1)
    lead = make_member(project, "lena", Role.LEAD).user
    ada, ben = make_annotators(project, 2)
    control, _ = make_ambiguous_examples(project, 2)
    make_controls(project, [control], lead, long_form("Red won the cup in May."))
    draw_controls(project, EVERY_TURN)
    for person, text in ((ada, "Red won the cup in May."), (ben, "Red won it.")):
        assignment = claim_and_submit(project, person, long_form(text))
        assert assignment is not None
        assert (assignment.example, assignment.is_control) == (control, True)
    # Of three and six tokens, two are common: 2 * (2/3) * (2/6) / (2/3 + 2/6).
    found = control_results(project)
    assert {key: each.answered for key, each in found.items()} == {ada.pk: 1, ben.pk: 1}
    assert found[ada.pk].agreed == 1
    assert found[ben.pk].agreed == pytest.approx(4 / 9)
    assert (found[ben.pk].low, found[ben.pk].high) == (None, None)
    assert found[ben.pk].reason == "An interval needs 10 examples; there is 1."
    (both,) = results_by_example(project).values()
    assert both.answered == 2
    assert both.agreed == pytest.approx(13 / 18)
    assert not annotations_of(project).exists()
    assert annotator_figures(project) == {}


def seen_by_leads(project: Project) -> dict[str, Any]:
    """All that counts, lists or publishes annotations."""
    progress = project_progress(project=project)
    report = load(project)
    return {
        "progress": {name: value for name, value in progress.items() if name != "annotators"},
        "listed": sorted(annotations_of(project).values_list("pk", flat=True)),
        "counted": count_current_annotations(project),
        "figures": annotator_figures(project),
        "examples": [
            list(current_annotations_of(example).values_list("pk", flat=True))
            for example in project.examples.order_by("pk")
        ],
        "report": (current_sha256(project), count_current(project), report.fingerprints),
        "released": Contents(project).annotations().count(),
        "gold": agreement_with_gold(project, [*project.memberships.values_list("user", flat=True)]),
        "of_main_task": Annotation.objects.of_main_task(project).current().count(),
        "events": without_controls(
            Event.objects.filter(project_id=project.pk, verb__in=("claimed", "submitted")), project
        ).count(),
    }


def test_answers_to_controls_count_nowhere_else(
    project: Project, lead: User, people: list[User]
) -> None:
    one, other = people
    examples = make_examples(project, 6)
    for example in examples[:3]:
        annotate_example(example, one, WHOLE)
    make_controls(project, examples[:3], lead)
    draw_controls(project, EVERY_TURN)
    before = seen_by_leads(project)
    answered = [claim_and_submit(project, other) for _ in range(3)]
    assert all(each is not None and each.is_control for each in answered)
    revised = Annotation.objects.filter(annotator=other).order_by("pk")[0]
    revise_annotation(annotation=revised, answer=WHOLE, reason="Better.", at=AT)
    assert seen_by_leads(project) == before
    assert count_current_annotations(project) == 3


def test_annotators_see_controls_among_their_own_work(
    project: Project, lead: User, people: list[User]
) -> None:
    examples = make_examples(project, 4)
    make_controls(project, examples[:2], lead)
    draw_controls(project, EVERY_TURN)
    for _ in range(3):
        claim_and_submit(project, people[0])
    own = own_progress(project=project, user=people[0], at=AT)
    assert (own["submitted"], own["submitted_today"]) == (3, 3)
    assert all_annotations_of(project).filter(annotator=people[0]).count() == 3
    (row,) = describe_annotators(project=project, users=[people[0]])
    assert row["submitted"] == 1
