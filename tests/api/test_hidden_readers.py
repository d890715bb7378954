"""On the hidden split of ASQA only this site's own extractor counts."""

from pathlib import Path
from typing import Any

import orjson
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotator.quality.reports.hidden_split import hide_split
from annotator.systems.evaluation.leaderboard.hidden_scores import OWN_EXTRACTOR_ALONE
from annotator.systems.evaluation.models import Part, Score
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.competitions import make_competition, make_phase, make_team
from tests.factories.corpus import AT, make_member
from tests.factories.long_form import make_long_form_annotation
from tests.factories.systems import make_score, run_scoring

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]

P = "/api/v1/projects/dev/"


@pytest.fixture
def project() -> Project:
    """A question in the hidden split, and one in dev; Ada has a team."""
    project = make_asqa_project("dev", overlap=2)
    steward = make_member(project, "steward", Role.LEAD).user
    for split in ("test", "dev"):
        [example] = make_ambiguous_examples(project, 1, split=split)
        make_long_form_annotation(example, make_member(project, split).user, text=COMPLETE)
    hide_split(project=project, split="test", steward=steward, at=AT)
    project.refresh_from_db()
    competition = make_competition(project)
    make_phase(competition)
    make_team(competition, "Ada", make_member(project, "ada").user)
    return project


def form(name: str, **more: Any) -> dict[str, Any]:
    files = {
        name: SimpleUploadedFile(f"{name}.json", orjson.dumps({key: "Masons"}))
        for name, key in (("file", "0"), ("found", "0_0"))
    }
    return {**files, "name": name, **more}


@pytest.mark.parametrize(
    ("who", "address", "more"),
    [("ada", "submissions", {}), ("steward", "systems", {"split": "test"})],
)
def test_what_another_extractor_found_is_refused_on_the_hidden_split(
    project: Project, who: str, address: str, more: dict[str, Any]
) -> None:
    client = client_of(project.memberships.get(user__username=who).user)
    answer = client.post(f"{P}{address}/", form("Mine", **more), format="multipart")
    assert (answer.status_code, answer.json()["fields"]) == (400, {"found": OWN_EXTRACTOR_ALONE})
    steward = client_of(project.memberships.get(user__username="steward").user)
    answer = steward.post(f"{P}systems/", form("Mine", split="dev"), format="multipart")
    assert answer.status_code == 202


def test_a_job_that_was_queued_before_the_split_was_hidden_refuses_it_too(
    project: Project, tmp_path: Path
) -> None:
    path = tmp_path / "answers.json"
    path.write_bytes(b"{}")
    paths = {Part.PREDICTIONS: str(path), Part.FOUND: str(path)}
    job = run_scoring(project, path, split="test", paths=paths)
    assert (job.state, job.message) == ("failed", f"Nothing was scored: {OWN_EXTRACTOR_ALONE}")


def test_a_leaderboard_marks_scores_whose_extractor_was_the_submitters(project: Project) -> None:
    found = {"QA-F1": 50.0, "rougeLsum": 20.0}
    make_score(project, "Theirs", split="dev", metrics=found)
    make_score(project, "Ours", split="dev", metrics=found)
    Score.objects.filter(system__name="Ours").update(parameters={"answer_reader": "ab" * 32})
    make_score(project, "None", split="dev", metrics={"rougeLsum": 20.0})
    client = client_of(project.memberships.get(user__username="steward").user)
    rows = client.get(f"{P}leaderboard/?split=dev").json()["systems"]
    assert {row["name"]: row["is_read_by_submitter"] for row in rows} == {
        "Theirs": True,
        "Ours": False,
        "None": False,
    }
