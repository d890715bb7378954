"""The job that ranks answers by an encoder: what it keeps, refuses, and goes on with."""

import gzip
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest
from django.core.management import call_command

from annotator.collecting.annotations.models import Source
from annotator.exceptions import ConflictError, NotFoundError
from annotator.material.corpus import storage
from annotator.material.corpus.storage import pack
from annotator.systems.evaluation.models import RetrievalBenchmark, RetrievalScore, VectorFile
from annotator.systems.evaluation.retrieval import benchmark, receipts
from annotator.systems.evaluation.retrieval.encoders import Bm25Scorer
from annotator.systems.evaluation.retrieval.queries import benchmark_of, missed_questions
from annotator.systems.evaluation.retrieval.receipts import verify_retrieval
from annotator.systems.evaluation.retrieval.services import (
    MAX_BENCHMARKS,
    MAX_ENCODERS,
    change_retrieval,
    delete_retrieval,
    erase_retrieval,
    restore_retrieval,
)
from annotator.systems.evaluation.retrieval.stored import (
    benchmark_json,
    packed_ranking,
    read_benchmark,
    unpacked_ranking,
)
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import cancel_job, run_job
from annotator.workspace.projects.models import Project
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_member, make_project
from tests.factories.jobs import run_here
from tests.factories.many_annotations import LONG, Given, annotate_at_once
from tests.factories.retrieval import (
    make_encoder_score,
    queue_retrieval,
    run_retrieval,
    save_vectors,
    small_benchmark,
    write_squad,
)
from tests.just_before import just_before
from tests.open_transactions import depths_of_calls

BM25 = f"{Bm25Scorer.__module__}.Bm25Scorer.score"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folders(settings: Any, tmp_path: Path) -> None:
    """What jobs keep goes where the test can look."""
    settings.UPLOAD_DIR = tmp_path / "uploads"


@pytest.fixture
def project() -> Project:
    return make_project()


def ranked(job: Job) -> RetrievalScore:
    assert (job.state, job.problem_total) == ("succeeded", 0), job.message
    return RetrievalScore.objects.select_related("benchmark__project").latest("pk")


def test_an_uploaded_file_is_ranked_and_kept_with_its_figures(
    project: Project, tmp_path: Path
) -> None:
    job = run_retrieval(project, paths={"squad": write_squad(tmp_path / "tools.json")})
    assert job.message == "Ranked the answers to 4 questions by BM25."
    # Six sentences and four questions.
    assert (job.done, job.total) == (10, 10)
    score = ranked(job)
    # Three are found first; of the last all six sentences share the ranks from 1 to 6.
    assert score.metrics["sentence"] == {
        "mrr": pytest.approx((3 + 1 / 3.5) / 4),
        "r@1": 0.75,
        "r@5": 1.0,
        "r@10": 1.0,
    }
    # The three paragraphs share the ranks from 1 to 3.
    assert score.metrics["document"]["mrr"] == pytest.approx((3 + 1 / 2) / 4)
    assert score.intervals["sentence"]["mrr"] is None
    assert score.curve["sentence"][:4] == [
        [1, 0.75, None, None],
        [2, 0.75, None, None],
        [3, 0.75, None, None],
        [4, 1.0, None, None],
    ]
    found = score.benchmark
    assert (found.name, found.splits, found.is_simulated) == ("tools.json", [], False)
    assert (found.index_size, found.paragraphs, found.questions) == (6, 3, 4)
    assert not (tmp_path / "uploads" / str(job.pk)).exists()


