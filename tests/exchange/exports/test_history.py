import csv
import gzip
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson
import pytest
from django.core.management import call_command

from annotator.collecting.annotations.revisions import reopen_annotation, revise_annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.exchange.exports.pseudonymiser import Pseudonymiser
from annotator.material.corpus.models import Example
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Membership, Project, Role
from tests.api.clients import client_of
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_examples, make_member, make_project

pytestmark = pytest.mark.django_db

YES: dict[str, Any] = {
    "question_quality": "good",
    "long_answer": {"candidate_index": 0},
    "short_answers": [],
    "yes_no_answer": "YES",
}
BAD = {**YES, "question_quality": "bad", "long_answer": None, "yes_no_answer": "NONE"}


@pytest.fixture
def project() -> Project:
    """Ada's answer, which Lena asks her to look at again, and its revision."""
    project = make_project()
    make_examples(project, 1)
    ada, lena = make_member(project, "ada").user, make_member(project, "lena", Role.LEAD).user
    assignment = claim_assignment(project=project, annotator=ada, at=AT)
    assert assignment
    annotation, _ = submit_annotation(assignment=assignment, answer=BAD, at=AT, client_version="7")
    reopen_annotation(annotation=annotation, reason="Ada, look again", at=AT, actor=lena)
    revise_annotation(annotation=annotation, answer=YES, reason="Lena was right", at=AT)
    return project


def exported(project: Project, path: Path, *options: str) -> bytes:
    call_command("export_history", project.slug, str(path), *options)
    return path.read_bytes()


def lines_of(data: bytes) -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in data.splitlines()]


def pseudonym(name: str) -> str:
    return Membership.objects.get(user__username=name).pseudonym


def test_json_lines_tell_who_did_what_when_and_what_they_answered(
    project: Project, tmp_path: Path
) -> None:
    rows = lines_of(exported(project, tmp_path / "history.jsonl", "--names", "real"))
    assert [(row["person"], row["verb"], row["subject"]) for row in rows] == [
        (None, "created", "project"),
        (None, "added", "membership"),
        (None, "added", "membership"),
        ("ada", "claimed", "assignment"),
        ("ada", "submitted", "annotation"),
        ("lena", "reopened", "annotation"),
        ("ada", "revised", "annotation"),
    ]
    example = Example.objects.get()
    assert {row["example_id"] for row in rows} == {None, example.example_id}
    submitted, revised = rows[4], rows[6]
    assert submitted["annotation"] | {"annotation_id": ""} == {
        "annotation_id": "",
        "revision_of": None,
        "reason": "",
        "late": False,
        "guideline_version": None,
        "client_version": "7",
        "question_quality": "bad",
        "long_answer": None,
        "short_answers": [],
        "yes_no_answer": "NONE",
        "bad_reason": "",
        "word_jumps": None,
    }
    assert revised["annotation"]["revision_of"] == int(submitted["subject_id"])
    assert revised["annotation"]["long_answer"]["candidate_index"] == 0
    assert (revised["details"]["reason"], revised["at"]) == ("Lena was right", AT.isoformat())


def test_without_real_names_nobody_is_named(project: Project, tmp_path: Path) -> None:
    data = exported(project, tmp_path / "history.jsonl")
    assert b"ada" not in data.lower()
    assert b"lena" not in data.lower()
    rows = lines_of(data)
    assert [row["person"] for row in rows[3:]] == [
        pseudonym(name) for name in ("ada", "ada", "lena", "ada")
    ]
    assert rows[5]["details"] == {"reason": f"{pseudonym('ada')}, look again"}
    assert rows[6]["annotation"]["reason"] == f"{pseudonym('lena')} was right"


@pytest.mark.parametrize(
    ("name", "written", "hidden"),
    [
        ("Işıl Demir", "Işıl Demir", "pseudonym"),
        ("Işıl Demir", "IŞIL DEMİR", "(name)"),
        ("Işıl Demir", "Işıl demır", "(name)"),
        ("Zo\u00eb", "Zoe\u0308", "pseudonym"),
        ("Zoe\u0308", "Zo\u00eb", "pseudonym"),
    ],
)
def test_a_name_in_a_note_is_hidden_however_it_is_written(
    name: str, written: str, hidden: str
) -> None:
    project = make_project()
    member = make_member(project, "ada")
    User.objects.filter(pk=member.user.pk).update(display_name=name)
    expected = member.pseudonym if hidden == "pseudonym" else hidden
    details = Pseudonymiser(project).hide({"note": f"Ask {written}, please", "count": 3})
    assert details == {"note": f"Ask {expected}, please", "count": 3}


def test_only_people_s_names_are_hidden_in_the_names_of_systems() -> None:
    project = make_project()
    member = make_member(project, "ada")
    details = {"name": "BERT by Ada", "system": "BERT by Ada", "receipt": "1f", "user": "ada"}
    assert Pseudonymiser(project).hide(details) == {
        "name": f"BERT by {member.pseudonym}",
        "system": f"BERT by {member.pseudonym}",
        "receipt": "1f",
        "user": member.pseudonym,
    }


