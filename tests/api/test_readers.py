"""Training a system over HTTP: what is refused at once, and how it stands on the leaderboard."""

import io
import zipfile
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from annotator.systems.evaluation.records.services import erase_system
from annotator.systems.readers import requirement
from annotator.systems.readers.job_handlers import TRAIN_READER
from annotator.systems.readers.models import TrainedReader
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import browser_of
from tests.factories.asqa import make_asqa_project
from tests.factories.jobs import make_job, run_here
from tests.factories.many_annotations import make_three_splits
from tests.factories.systems import make_score
from tests.factories.trained_readers import CARD, make_reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]

READERS = "/api/v1/projects/dev/readers/"
JSON = "application/json"
WANTED = {"system": "pipeline", "train_split": "train", "dev_split": "dev", "epochs": 1}


@pytest.fixture
def project() -> Project:
    return make_three_splits()


@pytest.fixture
def lead(project: Project) -> Client:
    return browser_of(project)


@pytest.mark.long
@pytest.mark.parametrize("system", ["docqa", "pipeline"])
def test_a_trained_system_is_scored_and_has_a_card(
    lead: Client, system: str, tmp_path: Path
) -> None:
    pytest.importorskip("jax", reason="JAX is not installed: make training")
    queued = lead.post(READERS, WANTED | {"system": system, "split": "test"}, JSON)
    assert queued.status_code == 202, queued.content
    run_job(job_id=UUID(queued.json()["job"]))
    job = Job.objects.get()
    assert job.state == "succeeded", job.message
    board = lead.get("/api/v1/projects/dev/leaderboard/?split=test").json()
    (row,) = board["systems"]
    assert (row["has_card"], row["baseline"], row["examples"]) == (True, "", 1)
    assert "trained on dev, train (1 examples)" in row["notes"]
    card = lead.get(f"/api/v1/projects/dev/systems/{row['system']}/card/").json()
    assert (card["system"], card["data"]["split"], card["dev"]["split"]) == (system, "train", "dev")
    assert len(card["epochs"]) == 1
    packed = zipfile.ZipFile(io.BytesIO(lead.get(card["model_url"]).content))
    assert sorted(packed.namelist()) == [
        "README.md",
        "card.json",
        "model.json",
        "weights.safetensors",
    ]
    from annotator.systems.readers.model.folder import load_model

    packed.extractall(tmp_path)
    assert load_model(tmp_path).settings.system == system


@pytest.mark.usefixtures("training_installed")
def test_a_training_is_queued_with_the_systems_own_name_and_dev_to_answer(lead: Client) -> None:
    queued = lead.post(READERS, WANTED, JSON)
    assert queued.status_code == 202, queued.content
    job = Job.objects.get()
    assert job.parameters == {
        "system": "pipeline",
        "train_split": "train",
        "dev_split": "dev",
        "split": "dev",
        "name": "DecAtt + DocReader",
        "seed": 0,
        "epochs": 1,
        "non_null_annotations": 2,
    }
    Job.objects.update(checkpoint={"epochs": CARD["epochs"]})
    assert lead.get(READERS).json() == {
        "unavailable": "",
        "systems": [
            {"system": "docqa", "name": "Document-QA"},
            {"system": "pipeline", "name": "DecAtt + DocReader"},
        ],
        "splits": ["train", "dev", "test"],
        "running": [{"job": str(job.pk), "name": "DecAtt + DocReader", "epochs": CARD["epochs"]}],
    }


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"system": "other"}, "system"),
        ({"train_split": "none"}, "train_split"),
        ({"dev_split": "none"}, "dev_split"),
        ({"dev_split": "train"}, "dev_split"),
        ({"split": "train"}, "split"),
        ({"split": "none"}, "split"),
        ({"epochs": 0}, "epochs"),
        ({"seed": -1}, "seed"),
    ],
)
def test_what_cannot_be_trained_is_refused_by_its_field(
    lead: Client, change: dict[str, Any], field: str
) -> None:
    refused = lead.post(READERS, WANTED | change, JSON)
    assert refused.status_code == 400
    assert list(refused.json()["fields"]) == [field]
    assert not Job.objects.exists()


