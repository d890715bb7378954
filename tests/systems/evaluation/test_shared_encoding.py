"""Encoding split over workers: who makes which blocks, and what happens when one dies or ends."""

import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kombu.exceptions import OperationalError as BrokerError
from numpy.typing import NDArray

from annotator.foundation.files.file_turns import take_free_turn
from annotator.systems.evaluation.models import RetrievalScore
from annotator.systems.evaluation.retrieval import encoders, kept_blocks, shared_encoding
from annotator.systems.evaluation.retrieval.encoder_error import EncoderError
from annotator.systems.evaluation.retrieval.encoders import EncoderScorer
from annotator.systems.evaluation.retrieval.kept_blocks import KeptBlocks
from annotator.systems.evaluation.retrieval.run import run_encoder
from annotator.systems.evaluation.tasks import help_with_encoding_task
from annotator.workspace.jobs.models import Job, JobState
from tests.at_once import at_once
from tests.factories.corpus import make_project
from tests.factories.jobs import run_here
from tests.factories.retrieval import (
    make_encoder_score,
    queue_retrieval,
    small_benchmark,
    write_squad,
)
from tests.just_before import just_before

SENTENCES = len(small_benchmark().sentences)
Made = list[str]


class Letters:
    """Vectors of how often each vowel occurs; ``made`` has the sentences in their order."""

    def __init__(self, made: Made) -> None:
        self.made = made

    def encode_questions(self, questions: list[str]) -> NDArray[np.float32]:
        rows = [[text.lower().count(letter) for letter in "aeiou"] for text in questions]
        return np.array(rows, dtype=np.float32)

    def encode_answers(self, answers: list[tuple[str, str]]) -> NDArray[np.float32]:
        self.made += [sentence for sentence, _ in answers]
        return self.encode_questions([sentence for sentence, _ in answers])


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Made:
    """What the encoder ``minilm`` has encoded, one sentence to a block."""
    found: Made = []
    for module in (encoders, shared_encoding):
        monkeypatch.setattr(module, "ENCODE_AT_ONCE", 1)
    monkeypatch.setattr(shared_encoding, "WORTH_HELP", 2)
    monkeypatch.setattr(
        "annotator.systems.evaluation.retrieval.run.encoder_of", lambda _: Letters(found)
    )
    monkeypatch.setattr(shared_encoding, "encoder_of", lambda _: Letters(found))
    return found


def makers_of(counted: Made, *, names: str = "abcdef") -> dict[str, Callable[[], NDArray[Any]]]:
    def make(name: str) -> NDArray[Any]:
        counted.append(name)
        return np.array([ord(name)])

    return {name: partial(make, name) for name in names}


def test_several_share_the_blocks_and_each_gets_all_of_them(tmp_path: Path) -> None:
    counted: Made = []

    def read(blocks: KeptBlocks) -> list[int]:
        return [int(block[0]) for block in blocks.all(makers_of(counted))]

    results = at_once([partial(read, KeptBlocks(tmp_path)) for _ in range(3)])
    assert results == [[ord(name) for name in "abcdef"]] * 3
    assert sorted(counted) == list("abcdef")


def test_what_another_has_in_hand_is_waited_for_and_left_alone_by_helpers(tmp_path: Path) -> None:
    counted: Made = []
    waits: list[float] = []

    def finish() -> float:
        """The other one ends its block during the third wait."""
        waits.append(0.2)
        if len(waits) == 3:
            held.close()
        return 0.2

    blocks = KeptBlocks(tmp_path, wait=finish)
    (folder,) = tmp_path.iterdir()
    held = take_free_turn(folder / "b.lock")
    assert held is not None
    assert list(blocks.make_free(makers_of(counted, names="abc"))) == ["a", "c"]
    turns: list[int] = []
    found = blocks.all(makers_of(counted, names="abc"), turns.append)
    assert [int(block[0]) for block in found] == [ord(name) for name in "abc"]
    assert counted == ["a", "c", "b"]
    # It goes on telling how far it is, which is the job's sign of life.
    assert turns == [1, 2, 2, 2, 2, 3]


def test_a_block_that_hangs_in_another_hand_is_made_after_a_while(tmp_path: Path) -> None:
    counted: Made = []
    blocks = KeptBlocks(tmp_path, wait=lambda: kept_blocks.PATIENCE)
    (folder,) = tmp_path.iterdir()
    with take_free_turn(folder / "a.lock") or pytest.fail("nobody had it"):
        assert [int(block[0]) for block in blocks.all(makers_of(counted, names="a"))] == [97]
    assert counted == ["a"]


