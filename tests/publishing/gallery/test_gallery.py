"""A project becomes a site of static files, which this site shows until a lead takes it back."""

import gzip
import shutil
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import orjson
import pytest
from django.core.management import call_command
from django.test import Client

from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.material.corpus.markup.rendering import FRAME_POLICY
from annotator.material.corpus.models import Example, Purpose
from annotator.publishing.gallery import writing
from annotator.publishing.gallery.models import Gallery
from annotator.publishing.gallery.publishing import request_gallery, take_gallery_down
from annotator.publishing.releases.services import change_card
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.context import JobInterruptedError
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Membership, Project, Role, Standing
from annotator.workspace.projects.standing import change_standing, delete_project
from tests.exchange.exports.test_history import BAD, YES
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.jobs import make_job, run_here
from tests.just_before import just_before

WRITE = f"{writing.__name__}.ExampleWriter.write"
pytestmark = pytest.mark.django_db

WRITTEN = {"long_form_answer": COMPLETE, "knowledge": [], "acknowledged_missing": []}


@pytest.fixture(autouse=True)
def folders(settings: Any, tmp_path: Path) -> None:
    """Results, and a program that is not built."""
    settings.RESULT_DIR = tmp_path / "results"
    settings.FRONTEND_DIST = tmp_path / "dist"
    program = tmp_path / "dist" / "gallery"
    (program / "program").mkdir(parents=True)
    (program / "index.html").write_text("<title>Gallery</title>")
    (program / "program" / "index.js").write_text("start();")


@pytest.fixture
def project() -> Project:
    """Three examples with two annotations each, that agree on the first one alone."""
    project = make_project(overlap=2)
    make_examples(project, 3)
    ada, ben = make_member(project, "ada").user, make_member(project, "ben").user
    make_member(project, "lena", Role.LEAD)
    for number in range(3):
        for user, answer in ((ada, BAD if number else YES), (ben, YES)):
            at = AT + timedelta(hours=number)
            assignment = claim_assignment(project=project, annotator=user, at=at)
            assert assignment
            submit_annotation(assignment=assignment, answer=answer, at=at)
    return project


def gallery(project: Project, folder: Path, **parameters: Any) -> Job:
    return run_here(make_job("gallery", {"output": str(folder), **parameters}, project=project))


def written(project: Project, folder: Path, **parameters: Any) -> Path:
    job = gallery(project, folder, **parameters)
    assert job.state == JobState.SUCCEEDED, (job.message, [*job.problems.values()])
    return folder


def published(project: Project) -> Gallery:
    job = request_gallery(
        project=project, downloads="", simulated=False, allowed=[], at=AT, actor=None
    )
    assert run_here(job).state == JobState.SUCCEEDED, (job.message, [*job.problems.values()])
    return Gallery.objects.get(project=project)


def json_of(path: Path) -> Any:
    content = path.read_bytes()
    return orjson.loads(gzip.decompress(content) if path.suffix == ".gz" else content)


def index_of(folder: Path) -> list[list[Any]]:
    return [row for path in sorted(folder.glob("data/index/*")) for row in json_of(path)]


def example_of(folder: Path, example: Example) -> Any:
    (path,) = folder.glob(f"data/examples/*/{example.example_id}.json.gz")
    return json_of(path)


def pseudonym(name: str) -> str:
    return Membership.objects.get(user__username=name).pseudonym


def paths_in(folder: Path) -> list[str]:
    return sorted(str(each.relative_to(folder)) for each in folder.rglob("*") if each.is_file())


def status_of(path: str) -> int:
    return Client().get(path).status_code


def test_a_gallery_has_each_example_with_all_answers(project: Project, tmp_path: Path) -> None:
    folder = written(project, tmp_path / "out")
    first, second, _ = Example.objects.filter(project=project).order_by("pk")
    rows = index_of(folder)
    # The type, how many answered, and how many gave the most frequent answer.
    assert [row[3:6] for row in rows] == [["yes", 2, 2], ["bad", 2, 1], ["bad", 2, 1]]
    assert rows[0][:3] == [str(first.example_id), first.question.text, "all"]
    shown = example_of(folder, second)
    assert [(each["type"], each["count"]) for each in shown["answers"]] == [("bad", 1), ("yes", 1)]
    assert "<body>" in shown["page"]["html"]
    answered = json_of(folder / shown["annotations"])[str(second.example_id)]
    assert [(each["annotator"], each["answer"]) for each in answered] == [
        (pseudonym("ada"), 0),
        (pseudonym("ben"), 1),
    ]
    about = json_of(folder / "gallery.json")
    assert about["counts"] == {"examples": 3, "annotations": 6}
    assert (about["splits"], about["shards"], about["notes"]) == (["all"], 1, [])
    assert (folder / "program" / "index.js").read_text() == "start();"
    # A web server has another account.
    assert (folder / "data").stat().st_mode & 0o777 == 0o755
    assert (folder / "gallery.json").stat().st_mode & 0o777 == 0o644


