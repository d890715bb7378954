"""Submissions against the hidden split: who makes them, how often, and what they see of it."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import orjson
import pytest
from annotator.evaluation.competition import WEEK, change_competition
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.corpus.models import Example
from annotator.evaluation.models import Result, Score, ScoredExample
from annotator.history.models import Event
from annotator.jobs import files
from annotator.jobs.models import Job
from annotator.jobs.services import run_job
from annotator.projects.models import Membership, Project, Role
from annotator.reports.hidden_split import hide_split
from api.permissions import ProjectMixin
from api.views.submissions import SubmissionListView
from tests.api.clients import client_of
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_member, make_project
from tests.factories.long_form import make_long_form_annotation
from tests.factories.many_annotations import LONG, annotate_at_once
from tests.factories.systems import make_score, nothing_predicted
from tests.open_transactions import depths_of_calls

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]

P = "/api/v1/projects/dev/"


@pytest.fixture
def project() -> Project:
    """A project whose only example is of the hidden split, and that all members may submit to."""
    project = make_project("dev", overlap=5)
    annotate_at_once(project, [[LONG] * 5])
    Example.objects.filter(project=project).update(split="test")
    steward = make_member(project, "steward", Role.LEAD).user
    hide_split(project=project, split="test", steward=steward, at=AT)
    change_competition(
        project=project, submitters="members", uploads_per_week=1, at=AT, actor=steward
    )
    project.refresh_from_db()
    return project


@pytest.fixture
def submitter(project: Project) -> Membership:
    return make_member(project, "ada")


def submit(client: APIClient, project: Project, name: str = "Mine", **answer: Any) -> Any:
    rows = [{**nothing_predicted(each), **answer} for each in project.examples.all()]
    file = SimpleUploadedFile("mine.json", orjson.dumps({"predictions": rows}))
    return client.post(f"{P}submissions/", {"file": file, "name": name}, format="multipart")


def run(answer: Any) -> Job:
    assert answer.status_code == 202, answer.content
    run_job(job_id=UUID(answer.json()["job"]))
    return Job.objects.get(pk=answer.json()["job"])


def test_a_member_submits_sees_aggregated_scores_and_gets_the_own_file_back(
    project: Project, submitter: Membership
) -> None:
    client = client_of(submitter.user)
    job = run(submit(client, project))
    assert client.get(f"/api/v1/jobs/{job.pk}/").json()["state"] == "succeeded"
    body = client.get(f"{P}submissions/").json()
    (own,) = body.pop("submissions")
    next_at = body.pop("next_at")
    assert body.pop("job")["id"] == str(job.pk)
    assert body == {
        "split": "test",
        "may_submit": True,
        "reads_answers": False,
        "non_null_annotations": 2,
        "per_week": 1,
        "left": 0,
    }
    assert next_at == (job.created_at + WEEK).isoformat().replace("+00:00", "Z")
    assert (own["name"], own["examples"]) == ("Mine", 1)
    assert own["metrics"]["long-best-threshold-f1"] == 0.0
    (file,) = own["files"]
    assert client.get(file["url"]).status_code == 200
    others = [client_of(make_member(project, "eve").user), APIClient()]
    assert [each.get(file["url"]).status_code for each in others] == [403, 401]
    # The predictions' owner learns nothing of single examples anywhere else either.
    assert client.get(f"{P}examples/").status_code == 403


def test_of_a_file_of_passages_a_submitter_says_how_many_are_the_answer() -> None:
    project = make_asqa_project("dev", overlap=2)
    [example] = make_ambiguous_examples(project, 1, split="test")
    steward = make_member(project, "steward", Role.LEAD).user
    for name in ("ann", "ben"):
        make_long_form_annotation(example, make_member(project, name).user, text=COMPLETE)
    hide_split(project=project, split="test", steward=steward, at=AT)
    change_competition(
        project=project, submitters="members", uploads_per_week=2, at=AT, actor=steward
    )
    found = {str(example.example_id): [{"text": "Masons do."}, {"text": "Surveyors do."}]}
    client = client_of(make_member(project, "ada").user)
    for number, present in [(1, 50), (2, 100)]:
        form = {
            "file": SimpleUploadedFile("found.json", orjson.dumps(found)),
            "name": f"DPR@{number}",
            "passages": number,
        }
        assert run(client.post(f"{P}submissions/", form, format="multipart")).state == "succeeded"
        body = client.get(f"{P}submissions/").json()
        assert (body["left"], len(body["submissions"])) == (2 - number, number)
        newest = body["submissions"][0]
        assert (newest["name"], newest["metrics"]["str_em"]) == (f"DPR@{number}", present)
        assert "example_id" not in str(body)
        assert COMPLETE not in str(body)


def test_a_week_has_as_many_uploads_as_a_lead_says_and_each_member_their_own(
    project: Project, submitter: Membership
) -> None:
    client = client_of(submitter.user)
    job = run(submit(client, project))
    refused = submit(client, project, "Again")
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_attempts")
    sentence = "You have used your only submission for the last seven days. Submit again on "
    assert refused.json()["detail"].startswith(sentence)
    assert int(refused.headers["Retry-After"]) <= WEEK.total_seconds()
    assert submit(client_of(make_member(project, "eve").user), project, "Eve's").status_code == 202
    Job.objects.filter(pk=job.pk).update(created_at=timezone.now() - WEEK - timedelta(minutes=1))
    assert client.get(f"{P}submissions/").json()["left"] == 1
    assert submit(client, project, "Again").status_code == 202


def test_nothing_is_locked_while_a_submission_is_brought_to_the_disk(
    project: Project, submitter: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    depths, outside = depths_of_calls(monkeypatch, files, "_store")
    assert submit(client_of(submitter.user), project).status_code == 202
    assert depths == [outside]


def test_a_submission_that_is_refused_in_the_end_leaves_no_file(
    project: Project, submitter: Membership, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(SubmissionListView, "initial", ProjectMixin.initial)
    client = client_of(submitter.user)
    assert [submit(client, project, name).status_code for name in ("One", "Two")] == [202, 429]
    assert len(list(settings.UPLOAD_DIR.iterdir())) == 1


def test_what_failed_tells_nothing_and_does_not_count(
    project: Project, submitter: Membership
) -> None:
    client = client_of(submitter.user)
    job = run(submit(client, project, example_id=12345))
    assert job.state == "failed"
    listed = client.get(f"/api/v1/jobs/{job.pk}/problems/").json()["results"]
    assert [each["problem"] for each in listed] == [
        "some examples have no prediction.",
        "example 12345 is not among the gold examples.",
    ]
    assert client.get(f"{P}submissions/").json()["left"] == 1
    assert run(submit(client, project)).state == "succeeded"


def test_a_steward_is_told_which_predictions_are_missing(project: Project) -> None:
    steward = client_of(project.memberships.get(user__username="steward").user)
    job = run(submit(steward, project, example_id=12345))
    hidden = project.examples.get().example_id
    listed = steward.get(f"/api/v1/jobs/{job.pk}/problems/").json()["results"]
    assert listed[0]["problem"] == f"example {hidden} has no prediction."


def test_of_questions_of_asqa_without_an_answer_no_number_is_told() -> None:
    project = make_asqa_project("dev", overlap=2)
    [example] = make_ambiguous_examples(project, 1, split="test")
    steward = make_member(project, "steward", Role.LEAD).user
    make_long_form_annotation(example, make_member(project, "ann").user, text=COMPLETE)
    hide_split(project=project, split="test", steward=steward, at=AT)
    change_competition(
        project=project, submitters="members", uploads_per_week=1, at=AT, actor=steward
    )
    client = client_of(make_member(project, "ada").user)
    form = {"file": SimpleUploadedFile("none.json", b'{"0": "Masons do."}'), "name": "None"}
    job = run(client.post(f"{P}submissions/", form, format="multipart"))
    listed = client.get(f"/api/v1/jobs/{job.pk}/problems/").json()["results"]
    assert [(each["field"], each["problem"]) for each in listed] == [
        ("", "some keys have no answer."),
        ("0", "no question of this split has this key."),
    ]


def test_deleting_a_system_gives_no_upload_back_and_is_on_record(
    project: Project, submitter: Membership
) -> None:
    client = client_of(submitter.user)
    run(submit(client, project))
    steward = client_of(project.memberships.get(user__username="steward").user)
    system = Score.objects.get().system_id
    assert steward.delete(f"{P}systems/{system}/").status_code == 204
    assert client.get(f"{P}submissions/").json()["left"] == 0
    event = Event.objects.get(verb="deleted", subject="system")
    assert event.details["name"] == "Mine"


def test_the_name_of_somebody_elses_system_is_taken(
    project: Project, submitter: Membership
) -> None:
    run(submit(client_of(submitter.user), project, "Taken"))
    answer = submit(client_of(make_member(project, "eve").user), project, "Taken")
    assert (answer.status_code, answer.json()["code"]) in {
        (409, "already_scored"),
        (409, "name_taken"),
    }


def test_nobody_submits_under_another_spelling_of_somebody_elses_name(
    project: Project, submitter: Membership
) -> None:
    run(submit(client_of(submitter.user), project, "Taken"))
    eve = client_of(make_member(project, "eve").user)
    for name in ("taken", "\N{FULLWIDTH LATIN CAPITAL LETTER T}aken"):
        answer = submit(eve, project, name)
        detail = "Somebody else's system is called Taken."
        assert (answer.status_code, answer.json()["detail"]) == (409, detail)


def test_leads_say_who_may_submit_and_other_leads_have_the_same_limit(
    project: Project, submitter: Membership
) -> None:
    lead, steward = (
        make_member(project, "lead", Role.LEAD).user,
        client_of(project.memberships.get(user__username="steward").user),
    )
    rules = {"submitters": "experts", "uploads_per_week": 2}
    changed = client_of(lead).put(f"{P}competition/", rules).json()
    assert changed == {**rules, "non_null_annotations": 2}
    # What another lead has changed and this one leaves out stays.
    assert (
        steward.put(f"{P}competition/", {"uploads_per_week": 3}).json()["submitters"] == "experts"
    )
    client_of(lead).put(f"{P}competition/", {"uploads_per_week": 2})
    assert submit(client_of(submitter.user), project).status_code == 403
    expert = client_of(make_member(project, "expert", Role.EXPERT).user)
    assert submit(expert, project).status_code == 202
    file = SimpleUploadedFile("x.json", b"{}")
    form = {"file": file, "name": "y", "split": "test"}
    direct = client_of(lead).post(f"{P}systems/", form, format="multipart")
    assert direct.status_code == 403
    make_score(project, "Kept", split="test")
    address = f"{P}systems/{Score.objects.get().system_id}/results/"
    for client, offered, status in ((client_of(lead), [], 404), (steward, ["test"], 200)):
        board = client.get(f"{P}leaderboard/").json()
        assert board["available_splits"] == offered
        assert board["can_read_results"] == (status == 200)
        assert client.get(address).status_code == status


@pytest.mark.parametrize(
    ("threshold", "result"), [(None, Result.MISSED), (5, Result.MISSED), (6, Result.NOTHING)]
)
def test_leads_say_how_many_annotations_make_a_question_answerable(
    project: Project, submitter: Membership, threshold: int | None, result: Result
) -> None:
    """Five people gave the example a long answer."""
    steward = client_of(project.memberships.get(user__username="steward").user)
    rules = {"submitters": "members", "uploads_per_week": 1}
    chosen = {} if threshold is None else {"non_null_annotations": threshold}
    changed = steward.put(f"{P}competition/", {**rules, **chosen}).json()
    assert changed["non_null_annotations"] == (threshold or 2)
    run(submit(client_of(submitter.user), project))
    told = client_of(submitter.user).get(f"{P}submissions/").json()
    assert told["non_null_annotations"] == (threshold or 2)
    [mine] = told["submissions"]
    assert mine["receipt"]["parameters"]["non_null_annotations"] == (threshold or 2)
    assert ScoredExample.objects.get().long_result == result
