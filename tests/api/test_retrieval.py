"""Encoders on retrieval benchmarks: what leads start, and what leads, experts and others read."""

from pathlib import Path
from typing import Any
from uuid import UUID

import numpy as np
import orjson
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotator.quality.reports.hidden_split import hide_split
from annotator.systems.evaluation.models import RetrievalScore, VectorsOf
from annotator.systems.evaluation.records.services import publish_leaderboard
from annotator.systems.evaluation.retrieval import queries
from annotator.systems.evaluation.retrieval.services import change_retrieval
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import browser_of
from tests.factories.corpus import AT, make_examples, make_member, make_project, make_user
from tests.factories.retrieval import make_encoder_score, run_retrieval, save_vectors, squad_value
from tests.factories.retrieval import small_benchmark as benchmark_of_tools
from tests.just_before import just_before

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]

P = "/api/v1/projects/dev/"
BOARD = f"{P}retrieval/"
ENCODERS = f"{P}encoders/"


@pytest.fixture
def project() -> Project:
    return make_project("dev")


def squad() -> SimpleUploadedFile:
    return SimpleUploadedFile("tools.json", orjson.dumps(squad_value()))


def names(answer: Any) -> list[str]:
    return [row["name"] for row in answer.json()["encoders"]]


def lines_of(answer: Any) -> list[Any]:
    return [orjson.loads(line) for line in answer.streaming_content]


def test_an_uploaded_file_is_ranked_and_stands_in_the_table(project: Project) -> None:
    lead = browser_of(project)
    form = {"name": "BM25", "encoder": "bm25", "squad": squad()}
    answer = lead.post(ENCODERS, form)
    assert answer.status_code == 202, answer.content
    job = answer.json()["job"]
    assert lead.get(BOARD).json()["job"]["state"] == "queued"
    run_job(job_id=UUID(job))
    board = lead.get(BOARD).json()
    (benchmark,) = board["benchmarks"]
    assert (benchmark["name"], benchmark["questions"], benchmark["index_size"]) == (
        "tools.json",
        4,
        6,
    )
    assert (board["benchmark"], benchmark["can_read_questions"]) == (benchmark["id"], True)
    (row,) = board["encoders"]
    assert (row["name"], row["encoder"], row["scored_by"]) == ("BM25", "bm25", "the lead")
    assert row["sentence"]["r@1"] == {"value": 0.75, "interval": None, "difference": None}
    assert row["document"]["mrr"]["value"] == pytest.approx(3.5 / 4)
    assert row["sentence_curve"][0] == {"n": 1, "value": 0.75, "interval": None}
    assert row["question_seconds"] >= 0
    assert row["index_bytes"] > 0
    assert row["receipt"]["files_sha256"] == {}
    assert not row["is_code_changed"]


def test_vectors_are_uploaded_for_the_texts_that_were_downloaded(
    project: Project, tmp_path: Path
) -> None:
    key = make_encoder_score(project).benchmark_id
    lead = browser_of(project)
    texts = f"{BOARD}benchmarks/{key}/texts/"
    questions, answers = (lines_of(lead.get(f"{texts}{part}/")) for part in VectorsOf)
    assert questions[0] == {"question": "What hangs from a line?"}
    assert answers[1] == {
        "sentence": "Masons trust gravity.",
        "context": "A plumb bob hangs from a line. Masons trust gravity.",
    }
    paths = save_vectors(tmp_path, benchmark_of_tools())
    files = {part: SimpleUploadedFile(path.name, path.read_bytes()) for part, path in paths.items()}
    form = {"name": "Letters", "encoder": "vectors", "benchmark": key, **files}
    run_job(job_id=UUID(lead.post(ENCODERS, form).json()["job"]))
    board = lead.get(BOARD)
    assert names(board) == ["BM25", "Letters"]
    assert set(board.json()["encoders"][1]["receipt"]["files_sha256"]) == {"questions", "answers"}
    assert lead.get(f"{texts}pages/").status_code == 404


