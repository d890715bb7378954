"""Until the last expert has closed, nobody learns what another expert decided.

What is compared is the same answer twice: once while an expert's verdicts are all C, once while
they are all W, with other justifications. It must not differ for anybody else, in whatever they
call; and no justification may be in it.
"""

import gzip
import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from annotator.quality.judgments.models import Judgment, JudgmentRound, RoundExpert
from annotator.quality.judgments.verdicts import close_seat
from annotator.running.personal_data.services import request_export
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Role
from tests.api.clients import SignedIn, client_of
from tests.api.every_caller.test_permissions import CALLS, send
from tests.api.leaks import text_of
from tests.api.reach import attempts
from tests.api.world import World
from tests.factories.corpus import AT, make_member, make_project
from tests.factories.jobs import make_job, run_here
from tests.factories.judgments import answers_of, make_round, seats_of, vote
from tests.size import sized

pytestmark = [pytest.mark.django_db, pytest.mark.above_database]
SECRETS = {"C": "xqzfirstreason", "W": "xqzotherreason"}
"""What the expert says while their verdicts are these."""

_OF_THE_REQUEST = re.compile(r"Request-ID': '\w+|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)")


def decide(round_: JudgmentRound, number: int, verdict: str) -> None:
    """Let the expert of this number have decided so from the beginning."""
    own = Judgment.objects.filter(answer__round=round_, expert__number=number)
    assert own.update(verdict=verdict, justification=SECRETS[verdict])


def leaked(text: str) -> list[str]:
    return [secret for secret in SECRETS.values() if secret in text]


def lasting(text: str) -> str:
    """An answer without the number of its request and without times."""
    return _OF_THE_REQUEST.sub("", text)


def user_of(world: World, name: str) -> User:
    user = world.people[name]
    assert user
    return user


@pytest.fixture(scope="module")
def judging(world: World) -> JudgmentRound:
    """The round of the world that is in phase 1; its first expert is the one who is watched."""
    round_ = JudgmentRound.objects.get(pk=world.objects["expert"]["judging_round"])
    decide(round_, 1, "C")
    return round_


def answers_to(world: World, signed_in: SignedIn, caller: str) -> Iterator[tuple[str, str, str]]:
    """Method, address and answer of every row of the table on everything that it tries."""
    client = signed_in.client(caller)
    for call in CALLS:
        for attempt in attempts(call, world):
            if attempt.caller != caller:
                continue
            with transaction.atomic():
                answer = send(client, call, attempt.objects)
                text = text_of(answer)
                transaction.set_rollback(True)
            yield call.method, answer.request["PATH_INFO"], text


CALLERS = sized(["expert"], ["expert", "lead", "annotator"])


@pytest.mark.parametrize("caller", CALLERS)
def test_no_operation_of_the_api_gives_away_what_another_expert_decided(
    world: World, signed_in: SignedIn, judging: JudgmentRound, caller: str
) -> None:
    found: dict[str, dict[tuple[str, str], str]] = {"C": {}, "W": {}}
    for verdict, answers in found.items():
        decide(judging, 1, verdict)
        for method, address, text in answers_to(world, signed_in, caller):
            assert leaked(text) == [], (method, address)
            # What is made anew has other keys each time.
            if method == "get":
                answers[address] = lasting(text)
    assert len(found["C"]) > 50
    differing = [each for each, text in found["C"].items() if found["W"][each] != text]
    assert differing == []


def test_the_search_finds_it_where_the_expert_reads_their_own(
    world: World, judging: JudgmentRound
) -> None:
    (seat, *_) = seats_of(judging)
    answer = client_of(seat.user).get(f"/api/v1/judgment-rounds/{judging.pk}/answers/0/")
    assert leaked(text_of(answer)) == [SECRETS["C"]]


def test_history_has_no_verdict_and_no_justification_of_phase_1(judging: JudgmentRound) -> None:
    events = Event.objects.filter(subject="judgment_round", subject_id=str(judging.pk))
    assert {event.verb for event in events} >= {"judged", "opened_context"}
    allowed = {"round", "answer", "expert", "target", "size", "answers", "experts"}
    assert {name for event in events for name in event.details} <= allowed


