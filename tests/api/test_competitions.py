"""A competition over the API, from its opening to the final table that everybody reads."""

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.material.corpus.models import Example
from annotator.systems.competitions.models import Competition, Participant, PublishedFile
from annotator.systems.competitions.phases import publish_results
from annotator.systems.evaluation.models import Half
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Membership, Project, Role
from tests.api.clients import client_of
from tests.factories.competitions import (
    F1,
    make_competition,
    make_hidden_project,
    make_phase,
    make_submission,
    make_team,
)
from tests.factories.corpus import AT, make_member, make_user
from tests.factories.many_annotations import LONG, annotate_at_once

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]

P = "/api/v1/projects/dev/"
C = f"{P}competition/"


@pytest.fixture
def project() -> Project:
    return make_hidden_project()


@pytest.fixture
def steward(project: Project) -> APIClient:
    return client_of(project.memberships.get(user__username="steward").user)


def published(competition: Competition) -> Competition:
    competition.page_published_at = AT
    competition.save(update_fields=["page_published_at"])
    return competition


def test_a_steward_opens_writes_and_publishes_a_competition(
    project: Project, steward: APIClient
) -> None:
    visitor, lead = APIClient(), client_of(make_member(project, "lead", Role.LEAD).user)
    assert (visitor.get(C).status_code, steward.get(C).status_code) == (401, 404)
    assert lead.patch(C, {"task": "x"}).status_code == 403
    opened = steward.patch(C, {"summary": "**Find** answers."}).json()
    assert (opened["summary"], opened["split"]) == ("**Find** answers.", "test")
    assert steward.patch(C, {"task": "x" * 20_001}).status_code == 400
    assert steward.patch(C, {"task": "Answer."}).json()["summary"] == "**Find** answers."
    assert visitor.get(C).status_code == 401
    assert steward.put(f"{C}publication/", {"is_published": True}).status_code == 200
    page = visitor.get(C).json()
    assert (page["task"], page["viewer"]) == (
        "Answer.",
        {"is_steward": False, "may_take_part": False, "team": None},
    )
    assert page["splits"] == [{"name": "test", "examples": 1, "is_hidden": True}]
    for method, path in (("patch", C), ("get", f"{C}halves/"), ("get", f"{C}invitation/")):
        answers = [getattr(each, method)(path, {"task": "x"}) for each in (visitor, lead)]
        assert [each.status_code for each in answers] == [401, 403], path


def test_without_a_hidden_split_there_is_no_competition(project: Project) -> None:
    Project.objects.update(hidden_split="", hidden_since=None)
    member = project.memberships.get(user__username="steward")
    answer = client_of(member.user).patch(C, {"task": "x"})
    assert (answer.status_code, answer.json()["code"]) == (409, "nothing_hidden")


def test_once_its_split_is_shown_leads_run_a_competition(
    project: Project, steward: APIClient
) -> None:
    competition = make_competition(project)
    phase = make_phase(competition, name="Final")
    make_submission(phase, make_team(competition, "Ours"), "Mine", {F1: 0.5})
    lead = client_of(make_member(project, "lead", Role.LEAD).user)
    calls = (
        ("patch", C, {"task": "Answer."}),
        ("put", f"{C}publication/", {"is_published": True}),
        ("post", f"{C}invitation/", {"days": 3}),
        ("put", f"{C}phases/1/results/", {"is_published": True}),
        ("get", f"{C}submissions/", {}),
    )

    def answers(client: APIClient) -> set[int]:
        return {getattr(client, method)(path, body).status_code for method, path, body in calls}

    assert answers(lead) == {403}
    assert steward.put(f"{P}splits/hidden/", {"split": ""}).status_code == 200
    assert [lead.get(C).json()["viewer"]["is_steward"], answers(lead)] == [True, {200, 201}]
    assert answers(steward) == {200, 201}
    annotator = client_of(make_member(project, "annotator").user)
    assert answers(annotator) == {403}
    # Another split is hidden by then: this competition tells nothing of it.
    Example.objects.update(split="other")
    assert steward.put(f"{P}splits/hidden/", {"split": "other"}).status_code == 200
    assert answers(lead) == {200, 201}


