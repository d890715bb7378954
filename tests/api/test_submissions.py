"""Submissions against the hidden split: who makes them, how often, and what they see of it."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import orjson
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.quality.reports.hidden_split import hide_split
from annotator.systems.competitions.models import Competition, Submission
from annotator.systems.competitions.phases import change_phase, publish_results
from annotator.systems.evaluation.models import Result, Score, ScoredExample
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.jobs import job_folders
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project, Role
from api.scopes.competitions import ParticipantMixin
from api.views.submissions import SubmissionListView
from tests.api.clients import client_of
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.competitions import (
    make_competition,
    make_hidden_project,
    make_phase,
    make_team,
)
from tests.factories.corpus import AT, make_member, make_user
from tests.factories.long_form import make_long_form_annotation
from tests.factories.systems import make_score, nothing_predicted
from tests.open_transactions import depths_of_calls

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]

P = "/api/v1/projects/dev/"


WEEK = timedelta(days=7)


@pytest.fixture
def competition() -> Competition:
    """On a hidden split of one example, with one upload a week in a phase without an end."""
    competition = make_competition(make_hidden_project())
    make_phase(competition)
    return competition


@pytest.fixture
def project(competition: Competition) -> Project:
    return competition.project


@pytest.fixture
def submitter(competition: Competition) -> User:
    """Somebody who only submits: no member of the project."""
    user = make_user("ada")
    make_team(competition, "Ada’s", user)
    return user


def another(competition: Competition, name: str = "eve") -> APIClient:
    """Somebody of another team."""
    user = make_user(name)
    make_team(competition, f"{name}’s", user)
    return client_of(user)


def steward_of(project: Project) -> APIClient:
    return client_of(project.memberships.get(user__username="steward").user)


def submit(client: APIClient, project: Project, name: str = "Mine", **answer: Any) -> Any:
    rows = [{**nothing_predicted(each), **answer} for each in project.examples.all()]
    file = SimpleUploadedFile("mine.json", orjson.dumps({"predictions": rows}))
    return client.post(f"{P}submissions/", {"file": file, "name": name}, format="multipart")


def run(answer: Any) -> Job:
    assert answer.status_code == 202, answer.content
    run_job(job_id=UUID(answer.json()["job"]))
    return Job.objects.get(pk=answer.json()["job"])


def test_a_team_submits_sees_aggregated_scores_and_gets_its_own_file_back(
    competition: Competition, submitter: User
) -> None:
    client = client_of(submitter)
    job = run(submit(client, competition.project))
    assert client.get(f"/api/v1/jobs/{job.pk}/").json()["state"] == "succeeded"
    body = client.get(f"{P}submissions/").json()
    (own,) = body.pop("submissions")
    phase = body.pop("phase")
    next_at = (job.created_at + WEEK).isoformat().replace("+00:00", "Z")
    assert phase == {
        "number": 1,
        "name": "Submissions",
        "ends_at": None,
        "non_null_annotations": 2,
        "metric": "long-best-threshold-f1",
        "shown_to": "team",
        "has_halves": False,
        "ladder_step": None,
        "per_week": 1,
        "left": 0,
        "total": None,
        "total_left": None,
        "refused_per_week": 5,
        "refused_left": 5,
        "next_at": next_at,
    }
    missing = body.pop("missing")
    assert missing.startswith("Your team has used its only submission for the last seven days.")
    assert body == {
        "project": "dev",
        "title": competition.project.title,
        "kind": "nq",
        "split": "test",
        "team": "Ada’s",
        "reads_answers": False,
    }
    assert (own["name"], own["examples"], own["outcome"]) == ("Mine", 1, "scored")
    assert own["job"]["id"] == str(job.pk)
    assert own["metrics"]["long-best-threshold-f1"] == 0.0
    assert "long-best-threshold" not in own["metrics"]
    assert (own["counts"], own["is_final"], own["withheld"]) == (True, False, "")
    (file,) = own["files"]
    kept = Score.objects.get().files.get()
    assert (file["sha256"], client.get(file["url"]).status_code) == (kept.sha256, 200)
    others = [another(competition), client_of(make_user("stranger")), APIClient()]
    assert [each.get(file["url"]).status_code for each in others] == [404, 404, 401]
    assert [each.get(f"/api/v1/jobs/{job.pk}/").status_code for each in others] == [404, 404, 401]


def test_people_who_only_submit_see_nothing_else_of_the_project(
    competition: Competition, submitter: User
) -> None:
    client = client_of(submitter)
    run(submit(client, competition.project))
    assert client.get("/api/v1/me/").json()["memberships"] == []
    found = client.get("/api/v1/me/competitions/").json()
    assert found == [{"project": "dev", "title": competition.project.title, "team": "Ada’s"}]
    file = Score.objects.get().files.get().pk
    for path in ("", "examples/", "leaderboard/", "members/", "jobs/", f"scored-files/{file}/"):
        assert client.get(f"{P}{path}").status_code == 404, path


def test_of_a_file_of_passages_a_submitter_says_how_many_are_the_answer() -> None:
    competition = make_hidden_asqa()
    make_phase(competition, uploads_per_week=2, metric="str_em")
    example = competition.project.examples.get()
    found = {str(example.example_id): [{"text": "Masons do."}, {"text": "Surveyors do."}]}
    client = another(competition)
    for number, present in [(1, 50), (2, 100)]:
        form = {
            "file": SimpleUploadedFile("found.json", orjson.dumps(found)),
            "name": f"DPR@{number}",
            "passages": number,
        }
        assert run(client.post(f"{P}submissions/", form, format="multipart")).state == "succeeded"
        body = client.get(f"{P}submissions/").json()
        assert (body["phase"]["left"], len(body["submissions"])) == (2 - number, number)
        newest = body["submissions"][0]
        assert (newest["name"], newest["metrics"]["str_em"]) == (f"DPR@{number}", present)
        assert "example_id" not in str(body)
        assert COMPLETE not in str(body)


def make_hidden_asqa() -> Competition:
    """A competition on one ambiguous question with two answers."""
    project = make_asqa_project("dev", overlap=2)
    [example] = make_ambiguous_examples(project, 1, split="test")
    steward = make_member(project, "steward", Role.LEAD).user
    for name in ("ann", "ben"):
        make_long_form_annotation(example, make_member(project, name).user, text=COMPLETE)
    hide_split(project=project, split="test", steward=steward, at=AT)
    project.refresh_from_db()
    return make_competition(project)


def test_limits_count_for_the_team_and_each_team_has_its_own(
    competition: Competition, submitter: User
) -> None:
    project, client = competition.project, client_of(submitter)
    job = run(submit(client, project))
    refused = submit(client, project, "Again")
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_attempts")
    assert int(refused.headers["Retry-After"]) <= WEEK.total_seconds()
    assert submit(another(competition), project, "Eve's").status_code == 202
    earlier = timezone.now() - WEEK - timedelta(minutes=1)
    Submission.objects.filter(job=job).update(submitted_at=earlier)
    assert client.get(f"{P}submissions/").json()["phase"]["left"] == 1
    assert submit(client, project, "Again").status_code == 202


def test_nothing_is_locked_while_a_submission_is_brought_to_the_disk(
    project: Project, submitter: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    depths, outside = depths_of_calls(monkeypatch, job_folders, "_store")
    assert submit(client_of(submitter), project).status_code == 202
    assert depths == [outside]


def test_a_submission_that_is_refused_in_the_end_leaves_no_file(
    project: Project, submitter: User, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(SubmissionListView, "initial", ParticipantMixin.initial)
    client = client_of(submitter)
    assert [submit(client, project, name).status_code for name in ("One", "Two")] == [202, 429]
    assert len(list(settings.UPLOAD_DIR.iterdir())) == 1


def test_a_refused_file_counts_against_a_limit_of_its_own_and_its_team_alone_reads_why(
    competition: Competition, submitter: User
) -> None:
    project, client = competition.project, client_of(submitter)
    job = run(submit(client, project, example_id=12345))
    assert job.state == "failed"
    address = f"/api/v1/jobs/{job.pk}/problems/"
    listed = client.get(address).json()["results"]
    assert [each["problem"] for each in listed] == [
        "some examples have no prediction.",
        "example 12345 is not among the gold examples.",
    ]
    body = client.get(f"{P}submissions/").json()
    assert (body["phase"]["left"], body["phase"]["refused_left"]) == (1, 4)
    assert body["submissions"][0]["outcome"] == "refused"
    lead = client_of(make_member(project, "lead", Role.LEAD).user)
    assert [each.get(address).status_code for each in (another(competition), lead)] == [404, 404]
    assert run(submit(client, project)).state == "succeeded"


def test_deleting_a_system_gives_no_upload_back_and_is_on_record(
    project: Project, submitter: User
) -> None:
    client = client_of(submitter)
    run(submit(client, project))
    system = Score.objects.get().system_id
    assert steward_of(project).delete(f"{P}systems/{system}/").status_code == 204
    body = client.get(f"{P}submissions/").json()
    assert (body["phase"]["left"], body["submissions"][0]["outcome"]) == (0, "deleted")
    event = Event.objects.get(verb="deleted", subject="system")
    assert event.details["name"] == "Mine"


@pytest.mark.parametrize("name", ["Taken", "taken", "\N{FULLWIDTH LATIN CAPITAL LETTER T}aken"])
def test_nobody_submits_under_the_name_of_somebody_elses_system(
    competition: Competition, submitter: User, name: str
) -> None:
    run(submit(client_of(submitter), competition.project, "Taken"))
    answer = submit(another(competition), competition.project, name)
    detail = "Somebody else's system is called Taken."
    assert (answer.status_code, answer.json()["detail"]) == (409, detail)


def test_leads_who_are_not_stewards_submit_as_all_others(
    competition: Competition, submitter: User
) -> None:
    project = competition.project
    lead = make_member(project, "lead", Role.LEAD).user
    assert submit(client_of(lead), project).json()["code"] == "no_team"
    file = SimpleUploadedFile("x.json", b"{}")
    form = {"file": file, "name": "y", "split": "test"}
    direct = client_of(lead).post(f"{P}systems/", form, format="multipart")
    assert direct.status_code == 403
    make_score(project, "Kept", split="test")
    address = f"{P}systems/{Score.objects.get().system_id}/results/"
    for client, offered, status in (
        (client_of(lead), [], 404),
        (steward_of(project), ["test"], 200),
    ):
        board = client.get(f"{P}leaderboard/").json()
        assert board["available_splits"] == offered
        assert board["can_read_results"] == (status == 200)
        assert client.get(address).status_code == status
    system = address.removesuffix("results/")
    assert client_of(lead).delete(system).status_code == 403
    assert client_of(lead).patch(system, {"is_published": False}).status_code == 403
    make_team(competition, "Lead’s", lead)
    assert submit(client_of(lead), project).status_code == 202


@pytest.mark.parametrize(
    ("threshold", "result"), [(2, Result.MISSED), (5, Result.MISSED), (6, Result.NOTHING)]
)
def test_a_phase_says_how_many_annotations_make_a_question_answerable(
    competition: Competition, submitter: User, threshold: int, result: Result
) -> None:
    """Five people gave the example a long answer."""
    phase = competition.phases.get()
    change_phase(phase=phase, at=AT, actor=None, non_null_annotations=threshold)
    run(submit(client_of(submitter), competition.project))
    told = client_of(submitter).get(f"{P}submissions/").json()
    assert told["phase"]["non_null_annotations"] == threshold
    [mine] = told["submissions"]
    assert mine["receipt"]["parameters"]["non_null_annotations"] == threshold
    assert ScoredExample.objects.get().long_result == result


@pytest.mark.parametrize(
    ("dates", "code"),
    [
        ({"starts_at": timedelta(days=1)}, "no_open_phase"),
        ({"ends_at": timedelta(0)}, "no_open_phase"),
        ({"ends_at": timedelta(days=1)}, None),
    ],
)
def test_uploads_are_taken_between_the_dates_of_a_phase(
    competition: Competition, submitter: User, dates: dict[str, timedelta], code: str | None
) -> None:
    now = timezone.now()
    moments = {name: now + after for name, after in dates.items()}
    change_phase(phase=competition.phases.get(), at=AT, actor=None, **moments)
    answer = submit(client_of(submitter), competition.project)
    assert answer.json().get("code") == code


def test_a_team_chooses_what_counts_until_the_results_are_published(
    competition: Competition, submitter: User
) -> None:
    phase, client = competition.phases.get(), client_of(submitter)
    change_phase(phase=phase, at=AT, actor=None, uploads_per_week=2)
    for name in ("One", "Two"):
        run(submit(client, competition.project, name))
    second, first = client.get(f"{P}submissions/").json()["submissions"]
    assert (first["counts"], second["counts"]) == (True, False)
    address = f"{P}submissions/{second['id']}/final/"
    chosen = client.put(address, {"is_final": True}).json()
    assert (chosen["name"], chosen["counts"], chosen["is_final"]) == ("Two", True, True)
    assert another(competition).put(address, {"is_final": True}).status_code == 404
    publish_results(phase=phase, is_published=True, at=timezone.now(), actor=None)
    assert client.put(address, {"is_final": False}).json()["code"] == "results_published"


def test_scores_that_are_withheld_say_why(competition: Competition, submitter: User) -> None:
    change_phase(phase=competition.phases.get(), at=AT, actor=None, shown_to="nobody")
    client = client_of(submitter)
    run(submit(client, competition.project))
    (own,) = client.get(f"{P}submissions/").json()["submissions"]
    assert (own["metrics"], own["intervals"], own["examples"]) == (None, None, None)
    assert own["withheld"] == "Scores of this phase are shown when its results are published."
    assert not own["counts"]


def test_a_team_verifies_its_own_receipt_and_no_other(
    competition: Competition, submitter: User
) -> None:
    client = client_of(submitter)
    run(submit(client, competition.project))
    (own,) = client.get(f"{P}submissions/").json()["submissions"]
    receipt, address = own["receipt"]["receipt"], f"{P}submissions/receipts/"
    verified = client.post(address, {"receipt": receipt[:8]}).json()
    assert verified["is_same"]
    assert (verified["receipt"], verified["system"], verified["phase"]) == (receipt, "Mine", 1)
    assert "metrics" not in verified
    assert another(competition).post(address, {"receipt": receipt}).status_code == 404
    Score.objects.update(metrics={"long-best-threshold-f1": 1.0})
    assert not client.post(address, {"receipt": receipt}).json()["is_same"]