@pytest.mark.parametrize("kind", ["export_nq", "export_history"])
def test_what_a_lead_exports_has_nothing_of_phase_1(
    world: World, judging: JudgmentRound, kind: str
) -> None:
    lead = user_of(world, "lead")
    job = make_job(
        kind,
        {"format": "csv", "names": "real"} if kind == "export_history" else {},
        project=judging.project,
        created_by=lead,
        filename="out.jsonl.gz",
    )
    # The world's ambiguous questions have no page: no project of this kind gets one by an import.
    judging.project.examples.filter(page=None).delete()
    run_here(job)
    assert job.state == JobState.SUCCEEDED, job.message
    answer = client_of(lead).get(f"/api/v1/jobs/{job.pk}/result/")
    content = b"".join(answer.streaming_content)  # type: ignore[arg-type]
    assert leaked(_unpacked(content)) == []


def _unpacked(content: bytes) -> str:
    return (gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content).decode()


@pytest.mark.parametrize("caller", ["expert", "lead"])
def test_the_copy_of_what_is_kept_about_somebody_has_nothing_of_another_expert(
    world: World, judging: JudgmentRound, caller: str
) -> None:
    user = user_of(world, caller)
    Job.objects.filter(created_by=user).delete()
    copies = {}
    for verdict in SECRETS:
        decide(judging, 1, verdict)
        job = request_export(user=user, at=AT)
        run_job(job_id=job.pk)
        answer = client_of(user).get(f"/api/v1/jobs/{job.pk}/result/")
        with ZipFile(BytesIO(b"".join(answer.streaming_content))) as archive:  # type: ignore[arg-type]
            names = [name for name in archive.namelist() if "judg" in name]
            copies[verdict] = {name: archive.read(name) for name in names}
            text = " ".join(archive.read(name).decode() for name in archive.namelist())
        assert leaked(text) == []
        Job.objects.filter(pk=job.pk).delete()
    assert copies["C"] == copies["W"]


A = "answers/0/"
BODY = {"verdict": "C", "justification": "mine", "version": 1}
STALE = {**BODY, "version": 9}
ENDPOINTS: dict[str, tuple[str, str, dict[str, Any], int, int]] = {
    # what it is: method, address below the round, body, and its status for an expert and a lead
    "round": ("get", "", {}, 200, 200),
    "answers": ("get", "answers/", {}, 200, 409),
    "open answers": ("get", "answers/?open=true", {}, 200, 409),
    "answer": ("get", A, {}, 200, 403),
    "passage": ("get", f"{A}passage/", {}, 200, 200),
    "judgment": ("put", f"{A}judgment/", BODY, 200, 403),
    "stale judgment": ("put", f"{A}judgment/", STALE, 409, 403),
    "context": ("post", f"{A}context/", {}, 200, 403),
    "page": ("get", f"{A}page/", {}, 404, 403),
    "close": ("post", "close/", {}, 409, 403),
    "meeting": ("get", "meeting/", {}, 409, 409),
    "meeting since": ("get", "meeting/?since=0", {}, 409, 409),
    "show": ("post", "meeting/show/", {"number": 0}, 409, 409),
    "note": ("post", f"{A}notes/", {"text": "x"}, 409, 409),
    "consensus": ("put", f"{A}consensus/", {**BODY, "version": 0}, 409, 409),
    "finish": ("post", "finish/", {}, 409, 409),
    "report": ("get", "report/", {}, 409, 409),
    "export as CSV": ("get", "export/?as=csv", {}, 403, 409),
    "export as JSON lines": ("get", "export/?as=jsonl", {}, 403, 409),
    "variability": ("get", "variability/", {}, 409, 409),
    "asking for variability": ("post", "variability/", {"annotations": 3}, 403, 409),
    "sheet": ("get", "sheet/", {}, 409, 409),
    "who could join": ("get", "experts/", {}, 403, 200),
    "adding an expert": ("post", "experts/", {"expert": 1}, 403, 400),
    "removing an expert": ("delete", "experts/3/", {}, 403, 200),
}


