"""The demo that is annotated already: complete, apart from the others, and mostly right."""

from collections import Counter
from datetime import UTC, datetime
from io import StringIO

import orjson
import pytest
from django.core.management import call_command
from django.db.models import Q

from annotator.collecting.annotations.models import Annotation, Source
from annotator.material.corpus.storage import unpack
from annotator.quality.judgments.models import Consensus, Judgment, JudgmentRound
from annotator.quality.judgments.sampling import counted_annotations
from annotator.quality.reports.compute import content_of
from annotator.quality.reports.kinds import SECTIONS
from annotator.quality.reports.models import Report
from annotator.running.demo.catalogue import questions
from annotator.running.demo.competition import load_competition
from annotator.running.demo.services import compute_demo_statistics, load_demo
from annotator.running.demo.simulated_analyses import label_simulated_systems
from annotator.running.demo.simulated_systems import rank_demo_answers, score_simulated_systems
from annotator.systems.competitions.table import table_of
from annotator.systems.error_analysis.models import AnswerLabels, ErrorAnalysis
from annotator.systems.error_analysis.results import results_of
from annotator.systems.evaluation.models import Part, Result, RetrievalScore, Score, ScoredFile
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Membership, Project
from tests.running.demo.second_opinions import check_analyses, check_comparisons, check_rounds

pytestmark = [pytest.mark.django_db, pytest.mark.long]

ERRORS = (Result.WRONG, Result.NEEDLESS)
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
    _check_that_the_official_evaluator_reads_the_predictions()
    _check_error_analyses()
    _check_rankings()
    check_rounds()
    check_analyses()
    check_comparisons()
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
    competition = load_competition(at=AT)
    table = table_of(competition, competition.phases.get())
    assert [(row.rank, row.team and row.team.name, row.system) for row in table.rows] == [
        (1, "Plumb", "Simulated, right on 90%"),
        (2, "Spirit level", "Simulated, right on 70%"),
    ]


def _check_that_the_official_evaluator_reads_the_predictions() -> None:
    """It asks each long answer for its four offsets, also an empty one, as ``nq_eval`` does."""
    files = ScoredFile.objects.filter(part=Part.PREDICTIONS)
    predictions = [
        prediction
        for file in files
        for prediction in orjson.loads(unpack(file.content))["predictions"]
    ]
    offsets = ("start_byte", "end_byte", "start_token", "end_token")
    spans = [tuple(each["long_answer"][key] for key in offsets) for each in predictions]
    assert len(spans) == 4 * 40
    assert spans.count((-1, -1, -1, -1)) == sum(-1 in each for each in spans) > 0


def _check_error_analyses() -> None:
    """Two people have labelled one; in the other, an expert who signs in has something to do."""
    label_simulated_systems(at=AT)
    finished, to_label = ErrorAnalysis.objects.order_by("number")
    assert (finished.system_name, finished.size, finished.finished_at) == (
        "Simulated, right on 70%",
        20,
        AT,
    )
    first = AnswerLabels.objects.filter(labeller__user__username="lena")
    right = first.filter(labels=[0]).values_list("answer__example", flat=True)
    wrong = finished.score.scored_examples.filter(
        example__in=finished.answers.values("example")
    ).filter(Q(long_result__in=ERRORS) | Q(short_result__in=ERRORS))
    assert (first.count(), len(right)) == (20, 20 - wrong.count())
    same = results_of(finished).same
    assert same is not None
    assert 0.5 < same.observed < 1
    assert list(to_label.labellers.values_list("user__username", "finished_at")) == [("eve", None)]
    assert not AnswerLabels.objects.filter(answer__analysis=to_label).exists()


def _check_rankings() -> None:
    assert [job.message for job in rank_demo_answers(at=AT)] == [
        "Ranked the answers to 16 questions by BM25.",
        "Ranked the answers to 5 questions by BM25.",
    ]
    scores = RetrievalScore.objects.values_list("benchmark__project__slug", "metrics")
    assert sorted(slug for slug, _ in scores) == ["demo-25", "demo-asqa"]
    for _, metrics in scores:
        assert 0 < metrics["sentence"]["mrr"] <= metrics["document"]["mrr"] <= 1


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