def test_vectors_are_packed_before_the_transaction_that_keeps_them(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    depths, outside = depths_of_calls(monkeypatch, storage, "pack")
    vectors = save_vectors(tmp_path, small_benchmark())
    paths = {"squad": write_squad(tmp_path / "tools.json"), **vectors}
    assert run_retrieval(project, paths=paths, encoder="vectors").state == "succeeded"
    assert depths == [outside] * 3


def test_a_projects_split_is_ranked_as_its_export_is(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    project = make_asqa_project()
    make_ambiguous_examples(project, 2)
    score = ranked(run_retrieval(project, split=""))
    call_command("evaluate_retrieval", project.slug, encoder="bm25", json=True)
    printed = orjson.loads(capsys.readouterr().out.splitlines()[-1])
    assert score.benchmark.sha256 == printed["benchmark_sha256"]
    assert {kind: printed[kind] for kind in ("sentence", "document")} == score.metrics
    assert score.benchmark.splits == score.benchmark.name.split(", ")


def test_simulated_annotations_are_ranked_where_there_are_no_others() -> None:
    project = make_project("dev", overlap=2)
    words = Given(0, words=((0, 1),))
    annotate_at_once(project, [[words, LONG]], source=Source.SIMULATED)
    found = ranked(run_retrieval(project, split="")).benchmark
    assert (found.is_simulated, found.questions) == (True, 1)


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"split": ""}, "There is no question with an answer yet."),
        ({"split": "no"}, "The project has no split named no. It has no examples yet."),
        ({"benchmark": 1}, "The questions were deleted meanwhile."),
    ],
)
def test_what_cannot_be_asked_fails_with_a_sentence(
    project: Project, values: dict[str, Any], problem: str
) -> None:
    job = run_retrieval(project, **values)
    assert (job.state, job.message) == ("failed", problem)
    assert not RetrievalBenchmark.objects.exists()


def test_what_is_wrong_with_a_file_is_listed(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "squad.json.gz"
    path.write_bytes(gzip.compress(b'{"data": [{"paragraphs": [{"context": 1, "qas": []}]}]}'))
    job = run_retrieval(project, paths={"squad": path})
    assert (job.state, job.message) == ("failed", "Nothing was ranked: 1 problem.")
    (problem,) = job.problems.all()
    assert (problem.file, problem.field) == ("squad.json.gz", "data[0].paragraphs[0].context")


def test_uploaded_vectors_are_ranked_and_verified(project: Project, tmp_path: Path) -> None:
    stored = make_encoder_score(project).benchmark
    paths = save_vectors(tmp_path, small_benchmark())
    values = {"benchmark": stored.pk, "encoder": "vectors", "name": "Letters"}
    score = ranked(run_retrieval(project, paths=paths, **values))
    assert (score.benchmark, score.index_bytes) == (stored, 6 * 5 * 4)
    assert {file.part: file.name for file in score.files.all()} == {
        "questions": "questions.npy",
        "answers": "answers.npy",
    }
    assert verify_retrieval(score).is_same


def header(text: str) -> bytes:
    """A file in .npy format that says ``text`` of itself."""
    return b"\x93NUMPY\1\0" + len(text).to_bytes(2, "little") + text.encode() + bytes(96)


ODD_HEADERS = [
    "-" * 9000 + "1",
    "{1: 2, 'a': 3}",
    "\t1\n 2\n\t\t3",
    "{'descr': '<,4', 'fortran_order': False, 'shape': (6, 4)}",
    "{'descr': '<f4', 'fortran_order': False, 'shape': (True, 4)}",
    f"{{'descr': {'(' * 80}'<f4'{',)' * 80}, 'fortran_order': False, 'shape': (6, 4)}}",
]


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"PK\3\4", b"\x93NUMPY", b"\x93NUMPY\1\0\7\0{'a':1\n"),
        *map(header, ODD_HEADERS),
    ],
    ids=range(4 + len(ODD_HEADERS)),
)
def test_what_are_no_vectors_is_refused(project: Project, tmp_path: Path, content: bytes) -> None:
    paths = save_vectors(tmp_path, small_benchmark())
    paths["answers"].write_bytes(content)
    values = {"encoder": "vectors", "benchmark": make_encoder_score(project).benchmark_id}
    job = run_retrieval(project, paths=paths, name="x", **values)
    assert job.message == (
        "answers.npy is not an array of numbers in .npy format. Save it with numpy.save."
    )


