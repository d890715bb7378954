"""Nobody but leads learns who somebody is: every answer is searched for the others' names."""

import gzip
import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db.models import Model
from django.urls import URLPattern, get_resolver

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.revisions import reopen_annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import Assignment
from annotator.collecting.guidance.models import (
    FaqEntry,
    Feedback,
    GuidelinePicture,
    QuestionThread,
)
from annotator.collecting.training.models import TrainingAnswer
from annotator.material.corpus.models import Example, VisitedPage
from annotator.quality.comparisons.models import Comparison, ComparisonStudy
from annotator.quality.judgments.models import JudgedAnswer, JudgmentRound, RoundExpert
from annotator.workspace.accounts.models import ApiToken, User
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.invitations import accept_invitation, create_invitation, secret_of
from annotator.workspace.projects.models import (
    Invitation,
    InvitationUse,
    Membership,
    Project,
    Role,
    SavedView,
)
from annotator.workspace.projects.shown_names import names_of
from tests.api.clients import client_of
from tests.api.every_caller.test_permissions import CALLS
from tests.api.leaks import others_names, text_of
from tests.api.openapi import without_names
from tests.api.world import World
from tests.factories.corpus import AT, BAD, make_examples, make_member, make_project, make_user
from tests.factories.jobs import make_job, run_here

pytestmark = [pytest.mark.django_db, pytest.mark.above_database]


IDS: dict[str, tuple[type[Model], str]] = {
    "annotation": (Annotation, "pk"),
    "answer": (TrainingAnswer, "pk"),
    "assignment": (Assignment, "pk"),
    "comparison": (Comparison, "pk"),
    "example": (Example, "pk"),
    "export": (Job, "pk"),
    "faq": (FaqEntry, "number"),
    "feedback": (Feedback, "pk"),
    "invitation": (Invitation, "pk"),
    "job": (Job, "pk"),
    "judged_answer": (JudgedAnswer, "number"),
    "meeting": (JudgmentRound, "pk"),
    "member": (Membership, "pk"),
    "page": (VisitedPage, "number"),
    "picture": (GuidelinePicture, "name"),
    "reference": (TrainingAnswer, "pk"),
    "round": (JudgmentRound, "pk"),
    "seat": (RoundExpert, "number"),
    "study": (ComparisonStudy, "pk"),
    "thread": (QuestionThread, "pk"),
    "token": (ApiToken, "pk"),
    "trainee": (Membership, "pk"),
    "user": (User, "pk"),
    "view": (SavedView, "pk"),
}
"""What a placeholder of the table of permissions stands for, by its name or a word in it."""


@pytest.fixture(scope="module")
def named(world: World) -> World:
    """Everybody at work, with answers submitted, reopened by a lead and read about in history."""
    made = world
    project = Project.objects.get(slug="project")
    make_examples(project, 4)
    lead = made.people["lead"]
    assert lead
    for name in ("annotator", "another annotator"):
        user = made.people[name]
        assert user
        for _ in range(2):
            assignment = claim_assignment(project=project, annotator=user, at=AT)
            assert assignment
            annotation, _created = submit_annotation(assignment=assignment, answer=BAD, at=AT)
        reopen_annotation(annotation=annotation, reason="Look again.", at=AT, actor=lead)
    invitation = project.invitations.earliest("pk")
    InvitationUse.objects.create(invitation=invitation, user=made.people["annotator"], at=AT)
    for user in User.objects.all():
        user.username = f"login-of-{user.pk}-xqz"
        user.display_name, user.email = f"Xqz Person {user.pk}.", f"xqz{user.pk}@example.org"
        user.save()
        user.refresh_from_db()
    return made


def routes() -> Iterator[str]:
    """The patterns of all addresses of the API that can be read."""
    for pattern in get_resolver("api.addresses.endpoints").url_patterns:
        assert isinstance(pattern, URLPattern)
        if hasattr(pattern.callback.view_class, "get"):  # type: ignore[attr-defined]
            yield str(pattern.pattern)


def values_of(placeholder: str, world: World) -> set[Any]:
    """All that there is of what a placeholder stands for, in the project and elsewhere."""
    if placeholder in {"secret", "project", "compared_project", "qualifying_project"}:
        return {world.objects["annotator"][placeholder]}
    words = placeholder.split("_")
    name = placeholder if placeholder in IDS else next((each for each in words if each in IDS), "")
    if not name:
        return {made[placeholder] for made in world.objects.values() if placeholder in made}
    model, field = IDS[name]
    return set(model._default_manager.values_list(field, flat=True))


def addresses(world: World) -> Iterator[str]:
    """Every address that can be read, with the ids of everything that it can name."""
    for route in sorted(set(routes())):
        rows = [call for call in CALLS if without_names(call.path) == without_names(route)]
        if not rows:
            # The set-up link, which answers only while nobody has an account.
            continue
        named_alike = [re.findall(r"{(\w+)}", call.path) for call in rows]
        places = [
            set[Any]().union(*(values_of(name, world) for name in names))
            for names in zip(*named_alike, strict=True)
        ]
        template = without_names(route)
        for chosen in itertools.product(*(sorted(values, key=str) for values in places)):
            yield "/api/v1/" + template.format(*chosen)