def test_encoders_are_compared_on_the_same_questions(project: Project, tmp_path: Path) -> None:
    one = make_encoder_score(project)
    paths = save_vectors(tmp_path, benchmark_of_tools())
    values = {"name": "Letters", "encoder": "vectors", "benchmark": one.benchmark_id}
    assert run_retrieval(project, paths=paths, **values).state == "succeeded"
    lead = browser_of(project)
    first, second = lead.get(BOARD, {"against": one.pk}).json()["encoders"]
    assert first["sentence"]["mrr"]["difference"] is None
    for kind in ("sentence", "document"):
        for name, figure in second[kind].items():
            less = figure["value"] - first[kind][name]["value"]
            assert figure["difference"]["difference"] == pytest.approx(less)
            assert figure["difference"]["interval"] is None


def test_a_comparison_is_computed_once_however_often_it_is_asked_for(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = make_encoder_score(project)
    values = {"name": "Letters", "encoder": "vectors", "benchmark": one.benchmark_id}
    run_retrieval(project, paths=save_vectors(tmp_path, benchmark_of_tools()), **values)
    computed: list[Any] = []
    just_before(monkeypatch, f"{queries.__name__}.Comparison", computed.append)
    publish_leaderboard(project=project, is_published=True, at=AT, actor=None)
    boards = [Client().get(BOARD, {"against": one.pk}).json() for _ in range(3)]
    assert boards[0]["encoders"][1]["sentence"]["mrr"]["difference"] is not None
    assert (boards[1:], len(computed)) == ([boards[0]] * 2, 1)


@pytest.mark.parametrize(
    ("query", "code"),
    [({"benchmark": 99}, "unknown_benchmark"), ({"against": 99}, "unknown_encoder")],
)
def test_what_is_not_there_is_refused(project: Project, query: dict[str, int], code: str) -> None:
    make_encoder_score(project)
    answer = browser_of(project).get(BOARD, query)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"encoder": "annotator.systems.evaluation:Encoder"}, "encoder"),
        ({"split": "dev"}, "split"),
        ({"squad": None, "split": "no"}, "split"),
        ({"squad": None}, "split"),
        ({"squad": None, "benchmark": 99}, "benchmark"),
        ({"encoder": "vectors"}, "questions"),
        ({"answers": SimpleUploadedFile("a.npy", b"x")}, "answers"),
        ({"encoder": "minilm"}, "encoder"),
        ({"name": "\u200b"}, "name"),
    ],
    ids=str,
)
def test_what_cannot_be_ranked_is_refused_at_once(
    project: Project,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: dict[str, Any],
    field: str,
) -> None:
    monkeypatch.setattr(queries, "why_missing", lambda: "minilm needs tokenizers.")
    form = {"name": "x", "encoder": "bm25", "squad": squad()} | change
    given = {name: value for name, value in form.items() if value is not None}
    answer = browser_of(project).post(ENCODERS, given)
    assert (answer.status_code, next(iter(answer.json()["fields"]))) == (400, field)
    assert not (tmp_path / "uploads").exists()


@pytest.mark.parametrize("name", ["x", "X", "\N{FULLWIDTH LATIN SMALL LETTER X}"])
def test_a_name_that_was_scored_is_refused_at_once(project: Project, name: str) -> None:
    key = make_encoder_score(project, "x").benchmark_id
    form = {"name": name, "encoder": "bm25", "benchmark": key}
    answer = browser_of(project).post(ENCODERS, form)
    assert (answer.status_code, answer.json()["code"]) == (409, "already_scored")


def test_questions_that_every_encoder_misses_come_with_what_was_found(project: Project) -> None:
    score = make_encoder_score(project)
    lead = browser_of(project)
    questions = f"{BOARD}benchmarks/{score.benchmark_id}/questions/"
    missed = lead.get(questions, {"beyond": 3}).json()
    assert missed["count"] == 1
    (row,) = missed["results"]
    rank = {"encoder": score.pk, "name": "BM25", "sentence_rank": 3.5, "document_rank": 2.0}
    assert row == {"number": 4, "question": "Who knows?", "best_rank": 3.5, "ranks": [rank]}
    assert lead.get(questions).json()["count"] == 0
    assert lead.get(questions, {"beyond": 0, "page_size": 2}).json()["count"] == 4
    found = lead.get(f"{questions}1/").json()
    assert (found["question"], found["right"]) == (
        "What hangs from a line?",
        ["A plumb bob hangs from a line."],
    )
    (encoder,) = found["encoders"]
    assert (encoder["sentence_rank"], len(encoder["first"])) == (1.0, 6)
    assert [each["is_right"] for each in encoder["first"]] == [True, *[False] * 5]
    assert lead.get(f"{questions}5/").status_code == 404
    assert lead.get(f"{questions}0/").status_code == 404


