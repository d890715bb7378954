"""After a person was erased, nothing in the database says who they were."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.test import Client
from rest_framework.test import APIClient

from annotator.collecting.annotations.drafts import save_draft
from annotator.collecting.annotations.models import Annotation, Draft
from annotator.collecting.annotations.revisions import reopen_annotation, revise_annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.leases import (
    expire_leases,
    release_parked_of_former_annotators,
)
from annotator.collecting.assignments.models import Assignment, Slot
from annotator.collecting.assignments.services import park_assignment, resume_assignment
from annotator.exceptions import ConflictError
from annotator.running.operations.tables import all_models
from annotator.running.personal_data import columns
from annotator.running.personal_data.name_search import Names, as_text
from annotator.running.personal_data.services import erase_person, request_export
from annotator.workspace.accounts.models import ApiToken, User
from annotator.workspace.accounts.services import create_user, ensure_imported_annotator
from annotator.workspace.accounts.tokens import create_token
from annotator.workspace.history.models import Event
from annotator.workspace.history.services import record_event
from annotator.workspace.jobs.models import Job, JobProblem, JobState
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.invitations import accept_invitation, create_invitation, secret_of
from annotator.workspace.projects.models import Guideline, Invitation, Membership, Project, Role
from annotator.workspace.projects.services import add_member, change_member, write_guideline
from tests.factories.corpus import (
    AT,
    BAD,
    PASSWORD,
    make_examples,
    make_member,
    make_project,
    make_user,
)
from tests.factories.jobs import make_job
from tests.workspace.accounts.browser import send, sign_in
from tests.workspace.accounts.codes import code_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]
LATER = AT + timedelta(days=1)
USERNAME, DISPLAY_NAME, EMAIL = "zoe.lovelace", "Zoë Lovelace", "zoe@lovelace.example"
NAMES = (USERNAME, DISPLAY_NAME, EMAIL)


@pytest.fixture
def zoe() -> User:
    """Somebody who left her name wherever people leave names."""
    zoe = create_user(username=USERNAME, display_name=DISPLAY_NAME, email=EMAIL, password=PASSWORD)
    project = make_project(overlap=2)
    lead = make_member(project, "bob", Role.LEAD).user
    add_member(project=project, user=zoe, role=Role.ANNOTATOR, at=AT, actor=lead)
    make_examples(project, 4)
    _work(project, zoe, lead)
    _leave_traces(project, zoe, lead)
    return zoe


def _claimed(project: Project, user: User) -> Assignment:
    assignment = claim_assignment(project=project, annotator=user, at=AT)
    assert assignment is not None
    return assignment


def _work(project: Project, zoe: User, lead: User) -> None:
    """An answer that was revised, a question that is parked, and one that is open."""
    submitted = _claimed(project, zoe)
    first, _ = submit_annotation(assignment=submitted, answer=BAD, at=AT)
    reopen_annotation(annotation=first, reason=f"{DISPLAY_NAME}, look again", at=AT, actor=lead)
    revise_annotation(annotation=first, answer=BAD, reason=f"I, {USERNAME}, erred", at=AT)
    parked = _claimed(project, zoe)
    park_assignment(assignment=parked, note="Mine. Write to " + EMAIL, at=AT, actor=zoe)
    opened = _claimed(project, zoe)
    save_draft(assignment=opened, version=0, answer={"question_quality": "good"}, at=AT)
    other = make_member(project, f"{USERNAME}.2").user
    aside = _claimed(project, other)
    note = f"Ask {DISPLAY_NAME.upper()} or {USERNAME}.2; {USERNAME} knows."
    park_assignment(assignment=aside, note=note, at=AT, actor=other)


def _leave_traces(project: Project, zoe: User, lead: User) -> None:
    create_token(user=zoe, name=f"{USERNAME}'s script", at=AT)
    client = APIClient()
    body = {"username": USERNAME, "password": PASSWORD}
    assert client.post("/_allauth/browser/v1/auth/login", body).status_code == 200
    client.force_login(zoe)
    create_invitation(
        project=project,
        role="annotator",
        at=AT,
        actor=lead,
        email=EMAIL,
        note=f"for {DISPLAY_NAME}",
    )
    write_guideline(project=project, markdown=f"Questions? {EMAIL}.", at=AT, actor=lead)
    job = make_job(
        "import_nq",
        {"paths": [f"/home/{USERNAME}/in.jsonl"], "names": [f"{USERNAME}.jsonl"]},
        project=project,
        created_by=zoe,
        filename=f"{USERNAME}.jsonl",
    )
    Job.objects.filter(pk=job.pk).update(state=JobState.FAILED, message=f"{USERNAME}.jsonl is bad")
    JobProblem.objects.create(job=job, file=f"{USERNAME}.jsonl", problem="Bad.")
    zoe.groups.add(Group.objects.create(name="helpers"))
    run_job(job_id=request_export(user=zoe, at=AT).pk)


def _rows_of_every_table() -> Iterator[tuple[str, str]]:
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608
            for row in cursor.fetchall():
                yield table, " ".join(str(value) for value in row)


def _tables_that_name(*names: str) -> list[str]:
    """Where a name stands, as it is or as JSON escapes it; other people's names don't count."""
    forms = {form.lower() for name in names for form in (name, json.dumps(name)[1:-1])}
    found = set()
    for table, row in _rows_of_every_table():
        text = row.lower().replace(f"{USERNAME}.2", "")
        if any(form in text for form in forms):
            found.add(table)
    return sorted(found)


def test_no_table_names_an_erased_person(zoe: User) -> None:
    assert _tables_that_name(*NAMES) == [
        "account_emailaddress",
        "accounts_apitoken",
        "accounts_user",
        "annotations_annotation",
        "annotations_revisionrequest",
        "assignments_assignment",
        "history_event",
        "jobs_job",
        "jobs_jobproblem",
        "projects_guideline",
        "projects_invitation",
    ]
    assert Session.objects.exists()
    erase_person(user=zoe, at=LATER, actor=zoe)
    assert _tables_that_name(*NAMES) == []
    assert not Session.objects.exists()


def test_an_erased_person_can_do_nothing_any_more(zoe: User) -> None:
    Session.objects.all().delete()
    client = APIClient()
    client.force_login(zoe)
    assert UserSession.objects.exists()
    erasure = erase_person(user=zoe, at=LATER, actor=zoe)
    zoe.refresh_from_db()
    assert client.get("/api/v1/me/").status_code == 401
    assert (zoe.username, zoe.display_name, zoe.email) == (erasure.username, "Erased person", "")
    assert (zoe.is_active, zoe.has_usable_password(), zoe.erased_at) == (False, False, LATER)
    assert (zoe.last_login, zoe.groups.count()) == (None, 0)
    assert not ApiToken.objects.exists()
    assert not Session.objects.exists()
    assert not UserSession.objects.exists()
    assert not Membership.objects.filter(user=zoe, is_active=True).exists()


def _waits_for_a_code(username: str) -> Client:
    """A browser in which the right password was given, and no code yet."""
    create_user(username=username, password=PASSWORD)
    address, signed_in = "/api/v1/me/second-factor/", sign_in(username, PASSWORD)
    key = send(signed_in, "POST", f"{address}key/").json()["key"]
    body = {"password": PASSWORD, "code": code_of(key)}
    assert send(signed_in, "POST", f"{address}on/", body).status_code == 200
    waiting = Client()
    answer = send(waiting, "POST", "auth/login", {"username": username, "password": PASSWORD})
    assert answer.status_code == 401
    return waiting


def test_a_sign_in_that_waits_for_a_code_goes_however_short_the_name(settings: Any) -> None:
    settings.SECOND_FACTOR = "optional"
    erased, stays = (_waits_for_a_code(name).session for name in ("al", "ed"))
    assert erased["account_authentication_methods"][0]["username"] == "al"
    erase_person(user=User.objects.get(username="al"), at=AT, actor=None)
    keys = {erased.session_key, stays.session_key}
    left = Session.objects.filter(session_key__in=keys)
    assert [each.session_key for each in left] == [stays.session_key]


@pytest.mark.parametrize("left", ["account_login", "account_authentication_methods_user"])
def test_either_key_of_a_session_says_whose_sign_in_it_is(settings: Any, left: str) -> None:
    settings.SECOND_FACTOR = "optional"
    session = _waits_for_a_code("al").session
    for key in {"account_login", "account_authentication_methods_user"} - {left}:
        del session[key]
    session.save()
    erase_person(user=User.objects.get(username="al"), at=AT, actor=None)
    assert not Session.objects.exists()


def test_the_work_of_an_erased_person_stays_under_the_pseudonym(zoe: User) -> None:
    before = list(Annotation.objects.order_by("pk").values("pk", "annotator", "annotation_id"))
    pseudonym = Membership.objects.get(user=zoe).pseudonym
    erase_person(user=zoe, at=LATER, actor=zoe)
    after = list(Annotation.objects.order_by("pk").values("pk", "annotator", "annotation_id"))
    assert after == before
    assert Membership.objects.get(user=zoe).pseudonym == pseudonym


def test_what_an_erased_person_held_is_free_for_others(zoe: User) -> None:
    erase_person(user=zoe, at=LATER, actor=zoe)
    states = Assignment.objects.filter(annotator=zoe).order_by("pk")
    assert list(states.values_list("state", "note")) == [
        ("submitted", ""),
        ("released", ""),
        ("released", ""),
    ]
    assert Slot.objects.filter(state="held").count() == 1
    assert not Draft.objects.exists()


def test_exports_are_the_same_before_and_after(zoe: User, tmp_path: Path) -> None:
    def exported() -> list[bytes]:
        files = [tmp_path / "original.jsonl", tmp_path / "simplified.jsonl.gz"]
        call_command("export_nq", "project", str(files[0]))
        call_command("export_nq", "project", str(files[1]), simplified=True)
        return [file.read_bytes() for file in files]

    before = exported()
    erase_person(user=zoe, at=LATER, actor=zoe)
    assert exported() == before


def test_what_others_wrote_loses_the_names_and_nothing_else(zoe: User) -> None:
    opaque = erase_person(user=zoe, at=LATER, actor=zoe).username
    assert Assignment.objects.get(state="parked").note == (
        f"Ask [erased] or {USERNAME}.2; [erased] knows."
    )
    assert Guideline.objects.get().markdown == "Questions? [erased]."
    added = Event.objects.filter(verb="added", subject="membership").order_by("pk")
    assert [event.details.get("user") for event in added] == ["bob", opaque, f"{USERNAME}.2"]
    job = Job.objects.get(kind="import_nq")
    assert (job.filename, job.message) == ("[erased].jsonl", "[erased].jsonl is bad")
    assert job.parameters == {"paths": ["/home/[erased]/in.jsonl"], "names": ["[erased].jsonl"]}


def test_the_history_says_that_somebody_was_erased_and_not_who(zoe: User) -> None:
    opaque = erase_person(user=zoe, at=LATER, actor=zoe).username
    event = Event.objects.get(verb="erased")
    assert event.actor is not None
    assert (event.at, event.subject, event.subject_id) == (LATER, "account", str(zoe.pk))
    assert (event.actor.username, event.details) == (opaque, {})
    released = Event.objects.filter(verb="released", actor=zoe)
    assert released.count() == 2


def test_notes_go_from_events_that_the_system_wrote_too() -> None:
    project = make_project()
    make_examples(project, 3)
    make_member(project, "bob", Role.LEAD)
    zoe, ada = make_member(project, USERNAME), make_member(project, "ada")
    for member in (zoe, ada):
        expired = _claimed(project, member.user)
        park_assignment(assignment=expired, note="I am ill.", at=AT, actor=member.user)
        resume_assignment(assignment=expired, at=AT)
        expire_leases(project=project, at=LATER)
        parked = claim_assignment(project=project, annotator=member.user, at=LATER)
        assert parked is not None
        park_assignment(assignment=parked, note="Still ill.", at=LATER, actor=member.user)
        change_member(membership=member, is_active=False, at=LATER, actor=None)
    assert release_parked_of_former_annotators(at=LATER) == 2
    erase_person(user=zoe.user, at=LATER, actor=None)
    events = Event.objects.filter(actor=None, subject="assignment").order_by("pk")

    def told(user: User) -> list[tuple[str, str]]:
        own = [str(pk) for pk in user.assignments.values_list("pk", flat=True)]
        return [(each.verb, each.details["note"]) for each in events.filter(subject_id__in=own)]

    assert told(zoe.user) == [("expired", ""), ("released", "")]
    assert told(ada.user) == [("expired", "I am ill."), ("released", "Still ill.")]


def test_the_address_goes_at_which_somebody_was_invited() -> None:
    zoe, ada = make_user(USERNAME), make_user("ada")
    create_user(username="cy", password=PASSWORD, email="cy@work.example")
    for slug, email, guests in (
        ("hers", "Zoe.L@work.example", [zoe]),
        ("shared", "team@work.example", [ada, zoe]),
        ("others", "ada@work.example", [ada]),
        ("handed-on", "Cy@work.example", [zoe]),
    ):
        invitation = create_invitation(
            project=make_project(slug),
            role=Role.ANNOTATOR,
            at=AT,
            actor=None,
            email=email,
            note=f"To {email}",
            max_uses=len(guests),
        )
        for guest in guests:
            accept_invitation(secret=secret_of(invitation), user=guest, at=AT)
    erase_person(user=zoe, at=LATER, actor=zoe)
    assert list(Invitation.objects.order_by("pk").values_list("email", "note")) == [
        ("", "To [erased]"),
        ("team@work.example", "To team@work.example"),
        ("ada@work.example", "To ada@work.example"),
        ("Cy@work.example", "To Cy@work.example"),
    ]


def test_with_an_erased_administrator_end_the_links_that_they_handed_out() -> None:
    project = make_project()
    root, other = (make_user(name, administrator=True) for name in ("root", "other"))
    for maker in (root, other):
        create_invitation(project=project, role=Role.LEAD, at=AT, actor=maker)
    erase_person(user=root, at=LATER, actor=root)
    ended = Invitation.objects.order_by("pk").values_list("created_by", "revoked_at")
    assert list(ended) == [(root.pk, LATER), (other.pk, None)]


def test_an_erased_persons_own_export_goes(
    zoe: User, tmp_path: Path, django_capture_on_commit_callbacks: Any
) -> None:
    assert len(list((tmp_path / "results").rglob("*.zip"))) == 1
    with django_capture_on_commit_callbacks(execute=True):
        erase_person(user=zoe, at=LATER, actor=zoe)
    assert not Job.objects.filter(kind="export_person").exists()
    assert list((tmp_path / "results").rglob("*")) == []


def test_the_only_lead_has_to_hand_over_first() -> None:
    zoe = make_user(USERNAME)
    for slug in ("one", "two", "three"):
        add_member(project=make_project(slug), user=zoe, role=Role.LEAD, at=AT, actor=None)
    make_member(Project.objects.get(slug="two"), "bob", Role.LEAD)
    with pytest.raises(ConflictError) as refused:
        erase_person(user=zoe, at=LATER, actor=zoe)
    assert (refused.value.detail, refused.value.extra) == (
        "Nobody else leads one, three. Make another member lead there first.",
        {"projects": ["one", "three"]},
    )
    zoe.refresh_from_db()
    assert (zoe.username, zoe.is_active) == (USERNAME, True)


def test_a_lead_who_can_not_sign_in_is_nobody_to_hand_over_to() -> None:
    project = make_project()
    zoe = make_member(project, USERNAME, Role.LEAD).user
    gone = make_member(project, "gone", Role.LEAD).user
    User.objects.filter(pk=gone.pk).update(is_active=False)
    with pytest.raises(ConflictError, match="Nobody else leads project"):
        erase_person(user=zoe, at=LATER, actor=zoe)


def test_an_erased_person_never_takes_part_again() -> None:
    project = make_project()
    make_member(project, "bob", Role.LEAD)
    membership = make_member(project, USERNAME)
    erase_person(user=membership.user, at=LATER, actor=None)
    erased = User.objects.get(pk=membership.user_id)
    membership.refresh_from_db()
    with pytest.raises(ConflictError, match="was erased"):
        change_member(membership=membership, is_active=True, at=LATER, actor=None)
    with pytest.raises(ConflictError, match="was erased"):
        add_member(project=make_project("other"), user=erased, role=Role.LEAD, at=LATER, actor=None)


def test_the_only_administrator_stays() -> None:
    root = make_user("root", administrator=True)
    with pytest.raises(ConflictError, match="no other administrator"):
        erase_person(user=root, at=LATER, actor=root)
    make_user("other", administrator=True)
    erase_person(user=root, at=LATER, actor=root)


def test_nobody_is_erased_twice_and_imported_annotators_are_nobody() -> None:
    zoe = make_user(USERNAME)
    erase_person(user=zoe, at=LATER, actor=None)
    with pytest.raises(ConflictError, match="already been erased"):
        erase_person(user=zoe, at=LATER, actor=None)
    imported = ensure_imported_annotator(username="project-imported-1", display_name="Imported 1")
    with pytest.raises(ConflictError, match="does not belong to a person"):
        erase_person(user=imported, at=LATER, actor=None)


def test_a_name_that_is_a_word_spares_codes_and_guidelines_and_is_reported() -> None:
    project = make_project()
    make_member(project, "bob", Role.LEAD)
    person = make_member(project, "annotator").user
    write_guideline(project=project, markdown="An annotator reads.", at=AT, actor=None)
    erasure = erase_person(user=person, at=LATER, actor=None)
    assert erasure.guidelines == ["project"]
    assert Guideline.objects.get().markdown == "An annotator reads."
    event = Event.objects.get(verb="added", details__user=erasure.username)
    assert event.details == {"user": erasure.username, "role": "annotator"}


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ('Noël "N" Dupré', 'NOËL "N" DUPRÉ'),
        ("Ольга", "ОЛЬГА"),
        ("Анна Иванова", "анна ИВАНОВА"),
        ("ΝΙΚΟΣ", "Νικος"),
        # A letter and its mark, as one character and as two.
        ("Zo\u00eb Lovelace", "ZOE\u0308 Lovelace"),
        ("Zoe\u0308 Lovelace", "ZO\u00cb Lovelace"),
    ],
)
def test_names_beyond_ascii_go_in_small_letters_and_in_capitals(name: str, written: str) -> None:
    project = make_project()
    lead = make_member(project, "lena", "lead").user
    user = create_user(username="opaque-17", password=PASSWORD, display_name=name)
    create_invitation(project=project, role=Role.EXPERT, at=AT, actor=lead, note=f"{written}?")
    event = record_event(
        at=AT, actor=lead, verb="asked", subject="thread", subject_id=1, details={"note": written}
    )
    erase_person(user=user, at=LATER, actor=None)
    event.refresh_from_db()
    assert (Invitation.objects.get().note, event.details["note"]) == ("[erased]?", "[erased]")


@pytest.mark.parametrize(
    ("name", "written", "left"),
    [
        ("Li", "Ask Li or LIN, et al; li is short.", "Ask [erased] or LIN, et al; li is short."),
        ("bo", "Bo said so: a bo.", "[erased] said so: a bo."),
        ("An", "An answer of An.", "An answer of An."),
        ("X", "X marks it.", "X marks it."),
        ("李明", "请问李明。", "请问[erased]。"),
        ("王小明", "请王小明看看", "请[erased]看看"),
        ("李", "李明", "李明"),
    ],
)
def test_short_names_go_where_they_can_only_mean_a_person(
    name: str, written: str, left: str
) -> None:
    user = create_user(username="opaque-17", password=PASSWORD, display_name=name)
    assert Names(user=user, addresses=[], replacement="x").redact_text(written) == left


def test_a_name_that_two_people_have_goes_from_texts_and_not_from_what_is_about_the_other() -> None:
    project = make_project()
    lead = make_member(project, "lena", Role.LEAD).user
    other = make_member(project, "ada")
    create_invitation(project=project, role=Role.EXPERT, at=AT, actor=lead, note="For Ada?")
    person = create_user(username="lovelace", password=PASSWORD, display_name="ada")
    membership = add_member(project=project, user=person, role=Role.EXPERT, at=AT, actor=lead)
    erased = erase_person(user=person, at=LATER, actor=None)
    assert Invitation.objects.get().note == "For [erased]?"
    added = {each.subject_id: each.details["user"] for each in Event.objects.filter(verb="added")}
    assert added[str(other.pk)] == "ada"
    assert added[str(membership.pk)] == erased.username


@pytest.mark.parametrize("name", ["Ro\u0301zsa", "R\u00f3zsa"])
def test_a_word_with_a_mark_is_a_word_however_it_is_written(name: str) -> None:
    project = make_project()
    write_guideline(project=project, markdown=f"Is a {name} a rose?", at=AT, actor=None)
    user = create_user(username="opaque-17", password=PASSWORD, display_name="Ro\u0301zsa")
    assert erase_person(user=user, at=LATER, actor=None).guidelines == ["project"]
    assert Guideline.objects.get().markdown == f"Is a {name} a rose?"


@pytest.mark.parametrize("name", ["李明", "Ольга", "Анна Иванова"])
def test_of_texts_without_a_name_beyond_ascii_the_database_returns_none(name: str) -> None:
    project = make_project()
    lead = make_member(project, "lena", Role.LEAD).user
    user = create_user(username="opaque-17", password=PASSWORD, display_name=name)
    for note in ("", "A note.", "Заметка", "一条备注", f"Ask {name}."):
        create_invitation(project=project, role=Role.EXPERT, at=AT, actor=lead, note=note)
        record_event(
            at=AT, verb="asked", subject="thread", subject_id=1, details={"note": note}, actor=lead
        )
    names = Names(user=user, addresses=[], replacement="erased")
    notes = Invitation.objects.filter(names.in_column("note"))
    assert list(notes.values_list("note", flat=True)) == [f"Ask {name}."]
    events = Event.objects.annotate(**as_text("details")).filter(verb="asked")
    found = events.filter(names.in_json_column("details"))
    assert [event.details["note"] for event in found] == [f"Ask {name}."]


def test_two_people_with_like_names_are_erased_one_after_the_other() -> None:
    project = make_project()
    for name in ("ada", "ada.b"):
        make_member(project, name)
    first = erase_person(user=User.objects.get(username="ada"), at=LATER, actor=None)
    named = Event.objects.filter(verb="added").order_by("pk")
    assert [event.details["user"] for event in named] == [first.username, "ada.b"]
    second = erase_person(
        user=User.objects.get(username="ada.b"), at=LATER + timedelta(1), actor=None
    )
    assert [event.details["user"] for event in named.all()] == [first.username, second.username]


def test_of_every_column_of_text_it_is_decided_what_becomes_of_names() -> None:
    found = {
        f"{model._meta.label}.{field.name}"
        for model in all_models()
        for field in model._meta.concrete_fields
        if isinstance(field, columns.TEXT)
    }
    notes = {f"{label}.{name}" for label, names in columns.NOTES.items() for name in names}
    emptied = {f"{label}.{name}" for label, name in columns.EMPTIED.items()}
    published = {f"{label}.{name}" for label, names in columns.PUBLISHED.items() for name in names}
    decided = [columns.GONE, columns.DETAILS, columns.KEPT, notes, emptied, published]
    assert found == set().union(*decided)
    assert sum(len(group) for group in decided) == len(found)