def said_names(world: World, caller: str, among: set[str] | None = None) -> tuple[set[str], int]:
    """The addresses whose answers name somebody else, without their ids, and how many answered.

    Asks at all addresses, or only at those in ``among``.
    """
    user = world.people[caller]
    forbidden = others_names(user)
    client, found, answered = client_of(user), set(), 0
    for address in addresses(world):
        without_ids = re.sub(r"/\d+/", "/N/", address)
        if among is not None and without_ids not in among:
            continue
        response = client.get(address)
        answered += response.status_code == 200
        text = text_of(response)
        if any(name in text for name in forbidden):
            found.add(without_ids)
    return found, answered


@pytest.mark.long
@pytest.mark.parametrize("caller", ["expert", "annotator"])
def test_no_address_that_an_expert_or_an_annotator_can_read_names_anybody_else(
    named: World, caller: str
) -> None:
    found, answered = said_names(named, caller)
    assert found == set()
    assert answered >= 10


@pytest.mark.long
@pytest.mark.parametrize("caller", ["stranger"])
def test_no_address_names_anybody_to_who_is_not_a_member(named: World, caller: str) -> None:
    assert said_names(named, caller)[0] == set()


@pytest.mark.long
def test_leads_see_names_where_the_others_would_have_been_refused(named: World) -> None:
    naming = {
        "/api/v1/projects/project/annotators/",
        "/api/v1/projects/project/annotations/",
        "/api/v1/projects/project/members/",
        "/api/v1/projects/project/invitations/",
        "/api/v1/projects/project/examples/N/",
    }
    assert said_names(named, "lead", naming)[0] == naming


@pytest.mark.parametrize("simplified", [False, True])
def test_exports_carry_no_name_and_no_pseudonym(named: World, simplified: bool) -> None:
    project = Project.objects.get(slug="project")
    # The world's ambiguous question has no page: no project of this kind gets one by an import.
    Example.objects.filter(project=project, page=None).delete()
    job = make_job(
        "export_nq",
        {"simplified": simplified},
        project=project,
        created_by=named.people["lead"],
        filename="project.jsonl.gz",
    )
    run_here(job)
    assert job.state == "succeeded", job.message
    address = f"/api/v1/jobs/{job.pk}/result/"
    response = client_of(named.people["lead"]).get(address)
    text = gzip.decompress(b"".join(response.streaming_content)).decode()
    assert Assignment.objects.filter(state="submitted").exists()
    assert '"annotation_id"' in text
    pseudonyms = Membership.objects.values_list("pseudonym", flat=True)
    assert [name for name in [*others_names(None), *pseudonyms] if name in text] == []


def test_leads_get_names_and_everybody_else_gets_pseudonyms() -> None:
    project = make_project("names")
    ada = make_member(project, "ada")
    erased = make_member(project, "erased-1")
    User.objects.filter(pk=erased.user.pk).update(erased_at=AT)
    imported = User.objects.create(
        username="project-imported-1", display_name="Imported annotator 1", imported=True
    )
    outsider = make_user("outsider", administrator=True)
    ada.user.display_name = "Ada Lovelace"
    users = [ada.user, User.objects.get(pk=erased.user.pk), imported, outsider]
    pseudonyms = {
        ada.user.pk: ada.pseudonym,
        erased.user.pk: erased.pseudonym,
        imported.pk: "Imported annotator 1",
        outsider.pk: "Not a member",
    }
    for role in (Role.ANNOTATOR, Role.EXPERT, None):
        assert names_of(project=project, viewer_role=role, users=users) == pseudonyms
    assert names_of(project=project, viewer_role=Role.LEAD, users=users) == {
        ada.user.pk: "Ada Lovelace",
        erased.user.pk: erased.pseudonym,
        imported.pk: "Imported annotator 1",
        outsider.pk: "outsider",
    }


def test_a_person_has_one_name_in_every_list_of_a_lead_and_2_comes_before_10() -> None:
    project = make_project("one-name")
    make_examples(project, 1)
    for username, name in (("u1", "Ben 10"), ("u2", "Ben 2"), ("u3", "ada")):
        member = make_member(project, username)
        User.objects.filter(pk=member.user.pk).update(display_name=name)
    writer = User.objects.get(username="u1")
    assignment = claim_assignment(project=project, annotator=writer, at=AT)
    assert assignment is not None
    submit_annotation(assignment=assignment, answer=BAD, at=AT)
    lead = client_of(make_member(project, "Chen", Role.LEAD).user)

    def names(path: str, field: str = "name") -> list[str]:
        rows = lead.get(f"/api/v1/projects/one-name/{path}").json()["results"]
        return [row[field] for row in rows]

    assert names("members/") == ["ada", "Ben 2", "Ben 10", "Chen"]
    assert names("annotators/") == ["ada", "Ben 2", "Ben 10"]
    assert names("training/members/") == ["Ben 10", "Ben 2", "ada"]  # the longest here first
    assert names("annotations/", "annotator") == ["Ben 10"]
    assert "Ben 10" in names("history/", "actor")
    assert {"u1", "u2", "u3"}.isdisjoint(names("history/", "actor"))
    page = lead.get("/api/v1/projects/one-name/members/?page=2&page_size=2").json()
    assert [row["name"] for row in page["results"]] == ["Ben 10", "Chen"]


def test_who_joins_by_a_link_is_known_to_leads_only() -> None:
    project = make_project("invited")
    invitation = create_invitation(project=project, role=Role.ANNOTATOR, at=AT, actor=None)
    accept_invitation(secret=secret_of(invitation), user=make_user("ada"), at=AT)
    eve = make_member(project, "eve", Role.EXPERT).user
    assert client_of(eve).get("/api/v1/projects/invited/invitations/").status_code == 403
