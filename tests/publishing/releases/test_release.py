"""A project becomes a folder that can be published, and the folder proves itself."""

import csv
import gzip
import zipfile
from datetime import timedelta
from pathlib import Path
from typing import Any

import orjson
import pytest
from django.core.management import call_command

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.revisions import reopen_annotation, revise_annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.exceptions import InvalidInputError
from annotator.material.corpus.models import Example, Purpose
from annotator.publishing.releases import writing
from annotator.publishing.releases.checksums import sha256_of, write_checksums
from annotator.publishing.releases.models import ReleasedVersion
from annotator.publishing.releases.services import card_of, change_card
from annotator.publishing.releases.verifying import verify
from annotator.quality.adjudication.deciding import pick_annotation
from annotator.quality.reports.services import start_statistics
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Membership, Project, Role
from tests.exchange.exports.test_history import BAD, YES
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_examples, make_member, make_project
from tests.factories.jobs import make_job, run_here
from tests.just_before import just_before

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders", "without_pyarrow")]


@pytest.fixture
def project() -> Project:
    """Three examples with two annotations each; Ada revised her first one."""
    project = make_project(overlap=2)
    make_examples(project, 3)
    ada, ben = make_member(project, "ada").user, make_member(project, "ben").user
    lena = make_member(project, "lena", Role.LEAD).user
    made = []
    for number in range(3):
        for user, answer in ((ada, BAD), (ben, YES)):
            at = AT + timedelta(hours=number)
            assignment = claim_assignment(project=project, annotator=user, at=at)
            assert assignment
            made.append(submit_annotation(assignment=assignment, answer=answer, at=at)[0])
    reopen_annotation(annotation=made[0], reason="Look again", at=AT, actor=lena)
    revise_annotation(annotation=made[0], answer=YES, reason="ben was right", at=AT)
    return project


def release(project: Project, folder: Path, **parameters: Any) -> Job:
    return run_here(make_job("release", {"output": str(folder), **parameters}, project=project))


def released(project: Project, folder: Path, **parameters: Any) -> Path:
    job = release(project, folder, **parameters)
    assert job.state == JobState.SUCCEEDED, (job.message, [*job.problems.values()])
    return folder


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def pseudonym(name: str) -> str:
    return Membership.objects.get(user__username=name).pseudonym


def paths_in(folder: Path) -> list[str]:
    return sorted(str(each.relative_to(folder)) for each in folder.rglob("*") if each.is_file())


def test_a_release_has_the_official_files_and_every_label(project: Project, tmp_path: Path) -> None:
    folder = released(project, tmp_path / "out")
    assert paths_in(folder) == [
        "CHECKSUMS",
        "CITATION.cff",
        "README.md",
        "annotations/all.jsonl.gz",
        "croissant.json",
        "data/nq-simplified/all.jsonl.gz",
        "data/nq/all.jsonl.gz",
        "datacite.json",
        "release.json",
        "sources/pages.jsonl",
    ]
    official = lines_of(folder / "data/nq/all.jsonl.gz")
    assert [len(each["annotations"]) for each in official] == [2, 2, 2]
    labels = lines_of(folder / "annotations/all.jsonl.gz")
    ada, ben = pseudonym("ada"), pseudonym("ben")
    assert [(each["annotator"], each["counts"]) for each in labels] == [
        (ada, False),
        *[(ben, True), (ada, True)] * 2,
        (ben, True),
        (ada, True),
    ]
    revised = labels[-1]
    assert (revised["revision_of"], revised["revised_by"], revised["reason"]) == (
        labels[0]["id"],
        ada,
        f"{ben} was right",
    )
    assert revised["submitted_at"] == AT.isoformat()
    assert verify(folder) == []


def test_the_same_project_gives_the_same_bytes(project: Project, tmp_path: Path) -> None:
    first, second = (released(project, tmp_path / name) for name in ("first", "second"))
    assert paths_in(first) == paths_in(second)
    for name in paths_in(first):
        assert (first / name).read_bytes() == (second / name).read_bytes()


def test_a_byte_changed_anywhere_is_noticed(project: Project, tmp_path: Path) -> None:
    folder = released(project, tmp_path / "out")
    for name in paths_in(folder):
        path = folder / name
        before = path.read_bytes()
        middle = len(before) // 2
        path.write_bytes(before[:middle] + bytes([before[middle] ^ 1]) + before[middle + 1 :])
        assert verify(folder), name
        path.write_bytes(before)
    (folder / "more.txt").write_text("more")
    assert verify(folder) == ["more.txt: CHECKSUMS has no such file."]
    (folder / "more.txt").unlink()
    (folder / "README.md").unlink()
    assert verify(folder) == ["README.md: The file is missing."]


