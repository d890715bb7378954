"""Systems are scored against the project's annotations, and kept with all that it came from."""

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest
from django.core.management import call_command

from annotator.collecting.annotations.models import Annotation, Source
from annotator.collecting.assignments.models import Assignment
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.exchange.exports.answered_examples import answered_examples
from annotator.kinds.natural_questions import gold
from annotator.material.corpus import storage
from annotator.material.corpus.models import Example
from annotator.material.corpus.storage import Packed, pack, unpack
from annotator.material.formats.gold_answers import GoldExample
from annotator.measures.answer_match import Answer, Span
from annotator.measures.intervals import LEAST_RESAMPLED, share_interval
from annotator.quality.simulation.planning import Wish
from annotator.quality.simulation.services import simulate
from annotator.systems.evaluation.gold.gold_file import gold_of
from annotator.systems.evaluation.models import Gold, Score, ScoredFile, System
from annotator.systems.evaluation.records.receipts import receipt_fields, receipt_of, verify
from annotator.systems.evaluation.records.services import delete_system, publish_leaderboard
from annotator.systems.evaluation.scoring.natural_questions import evaluate_files
from annotator.systems.evaluation.scoring.people import people_at, people_on_natural_questions
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import JobState
from annotator.workspace.jobs.services import cancel_job, run_job
from annotator.workspace.projects.models import Project
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_annotators, make_examples, make_member, make_project
from tests.factories.jobs import run_here
from tests.factories.long_form import make_long_form_annotation
from tests.factories.many_annotations import (
    LONG,
    NULL,
    Given,
    annotate_at_once,
    put_on_pages_of_their_own,
)
from tests.factories.systems import (
    make_score,
    nothing_predicted,
    queue_scoring,
    run_scoring,
    write_predictions,
)
from tests.just_before import just_before
from tests.open_transactions import depths_of_calls

pytestmark = pytest.mark.django_db

WORDS = Given(0, words=((0, 1), (3, 5)))


@pytest.fixture
def project() -> Project:
    """Three examples with five annotations each: one answered by all, one by one, one with words,
    and a fourth that nobody has annotated.
    """
    project = make_project(overlap=5)
    annotate_at_once(project, [[LONG] * 5, [LONG, *[NULL] * 4], [WORDS] * 3 + [NULL] * 2])
    make_examples(project, 1)
    return project


def examples_of(project: Project) -> list[Example]:
    return list(Example.objects.filter(project=project).order_by("position"))


def right_answer(example: Example, score: float) -> dict[str, Any]:
    """What the example's first annotator answered, as a prediction."""
    first = Annotation.objects.filter(example=example).earliest("pk").natural_questions_answer
    return nothing_predicted(example, score) | {
        "long_answer": {"start_byte": first.long_start_byte, "end_byte": first.long_end_byte},
        "short_answers": [
            {"start_token": start, "end_token": end} for _, _, start, end in first.short_answers
        ],
    }


def good_predictions(project: Project, folder: Path) -> Path:
    """Right on the first and the third example, by bytes and by tokens, wrong on the second."""
    one, two, three, four = examples_of(project)
    predictions = [
        right_answer(one, 3.0),
        right_answer(two, 1.0),
        right_answer(three, 2.0),
        nothing_predicted(four),
    ]
    return write_predictions(folder / "predictions.json", predictions)


def test_a_system_gets_the_official_metrics_on_what_is_annotated(
    project: Project, tmp_path: Path
) -> None:
    job = run_scoring(project, good_predictions(project, tmp_path))
    assert (job.state, job.message) == ("succeeded", "Scored Baseline on 3 examples.")
    score = Score.objects.get()
    assert (score.examples, score.unannotated, score.split) == (3, 1, "all")
    found = {key: value for key, value in score.metrics.items() if "best" in key}
    assert found == {
        "long-best-threshold-f1": 1.0,
        "long-best-threshold-precision": 1.0,
        "long-best-threshold-recall": 1.0,
        "long-best-threshold": 2.0,
        "short-best-threshold-f1": 1.0,
        "short-best-threshold-precision": 1.0,
        "short-best-threshold-recall": 1.0,
        "short-best-threshold": 2.0,
    }


