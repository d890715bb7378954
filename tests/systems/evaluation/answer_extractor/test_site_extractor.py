"""The site's extractor reads systems' and people's long-form answers while they are scored."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import orjson
import pytest
from django.core.management import call_command

from annotator.material.corpus.models import Example
from annotator.quality.reports.hidden_split import hide_split
from annotator.systems.evaluation.answer_extractor import site_extractor
from annotator.systems.evaluation.answer_extractor.extractor_folder import ExtractorError
from annotator.systems.evaluation.answer_extractor.extractor_models import ONNX_PLACES
from annotator.systems.evaluation.models import Gold, Part, Score, ScoredFile
from annotator.systems.evaluation.scoring_jobs import steps
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import MAX_ATTEMPTS, run_job
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_annotators, make_member
from tests.factories.jobs import run_here
from tests.factories.long_form import make_long_form_annotation
from tests.factories.systems import queue_scoring, run_scoring
from tests.just_before import just_before
from tests.workspace.jobs.killed_runs import deaths_of, die, interrupt_at

pytestmark = pytest.mark.django_db

SHORT = "Masons use it."


class FirstWords:
    """Finds the first word of a text, whatever the question is; counts what it has read."""

    def __init__(self) -> None:
        self.read: Counter[str] = Counter()

    def find(self, question: str, text: str) -> str:
        self.read[text] += 1
        return text.split(maxsplit=1)[0] if text else ""


@pytest.fixture
def extractor(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FirstWords:
    """In the folder that the settings name."""
    folder = tmp_path / "reader"
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    settings.ANSWER_READER, settings.UPLOAD_DIR = str(folder), tmp_path / "uploads"
    found = FirstWords()
    monkeypatch.setattr(site_extractor, "load_extractor", lambda _: found)
    return found


@pytest.fixture
def project() -> Project:
    """A question with two disambiguations, which two people have answered."""
    project = make_asqa_project(overlap=2)
    (example,) = make_ambiguous_examples(project, 1)
    one, two = make_annotators(project, 2)
    make_long_form_annotation(example, one, text=COMPLETE)
    make_long_form_annotation(example, two, text=SHORT)
    return project


def answers(project: Project, path: Path, text: str) -> Path:
    keys = Example.objects.filter(project=project).values_list("example_id", flat=True)
    path.write_bytes(orjson.dumps({str(key): text for key in keys}))
    return path


def people_of(score: Score) -> dict[str, dict[str, float]]:
    return {row["who"]: row["metrics"] for row in score.gold.people["rows"]}


def test_systems_and_people_are_read(
    project: Project, extractor: FirstWords, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    job = run_scoring(project, answers(project, tmp_path / "a.json", SHORT), split="dev")
    assert job.state == "succeeded", job.message
    score = Score.objects.get()
    # It finds Masons for both disambiguations, which is right for the first; ROUGE-L is 100.
    found = {name: score.metrics[name] for name in ("QA-F1", "QA-EM", "QA-Hit", "ovscore")}
    assert found == {"QA-F1": 50, "QA-EM": 50, "QA-Hit": 0, "ovscore": pytest.approx(5000**0.5)}
    assert score.parameters["answer_reader"] == site_extractor.sha256_of(tmp_path / "reader")
    people = people_of(score)
    assert {*people} == {"question_repeated", "annotators_against_each_other"}
    # In the other answer it finds A, which is right for neither.
    assert people["annotators_against_each_other"]["QA-F1"] == 25
    assert all("ovscore" in metrics for metrics in people.values())
    kept = ScoredFile.objects.get(score=score, part=Part.FOUND)
    assert kept.name == "found.json"
    extractor.read.clear()
    call_command("verify_score", score.receipt[:12], json=True)
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["same"]
    assert not extractor.read


@pytest.mark.usefixtures("extractor")
@pytest.mark.parametrize(("split", "status"), [("dev", 404), ("", 200)], ids=["hidden", "shown"])
def test_what_it_found_in_answers_to_the_hidden_split_is_for_stewards(
    project: Project, tmp_path: Path, split: str, status: int
) -> None:
    """The file has a line for each of the hidden disambiguations."""
    steward, other = (make_member(project, name, Role.LEAD).user for name in ("seb", "lea"))
    if split:
        hide_split(project=project, split=split, steward=steward, at=AT)
    run_scoring(project, answers(project, tmp_path / "a.json", SHORT), split="dev")
    Score.objects.update(uploaded_by=other)
    address = f"/api/v1/projects/{project.slug}"
    files = {file.part: f"{address}/scored-files/{file.pk}/" for file in ScoredFile.objects.all()}

    def statuses(part: Part) -> list[int]:
        return [client_of(user).get(files[part]).status_code for user in (other, steward)]

    assert statuses(Part.FOUND) == [status, 200]
    assert statuses(Part.PREDICTIONS) == [200, 200]
    rows = client_of(other).get(f"{address}/leaderboard/").json()["systems"]
    shown = {file["part"]: file["url"] for file in rows[0]["files"]}
    if split:
        # Its sha256 would tell how many disambiguations there are.
        del files[Part.FOUND]
    assert shown == files


def test_people_are_read_once_for_a_gold(
    project: Project, extractor: FirstWords, tmp_path: Path
) -> None:
    for name in ("One", "Two"):
        path = answers(project, tmp_path / f"{name}.json", f"{name} uses it.")
        run_scoring(project, path, split="dev", name=name)
    assert (extractor.read[COMPLETE], extractor.read["Two uses it."]) == (2, 2)
    assert "ovscore" in people_of(Score.objects.latest("pk"))["annotators_against_each_other"]


def test_another_extractor_reads_people_again(
    project: Project, extractor: FirstWords, tmp_path: Path
) -> None:
    run_scoring(project, answers(project, tmp_path / "a.json", "A"), split="dev", name="One")
    (tmp_path / "reader" / "model.onnx").write_bytes(b"other")
    run_scoring(project, answers(project, tmp_path / "b.json", "B"), split="dev", name="Two")
    assert extractor.read[COMPLETE] == 4


def test_people_are_scored_once_for_a_gold(project: Project, tmp_path: Path) -> None:
    (example,) = make_ambiguous_examples(project, 1)
    make_long_form_annotation(example, make_member(project, "third").user)
    alone = make_asqa_project("alone")
    one, two = make_ambiguous_examples(alone, 2)
    person = make_member(alone, "alone").user
    make_long_form_annotation(one, person, text="Masons do.")

    def lengths(name: str) -> dict[str, float]:
        path = answers(project, tmp_path / "a.json", "It is used.")
        run_scoring(project, path, split="dev", name=name, without_context=alone.slug)
        (gold,) = Gold.objects.all()
        return {row["who"]: row["metrics"]["length"] for row in gold.people["rows"]}

    first = lengths("One")
    assert first["annotators_without_context"] == 2
    # What is kept shows where a row comes from.
    (gold,) = Gold.objects.all()
    for row in gold.people["rows"]:
        row["metrics"]["length"] = -1
    gold.save()
    assert lengths("Two") == dict.fromkeys(first, -1)
    make_long_form_annotation(two, person, text="Their apprentices do, too.")
    assert lengths("Three") == dict.fromkeys(first, -1) | {"annotators_without_context": 3}


def test_after_a_kill_no_answer_is_read_twice(
    project: Project, extractor: FirstWords, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_ambiguous_examples(project, 1)
    job = queue_scoring(project, answers(project, tmp_path / "a.json", "A bob"), split="dev")
    interrupt_at(1, monkeypatch)
    run_job(job_id=job.pk)
    # The first example's two questions, which the second asks as well.
    assert extractor.read["A bob"] == 2
    run_here(job)
    assert (job.state, extractor.read["A bob"]) == ("succeeded", 2)
    assert not (tmp_path / "uploads" / str(job.pk)).exists()


@pytest.mark.parametrize(
    ("reads", "deaths"), [(True, MAX_ATTEMPTS + 1), (False, MAX_ATTEMPTS)], ids=["more", "none"]
)
def test_answers_that_are_read_before_each_kill_are_progress(
    project: Project,
    extractor: FirstWords,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    reads: bool,
    deaths: int,
) -> None:
    texts = (f"{number} bobs" for number in range(9))
    path = tmp_path / "a.json"
    job = queue_scoring(project, answers(project, path, next(texts)), split="dev")

    def die_while_scoring(*_: object) -> None:
        if reads:
            answers(project, path, next(texts))
        die()

    just_before(monkeypatch, f"{steps.__name__}.score", die_while_scoring)
    assert deaths_of(job, most=MAX_ATTEMPTS + 1) == deaths


def test_what_another_extractor_found_goes_first(
    project: Project, extractor: FirstWords, tmp_path: Path
) -> None:
    (key,) = Example.objects.filter(project=project).values_list("example_id", flat=True)
    found = tmp_path / "theirs.json"
    found.write_bytes(orjson.dumps({f"{key}_{number}": "x" for number in range(2)}))
    path = answers(project, tmp_path / "a.json", "A bob")
    paths = {Part.PREDICTIONS: str(path), Part.FOUND: str(found)}
    run_scoring(project, path, split="dev", paths=paths)
    score = Score.objects.get()
    assert (extractor.read["A bob"], extractor.read[COMPLETE]) == (0, 2)
    assert "answer_reader" not in score.parameters


def test_an_extractor_that_is_broken_scores_nothing(
    project: Project, extractor: FirstWords, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Path) -> None:
        raise ExtractorError("reader: config.json is missing. Give another folder.")

    monkeypatch.setattr(site_extractor, "load_extractor", broken)
    job: Job = run_scoring(project, answers(project, tmp_path / "a.json", "A"), split="dev")
    assert (job.state, job.message) == (
        "failed",
        "Nothing was scored: ANSWER_READER: reader: config.json is missing. Give another folder.",
    )
    assert not Score.objects.exists()


def test_wrong_predictions_are_listed_before_anything_is_read(
    project: Project, extractor: FirstWords, tmp_path: Path
) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"{}")
    job = run_scoring(project, path, split="dev")
    assert (job.state, job.message) == ("failed", "Nothing was scored: 1 problem.")
    assert not extractor.read


def test_an_extractors_sha256_covers_the_weights_wherever_they_are_loaded_from(
    tmp_path: Path,
) -> None:
    (tmp_path / "config.json").write_text("{}")
    for place in ONNX_PLACES:
        before = site_extractor.sha256_of(tmp_path)
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_bytes(b"weights")
        with_weights = site_extractor.sha256_of(tmp_path)
        (tmp_path / place).write_bytes(b"others")
        assert len({before, with_weights, site_extractor.sha256_of(tmp_path)}) == 3