def test_the_page_keeps_its_boxes_and_the_marked_tokens_alone(
    project: Project, tmp_path: Path
) -> None:
    folder = written(project, tmp_path / "out")
    html = example_of(folder, Example.objects.filter(project=project)[0])["page"]["html"]
    assert 'data-c="0"' in html
    # Nobody marked a short answer.
    assert "data-t" not in html
    assert "<script" not in html


def test_an_ambiguous_question_has_its_readings_and_written_answers(tmp_path: Path) -> None:
    asqa = make_asqa_project()
    make_ambiguous_examples(asqa, 1)
    user = make_member(asqa, "ada").user
    assignment = claim_assignment(project=asqa, annotator=user, at=AT)
    assert assignment
    submit_annotation(assignment=assignment, answer=WRITTEN, at=AT)
    folder = written(asqa, tmp_path / "out")
    (row,) = index_of(folder)
    example = Example.objects.get(project=asqa)
    assert row[3:6] == ["answered", 1, None]
    shown = example_of(folder, example)
    assert [each["question"] for each in shown["disambiguations"]] == [
        each.question for each in example.disambiguations.order_by("number")
    ]
    (answer,) = json_of(folder / shown["annotations"])[str(example.example_id)]
    assert answer["text"] == COMPLETE


def test_the_same_project_gives_the_same_bytes(project: Project, tmp_path: Path) -> None:
    first, second = (written(project, tmp_path / name) for name in ("first", "second"))
    assert paths_in(first) == paths_in(second)
    for name in paths_in(first):
        assert (first / name).read_bytes() == (second / name).read_bytes()


def test_hidden_withdrawn_and_objecting_stay_out(project: Project, tmp_path: Path) -> None:
    hidden, withdrawn, kept = Example.objects.filter(project=project).order_by("pk")
    Example.objects.filter(pk=hidden.pk).update(split="secret", purpose=Purpose.HIDDEN)
    Project.objects.filter(pk=project.pk).update(hidden_split="secret", hidden_since=AT)
    changes = {
        "people_left_out": [pseudonym("ben")],
        "examples_left_out": [withdrawn.example_id],
    }
    change_card(project=project, changes=changes, at=AT, actor=None)
    folder = written(Project.objects.get(pk=project.pk), tmp_path / "out")
    assert [row[0] for row in index_of(folder)] == [str(kept.example_id)]
    assert json_of(folder / "annotations" / "0.json.gz")[str(kept.example_id)] == [
        {"annotator": pseudonym("ada"), "answer": 0, "at": (AT + timedelta(hours=2)).isoformat()}
    ]
    assert pseudonym("ben").encode() not in b"".join(
        gzip.decompress(each.read_bytes()) for each in folder.rglob("*.gz")
    )


def test_names_in_what_annotators_wrote_stop_it(tmp_path: Path) -> None:
    asqa = make_asqa_project()
    make_ambiguous_examples(asqa, 1)
    user = make_member(asqa, "ada").user
    assignment = claim_assignment(project=asqa, annotator=user, at=AT)
    assert assignment
    told = {**WRITTEN, "long_form_answer": f"{COMPLETE} Mail ada@example.org."}
    submit_annotation(assignment=assignment, answer=told, at=AT)
    job = gallery(asqa, tmp_path / "out")
    assert job.state == JobState.FAILED
    assert "ada@example.org" in job.problems.values_list("field", flat=True)
    assert not (tmp_path / "out").exists()
    written(asqa, tmp_path / "out", allowed=["ada@example.org", "ada"])


def test_a_killed_gallery_goes_on_and_has_the_same_bytes(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "BATCH", 1)
    whole = written(project, tmp_path / "whole")
    job = make_job("gallery", {"output": str(tmp_path / "out")}, project=project)
    calls: list[int] = []

    def killed(_: object, number: int, *__: object) -> None:
        calls.append(number)
        if len(calls) == 2:
            raise JobInterruptedError

    just_before(monkeypatch, WRITE, killed)
    assert run_here(job).state == JobState.QUEUED
    assert run_here(job).state == JobState.SUCCEEDED
    assert calls == [0, 1, 1, 2]
    assert paths_in(tmp_path / "out") == paths_in(whole)
    for name in paths_in(whole):
        assert (tmp_path / "out" / name).read_bytes() == (whole / name).read_bytes()