def test_figures_are_recounted_from_the_labels(project: Project, tmp_path: Path) -> None:
    run_here(start_statistics(project=project, at=AT, actor=None, queue=False))
    folder = released(project, tmp_path / "out")
    told = orjson.loads((folder / "release.json").read_bytes())
    figures = {each["name"]: each for each in told["statistics"]["figures"]}
    # Of six labels that count, two of Ada's have no long answer, for a bad question.
    assert figures["null"]["value"] == pytest.approx(2 / 6)
    assert figures["bad"]["value"] == pytest.approx(2 / 6)
    card = (folder / "README.md").read_text("utf-8")
    assert "Annotations without a long answer: 33.3%" in card
    with (folder / "paper/process.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["figure"]: row for row in csv.DictReader(file)}
    assert float(rows["null"]["value"]) == pytest.approx(2 / 6)
    figures["null"]["value"] = 0.5
    rewrite(folder, "release.json", orjson.dumps(told))
    assert verify(folder) == [f"process.null: the release says 0.5, its labels give {2 / 6}."]


def rewrite(folder: Path, name: str, data: bytes) -> None:
    """Change a file and its checksum, as somebody would who wants to hide it."""
    (folder / name).write_bytes(data)
    write_checksums(folder)


def test_counts_are_recounted(project: Project, tmp_path: Path) -> None:
    folder = released(project, tmp_path / "out")
    path = folder / "data/nq/all.jsonl.gz"
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    rewrite(folder, "data/nq/all.jsonl.gz", gzip.compress(b"".join(lines[1:])))
    assert verify(folder) == ["data/nq/all.jsonl.gz: release.json says 3, the file has 2."]


def test_people_who_object_and_withdrawn_examples_are_left_out(
    project: Project, tmp_path: Path
) -> None:
    withdrawn = Example.objects.order_by("position")[1].example_id
    changes = {"people_left_out": [pseudonym("ada")], "examples_left_out": [withdrawn]}
    change_card(project=project, changes=changes, at=AT, actor=None)
    folder = released(project, tmp_path / "out")
    for name in ("data/nq/all.jsonl.gz", "data/nq-simplified/all.jsonl.gz"):
        official = lines_of(folder / name)
        assert withdrawn not in [each["example_id"] for each in official]
        assert [len(each["annotations"]) for each in official] == [1, 1]
    labels = lines_of(folder / "annotations/all.jsonl.gz")
    assert [each["annotator"] for each in labels] == [pseudonym("ben")] * 2
    card = (folder / "README.md").read_text("utf-8")
    assert "- 1 withdrawn example.\n" in card
    assert "- All annotations of 1 person who objected to their publication.\n" in card
    assert "2 annotations by 1 annotator" in card


def test_figures_are_of_what_is_released(project: Project, tmp_path: Path) -> None:
    run_here(start_statistics(project=project, at=AT, actor=None, queue=False))
    changes = {"people_left_out": [pseudonym("ben")]}
    change_card(project=project, changes=changes, at=AT, actor=None)
    folder = released(project, tmp_path / "out")
    told = orjson.loads((folder / "release.json").read_bytes())["statistics"]
    figures = {each["name"]: each["value"] for each in told["figures"]}
    # Of Ada's three labels that count, two have no long answer; nobody is left to agree with her.
    assert (told["annotations"], told["examples"], told["computed_again"]) == (3, 3, True)
    assert figures["null"] == pytest.approx(2 / 3)
    assert (figures["observed_long"], figures["psi_long"]) == (None, None)
    card = (folder / "README.md").read_text("utf-8")
    assert "without what it leaves out, from 3 annotations of 3 examples." in card
    assert verify(folder) == []


def test_a_decision_for_the_answer_of_somebody_who_objects_is_left_out(
    project: Project, tmp_path: Path
) -> None:
    lead = project.memberships.get(role=Role.LEAD).user
    for position, name in ((0, "ada"), (1, "ben")):
        example = Example.objects.order_by("position")[position]
        chosen = Annotation.objects.current().get(example=example, annotator__username=name)
        pick_annotation(
            example=example, annotation=chosen.pk, supersedes=None, reason="", at=AT, actor=lead
        )
    change_card(project=project, changes={"people_left_out": [pseudonym("ada")]}, at=AT, actor=None)
    folder = released(project, tmp_path / "out")
    decided = lines_of(folder / "data/nq-gold/all.jsonl.gz")
    assert [each["example_id"] for each in decided] == [example.example_id]


def test_a_second_version_says_what_changed(project: Project, tmp_path: Path) -> None:
    run_here(start_statistics(project=project, at=AT, actor=None, queue=False))
    first = released(project, tmp_path / "first")
    assert "## Changes since" not in (first / "README.md").read_text("utf-8")
    changes = {"version": "1.1.0", "people_left_out": [pseudonym("ben")]}
    change_card(project=project, changes=changes, at=AT, actor=None)
    folders = [released(project, tmp_path / name) for name in ("second", "again")]
    card = (folders[0] / "README.md").read_text("utf-8")
    told = card.split("## Changes since version 1.0.0\n\n")[1].split("\n\n")[0].splitlines()
    assert told[:4] == [
        "- Annotations that count: 3, 3 fewer than before.",
        "- Labels, with earlier and late ones: 4, 3 fewer than before.",
        "- Annotators: 1, 1 fewer than before.",
        "- Annotations without a long answer: 66.7%, before 33.3%.",
    ]
    # Writing a version again compares it with the same one.
    assert (folders[1] / "README.md").read_text("utf-8") == card
    kept = [*ReleasedVersion.objects.order_by("pk")]
    assert [each.version for each in kept] == ["1.0.0", "1.1.0", "1.1.0"]
    assert [f"- {each}" for each in kept[1].changes] == told
    assert kept[0].checksums["README.md"] == sha256_of(first / "README.md")
    event = Event.objects.filter(subject="release").order_by("pk")[0]
    assert (event.verb, event.details) == ("wrote", {"version": "1.0.0", "examples": 3})


def test_configurations_that_are_not_chosen_stay_out(project: Project, tmp_path: Path) -> None:
    folder = released(project, tmp_path / "out", configurations=["nq-simplified"])
    told = orjson.loads((folder / "release.json").read_bytes())
    assert [*told["counts"]] == ["data/nq-simplified/all.jsonl.gz"]
    assert verify(folder) == []


def test_a_hidden_split_is_left_out_and_named(project: Project, tmp_path: Path) -> None:
    hidden = Example.objects.order_by("position")[0]
    Example.objects.filter(pk=hidden.pk).update(split="test", purpose=Purpose.HIDDEN)
    Project.objects.update(hidden_split="test", hidden_since=AT)
    folder = released(project, tmp_path / "out")
    written = b"".join(
        gzip.decompress(data) if name.endswith(".gz") else data
        for name in paths_in(folder)
        for data in [(folder / name).read_bytes()]
    )
    assert f'"{hidden.example_id}"'.encode() not in written
    assert b'"split":"test"' not in written
    assert len(lines_of(folder / "data/nq/all.jsonl.gz")) == 2
    assert "- A hidden split" in (folder / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Ask ada about it.", "a name"),
        ("Write to jo@example.org.", "a mail address"),
        ("Seen from 192.0.2.17.", "a network address"),
        ("Seen from 2001:db8:0:0:1::7.", "a network address"),
    ],
)
def test_names_and_addresses_stop_a_release_with_the_place(
    project: Project, tmp_path: Path, text: str, what: str
) -> None:
    change_card(project=project, changes={"limits": f"First.\n{text}"}, at=AT, actor=None)
    job = release(project, tmp_path / "out")
    assert (job.state, job.message) == (JobState.FAILED, writing.FOUND)
    problems = [*job.problems.order_by("pk")]
    assert [each.file for each in problems] == ["README.md", "croissant.json"]
    problem = problems[0]
    assert (problem.problem, problem.line is not None) == (f"This looks like {what}.", True)
    assert not (tmp_path / "out").exists()
    assert list(tmp_path.glob(".*")) == []
    assert release(project, tmp_path / "out", allowed=[problem.field]).state == JobState.SUCCEEDED