def test_members_of_a_project_without_a_competition_read_that_there_is_none(
    project: Project, steward: APIClient
) -> None:
    body = steward.get(f"{P}submissions/").json()
    assert (body["split"], body["phase"], body["submissions"]) == ("", None, [])
    assert body["missing"].startswith("This project has no competition yet.")
    assert client_of(make_user("stranger")).get(f"{P}submissions/").status_code == 404


def test_phases_are_added_changed_and_fixed(project: Project, steward: APIClient) -> None:
    competition = make_competition(project)
    body = {"name": "Dry run", "uploads_per_week": 3, "ladder_step": 0.5}
    phase = steward.post(f"{C}phases/", body).json()
    assert (phase["number"], phase["state"], phase["is_fixed"]) == (1, "open", False)
    assert (phase["metric"], phase["ladder_step"]) == (F1, 0.5)
    changed = steward.patch(f"{C}phases/1/", {"uploads_per_week": 4}).json()
    assert (changed["uploads_per_week"], changed["name"]) == (4, "Dry run")
    make_submission(competition.phases.get(), make_team(competition, "Ours"), "Mine", {F1: 0.5})
    refused = steward.patch(f"{C}phases/1/", {"uploads_per_week": 9})
    assert (refused.status_code, set(refused.json()["fields"])) == (409, {"uploads_per_week"})
    assert steward.patch(f"{C}phases/2/", {"name": "x"}).status_code == 404
    assert steward.get(C).json()["phases"][0]["is_fixed"]


def test_people_sign_up_by_the_link_with_a_new_account_and_form_a_team(
    project: Project, steward: APIClient
) -> None:
    make_competition(project)
    link = steward.post(f"{C}invitation/", {"days": 3}).json()["link"]
    secret = link.rpartition("/")[2]
    assert "/competitions/join/" in link
    visitor = APIClient()
    address = f"/api/v1/competition-invitations/{secret}/"
    assert visitor.get(address).json()["is_open"]
    account = {"username": "newcomer", "password": "a rather strange sentence"}
    entry = visitor.post(f"{address}accept/", account).json()
    assert (entry["project"], entry["has_changed"]) == ("dev", True)
    user = User.objects.get(username="newcomer")
    assert Participant.objects.filter(user=user).exists()
    assert not Membership.objects.filter(user=user).exists()
    client = client_of(user)
    for url in ("http://example.org", "javascript:alert(1)", f"https://{'a' * 500}.org"):
        assert client.post(f"{C}teams/", {"name": "Ours", "paper_url": url}).status_code == 400
    fields = {"paper_url": "https://example.org/p", "model_parameters": 110_000_000}
    team = client.post(f"{C}teams/", {"name": "Ours", **fields}).json()
    assert {name: team[name] for name in fields} == fields
    assert (team["name"], team["may_leave"]) == ("Ours", True)
    assert [each["is_self"] for each in team["members"]] == [True]
    assert steward.delete(f"{C}invitation/").status_code == 204
    assert visitor.get(address).status_code == 404


def test_a_stranger_reads_a_published_page_and_does_nothing_there(project: Project) -> None:
    published(make_competition(project))
    stranger = client_of(make_user("stranger"))
    assert stranger.get(C).status_code == 200
    for method, path in (
        ("post", f"{C}teams/"),
        ("get", f"{C}teams/"),
        ("get", f"{C}team/"),
        ("get", f"{P}submissions/"),
        ("post", f"{P}submissions/receipts/"),
    ):
        assert getattr(stranger, method)(path, {"name": "x"}).status_code == 403, path
        assert getattr(APIClient(), method)(path, {"name": "x"}).status_code == 401, path


