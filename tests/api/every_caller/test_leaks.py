"""Annotators and experts see nothing of others' answers, notes, names and figures, whatever they
call: every row of the table of permissions, not only what reads.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.db import transaction

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.assignments.late import accept_late
from annotator.collecting.assignments.models import Assignment, AssignmentState
from annotator.collecting.assignments.overlaps import change_overlap
from annotator.collecting.assignments.services import give_up_assignment
from annotator.material.corpus.models import Example, Page
from annotator.running.personal_data.services import request_export
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.services import change_member
from tests.api.clients import SignedIn, client_of
from tests.api.every_caller.test_permissions import CALLS, ELSEWHERE, send
from tests.api.leaks import Mark, Search, leave_work, make_long_page, text_of
from tests.api.openapi import PREFIX
from tests.api.reach import ALLOWED, ROLES, Call, attempts
from tests.api.world import Objects, World
from tests.factories.corpus import AT, PASSWORD, make_examples, make_member
from tests.factories.jobs import run_here

pytestmark = [pytest.mark.django_db, pytest.mark.above_database]

CALLS_WITH_SECRETS = [
    Call(
        "post", "auth/token/", ROLES, {}, body={"username": "{username}", "password": "{password}"}
    ),
    Call("post", "invitations/{secret}/accept/", ROLES, {}, body={}),
    Call("post", "competition-invitations/{competition_secret}/accept/", ROLES, {}, body={}),
    Call(
        "put",
        "me/account/email/",
        ROLES,
        {},
        body={"email": "new@example.com", "password": "{password}"},
    ),
    Call("post", "me/erase/", ROLES, {}, body={"username": "{username}", "password": "{password}"}),
]
"""What the table leaves to tests of its own."""

CALLS_SWITCHED_OFF = [
    Call("post", path, (), dict.fromkeys(ROLES, 403), body={})
    for path in (
        "auth/single-sign-on/",
        "me/single-sign-on/",
        "me/single-sign-on/disconnect/",
        "me/second-factor/key/",
        "me/second-factor/on/",
        "me/second-factor/off/",
        "me/second-factor/recovery-codes/",
        "me/second-factor/recovery-codes/new/",
    )
]
"""Likewise; nobody gets an answer where a site has no provider and no second factors."""

CALLS_OF_A_NEW_SITE = [
    Call("get", "set-up/{secret}/", (), dict.fromkeys(ROLES, 409)),
    Call(
        "post",
        "set-up/{secret}/",
        (),
        dict.fromkeys(ROLES, 409),
        body={"username": "new", "password": PASSWORD},
    ),
]
"""Likewise; nobody gets an answer where somebody has an account."""

CALLS_BESIDE_THE_TABLE = [*CALLS_WITH_SECRETS, *CALLS_SWITCHED_OFF, *CALLS_OF_A_NEW_SITE]

UNSEEN = 3
"""On how many examples the annotator has not worked, but the others have."""


@dataclass
class Crowd:
    """Everybody at work on the same examples, each in a way that nobody mistakes."""

    world: World
    page: Page
    project: Project
    examples: list[Example]
    marks: dict[User, Mark]

    def person(self, name: str) -> User:
        """Somebody of the world."""
        user = self.world.people[name]
        assert user
        return user

    def search(self, caller: str) -> Search:
        """A search for what is not the caller's."""
        return Search(caller=self.person(caller), marks=self.marks, page=self.page)