def test_files_are_packed_before_the_transaction_that_keeps_them(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    depths, outside = depths_of_calls(monkeypatch, storage, "pack")
    assert run_scoring(project, good_predictions(project, tmp_path)).state == "succeeded"
    assert depths == [outside] * 2


def test_the_gold_is_a_file_that_the_command_scores_alike(project: Project, tmp_path: Path) -> None:
    predictions = good_predictions(project, tmp_path)
    Example.objects.filter(pk=examples_of(project)[3].pk).delete()
    kept = orjson.loads(predictions.read_bytes())["predictions"][:3]
    job = run_scoring(project, write_predictions(predictions, kept))
    assert job.state == "succeeded", job.message
    gold = tmp_path / "gold.jsonl"
    gold.write_bytes(unpack(Gold.objects.get().content))
    assert evaluate_files([str(gold)], predictions).metrics == Score.objects.get().metrics


def test_the_threshold_on_annotations_with_an_answer_can_be_set(
    project: Project, tmp_path: Path
) -> None:
    run_scoring(project, good_predictions(project, tmp_path), non_null_annotations=1)
    score = Score.objects.get()
    method = "bootstrap over examples, or over pages that examples share"
    how = {"method": method, "level": 0.95, "resamples": 1000, "seed": 1}
    assert score.parameters == {"non_null_annotations": 1, "intervals": how}
    assert score.metrics["long-best-threshold"] == 1.0


def test_people_stand_at_the_threshold_of_the_systems(project: Project, tmp_path: Path) -> None:
    predictions = good_predictions(project, tmp_path)
    run_scoring(project, predictions)
    run_scoring(project, predictions, name="Strict", non_null_annotations=4)
    run_scoring(project, predictions, name="Too strict", non_null_annotations=5)
    people = Gold.objects.get().people
    found = {each["non_null_annotations"]: each["metrics"] for each in people["rows"]}
    # At four, only the first example and the third are left or not: 5 of 5 answer, and 3 of 5.
    assert found.keys() == {2, 4}
    assert found[4]["long-best-threshold-recall"] == 1.0
    assert found[2] != found[4]
    reasons = {each["reason"] for each in people["missing"] if each["non_null_annotations"] == 5}
    assert "5 annotations can't have an answer among 4 references." in reasons


def test_every_problem_of_the_predictions_is_listed_with_its_example(
    project: Project, tmp_path: Path
) -> None:
    one, two, *_ = examples_of(project)
    broken = nothing_predicted(one) | {"long_answer": {"start_byte": 9, "end_byte": 3}}
    vague = nothing_predicted(two) | {"long_answer_score": "high"}
    job = run_scoring(project, write_predictions(tmp_path / "predictions.json", [broken, vague]))
    assert (job.state, job.message) == ("failed", "Nothing was scored: 2 problems.")
    problems = list(job.problems.order_by("pk").values_list("file", "field"))
    assert problems == [
        ("predictions.json", f"predictions[0] (example {one.example_id}).long_answer"),
        ("predictions.json", f"predictions[1] (example {two.example_id}).long_answer_score"),
    ]
    assert not System.objects.exists()


def test_of_many_problems_the_number_is_at_least_that_of_those_listed(
    project: Project, tmp_path: Path
) -> None:
    broken = nothing_predicted(examples_of(project)[0]) | {"long_answer_score": "high"}
    job = run_scoring(project, write_predictions(tmp_path / "predictions.json", [broken] * 300))
    assert job.message == "Nothing was scored: at least 100 problems."
    assert job.problems.count() == 100


def test_a_prediction_is_wanted_for_each_example_and_for_no_other(
    project: Project, tmp_path: Path
) -> None:
    first, *others = examples_of(project)
    strange = nothing_predicted(first) | {"example_id": 999}
    job = run_scoring(project, write_predictions(tmp_path / "predictions.json", [strange]))
    texts = list(job.problems.order_by("pk").values_list("problem", flat=True))
    wanted = [first, *others]
    assert texts == [
        *(f"example {each.example_id} has no prediction." for each in wanted),
        "example 999 is not among the gold examples.",
    ]


def test_a_split_that_nobody_has_annotated_has_no_scores(tmp_path: Path) -> None:
    project = make_project()
    (example,) = make_examples(project, 1)
    path = write_predictions(tmp_path / "predictions.json", [nothing_predicted(example)])
    assert run_scoring(project, path).message == (
        "Nothing was scored: nobody has annotated an example of this split yet."
    )


def test_hidden_answers_lie_in_a_folder_that_goes_with_the_job(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.UPLOAD_DIR = tmp_path / "uploads"
    seen: list[Path] = []
    just_before(monkeypatch, f"{gold.__name__}.read", lambda path, _: seen.append(path))
    folder = settings.UPLOAD_DIR / str(run_scoring(project, good_predictions(project, tmp_path)).pk)
    assert ([path.is_relative_to(folder) for path in seen], folder.exists()) == ([True], False)


def test_a_cancelled_scoring_keeps_nothing(project: Project, tmp_path: Path) -> None:
    job = queue_scoring(project, good_predictions(project, tmp_path))
    run_job(job_id=job.pk, observer=cancel_once)
    job.refresh_from_db()
    assert (job.state, job.message) == ("cancelled", "Cancelled. Nothing was kept.")
    assert not Score.objects.exists()


def cancel_once(job: Any) -> None:
    stored = type(job).objects.get(pk=job.pk)
    if not stored.cancel_requested:
        cancel_job(job=stored, at=AT)


def test_a_scoring_whose_end_is_missing_is_not_done_twice(project: Project, tmp_path: Path) -> None:
    job = run_scoring(project, good_predictions(project, tmp_path))
    type(job).objects.filter(pk=job.pk).update(state=JobState.QUEUED, finished_at=None)
    run_here(job)
    assert (job.state, job.message) == ("succeeded", "Scored Baseline on 3 examples.")
    assert Score.objects.count() == 1


def test_a_name_has_one_score_on_each_split(project: Project, tmp_path: Path) -> None:
    run_scoring(project, good_predictions(project, tmp_path))
    again = run_scoring(project, good_predictions(project, tmp_path))
    assert (again.state, again.message) == ("failed", "Baseline has a score on all already.")


def test_the_notes_of_the_newest_score_that_has_some_are_the_systems(project: Project) -> None:
    def notes_after(split: str, notes: str) -> str:
        return make_score(project, "Ours", split=split, notes=notes).system.notes

    assert notes_after("dev", "One epoch.") == "One epoch."
    assert notes_after("test", "Two epochs.") == "Two epochs."
    assert notes_after("all", "") == "Two epochs."
    assert System.objects.get().notes == "Two epochs."


def test_a_training_puts_no_model_behind_a_system_that_is_there(project: Project) -> None:
    make_score(project, "Ours", split="dev")
    with pytest.raises(ConflictError) as refused:
        make_score(project, "Ours", split="test", is_trained=True)
    assert refused.value.code == "name_taken"
    make_score(project, "Ours too", split="test", is_trained=True)
    assert Score.objects.count() == 2


def test_a_name_written_otherwise_is_the_same_name(project: Project) -> None:
    make_score(project, "BERT", split="dev")
    for name in ("bert", "\N{FULLWIDTH LATIN CAPITAL LETTER B}ERT"):
        with pytest.raises(ConflictError) as refused:
            make_score(project, name, split="test")
        assert refused.value.detail == "There is a system called BERT already."
    assert list(System.objects.values_list("name", flat=True)) == ["BERT"]


def test_of_systems_whose_names_differ_in_case_each_keeps_its_own(project: Project) -> None:
    for name in ("BERT", "bert"):
        System.objects.create(project=project, name=name, created_at=AT)
    assert make_score(project, "bert", split="dev").system.name == "bert"
    assert make_score(project, "BERT", split="dev").system.name == "BERT"


def test_a_new_system_has_a_name_that_people_can_see(project: Project) -> None:
    with pytest.raises(InvalidInputError) as refused:
        make_score(project, "\u200b")
    fix = "Write at least one character that people can see."
    assert refused.value.fields == {"name": fix}


def test_of_five_annotations_one_is_held_against_the_others(
    project: Project, tmp_path: Path
) -> None:
    run_scoring(project, good_predictions(project, tmp_path))
    people = Gold.objects.get().people
    assert people["missing"] == [
        {
            "who": "single_annotator",
            "reason": "No example has 6 annotations yet.",
            "non_null_annotations": 2,
        },
        {
            "who": "super_annotator",
            "reason": "No example has 25 annotations yet.",
            "non_null_annotations": 2,
        },
    ]
    (row,) = people["rows"]
    assert (row["who"], row["examples"]) == ("one_against_others", 3)
    # Nine annotations have an answer. Five and three of them meet it in an answerable example; in
    # the second example four of five predict nothing against one answer, and one predicts.
    assert row["metrics"]["long-best-threshold-precision"] == pytest.approx(8 / 9)
    assert row["metrics"]["long-best-threshold-recall"] == pytest.approx(8 / 10)


def test_with_25_annotations_there_is_a_super_annotator(tmp_path: Path) -> None:
    project = make_project(overlap=25)
    annotate_at_once(project, [[LONG] * 25])
    (example,) = examples_of(project)
    run_scoring(
        project, write_predictions(tmp_path / "predictions.json", [nothing_predicted(example)])
    )
    people = Gold.objects.get().people
    assert [row["who"] for row in people["rows"]] == [
        "single_annotator",
        "super_annotator",
        "one_against_others",
        "single_annotator",
    ]
    assert [row["references"]["most"] for row in people["rows"]] == [5, 5, 4, 24]
    assert people["rows"][1]["metrics"]["long-best-threshold-f1"] == 1.0


def test_the_first_five_of_six_annotations_are_those_submitted_first(tmp_path: Path) -> None:
    project = make_project(overlap=6)
    annotate_at_once(project, [[NULL, *[LONG] * 5]])
    (example,) = examples_of(project)
    filled = Assignment.objects.filter(slot__number=example.slots.earliest("number").number)
    # The first slot was given back and answered last.
    filled.update(submitted_at=AT + timedelta(hours=1))
    annotations = Annotation.objects.order_by("pk").values_list("annotation_id", flat=True)
    last, *others = map(int, annotations)
    gold = orjson.loads(gold_of(project, "all"))
    assert [each["annotation_id"] for each in gold["annotations"]] == [*others, last]
    exported = [
        each.annotation_id
        for (only,) in answered_examples(project.examples.all(), simulated=False, batch=10)
        for each in only.answered.annotations
    ]
    assert exported == [last, *others]
    run_scoring(
        project, write_predictions(tmp_path / "predictions.json", [nothing_predicted(example)])
    )
    people = people_at(Gold.objects.get().people, 2)
    rows = {row["who"]: row["metrics"] for row in people["rows"]}
    assert rows["one_against_others"]["long-best-threshold-f1"] == 1


def asqa_project(overlap: int = 2) -> Project:
    project = make_asqa_project(overlap=overlap)
    (example,) = make_ambiguous_examples(project, 1)
    one, two = make_annotators(project, 2)
    make_long_form_annotation(example, one, text=COMPLETE)
    make_long_form_annotation(example, two, text="Masons use it.")
    return project


def test_long_form_answers_are_scored_beside_people(tmp_path: Path) -> None:
    project = asqa_project()
    (example,) = examples_of(project)
    path = tmp_path / "answers.json"
    path.write_bytes(orjson.dumps({str(example.example_id): COMPLETE}))
    job = run_scoring(project, path, split="dev")
    assert (job.state, job.message) == ("succeeded", "Scored Baseline on 1 example.")
    score = Score.objects.get()
    assert score.metrics == {"rougeLsum": 100.0, "length": 24.0, "str_em": 100.0}
    naive, row = score.gold.people["rows"]
    assert naive["who"] == "question_repeated"
    assert (row["who"], row["metrics"]["str_em"]) == ("annotators_against_each_other", 75.0)


def test_questions_that_nobody_has_answered_yet_do_not_count(tmp_path: Path) -> None:
    project = asqa_project()
    make_ambiguous_examples(project, 1)
    path = tmp_path / "answers.json"
    answers = {str(each.example_id): COMPLETE for each in examples_of(project)}
    path.write_bytes(orjson.dumps(answers))
    job = run_scoring(project, path, split="dev")
    assert (len(answers), job.state) == (2, "succeeded")
    score = Score.objects.get()
    assert (score.examples, score.unannotated) == (1, 1)
    assert [row["examples"] for row in score.gold.people["rows"]] == [1, 1]


def test_simulated_annotations_are_no_gold() -> None:
    project = asqa_project(overlap=3)
    before = gold_of(project, "dev")
    simulated = make_member(project, "simulated").user
    make_long_form_annotation(examples_of(project)[0], simulated, source=Source.SIMULATED)
    assert gold_of(project, "dev") == before


def test_a_receipt_is_verified_from_what_was_kept(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_scoring(project, good_predictions(project, tmp_path))
    score = Score.objects.get()
    call_command("verify_score", score.receipt[:12], json=True)
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert found == {
        "receipt": score.receipt,
        "same": True,
        "differences": [],
        "remarks": [],
        "metrics": score.metrics,
    }


def sign_again(**fields: Any) -> None:
    """Change a score and give it the receipt of what it says now."""
    score = Score.objects.get()
    for name, value in fields.items():
        setattr(score, name, value)
    shas = {each.part: each.sha256 for each in score.files.all()}
    score.receipt = receipt_of(receipt_fields(score, shas))
    score.save()


def test_a_receipt_from_before_it_had_intervals_is_verified_without(
    project: Project, tmp_path: Path
) -> None:
    run_scoring(project, good_predictions(project, tmp_path))
    new = Score.objects.get().receipt
    sign_again(parameters={"non_null_annotations": 2}, intervals={"anything": [0.1, 0.2]})
    score = Score.objects.get()
    assert score.receipt != new
    assert verify(score).is_same


def keep_instead(content: bytes) -> None:
    """Let a score have been given for other predictions, by a version that took them."""
    packed = Packed.of(content)
    ScoredFile.objects.update(content=packed.content, sha256=packed.sha256)
    sign_again(code_sha256="0" * 64)


def test_predictions_that_can_not_be_read_any_more_are_a_difference(
    project: Project, tmp_path: Path
) -> None:
    run_scoring(project, good_predictions(project, tmp_path))
    keep_instead(b'{"predictions": [{}]}')
    found = verify(Score.objects.get())
    (difference,) = found.differences
    assert difference.startswith("It can't be computed again: ")
    assert "predictions.json" in difference
    assert found.remarks == ["The scoring code has changed since."]


def test_intervals_of_other_code_are_a_remark(project: Project, tmp_path: Path) -> None:
    run_scoring(project, good_predictions(project, tmp_path))
    sign_again(code_sha256="0" * 64, intervals={"long-best-threshold-f1": [0.1, 0.2]})
    found = verify(Score.objects.get())
    assert (found.differences, found.remarks) == (
        [],
        ["The scoring code has changed since.", "Computed again, the intervals differ."],
    )


def test_intervals_of_another_machine_may_differ_in_the_last_digits(
    project: Project, tmp_path: Path
) -> None:
    few = examples_of(project)[:3]
    for number in range(LEAST_RESAMPLED // 3 + 1):
        annotate_at_once(project, [[LONG, LONG] if number % 2 else [NULL, NULL]] * 3)
    put_on_pages_of_their_own(project)
    run_scoring(
        project,
        write_predictions(
            tmp_path / "predictions.json",
            [
                nothing_predicted(each) if each not in few else right_answer(each, 1.0)
                for each in examples_of(project)
            ],
        ),
    )
    intervals = Score.objects.get().intervals
    low, high = intervals["long-best-threshold-f1"]
    sign_again(intervals=intervals | {"long-best-threshold-f1": [low * (1 + 1e-13), high]})
    assert verify(Score.objects.get()).is_same
    sign_again(intervals=intervals | {"long-best-threshold-f1": [low * (1 + 1e-6), high]})
    assert not verify(Score.objects.get()).is_same


def test_a_score_says_that_its_gold_was_simulated(tmp_path: Path) -> None:
    project = make_project(overlap=2)
    (example,) = make_examples(project, 1)
    wish = Wish(annotators=2, seed=1, until="2026-03-04")
    assert simulate(project=project, wish=wish, at=AT, actor=None) == 2
    path = write_predictions(tmp_path / "predictions.json", [nothing_predicted(example)])
    run_scoring(project, path)
    score = Score.objects.get()
    assert score.parameters["simulated_annotations"]
    assert verify(score).remarks == [
        "It was scored against simulated annotations, since there were no others."
    ]


def test_later_annotations_leave_a_receipt_true(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_scoring(project, good_predictions(project, tmp_path))
    annotate_at_once(project, [[LONG] * 5])
    call_command("verify_score", Score.objects.get().receipt)
    assert capsys.readouterr().out.splitlines() == [
        "Baseline on all of project: the same.",
        "The project's annotations have changed since.",
    ]


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        (
            lambda: Score.objects.update(metrics={"long-best-threshold-f1": 0.5}),
            "The receipt does not belong to what is stored beside it.",
        ),
        (
            lambda: Score.objects.update(intervals={"long-best-threshold-f1": [0.1, 0.2]}),
            "The receipt does not belong to what is stored beside it.",
        ),
        (
            lambda: sign_again(intervals={"long-best-threshold-f1": [0.1, 0.2]}),
            "Computed again, the intervals differ.",
        ),
        (
            lambda: ScoredFile.objects.update(content=pack(b'{"predictions": []} ')),
            "The file of predictions is not the one that the receipt names.",
        ),
        (
            lambda: Gold.objects.update(content=pack(b"")),
            "The gold is not the one that the receipt names.",
        ),
    ],
    ids=["metrics", "intervals", "signed intervals", "predictions", "gold"],
)
def test_what_was_tampered_with_is_not_the_same(
    project: Project,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: Any,
    difference: str,
) -> None:
    run_scoring(project, good_predictions(project, tmp_path))
    change()
    with pytest.raises(SystemExit):
        call_command("verify_score", Score.objects.get().receipt)
    assert difference in capsys.readouterr().out


def test_deleting_and_publishing_are_on_record(project: Project, tmp_path: Path) -> None:
    run_scoring(project, good_predictions(project, tmp_path))
    receipt = Score.objects.get().receipt
    publish_leaderboard(project=project, is_published=True, at=AT, actor=None)
    publish_leaderboard(project=project, is_published=True, at=AT, actor=None)
    delete_system(system=System.objects.get(), at=AT, actor=None)
    events = Event.objects.filter(subject__in=["system", "leaderboard"]).order_by("pk")
    assert [(each.verb, each.subject, each.details) for each in events] == [
        ("scored", "system", {"name": "Baseline", "split": "all", "receipt": receipt}),
        ("published", "leaderboard", {}),
        ("deleted", "system", {"name": "Baseline", "receipts": [receipt]}),
    ]
    assert (System.objects.exists(), Score.objects.exists()) == (False, False)


def test_gold_names_pages_where_examples_share_them(project: Project) -> None:
    lines = [orjson.loads(each) for each in gold_of(project, "all").splitlines()]
    assert len({each["document_url"] for each in lines}) == 1
    put_on_pages_of_their_own(project)
    lines = [orjson.loads(each) for each in gold_of(project, "all").splitlines()]
    assert {tuple(each) for each in lines} == {("annotations", "example_id")}


def test_intervals_of_systems_and_people_are_over_pages_that_examples_share(tmp_path: Path) -> None:
    one = GoldExample(1, (Answer(Span((0, 9), None), (), "NONE"),) * 5, "en.wikipedia.org/One")
    examples = [replace(one, example_id=number, page=f"page {number // 2}") for number in range(24)]
    [row] = people_on_natural_questions(examples)["rows"]
    alone = [replace(each, page="") for each in examples]
    [without] = people_on_natural_questions(alone)["rows"]
    assert row["metrics"] == without["metrics"]
    # None of 12 pages is wrong, or none of 24 examples.
    name = "long-best-threshold-f1"
    assert row["intervals"][name][0] == pytest.approx(share_interval(np.ones(12), np.ones(12)).low)
    assert without["intervals"][name][0] > row["intervals"][name][0]
