from pathlib import Path

import orjson
import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from annotator.material.corpus.models import Example
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


@pytest.fixture
def lead(project: Project) -> APIClient:
    return client_of(make_member(project, "lead", role=Role.LEAD).user)


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


def test_bad_parts_are_refused_and_change_nothing(project: Project, lead: APIClient) -> None:
    address = f"/api/v1/projects/{project.slug}/splits/draw/"
    body = {"seed": 7, "parts": [{"name": "dev", "share": 0.5}]}
    answer = lead.post(address, body)
    assert (answer.status_code, answer.json()["fields"]) == (
        400,
        {"parts": "The shares must add up to 1. They add up to 0.5."},
    )
    assert set(Example.objects.values_list("split", flat=True)) == {""}


def test_the_preview_refuses_a_part_that_the_project_spells_differently(
    project: Project, lead: APIClient
) -> None:
    Example.objects.filter(position=1).update(split="Dev")
    answer = lead.post(f"/api/v1/projects/{project.slug}/splits/preview/", DRAW)
    assert (answer.status_code, answer.json()["fields"]) == (
        400,
        {"parts": "Write Dev, as the project does, or choose another name."},
    )