@pytest.mark.parametrize("rows", [np.array([["a"]] * 6), np.array([[1j]] * 6)])
def test_vectors_are_numbers(project: Project, tmp_path: Path, rows: Any) -> None:
    paths = save_vectors(tmp_path, small_benchmark())
    np.save(paths["answers"], rows)
    values = {"encoder": "vectors", "benchmark": make_encoder_score(project).benchmark_id}
    job = run_retrieval(project, paths=paths, name="x", **values)
    assert "is not an array of numbers" in job.message


def test_a_job_goes_on_where_its_worker_was_killed(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benchmark, "BLOCK", 1)
    asked: list[str] = []

    def killed(_: Bm25Scorer, questions: Any) -> None:
        asked.extend(questions)
        if len(asked) == 3:
            raise KeyboardInterrupt

    just_before(monkeypatch, BM25, killed)
    job = queue_retrieval(project, paths={"squad": write_squad(tmp_path / "tools.json")})
    with pytest.raises(KeyboardInterrupt):
        run_job(job_id=job.pk)
    job.refresh_from_db()
    assert (job.state, job.done) == ("running", 8)
    # The file may be gone by now, and so may what it says.
    (tmp_path / "tools.json").unlink()
    Job.objects.update(state=JobState.QUEUED)
    run_here(job)
    assert ranked(job).metrics["sentence"]["r@1"] == 0.75
    assert len(asked) == 5


def test_a_cancelled_job_keeps_nothing(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    just_before(monkeypatch, BM25, lambda *_: cancel_job(job=job, at=AT))
    job = queue_retrieval(project, paths={"squad": write_squad(tmp_path / "tools.json")})
    run_here(job)
    assert (job.state, job.message) == ("cancelled", "Cancelled. Nothing was kept.")
    assert not RetrievalBenchmark.objects.exists()
    assert not (tmp_path / "uploads" / str(job.pk)).exists()


def test_a_name_is_taken_once_and_room_is_limited(project: Project) -> None:
    first = make_encoder_score(project)
    with pytest.raises(ConflictError, match="BM25 was scored on these questions already"):
        make_encoder_score(project)
    for number in range(1, MAX_ENCODERS):
        make_encoder_score(project, f"BM25 {number}")
    with pytest.raises(ConflictError, match=f"room for {MAX_ENCODERS} encoders"):
        make_encoder_score(project, "one more")
    delete_retrieval(score=first, at=AT, actor=None)
    make_encoder_score(project, "one more")
    with pytest.raises(ConflictError, match=f"room for {MAX_ENCODERS} encoders"):
        restore_retrieval(score=first, at=AT, actor=None)


def test_questions_of_deleted_encoders_leave_room(project: Project) -> None:
    benchmark = make_encoder_score(project).benchmark
    others = [
        RetrievalBenchmark(
            project=project,
            name=f"{number}.json",
            sha256=f"{number:064}",
            content=b"",
            index_size=1,
            paragraphs=1,
            questions=1,
            read_at=AT,
        )
        for number in range(1, MAX_BENCHMARKS)
    ]
    RetrievalBenchmark.objects.bulk_create(others)
    scores = [
        RetrievalScore(
            benchmark=each,
            name="BM25",
            encoder="bm25",
            metrics={},
            intervals={},
            curve=[],
            ranks=b"",
            index_seconds=0,
            question_seconds=0,
            index_bytes=1,
            code_sha256="",
            receipt=each.sha256,
            scored_at=AT,
        )
        for each in others
    ]
    RetrievalScore.objects.bulk_create(scores)
    with pytest.raises(ConflictError, match=f"room for {MAX_BENCHMARKS} sets"):
        make_encoder_score(project, prefix="so ")
    make_encoder_score(project, "Another")
    RetrievalScore.objects.filter(benchmark=others[0]).update(deleted_at=AT)
    assert make_encoder_score(project, prefix="so ").benchmark != benchmark


def test_what_is_stored_is_read_back() -> None:
    given = small_benchmark()
    found = read_benchmark(benchmark_json(given))
    assert (found.sentences, found.paragraphs) == (given.sentences, given.paragraphs)
    assert (found.questions, found.right) == (given.questions, given.right)
    assert found.paragraph_of.tolist() == given.paragraph_of.tolist()
    assert found.starts.tolist() == given.starts.tolist()
    ranking = benchmark.rank_answers(given, Bm25Scorer(given), first=3)
    again = unpacked_ranking(packed_ranking(ranking))
    assert again.ranks.sentence.tolist() == ranking.ranks.sentence.tolist()
    assert again.ranks.document.tolist() == ranking.ranks.document.tolist()
    assert again.first.tolist() == ranking.first.tolist()


def test_questions_that_all_encoders_miss_come_hardest_first() -> None:
    given = small_benchmark()
    ranking = benchmark.rank_answers(given, Bm25Scorer(given))
    for beyond, expected in ((0, [3, 0, 1, 2]), (3, [3]), (4, [])):
        assert missed_questions([ranking, ranking], beyond=beyond).tolist() == expected


def verified(capsys: pytest.CaptureFixture[str], receipt: str) -> dict[str, Any]:
    call_command("verify_score", receipt, json=True)
    found: dict[str, Any] = orjson.loads(capsys.readouterr().out.splitlines()[-1])
    return found


def test_a_receipt_is_computed_again(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    score = make_encoder_score(project)
    found = verified(capsys, score.receipt[:12])
    assert (found["same"], found["differences"], found["remarks"]) == (True, [], [])
    assert found["metrics"] == score.metrics


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        (
            {"metrics": {"sentence": {}, "document": {}}},
            "The receipt does not belong to what is stored beside it.",
        ),
        ({"ranks": None}, "Computed again, the ranks differ."),
        ({"content": pack(b"{}")}, "The questions are not those that the receipt names."),
    ],
)
def test_what_was_altered_is_found(
    project: Project, change: dict[str, Any], difference: str
) -> None:
    score = make_encoder_score(project)
    if "ranks" in change:
        ranking = unpacked_ranking(score.ranks)
        ranking.ranks.sentence[0] += 1
        change = {"ranks": packed_ranking(ranking)}
    owner = RetrievalBenchmark if "content" in change else RetrievalScore
    owner.objects.update(**change)
    score = RetrievalScore.objects.select_related("benchmark__project").get()
    assert verify_retrieval(score).differences == [difference]