def test_changes_while_it_is_written_stop_it(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change = partial(change_card, project=project, changes={"summary": "New."}, at=AT, actor=None)
    just_before(monkeypatch, WRITE, lambda *_: change())
    job = gallery(project, tmp_path / "out")
    assert (job.state, job.message) == (JobState.FAILED, writing.CHANGED)
    assert not (tmp_path / "out").exists()


def test_without_the_front_end_it_says_what_is_missing(
    project: Project, tmp_path: Path, settings: Any
) -> None:
    shutil.rmtree(settings.FRONTEND_DIST)
    job = gallery(project, tmp_path / "out")
    assert (job.state, job.message) == (JobState.FAILED, writing.NOT_BUILT)


def test_downloads_are_an_address_or_a_release_beside(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("release", project.slug, str(tmp_path / "release"))
    places = [str(tmp_path / "gallery"), str(tmp_path / "linked")]
    call_command("gallery", project.slug, places[0], downloads=str(tmp_path / "release"))
    call_command("gallery", project.slug, places[1], downloads="https://example.org/data")
    assert capsys.readouterr().out.endswith("Wrote a gallery of 3 examples.\n" * 2)
    beside, linked = (json_of(Path(each) / "gallery.json")["downloads"] for each in places)
    assert beside["address"] == "../release"
    sizes = dict(beside["files"])
    assert sizes["README.md"] == (tmp_path / "release" / "README.md").stat().st_size
    assert linked == {"address": "https://example.org/data", "files": []}
    job = gallery(project, tmp_path / "none", downloads=str(tmp_path))
    assert job.state == JobState.FAILED
    assert "neither a web address nor the folder of a release" in job.message


def test_this_site_shows_it_to_everybody_until_it_is_taken_back(project: Project) -> None:
    address = f"/gallery/{project.slug}/"
    assert status_of(address) == 404
    published(project)
    page = Client().get(address)
    assert (page.status_code, page.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert page.headers["Cache-Control"] == "public, no-cache"
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    assert not page.cookies
    again = Client().get(address, headers={"If-None-Match": page.headers["ETag"]})
    assert again.status_code == 304
    frame = Client().get(f"{address}frame.html")
    assert frame.headers["Content-Security-Policy"] == FRAME_POLICY
    packed = Client().get(f"{address}data/index/0.json.gz")
    assert (packed.headers["Content-Type"], packed.has_header("Content-Encoding")) == (
        "application/gzip",
        False,
    )
    assert Client().get(address[:-1]).headers["Location"] == address
    for _ in range(2):
        take_gallery_down(project=project, at=AT, actor=None)
    assert status_of(address) == 404
    events = Event.objects.filter(subject="gallery").order_by("pk")
    assert [each.verb for each in events] == ["published", "unpublished"]
    published(project)
    assert status_of(address) == 200


@pytest.mark.parametrize(
    "name",
    ["../../../etc/passwd", "..%2f..%2fsettings", "data", "data/", ".part", "a//b", "x\\y"],
)
def test_other_files_are_out_of_reach(project: Project, name: str) -> None:
    published(project)
    assert status_of(f"/gallery/{project.slug}/{name}") == 404


def test_a_new_gallery_replaces_the_old_one(
    project: Project, tmp_path: Path, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        first = published(project)
        second = published(project)
    assert first.made_by != second.made_by
    (folder,) = (tmp_path / "results" / "galleries").iterdir()
    assert folder.name == second.made_by.hex


def test_it_stays_in_the_archive_and_not_in_the_bin(project: Project) -> None:
    published(project)
    address = f"/gallery/{project.slug}/"
    change_standing(project=project, standing=Standing.ARCHIVED, at=AT, actor=None)
    assert status_of(address) == 200
    delete_project(project=project, name=project.slug, at=AT, actor=None)
    assert status_of(address) == 404


@pytest.fixture(params=["split", "person", "example"])
def leaving(request: pytest.FixtureRequest, project: Project) -> Any:
    """Leaves something out."""
    example = Example.objects.filter(project=project)[0]

    def leave() -> None:
        if request.param == "split":
            Project.objects.filter(pk=project.pk).update(hidden_split="secret")
        elif request.param == "person":
            changes: dict[str, Any] = {"people_left_out": [pseudonym("ben")]}
            change_card(project=project, changes=changes, at=AT, actor=None)
        else:
            changes = {"examples_left_out": [example.example_id]}
            change_card(project=project, changes=changes, at=AT, actor=None)

    return leave


def test_nobody_sees_what_is_left_out_by_now(project: Project, leaving: Any) -> None:
    published(project)
    address = f"/gallery/{project.slug}/"
    assert status_of(address) == 200
    leaving()
    assert status_of(address) == 404
    published(Project.objects.get(pk=project.pk))
    assert status_of(address) == 200


def test_one_gallery_is_written_at_a_time(project: Project) -> None:
    values: dict[str, Any] = {"simulated": False, "allowed": [], "at": AT, "actor": None}
    with pytest.raises(InvalidInputError):
        request_gallery(project=project, downloads="javascript:alert(1)", **values)
    request_gallery(project=project, downloads="", **values)
    with pytest.raises(ConflictError):
        request_gallery(project=project, downloads="", **values)


def test_an_example_without_answers_is_shown_too(tmp_path: Path) -> None:
    empty = make_project()
    make_examples(empty, 1)
    folder = written(empty, tmp_path / "out")
    assert [row[3:6] for row in index_of(folder)] == [["none", 0, 0]]