def test_a_name_in_a_concern_is_hidden() -> None:
    project = make_project()
    member = make_member(project, "ada")
    concern = {"concern": "Ada says that both mean the same.", "long_answer": "Ada Lovelace."}
    assert Pseudonymiser(project).hide(concern) == {
        "concern": f"{member.pseudonym} says that both mean the same.",
        "long_answer": "Ada Lovelace.",
    }


def test_csv_has_the_same_rows(project: Project, tmp_path: Path) -> None:
    packed = exported(project, tmp_path / "history.csv.gz")
    table = list(csv.DictReader(io.StringIO(gzip.decompress(packed).decode("utf-8-sig"))))
    rows = lines_of(exported(project, tmp_path / "history.jsonl"))
    assert [
        {
            **{name: "" if row[name] is None else str(row[name]) for name in row},
            "details": orjson.dumps(row["details"]).decode() if row["details"] else "",
            "annotation": orjson.dumps(row["annotation"]).decode() if "annotation" in row else "",
        }
        for row in rows
    ] == table


def test_a_name_is_no_formula_in_a_spreadsheet(project: Project, tmp_path: Path) -> None:
    User.objects.filter(username="ada").update(username="-2+3")
    packed = exported(project, tmp_path / "history.csv.gz", "--names", "real")
    table = csv.DictReader(io.StringIO(gzip.decompress(packed).decode("utf-8-sig")))
    assert {row["person"] for row in table} == {"", "'-2+3", "lena"}


def test_history_of_many_batches_is_the_same_as_of_one(
    project: Project, tmp_path: Path, settings: Any
) -> None:
    whole = exported(project, tmp_path / "whole.jsonl")
    settings.ROWS_AT_ONCE = 2
    assert exported(project, tmp_path / "parts.jsonl") == whole
    assert len(lines_of(whole)) == Event.objects.filter(project_id=project.pk).count()


@pytest.mark.parametrize("name", ["history.txt", "history"])
def test_other_endings_are_refused(
    project: Project, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        exported(project, tmp_path / name)
    assert "Use a name that ends in .jsonl or .csv" in capsys.readouterr().err


def claim_in_splits(project: Project, splits: Sequence[str]) -> None:
    """A new example of each split, which somebody claims."""
    for number, split in enumerate(splits):
        [example] = make_examples(project, 1)
        Example.objects.filter(pk=example.pk).update(split=split)
        annotator = make_member(project, f"ada {number}").user
        assert claim_assignment(project=project, annotator=annotator, at=AT)


@pytest.mark.parametrize(
    ("named", "expected"),
    [(["dev"], ["dev"]), (["all"], [""]), (["train", "dev"], ["dev", "train"])],
)
def test_history_can_be_limited_to_splits(
    tmp_path: Path, named: Sequence[str], expected: Sequence[str]
) -> None:
    project = make_project()
    claim_in_splits(project, ["dev", "", "train"])
    options = [word for name in named for word in ("--split", name)]
    lines = lines_of(exported(project, tmp_path / "history.jsonl", *options))
    splits = dict(Example.objects.values_list("example_id", "split"))
    assert [(splits[line["example_id"]], line["verb"]) for line in lines] == [
        (split, "claimed") for split in expected
    ]


def test_an_unknown_split_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = make_project()
    claim_in_splits(project, ["dev", "train"])
    with pytest.raises(SystemExit):
        exported(project, tmp_path / "history.jsonl", "--split", "test")
    assert "The project has no split named test. It has dev, train." in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("form", ["history-jsonl", "history-csv"])
@pytest.mark.django_db(transaction=True)
def test_a_lead_exports_history_as_a_job(project: Project, form: str) -> None:
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    answer = lead.post("/api/v1/projects/project/exports/", {"format": form})
    job = Job.objects.get(pk=answer.json()["job"])
    assert (job.kind, job.parameters, job.filename) == (
        "export_history",
        {"format": form.removeprefix("history-"), "names": "pseudonyms"},
        f"project-history.{form.removeprefix('history-')}.gz",
    )
    assert job.state in (JobState.QUEUED, JobState.RUNNING, JobState.SUCCEEDED)


def test_the_history_of_an_asqa_project_has_its_answers(tmp_path: Path) -> None:
    project = make_asqa_project()
    ada = make_member(project, "ada").user
    make_ambiguous_examples(project, 1)
    assignment = claim_assignment(project=project, annotator=ada, at=AT)
    assert assignment
    answer = {
        "long_form_answer": COMPLETE,
        "knowledge": [{"content": "Plumbum is lead.", "page_title": "Lead"}],
    }
    submit_annotation(assignment=assignment, answer=answer, at=AT)
    lines = lines_of(exported(project, tmp_path / "history.jsonl"))
    (annotation,) = [line["annotation"] for line in lines if line.get("annotation")]
    assert annotation["long_answer"] == COMPLETE
    assert [row["wikipage"] for row in annotation["knowledge"]] == ["Lead"]
    assert (annotation["concern"], annotation["regime"]) == ("", "full")
