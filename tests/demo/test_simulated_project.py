"""The demo that is annotated already: complete, apart from the others, and mostly right."""

from collections import Counter
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import call_command

from annotator.accounts.models import User
from annotator.annotations.models import Annotation, Source
from annotator.demo.catalogue import questions
from annotator.demo.services import compute_demo_statistics, load_demo
from annotator.demo.simulated_systems import score_simulated_systems
from annotator.evaluation.models import Score
from annotator.judgments.models import Consensus, Judgment, JudgmentRound
from annotator.judgments.sampling import counted_annotations
from annotator.projects.models import Kind, Membership, Project
from annotator.reports.compute import content_of
from annotator.reports.models import Report
from annotator.reports.sections import SECTIONS

pytestmark = [pytest.mark.django_db, pytest.mark.long]

# A Wednesday.
AT = datetime(2026, 2, 4, 12, 0, tzinfo=UTC)


def test_each_question_of_the_demo_has_25_simulated_annotations_in_a_project_of_their_own() -> None:
    load_demo(at=AT)
    project = Project.objects.get(slug="demo-25")
    annotations = counted_annotations(project)
    per_example = Counter(annotations.values_list("example__question__text", flat=True))
    assert per_example == {question.question_text: 25 for question in questions()}
    assert set(annotations.values_list("source", flat=True)) == {Source.SIMULATED}
    assert annotations.values("example", "annotator").distinct().count() == 1000
    members = Membership.objects.filter(project=project).values_list("user__username", "role")
    simulated = {(f"demo-25-simulated-{number}", "annotator") for number in range(1, 26)}
    experts = {(f"demo-25-simulated-expert-{number}", "expert") for number in range(1, 4)}
    assert set(members) == {("lena", "lead"), ("eve", "expert"), *simulated, *experts}
    invented = User.objects.filter(username__startswith="demo-25-simulated-")
    assert set(invented.values_list("is_active", flat=True)) == {False}
    # Ten working days, from Wednesday two weeks before to the day before.
    days = {each.date() for each in annotations.values_list("created_at", flat=True)}
    assert (min(days).isoformat(), max(days).isoformat(), len(days)) == (
        "2026-01-21",
        "2026-02-03",
        10,
    )
    assert not Annotation.objects.filter(example__project__slug="demo").exists()
    bad_by_question = Counter(
        annotations.filter(natural_questions_answer__question_quality="bad").values_list(
            "example__question__text", flat=True
        )
    )
    assert {text for text, number in bad_by_question.items() if number > 12} == {
        question.question_text
        for question in questions()
        if question.truth.question_quality == "bad"
    }
    _check_that_most_answers_are_right(project)
    _check_rounds(project)
    job = compute_demo_statistics(at=AT)
    assert (job.state, job.message) == (
        "succeeded",
        "Computed from 1,000 annotations of 40 examples.",
    )
    assert [section["name"] for section in content_of(Report.objects.get())["sections"]] == [
        spec.name for spec in SECTIONS[Kind.NQ]
    ]
    _check_systems()
    printed = StringIO()
    call_command("load_demo", stdout=printed)
    assert printed.getvalue() == "The demo project already exists.\n"
    assert counted_annotations(project).count() == 1000


def _check_systems() -> None:
    """Four systems stand in the order of what is stated of them, below the super-annotator."""
    assert [job.message for job in score_simulated_systems(at=AT)] == [
        f"Scored Simulated, right on {share}% on 40 examples." for share in (90, 70, 50, 30)
    ]
    scores = list(Score.objects.order_by("pk").select_related("gold"))
    for metric in ("long-best-threshold-f1", "short-best-threshold-f1"):
        values = [each.metrics[metric] for each in scores]
        assert values == sorted(values, reverse=True)
        assert len(set(values)) == 4
    assert {row["who"] for row in scores[0].gold.people["rows"]} >= {
        "single_annotator",
        "super_annotator",
    }
    assert {each.scored_examples.count() for each in scores} == {40}


def _check_rounds(project: Project) -> None:
    """Two rounds are finished, and wrong answers are found less often than correct ones; in one
    an expert who signs in has something to do.
    """
    rounds = JudgmentRound.objects.filter(project=project).order_by("number")
    assert list(rounds.values_list("target", "phase", "size")) == [
        ("long", "finished", 40),
        ("short", "finished", 40),
        ("long", "independent", 10),
    ]
    _check_what_is_to_be_judged(rounds[2])
    for round_ in rounds[:2]:
        verdicts = Counter(
            Consensus.objects.filter(answer__round=round_).values_list("verdict", flat=True)
        )
        assert verdicts["C"] > verdicts["W"] > 0
        assert round_.variability.annotations == 25
    talked_over = Consensus.objects.filter(answer__round__in=rounds, agreed=False)
    assert talked_over.exists()
    assert not talked_over.filter(justification="").exists()


def _check_what_is_to_be_judged(round_: JudgmentRound) -> None:
    """Four experts, of whom all but the one who can sign in have closed their verdicts."""
    seats = round_.experts.order_by("number")
    assert list(seats.values_list("user__username", "closed_at")) == [
        *((f"demo-25-simulated-expert-{number}", AT) for number in (1, 2, 3)),
        ("eve", None),
    ]
    judged = Judgment.objects.filter(answer__round=round_, verdict__isnull=False)
    assert judged.count() == 3 * round_.answers.count() > 0
    assert not judged.filter(expert__user__username="eve").exists()


def _check_that_most_answers_are_right(project: Project) -> None:
    """Of the long answers on pages that have one, most have the words that the demo says."""
    truths = {question.question_text: question.truth for question in questions()}
    right = answered = 0
    rows = counted_annotations(project).exclude(natural_questions_answer__candidate_index=None)
    for text, tag in rows.values_list(
        "example__question__text", "natural_questions_answer__long_answer_tag"
    ):
        truth = truths[text].long_answer
        answered += truth is not None
        right += truth is not None and tag == truth.tag
    assert right / answered > 0.7