@pytest.fixture(scope="module")
def crowd(world: World) -> Crowd:
    """The world, in which a member who left has worked as well."""
    project, page = Project.objects.get(slug="project"), make_long_page()
    project, _ = change_overlap(project=project, overlap=8, at=AT, actor=None)
    Example.objects.filter(project=project).update(page=page)
    gone = make_member(project, "gone")
    names = ("annotator", "another annotator", "expert", "lead")
    users = [*(user for name in names if (user := world.people[name])), gone.user]
    marks = {user: Mark(number) for number, user in enumerate(users)}
    lead = users[3]
    # The callers' own examples are those on which something of others could be shown to them.
    own = Example.objects.filter(project=project, assignments__annotator__in=[users[0], users[2]])
    examples = [*own.distinct().order_by("pk"), *make_examples(project, UNSEEN, page=page)]
    for user, mark in marks.items():
        reached = examples[:-UNSEEN] if user == users[0] else examples
        leave_work(user=user, mark=mark, examples=reached, lead=lead)
    for name, user in zip(names, users, strict=False):
        late = Annotation.objects.get(pk=world.objects[name]["late_annotation"])
        note = marks[user].text("acceptance")
        accept_late(assignment=late.assignment, note=note, at=AT, actor=lead)
    change_member(membership=gone, is_active=False, at=AT, actor=None)
    for user in User.objects.all():
        user.username = f"login-of-{user.pk}-xqz"
        user.display_name, user.email = f"Xqz Person {user.pk:04}", f"xqz{user.pk}@example.org"
        user.set_password(PASSWORD)
        user.save()
    for known in [*world.people.values(), *marks]:
        if known:
            known.refresh_from_db()
    return Crowd(world, page, project, examples, marks)


def objects_for(call: Call, crowd: Crowd, caller: str) -> Iterator[Objects]:
    """What the table tries as ``caller``, and the caller's own work in every state."""
    secrets = {"username": crowd.person(caller).username, "password": PASSWORD}
    for attempt in attempts(call, crowd.world):
        if attempt.caller == caller:
            yield {**attempt.objects, **secrets}
    user, own = crowd.person(caller), crowd.world.objects[caller]
    if "assignment" in call.names:
        for state in AssignmentState.values:
            for assignment in Assignment.objects.filter(annotator=user, state=state)[:2]:
                yield {**own, "assignment": assignment.pk}
    if "own_annotation" in call.names:
        for annotation in Annotation.objects.filter(annotator=user):
            yield {**own, "own_annotation": annotation.pk}


def answers_to(crowd: Crowd, caller: str) -> Iterator[tuple[Call, Any]]:
    """Every call on everything; what it changes is taken back."""
    signed_in = SignedIn({caller: crowd.person(caller)})
    for call in [*CALLS, *CALLS_BESIDE_THE_TABLE]:
        for objects in objects_for(call, crowd, caller):
            with transaction.atomic():
                yield call, send(signed_in.client(caller), call, objects)
                transaction.set_rollback(True)


def name_of(call: Call) -> str:
    return f"{call.method} {call.path}"


def allowed_calls(crowd: Crowd, caller: str) -> set[str]:
    """The rows that let the caller do something somewhere."""
    return {
        name_of(call)
        for call in [*CALLS, *CALLS_BESIDE_THE_TABLE]
        for attempt in attempts(call, crowd.world)
        if attempt.caller == caller and attempt.expected == ALLOWED
    }


def test_no_operation_is_left_out_of_the_search() -> None:
    assert {(call.method, call.path) for call in CALLS_BESIDE_THE_TABLE} == ELSEWHERE


@pytest.mark.long
@pytest.mark.parametrize("caller", ["annotator", "expert"])
def test_no_answer_to_an_annotator_or_an_expert_has_anything_of_somebody_else(
    crowd: Crowd, caller: str
) -> None:
    search, found, answered = crowd.search(caller), set(), set()
    for call, answer in answers_to(crowd, caller):
        found |= {(name_of(call), kind) for kind in search.found_in(text_of(answer))}
        if answer.status_code < 300:
            answered.add(name_of(call))
    assert found == set()
    assert answered == allowed_calls(crowd, caller)


@pytest.mark.long
def test_the_search_finds_all_of_it_where_a_lead_reads(crowd: Crowd) -> None:
    search, found = crowd.search("lead"), set()
    for _, answer in answers_to(crowd, "lead"):
        found |= search.found_in(text_of(answer))
    # The keys of submissions are given out to nobody.
    assert found == search.kinds - {"key"}


