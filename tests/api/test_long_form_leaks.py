"""Annotators and experts see nothing of what others wrote about ambiguous questions.

Everything is read that the table of permissions knows how to read, by people who work on the same
examples: the answers, knowledge, concerns, drafts and confirmations of others are in none of it.
"""

from typing import Any

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from annotator.collecting.annotations.drafts import save_draft
from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.revisions import revise_annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, Role
from tests.api.clients import client_of
from tests.api.every_caller.test_permissions import CALLS, send
from tests.api.leaks import text_of
from tests.api.reach import Call
from tests.api.world import filled
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_member
from tests.factories.late import make_assignment

pytestmark = [pytest.mark.django_db, pytest.mark.above_database]
KINDS = ("essay", "piece", "title", "concern", "draft", "reason", "revised")
ROLES = {"annotator": Role.ANNOTATOR, "expert": Role.EXPERT, "other": Role.ANNOTATOR}


def answer(name: str, kind: str) -> dict[str, Any]:
    """An answer by ``name``, each part of which is nobody else's."""
    return {
        "long_form_answer": f"{COMPLETE} {name}q{kind}",
        "knowledge": [{"content": f"{name}qpiece", "page_title": f"{name}qtitle"}],
        "acknowledged_missing": [0, 1],
        "concern": f"{name}qconcern",
    }


@pytest.fixture
def project() -> Project:
    project = make_asqa_project(overlap=len(ROLES))
    examples = make_ambiguous_examples(project, 3)
    make_member(project, "lead", Role.LEAD)
    for name, role in ROLES.items():
        user = make_member(project, name, role).user
        submitted, revised, begun = (make_assignment(example, user) for example in examples)
        submit_annotation(assignment=submitted, answer=answer(name, "essay"), at=AT)
        first, _ = submit_annotation(assignment=revised, answer=answer(name, "essay"), at=AT)
        revise_annotation(
            annotation=first, answer=answer(name, "revised"), reason=f"{name}qreason", at=AT
        )
        save_draft(assignment=begun, version=0, answer=answer(name, "draft"), at=AT)
    return project


def objects_of(project: Project, owner: User) -> list[dict[str, Any]]:
    """What addresses may name of what ``owner`` has."""
    annotations = Annotation.objects.filter(annotator=owner)
    shared = {"project": project.slug, "reader_page": 0}
    of_annotations = [
        {
            "annotation": each.pk,
            "own_annotation": each.pk,
            "long_form_annotation": each.pk,
            "assignment": each.assignment_id,
            "long_form_assignment": each.assignment_id,
            "example": each.example_id,
            "ambiguous_example": each.example_id,
        }
        for each in annotations
    ]
    begun = owner.assignments.get(state="open")
    of_draft = {
        "assignment": begun.pk,
        "long_form_assignment": begun.pk,
        "example": begun.example_id,
        "ambiguous_example": begun.example_id,
    }
    return [{**shared, **each} for each in [*of_annotations, of_draft]]


def read(call: Call, client: APIClient, objects: dict[str, Any]) -> Any:
    with transaction.atomic():
        found = send(client, call, objects)
        transaction.set_rollback(True)
    return found


def texts_read(project: Project, reader: User) -> dict[str, str]:
    """Everything that ``reader`` can read, of their own objects and of everybody's; by address."""
    texts, client = {}, client_of(reader)
    for owner in User.objects.filter(username__in=ROLES):
        for objects in objects_of(project, owner):
            for call in CALLS:
                if call.method != "get" or not call.names <= objects.keys():
                    continue
                # Much is the project's, and the same whoever's objects are asked for.
                address = filled(call.path, objects)
                if address not in texts:
                    texts[address] = text_of(read(call, client, objects))
    return texts


@pytest.mark.parametrize("name", ["annotator", "expert"])
def test_nothing_that_others_wrote_is_in_what_somebody_reads(project: Project, name: str) -> None:
    texts = texts_read(project, User.objects.get(username=name))
    others = [other for other in ROLES if other != name]
    marks = [f"{other}q{kind}" for other in others for kind in KINDS]
    assert f"projects/{project.slug}/progress/" in texts
    assert [
        (address, mark) for address, text in texts.items() for mark in marks if mark in text
    ] == []
    own = "".join(texts.values())
    assert {kind for kind in KINDS if f"{name}q{kind}" in own} == set(KINDS)


@pytest.mark.long
def test_a_lead_reads_all_of_it_but_drafts(project: Project) -> None:
    texts = "".join(texts_read(project, User.objects.get(username="lead")).values())
    found = {(name, kind) for name in ROLES for kind in KINDS if f"{name}q{kind}" in texts}
    assert found == {(name, kind) for name in ROLES for kind in KINDS if kind != "draft"}