def test_a_lead_may_name_creators_and_a_contact(project: Project, tmp_path: Path) -> None:
    changes = {"creators": "Ada Okafor\nLena L.", "contact": "lena@example.org"}
    change_card(project=project, changes=changes, at=AT, actor=None)
    folder = released(project, tmp_path / "out")
    datacite = orjson.loads((folder / "datacite.json").read_bytes())
    assert datacite["creators"] == [{"name": "Ada Okafor"}, {"name": "Lena L."}]
    assert '  - name: "Ada Okafor"\n' in (folder / "CITATION.cff").read_text("utf-8")


def test_a_folder_with_files_is_never_written_to(project: Project, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    job = release(project, tmp_path)
    assert job.state == JobState.FAILED
    assert job.message == f"{tmp_path}: This is not an empty folder. Name a new one."
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_without_a_folder_the_result_is_a_zip_with_the_same_bytes(
    project: Project, tmp_path: Path
) -> None:
    folder = released(project, tmp_path / "out")
    jobs = [run_here(make_job("release", project=project)) for _ in range(2)]
    packed = [tmp_path / "results" / job.result_path for job in jobs]
    assert packed[0].read_bytes() == packed[1].read_bytes()
    with zipfile.ZipFile(packed[0]) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    assert files == {
        f"project-1.0.0/{name}": (folder / name).read_bytes() for name in paths_in(folder)
    }
    assert [each.name for each in packed[0].parent.iterdir()] == ["project-1.0.0.zip"]


def test_a_killed_release_continues_and_writes_the_same_bytes(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = released(project, tmp_path / "whole")
    job = make_job("release", {"output": str(tmp_path / "out")}, project=project)
    with monkeypatch.context() as patch:
        patch.setattr(writing, "write_labels", killed)
        with pytest.raises(KeyboardInterrupt):
            run_here(job)
    Job.objects.filter(pk=job.pk).update(state=JobState.QUEUED)
    job.refresh_from_db()
    assert job.checkpoint["done"] == 2
    assert run_here(job).state == JobState.SUCCEEDED
    for name in paths_in(whole):
        assert (tmp_path / "out" / name).read_bytes() == (whole / name).read_bytes()


def killed(*_: object) -> int:
    raise KeyboardInterrupt


def test_a_change_during_a_release_stops_it(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def change(*_: object) -> None:
        change_card(project=project, changes={"pay": "12 an hour"}, at=AT, actor=None)

    just_before(monkeypatch, f"{writing.__name__}.write_checksums", change)
    job = release(project, tmp_path / "out")
    assert (job.state, job.message) == (JobState.FAILED, writing.CHANGED)


def test_the_other_kind_has_its_own_files(tmp_path: Path) -> None:
    project = make_asqa_project(overlap=1)
    make_ambiguous_examples(project, 1)
    ada = make_member(project, "ada").user
    assignment = claim_assignment(project=project, annotator=ada, at=AT)
    assert assignment
    answer = {"long_form_answer": COMPLETE, "knowledge": [], "acknowledged_missing": []}
    submit_annotation(assignment=assignment, answer={**answer, "concern": ""}, at=AT)
    run_here(start_statistics(project=project, at=AT, actor=None, queue=False))
    folder = released(project, tmp_path / "out")
    assert paths_in(folder)[2:4] == ["README.md", "annotations/dev.jsonl.gz"]
    (label,) = lines_of(folder / "annotations/dev.jsonl.gz")
    assert (label["long_answer"], label["annotator"]) == (COMPLETE, pseudonym("ada"))
    told = orjson.loads((folder / "release.json").read_bytes())
    assert told["counts"] == {"annotations/dev.jsonl.gz": 1, "data/asqa/dev.json": 1}
    figures = {each["name"]: each["value"] for each in told["statistics"]["figures"]}
    assert figures["concerns"] == 0
    assert verify(folder) == []


def test_the_card_keeps_what_a_lead_writes_and_the_history_says_so(project: Project) -> None:
    lena = Membership.objects.get(user__username="lena").user
    change_card(project=project, changes={"pay": "12 an hour"}, at=AT, actor=lena)
    change_card(project=project, changes={"pay": "12 an hour"}, at=AT, actor=lena)
    assert card_of(project).prose["pay"] == "12 an hour"
    (event,) = Event.objects.filter(subject="release_card")
    assert (event.actor, event.verb, event.details) == (lena, "changed", {"fields": ["pay"]})


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"paid": "12"}, "paid"),
        ({"pay": 12}, "pay"),
        ({"version": "1 0"}, "version"),
        ({"version": "1" * 21}, "version"),
        ({"licence": "CC BY"}, "licence"),
        ({"people_left_out": ["Annotator 1"]}, "people_left_out"),
        ({"examples_left_out": [5]}, "examples_left_out"),
        ({"examples_left_out": "5"}, "examples_left_out"),
    ],
)
def test_a_card_refuses_what_it_cannot_keep(
    project: Project, changes: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidInputError) as refusal:
        change_card(project=project, changes=changes, at=AT, actor=None)
    assert list(refusal.value.fields or ()) == [field]


def test_the_commands_write_and_verify(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card, folder = tmp_path / "card.json", tmp_path / "out"
    card.write_text('{"licence": "cc-by-4.0", "version": "2.0.0"}')
    call_command("release", project.slug, str(folder), "--card", str(card))
    call_command("verify_release", str(folder))
    assert capsys.readouterr().out == (
        "Released version 2.0.0: 3 examples, 7 labels. Without Parquet files. No pyarrow.\n"
    )
    (folder / "README.md").write_text("")
    with pytest.raises(SystemExit):
        call_command("verify_release", str(folder))
    assert capsys.readouterr().err == ("README.md: The file has changed: its sha256 differs.\n")
    assert Annotation.objects.count() == 7