def test_everybody_reads_the_final_table_as_json_and_csv(project: Project) -> None:
    competition = published(make_competition(project))
    phase = make_phase(competition)
    team = make_team(competition, "=Ours")
    team.code_url = "https://example.org/code"
    team.save(update_fields=["code_url"])
    make_submission(phase, team, "Mine", {F1: 0.51234, "long-best-threshold": 3.0})
    visitor = APIClient()
    before = visitor.get(f"{C}table/").json()
    assert (before["rows"], before["missing"]) == (
        [],
        "The results of this phase are not published yet.",
    )
    publish_results(phase=phase, is_published=True, at=AT, actor=None)
    table = visitor.get(f"{C}table/").json()
    (row,) = table["rows"]
    assert (table["is_final"], table["half"], table["metrics"]) == (True, None, [F1])
    assert (row["rank"], row["team"], row["metrics"]) == (1, "=Ours", {F1: 0.512})
    answer = visitor.get(f"{C}table.csv?phase=1")
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    header, line = csv.reader(io.StringIO(text))
    assert dict(zip(header, line, strict=True)) == {
        "phase": "1",
        "rank": "1",
        "team": "'=Ours",
        "system": "Mine",
        "baseline": "",
        "submitted_at": str(AT),
        "examples": "1",
        F1: "0.512",
        "paper_url": "",
        "code_url": "https://example.org/code",
        "model_url": "",
        "model_parameters": "",
    }
    assert visitor.get(f"{C}table/?phase=2").status_code == 404


def test_the_seed_of_the_halves_is_for_stewards(project: Project, steward: APIClient) -> None:
    competition = make_competition(project)
    assert steward.get(f"{C}halves/").json() == {"seed": None, "sizes": None}
    annotate_at_once(project, [[LONG] * 5] * 40)
    Example.objects.filter(project=project).update(split="test", purpose="hidden")
    make_phase(competition, has_halves=True)
    halves = steward.get(f"{C}halves/").json()
    assert (len(halves["seed"]), sum(halves["sizes"].values())) == (64, 41)
    assert halves["seed"] not in str(steward.get(C).json())
    assert set(halves["sizes"]) == {each.value for each in Half}


def files_of(client: APIClient) -> list[dict[str, Any]]:
    files: list[dict[str, Any]] = client.get(C).json()["files"]
    return files


def test_open_splits_and_hidden_questions_are_published_for_download(
    project: Project, steward: APIClient
) -> None:
    competition = published(make_competition(project))
    annotate_at_once(project, [[LONG] * 5])
    Example.objects.filter(project=project, split="").update(split="train")
    for split, form, audience in (
        ("train", "nq", "everybody"),
        ("test", "nq-questions-simplified", "participants"),
    ):
        body = {"split": split, "format": form, "audience": audience}
        answer = steward.post(f"{C}files/", body)
        assert answer.status_code == 202, answer.content
        run_job(job_id=answer.json()["job"])
    refused = steward.post(f"{C}files/", {"split": "test", "format": "nq"})
    assert refused.json()["fields"] == {"format": "test is hidden: publish its questions alone."}
    visitor = APIClient()
    participant = client_of(make_user("ada"))
    make_team(competition, "Ours", User.objects.get(username="ada"))
    assert [each["split"] for each in files_of(visitor)] == ["train"]
    train, test = sorted(files_of(participant), key=lambda each: each["split"], reverse=True)
    assert (train["name"], test["name"]) == (
        "dev-train-nq.jsonl.gz",
        "dev-test-questions-simplified.jsonl.gz",
    )
    answer = visitor.get(train["url"])
    assert len(b"".join(answer.streaming_content)) == train["size"]
    assert visitor.get(test["url"]).status_code == 404
    assert participant.get(test["url"]).status_code == 200
    assert [each.delete(test["url"]).status_code for each in (participant, steward)] == [403, 204]
    assert participant.get(test["url"]).status_code == 404
    assert PublishedFile.objects.count() == 1


def test_only_stewards_have_the_hidden_split_scored_again(
    project: Project, steward: APIClient
) -> None:
    competition = make_competition(project)
    make_submission(make_phase(competition), make_team(competition, "Ours"), "Mine", {F1: 0.5})
    lead = client_of(make_member(project, "lead", Role.LEAD).user)
    body = {"split": "test"}
    answers = [each.post(f"{P}scores/again/", body) for each in (lead, steward, steward)]
    assert [each.status_code for each in answers] == [403, 202, 409]


def test_a_phase_of_the_future_says_so(project: Project) -> None:
    competition = published(make_competition(project))
    start = timezone.now() + timedelta(days=1)
    make_phase(competition, starts_at=start)
    page = APIClient().get(C).json()
    assert [each["state"] for each in page["phases"]] == ["upcoming"]