def test_the_turn_of_a_killed_process_is_free(tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path\n"
        "from annotator.foundation.files.file_turns import take_free_turn\n"
        "held = take_free_turn(Path(sys.argv[1])); print(held is not None, flush=True)\n"
        "sys.stdin.read()"
    )
    path = tmp_path / "a.lock"
    command = [sys.executable, "-c", program, str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout
        assert other.stdout.readline() == "True\n"
        assert take_free_turn(path) is None
        other.kill()
        other.wait()
    turn = take_free_turn(path)
    assert turn is not None
    turn.close()


def test_blocks_of_others_count_with_their_seconds(tmp_path: Path) -> None:
    one, other = KeptBlocks(tmp_path), KeptBlocks(tmp_path)
    one.all(makers_of([], names="ab"))
    assert (one.spared, other.spared) == (0, 0)
    counted: Made = []
    other.all(makers_of(counted, names="abc"))
    assert counted == ["c"]
    assert other.spared > 0


@pytest.fixture
def squad(settings: Any, tmp_path: Path) -> Path:
    """A file of SQuAD; what jobs keep goes elsewhere."""
    settings.UPLOAD_DIR = tmp_path / "uploads"
    return write_squad(tmp_path / "tools.json")


@pytest.fixture
def running(settings: Any, tmp_path: Path, made: Made) -> Iterator[Job]:
    """A running job whose worker has read the questions and begun with nothing else."""
    settings.UPLOAD_DIR = tmp_path / "uploads"
    project = make_project()
    stored = make_encoder_score(project).benchmark
    job = queue_retrieval(project, encoder="minilm", name="MiniLM", benchmark=stored.pk)
    Job.objects.filter(pk=job.pk).update(state=JobState.RUNNING)
    yield job
    assert len(made) == len(set(made))


@pytest.mark.django_db
def test_the_job_takes_what_helpers_have_encoded(running: Job, made: Made) -> None:
    help_with_encoding_task(str(running.pk))
    helped = len(made)
    assert helped == SENTENCES
    Job.objects.filter(pk=running.pk).update(state=JobState.QUEUED)
    run_here(running)
    assert (running.state, running.done, len(made)) == ("succeeded", running.total, helped)
    score = RetrievalScore.objects.get(name="MiniLM")
    alone = run_encoder(small_benchmark(), "minilm", first=10)
    assert score.metrics["sentence"]["mrr"] == pytest.approx(
        float((1 / alone.ranking.ranks.sentence).mean())
    )
    made.clear()


@pytest.mark.django_db
@pytest.mark.parametrize("why", ["ended", "cancelled", "unknown", "no questions"])
def test_a_helper_that_comes_too_late_leaves_nothing_behind(
    running: Job, made: Made, why: str, settings: Any
) -> None:
    jobs = Job.objects.filter(pk=running.pk)
    if why == "ended":
        jobs.update(state=JobState.SUCCEEDED)
    elif why == "cancelled":
        jobs.update(cancel_requested=True)
    elif why == "no questions":
        jobs.update(parameters={"encoder": "minilm", "name": "MiniLM", "paths": {}})
    help_with_encoding_task(str(uuid.uuid4() if why == "unknown" else running.pk))
    assert made == []
    assert not Path(settings.UPLOAD_DIR).exists()


@pytest.mark.django_db
def test_a_helper_stops_after_its_block_when_the_job_ends(
    running: Job, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    cancel = partial(Job.objects.filter(pk=running.pk).update, cancel_requested=True)
    just_before(monkeypatch, f"{__name__}.Letters.encode_answers", lambda *_: cancel())
    help_with_encoding_task(str(running.pk))
    assert len(made) == 1


@pytest.mark.django_db
def test_where_the_encoder_is_missing_nobody_helps(
    running: Job, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_: str) -> Any:
        raise EncoderError("minilm is not installed here.")

    monkeypatch.setattr(shared_encoding, "encoder_of", missing)
    help_with_encoding_task(str(running.pk))
    assert made == []


@pytest.mark.django_db
@pytest.mark.parametrize(("encoder", "asked"), [("minilm", SENTENCES), ("bm25", 0)])
def test_other_workers_are_asked_once_for_what_takes_long(
    squad: Path, made: Made, encoder: str, asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The messages may find no worker, or only the one that has the job: it encodes all itself."""
    sent: Made = []
    monkeypatch.setattr(shared_encoding, "send_task", lambda name, _: sent.append(name))
    job = queue_retrieval(make_project(), encoder=encoder, name="X", paths={"squad": squad})
    run_here(job)
    assert job.state == "succeeded"
    assert sent == ["evaluation.help_with_encoding"] * min(asked, shared_encoding.HELPERS)
    assert len(made) == asked


@pytest.mark.django_db
def test_without_a_broker_the_job_encodes_alone(
    squad: Path, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise BrokerError

    monkeypatch.setattr(shared_encoding, "send_task", away)
    job = queue_retrieval(make_project(), encoder="minilm", name="X", paths={"squad": squad})
    run_here(job)
    assert (job.state, len(made)) == ("succeeded", SENTENCES)


def test_two_runs_with_a_folder_in_common_encode_each_answer_once(
    made: Made, tmp_path: Path
) -> None:
    """As ``evaluate_retrieval --keep`` does on two machines with a shared folder."""
    benchmark = small_benchmark()
    plain = EncoderScorer(Letters([]), benchmark).answers
    runs = [run_encoder(benchmark, "minilm", keep=tmp_path) for _ in range(2)]
    assert sorted(made) == sorted(benchmark.sentences)
    assert runs[0].ranking.ranks.sentence.tolist() == runs[1].ranking.ranks.sentence.tolist()
    assert runs[1].index_bytes == plain.nbytes