def test_a_published_table_is_for_everybody_and_tells_no_name(project: Project) -> None:
    ada = make_member(project, "ada lovelace", Role.LEAD)
    make_encoder_score(project, "Shown", actor=ada.user)
    hidden = make_encoder_score(project, "Hidden")
    change_retrieval(score=hidden, is_published=False, at=AT, actor=None)
    stranger = Client()
    stranger.force_login(make_user("stranger"))
    readers = (Client(), stranger, browser_of(project, Role.ANNOTATOR))
    assert [each.get(BOARD).status_code for each in readers] == [401, 404, 403]
    publish_leaderboard(project=project, is_published=True, at=AT, actor=None)
    assert [names(each.get(BOARD)) for each in readers] == [["Shown"]] * 3
    answer = readers[0].get(BOARD)
    board = answer.json()
    assert (board["available_splits"], board["unusable"], board["job"]) == ([], {}, None)
    assert not board["benchmarks"][0]["can_read_questions"]
    assert board["encoders"][0]["scored_by"] == ada.pseudonym
    assert "ada lovelace" not in answer.content.decode()
    assert readers[0].get(BOARD, {"against": hidden.pk}).status_code == 400
    assert sorted(names(browser_of(project, Role.EXPERT).get(BOARD))) == ["Hidden", "Shown"]


def test_questions_of_the_hidden_split_are_for_stewards(project: Project) -> None:
    keeper = make_member(project, "keeper", Role.LEAD).user
    example = make_examples(project, 1)[0]
    example.split = "secret"
    example.save(update_fields=["split"])
    hide_split(project=project, split="secret", steward=keeper, at=AT)
    key = make_encoder_score(project, splits=["dev", "secret"]).benchmark_id
    lead, steward = browser_of(project), Client()
    steward.force_login(keeper)
    addresses = [
        f"{BOARD}benchmarks/{key}/{path}/" for path in ("questions", "questions/1", "texts/answers")
    ]
    assert [lead.get(each).status_code for each in addresses] == [404] * 3
    assert [steward.get(each).status_code for each in addresses] == [200] * 3
    offered = [
        (board["benchmarks"][0]["can_read_questions"], board["available_splits"])
        for board in (each.get(BOARD).json() for each in (lead, steward))
    ]
    assert offered == [(False, []), (True, ["secret"])]
    for asked in ({"split": "secret"}, {"benchmark": key}):
        form = {"name": "x", "encoder": "bm25", **asked}
        assert lead.post(ENCODERS, form).status_code == 403
        assert steward.post(ENCODERS, form).status_code == 202


def test_a_lead_hides_and_deletes_an_encoder(project: Project) -> None:
    score = make_encoder_score(project)
    lead = browser_of(project)
    address = f"{ENCODERS}{score.pk}/"
    changed = lead.patch(address, {"is_published": False}, content_type="application/json")
    score.refresh_from_db()
    assert (changed.status_code, score.is_published) == (204, False)
    assert lead.delete(address).status_code == 204
    assert not RetrievalScore.objects.exists()
    assert lead.get(BOARD).json()["encoders"] == []


def test_reading_the_table_takes_as_many_queries_for_many_encoders(
    project: Project, django_assert_max_num_queries: Any
) -> None:
    lead = browser_of(project)
    actor = project.memberships.get(role=Role.LEAD).user
    for number in range(4):
        make_encoder_score(project, f"Encoder {number}", actor=actor)
    lead.get(BOARD)
    with django_assert_max_num_queries(13):
        assert len(names(lead.get(BOARD))) == 4


def test_a_rank_is_a_number_that_json_has(project: Project) -> None:
    ranks = make_encoder_score(project).metrics["sentence"].values()
    assert all(type(each) is float and np.isfinite(each) for each in ranks)