@pytest.mark.long
def test_the_next_examples_come_without_anything_that_others_left_on_them(crowd: Crowd) -> None:
    user, search = crowd.person("annotator"), crowd.search("annotator")
    client, texts, reached = client_of(user), [], set()
    while (answer := client.post(f"{PREFIX}projects/project/assignments/next/")).status_code == 200:
        assignment = Assignment.objects.get(pk=answer.json()["id"])
        reached.add(assignment.example)
        address, good = f"{PREFIX}assignments/{assignment.pk}/", {"question_quality": "good"}
        draft = {**good, "version": answer.json()["version"]}
        answers = [
            answer,
            client.put(f"{address}draft/", draft, format="json"),
            client.get(f"{address}page/"),
            client.post(f"{address}submit/", good, format="json"),
        ]
        assert [each.status_code for each in answers] == [200, 200, 200, 201]
        texts += map(text_of, answers)
    assert answer.status_code == 204
    assert set(crowd.examples[-UNSEEN:]) <= reached
    assert [text for text in texts if search.found_in(text)] == []


def bodies_read(crowd: Crowd, caller: str) -> dict[str, bytes]:
    """Everything that the caller reads, by address, but for a meeting: that the caller is there is
    part of it, and wears off.
    """
    client, read = client_of(crowd.person(caller)), {}
    for call in CALLS:
        if call.method == "get" and not call.path.endswith("/meeting/"):
            for objects in objects_for(call, crowd, caller):
                answer = send(client, call, objects)
                address = answer.request["PATH_INFO"]
                read[address] = text_of(answer).partition("\n")[2].encode()
    return read


@pytest.mark.long
@pytest.mark.parametrize("caller", ["annotator", "expert"])
def test_what_others_do_changes_nothing_that_an_annotator_or_an_expert_reads(
    crowd: Crowd, caller: str
) -> None:
    before, seen_by_lead = bodies_read(crowd, caller), bodies_read(crowd, "lead")
    newcomer, lead = make_member(crowd.project, "newcomer").user, crowd.person("lead")
    leave_work(user=newcomer, mark=Mark(6), examples=crowd.examples, lead=lead)
    for opened in Assignment.objects.filter(state="open").exclude(annotator=crowd.person(caller)):
        give_up_assignment(
            assignment=opened, state=AssignmentState.RELEASED, note="x", at=AT, actor=lead
        )
    assert bodies_read(crowd, caller) == before
    assert bodies_read(crowd, "lead") != seen_by_lead


def test_progress_has_the_callers_own_figures_and_for_leads_those_of_all_together(
    crowd: Crowd,
) -> None:
    own = {"submitted", "submitted_today", "open", "parked", "reopened"}
    own |= {"seconds_median", "seconds_today"}
    together = {
        "as_of",
        "examples",
        "examples_complete",
        "examples_with_clauses",
        "out_of_reach",
        "annotations_required",
        "annotations_submitted",
        "late",
        "open_assignments",
        "annotators",
        "by_day",
        "long_form",
    }
    found = {}
    for name in ("annotator", "expert", "lead"):
        client = client_of(crowd.person(name))
        body = client.get(f"{PREFIX}projects/project/progress/").json()
        assert set(body) == {"own", "project", "waiting_reviews"}
        found[name] = (set(body["own"]), body["project"] and set(body["project"]))
    assert found == {"annotator": (own, None), "expert": (own, None), "lead": (own, together)}


@pytest.mark.parametrize("caller", ["annotator", "expert"])
def test_the_medians_of_others_are_not_in_the_callers(crowd: Crowd, caller: str) -> None:
    user = crowd.person(caller)
    body = client_of(user).get(f"{PREFIX}projects/project/progress/").json()
    assert body["own"]["seconds_median"] == sum(crowd.marks[user].seconds.values())
    assert body["own"]["seconds_today"] in (0, sum(crowd.marks[user].seconds.values()))


@pytest.mark.parametrize("caller", ["annotator", "expert"])
def test_the_export_of_what_is_kept_about_somebody_has_nothing_of_others(
    crowd: Crowd, caller: str
) -> None:
    user, search = crowd.person(caller), crowd.search(caller)
    Job.objects.filter(created_by=user).delete()
    job = request_export(user=user, at=AT)
    run_here(job)
    assert job.state == JobState.SUCCEEDED, job.message
    answer = client_of(user).get(f"{PREFIX}jobs/{job.pk}/result/")
    with ZipFile(BytesIO(b"".join(answer.streaming_content))) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    assert crowd.marks[user].text("note") in files["assignments.json"]
    assert {name: found for name in files if (found := search.found_in(files[name]))} == {}