def test_remarks_say_what_has_changed_since(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    score = make_encoder_score(project, splits=["dev"])
    monkeypatch.setattr(receipts, "code_version", lambda: "0" * 64)
    found = verify_retrieval(score)
    assert found.is_same
    assert found.remarks == [
        "The ranking code has changed since.",
        "The project's annotations have changed since.",
    ]


def test_an_encoder_is_hidden_deleted_and_erased_with_its_questions(project: Project) -> None:
    lead = make_member(project, "ada").user
    first, second = (make_encoder_score(project, name) for name in ("one", "two"))
    change_retrieval(score=first, is_published=False, at=AT, actor=lead)
    change_retrieval(score=first, is_published=False, at=AT, actor=lead)
    delete_retrieval(score=first, at=AT, actor=lead)
    gone = RetrievalScore(pk=first.pk, benchmark=first.benchmark)
    for again in (delete_retrieval, partial(change_retrieval, is_published=True)):
        with pytest.raises(NotFoundError, match="A lead has deleted this encoder"):
            again(score=gone, at=AT, actor=lead)
    assert RetrievalBenchmark.objects.count() == 1
    delete_retrieval(score=second, at=AT, actor=lead)
    assert benchmark_of(project, first.benchmark_id) is None
    for each in (first, second):
        erase_retrieval(each)
    assert not RetrievalBenchmark.objects.exists()
    assert not VectorFile.objects.exists()
    events = Event.objects.filter(subject="encoder").order_by("pk")
    assert list(events.values_list("verb", flat=True)) == [
        "scored",
        "scored",
        "changed",
        "deleted",
        "deleted",
    ]