def test_without_jax_the_answer_says_what_to_install(
    lead: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requirement, "missing_packages", lambda: ["jax"])
    sentence = "Training needs jax, which this server lacks. Run make training."
    assert lead.get(READERS).json()["unavailable"] == sentence
    refused = lead.post(READERS, WANTED, JSON)
    assert (refused.status_code, refused.json()["detail"]) == (409, sentence)


@pytest.mark.usefixtures("training_installed")
def test_nobody_trains_on_the_hidden_split_and_only_stewards_have_it_answered(
    project: Project, lead: Client
) -> None:
    Project.objects.filter(pk=project.pk).update(hidden_split="test")
    for name in ("train_split", "dev_split"):
        refused = lead.post(READERS, WANTED | {"split": "train", name: "test"}, JSON)
        assert (refused.status_code, name in refused.json()["fields"]) == (400, True)
    assert lead.post(READERS, WANTED | {"split": "test"}, JSON).status_code == 403
    assert lead.get(READERS).json()["splits"] == ["train", "dev"]
    assert not Job.objects.exists()


@pytest.mark.usefixtures("training_installed")
def test_a_training_needs_a_name_of_its_own(project: Project, lead: Client) -> None:
    kept = make_reader(make_score(project, "DecAtt + DocReader", split="dev").system)
    refused = lead.post(READERS, WANTED | {"split": "test"}, JSON)
    assert (refused.status_code, refused.json()) == (
        409,
        {
            "code": "name_taken",
            "detail": (
                "There is a system called DecAtt + DocReader already, and a training makes a new"
                " one."
            ),
            "fields": {"name": "Give the new system another name, or delete the old one."},
        },
    )
    job = make_job(
        TRAIN_READER, WANTED | {"split": "test", "name": kept.system.name}, project=project
    )
    assert run_here(job).message == refused.json()["detail"]
    assert lead.post(READERS, WANTED | {"name": "Another"}, JSON).status_code == 202


@pytest.mark.usefixtures("training_installed")
def test_a_training_under_way_keeps_its_name_until_it_has_ended(lead: Client) -> None:
    assert lead.post(READERS, WANTED, JSON).status_code == 202
    otherwise = WANTED | {"split": "test", "name": "decatt + docreader"}
    assert lead.post(READERS, otherwise, JSON).status_code == 409
    refused = lead.post(READERS, WANTED | {"split": "test"}, JSON)
    assert (refused.status_code, refused.json()) == (
        409,
        {
            "code": "name_taken",
            "detail": "A training under way makes a system called DecAtt + DocReader.",
            "fields": {"name": "Give the new system another name, or cancel that training."},
        },
    )
    Job.objects.update(state=JobState.FAILED)
    assert lead.post(READERS, WANTED, JSON).status_code == 202


@pytest.mark.usefixtures("training_installed")
def test_asqa_has_no_such_systems() -> None:
    project = make_asqa_project("asked")
    lead = browser_of(project)
    refused = lead.post("/api/v1/projects/asked/readers/", WANTED, JSON)
    assert refused.status_code == 400
    assert refused.json()["fields"]["system"] == (
        "These systems are for projects of Natural Questions."
    )


def test_experts_read_the_card_and_leads_alone_download_the_model(
    project: Project, lead: Client
) -> None:
    system = make_score(project).system
    make_reader(system)
    address = f"/api/v1/projects/dev/systems/{system.pk}/"
    expert = browser_of(project, Role.EXPERT)
    card = expert.get(f"{address}card/").json()
    assert (card["name"], card["model_url"]) == ("Baseline", None)
    assert card["epochs"] == CARD["epochs"]
    assert expert.get(f"{address}model/").status_code == 403
    assert lead.get(f"{address}model/").content == b"PK"


def test_a_system_that_was_uploaded_has_no_card(project: Project, lead: Client) -> None:
    system = make_score(project).system
    assert lead.get(f"/api/v1/projects/dev/systems/{system.pk}/card/").status_code == 404
    (row,) = lead.get("/api/v1/projects/dev/leaderboard/").json()["systems"]
    assert row["has_card"] is False


def test_a_deleted_system_takes_its_model_along(project: Project, lead: Client) -> None:
    system = make_score(project).system
    make_reader(system)
    address = f"/api/v1/projects/dev/systems/{system.pk}/"
    assert lead.delete(address).status_code == 204
    assert [lead.get(f"{address}{each}/").status_code for each in ("card", "model")] == [404, 404]
    erase_system(system)
    assert not TrainedReader.objects.exists()
