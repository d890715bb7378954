from pathlib import Path

import orjson
import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from annotator.quality.reports.hidden_split import hide_split
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.api.split_calls import DRAW
from tests.factories.corpus import AT, make_examples, make_member, make_project

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    project = make_project()
    make_examples(project, 5)
    return project


def test_a_lead_previews_draws_and_sees_the_draw(project: Project, lead: APIClient) -> None:
    address = f"/api/v1/projects/{project.slug}/splits/"
    assert lead.get(address).json() == {
        "splits": [{"name": "", "examples": 5}],
        "draw": None,
        "hidden": "",
        "is_steward": True,
    }
    assert lead.post(f"{address}preview/", DRAW).json() == {
        "splits": [{"name": "dev", "examples": 1}, {"name": "train", "examples": 4}],
        "joined": 0,
        "is_exact": True,
    }
    job = lead.post(f"{address}draw/", DRAW).json()["job"]
    run_job(job_id=job)
    shown = lead.get(address).json()
    assert shown["draw"].pop("drawn_at")
    assert shown == {
        "splits": [{"name": "dev", "examples": 1}, {"name": "train", "examples": 4}],
        "draw": {
            "seed": 7,
            "parts": [
                {"name": "dev", "share": None, "number": 1},
                {"name": "train", "share": 1.0, "number": None},
            ],
            "job": job,
            "is_left_undone": False,
        },
        "hidden": "",
        "is_steward": True,
    }
    assert lead.post(f"{address}draw/", DRAW).json()["code"] == "already_drawn"


def test_the_seed_of_a_draw_is_for_stewards_while_a_split_is_hidden(
    project: Project, lead: APIClient, tmp_path: Path
) -> None:
    address = f"/api/v1/projects/{project.slug}"
    run_job(job_id=lead.post(f"{address}/splits/draw/", DRAW).json()["job"])
    steward = make_member(project, "stella", role=Role.LEAD).user

    def seeds(caller: APIClient) -> list[int | None]:
        drew = caller.get(f"{address}/history/?verb=drew").json()["results"]
        shown = [caller.get(f"{address}/splits/").json()["draw"], drew[0]["details"]]
        return [each["seed"] for each in shown]

    def exported() -> int | None:
        call_command("export_history", project.slug, str(tmp_path / "history.jsonl"))
        lines = (tmp_path / "history.jsonl").read_bytes().splitlines()
        [seed] = [
            row["details"]["seed"] for row in map(orjson.loads, lines) if row["verb"] == "drew"
        ]
        return seed  # type: ignore[no-any-return]

    assert (seeds(lead), exported()) == ([7, 7], 7)
    hide_split(project=project, split="dev", steward=steward, at=AT)
    assert (seeds(lead), seeds(client_of(steward)), exported()) == ([None, None], [7, 7], None)