@pytest.fixture(scope="module")
def watched(world: World) -> tuple[JudgmentRound, User, User]:
    """A round of two answers; expert 1 has decided all, expert 2 one, expert 3 nothing.

    Each test takes back what it changes.
    """
    round_ = make_round(make_project("watched", overlap=2), answers=2, experts=3)
    first, second, _ = seats_of(round_)
    for answer in answers_of(round_):
        vote(answer, first, "C", SECRETS["C"])
    vote(answers_of(round_)[0], second, "C_d", "mine")
    lead = make_member(round_.project, "lead of watched", Role.LEAD)
    return round_, second.user, lead.user


def asked(client: APIClient, round_: JudgmentRound, name: str, expected: int) -> str:
    """The answer, without the time that it was given at; what it changed is taken back."""
    method, rest, body, _, _ = ENDPOINTS[name]
    address = f"/api/v1/judgment-rounds/{round_.pk}/{rest}"
    with transaction.atomic():
        key = {"Idempotency-Key": "k"}
        answer = getattr(client, method)(
            address, None if method == "get" else body, format="json", headers=key
        )
        assert answer.status_code == expected, answer.content
        text = text_of(answer)
        transaction.set_rollback(True)
    return lasting(text)


@pytest.mark.parametrize("name", ENDPOINTS)
def test_before_the_last_close_no_verdict_changes_what_others_get_from(
    watched: tuple[JudgmentRound, User, User], name: str
) -> None:
    round_, expert, lead = watched
    for user, expected in ((expert, ENDPOINTS[name][3]), (lead, ENDPOINTS[name][4])):
        client, found = client_of(user), {}
        for verdict in SECRETS:
            decide(round_, 1, verdict)
            found[verdict] = asked(client, round_, name, expected)
            assert leaked(found[verdict]) == []
        assert found["C"] == found["W"]


@pytest.mark.parametrize(
    "rest", ["judgment-rounds/", "judgment-rounds/population/?target=long", "history/"]
)
def test_before_the_last_close_no_verdict_changes_what_the_project_says_to_a_lead(
    watched: tuple[JudgmentRound, User, User], rest: str
) -> None:
    round_, _, lead = watched
    found = set()
    for verdict in SECRETS:
        decide(round_, 1, verdict)
        answer = client_of(lead).get(f"/api/v1/projects/{round_.project.slug}/{rest}")
        assert answer.status_code == 200
        assert leaked(text_of(answer)) == []
        found.add(lasting(text_of(answer)))
    assert len(found) == 1


def test_an_expert_who_has_closed_still_learns_nothing_while_another_judges(
    watched: tuple[JudgmentRound, User, User],
) -> None:
    round_, expert, lead = watched
    first, second, _ = seats_of(round_)
    vote(answers_of(round_)[1], second, "W", "mine")
    for seat in (first, second):
        close_seat(seat=seat, at=AT)
    for client in (client_of(expert), client_of(lead)):
        for method, rest, *_ in ENDPOINTS.values():
            if method == "get":
                address = f"/api/v1/judgment-rounds/{round_.pk}/{rest}"
                assert leaked(text_of(client.get(address))) == []


def test_with_the_last_close_the_meeting_shows_what_was_hidden(
    watched: tuple[JudgmentRound, User, User],
) -> None:
    round_, expert, lead = watched
    RoundExpert.objects.filter(round=round_, number=3).delete()
    first, second, *_ = seats_of(round_)
    vote(answers_of(round_)[1], second, "W", "mine")
    for seat in (first, second):
        close_seat(seat=seat, at=AT)
    address = f"/api/v1/judgment-rounds/{round_.pk}/meeting/"
    client_of(lead).post(f"{address}show/", {"number": 0}, format="json")
    for user in (expert, lead):
        assert leaked(text_of(client_of(user).get(address))) == [SECRETS["C"]]
