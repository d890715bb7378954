"""Two projects with everybody at work, for walking over endpoints as each kind of caller."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from annotator.collecting.annotations.drafts import save_draft
from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.revisions import reopen_annotation
from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.late import accept_late
from annotator.collecting.assignments.models import Assignment
from annotator.collecting.assignments.naming import name_assignment
from annotator.collecting.guidance.feedback import give_feedback
from annotator.collecting.guidance.models import FaqEntry
from annotator.collecting.guidance.pictures import add_picture
from annotator.material.corpus.models import Example
from annotator.quality.adjudication.deciding import pick_annotation
from annotator.quality.reports.services import start_statistics
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.tokens import create_token
from annotator.workspace.jobs.foreground import run_in_foreground
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.invitations import create_invitation, secret_of
from annotator.workspace.projects.models import Membership, Project, Role, SavedView
from annotator.workspace.projects.saved_views import save_view
from annotator.workspace.projects.services import add_member, change_member, write_guideline
from annotator.workspace.projects.standing import delete_project
from tests.api.comparisons_world import make_compared_project, objects_of_comparing
from tests.api.competition_world import (
    make_project_competition,
    objects_of_competition,
    objects_of_team,
)
from tests.api.judgment_world import make_project_rounds
from tests.api.training_world import (
    make_project_training,
    make_qualifying_project,
    objects_of_training,
)
from tests.factories.asqa import COMPLETE, make_ambiguous_examples, make_asqa_project
from tests.factories.controls import make_controls
from tests.factories.corpus import AT, make_examples, make_member, make_project, make_user
from tests.factories.error_analysis import give_labels, label_all, make_analysis
from tests.factories.guidance import ask, picture, publish
from tests.factories.intake import make_query, make_refresh
from tests.factories.late import make_assignment, make_late_annotation
from tests.factories.retrieval import make_encoder_score
from tests.factories.systems import make_score, make_scored_example
from tests.factories.trained_readers import make_reader

CALLERS = ("nobody", "stranger", "annotator", "expert", "lead", "administrator")

DRAFT = {
    "question_quality": "good",
    "long_answer": None,
    "long_answer_decided": False,
    "short_answers": [],
    "short_answer_decided": False,
    "yes_no_answer": "NONE",
    "stage": "long_answer",
}

Objects = dict[str, Any]
"""What the placeholders in an address stand for."""


@dataclass
class World:
    """People, and by owner the objects that addresses name."""

    people: dict[str, User | None] = field(default_factory=dict)
    objects: dict[str, Objects] = field(default_factory=dict)


def make_world() -> World:
    """Project and another project, in which everybody has objects of their own.

    Expert and lead answered questions before they got their roles, so they own assignments too.
    """
    project, other = make_project(), make_project("other")
    for each in (project, other):
        write_guideline(project=each, markdown="# Be kind", at=AT, actor=None)
    world = World(
        people={
            "nobody": None,
            "stranger": make_user("stranger"),
            "administrator": make_user("root", administrator=True),
        }
    )
    long_form = {each: make_asqa_project(f"{each.slug}-asqa") for each in (project, other)}
    members = {
        "annotator": Role.ANNOTATOR,
        "another annotator": Role.ANNOTATOR,
        "expert": Role.EXPERT,
        "lead": Role.LEAD,
    }
    examples = make_examples(project, len(members) + 1)
    make_member(project, "founder", Role.LEAD)
    training = {each: make_project_training(each) for each in (project, other)}
    compared = {
        project: make_compared_project(project, members),
        other: make_compared_project(other, {"expert elsewhere": Role.EXPERT}),
    }
    qualifying = {
        project: make_qualifying_project(project, members),
        other: make_qualifying_project(other, {"lead elsewhere": Role.LEAD}),
    }
    for (name, role), example in zip(members.items(), examples, strict=False):
        membership = make_member(project, name)
        world.people[name] = membership.user
        world.objects[name] = _objects_of_member(membership, example)
        world.objects[name] |= _objects_of_long_form(long_form[project], membership.user)
        world.objects[name] |= training[project] | objects_of_training(membership)
        world.objects[name] |= compared[project] | qualifying[project]
        change_member(membership=membership, role=role, at=AT, actor=None)
    for name in members:
        # Last, so that nobody claims these instead of their own.
        world.objects[name] |= _objects_of_controls(project, world.people[name])
    world.objects["expert"] |= objects_of_comparing(compared[project], "expert")
    elsewhere = make_member(other, "annotator elsewhere")
    world.objects["elsewhere"] = _objects_of_member(elsewhere, make_examples(other, 2)[0])
    world.objects["elsewhere"] |= _objects_of_long_form(long_form[other], elsewhere.user)
    world.objects["elsewhere"] |= training[other] | objects_of_training(elsewhere)
    world.objects["elsewhere"] |= compared[other] | qualifying[other]
    world.objects["elsewhere"] |= _objects_of_controls(other, elsewhere.user)
    expert_elsewhere = make_member(other, "expert elsewhere", Role.EXPERT).user
    world.objects["elsewhere"] |= make_project_rounds(other, expert_elsewhere)
    expert = world.people["expert"]
    assert expert
    rounds = make_project_rounds(project, expert)
    labellers = {project: expert, other: expert_elsewhere}
    systems = {
        each: _objects_of_leaderboard(each, labeller) for each, labeller in labellers.items()
    }
    world.objects["elsewhere"] |= systems[other]
    for name in members:
        world.objects[name] |= rounds | systems[project]
    for each in (project, other):
        run_in_foreground(start_statistics(project=each, at=AT, actor=None, queue=False))
    world.people["lead elsewhere"] = make_member(other, "lead elsewhere", Role.LEAD).user
    _add_competitions(world, {project: "lead", other: "lead elsewhere"})
    _add_bin(world, {project: "lead", other: "lead elsewhere"}, names=members)
    for name in ("stranger", "administrator"):
        world.objects[name] = _objects_of_account(world.people[name])
    return world


def _add_bin(world: World, leads: Mapping[Project, str], *, names: Iterable[str]) -> None:
    """A deleted project beside each, with the same lead."""
    deleted = {}
    for each, name in leads.items():
        lead = world.people[name]
        assert lead
        beside = make_project(f"{each.slug}-deleted")
        add_member(project=beside, user=lead, role=Role.LEAD, at=AT, actor=None)
        delete_project(project=beside, name=beside.slug, at=AT, actor=lead)
        deleted[name] = {"deleted_project": beside.pk}
    for name in names:
        world.objects[name] |= deleted["lead"]
    world.objects["elsewhere"] |= deleted["lead elsewhere"]


def _add_competitions(world: World, stewards: Mapping[Project, str]) -> None:
    """A competition in each project, and a team for each of its members."""
    for project, name in stewards.items():
        steward = world.people[name]
        assert steward
        competition = make_project_competition(project, steward)
        shared = objects_of_competition(competition)
        owners = [each for each in world.objects if (each == "elsewhere") == (name != "lead")]
        for owner in owners:
            user = steward if owner == "elsewhere" else world.people[owner]
            assert user
            world.objects[owner] |= shared | objects_of_team(competition, user)


def _objects_of_leaderboard(project: Project, labeller: User) -> Objects:
    """A system with a score on the project's examples, what it answered to one, and analyses of
    its errors: one that is open, and one that ``labeller`` has finished.
    """
    score = make_score(project)
    make_reader(score.system)
    example = project.examples.order_by("pk")[0]
    make_scored_example(score, example, long_result="wrong")
    finished = label_all(make_analysis(score, [labeller]), [[[1]]])
    encoder = make_encoder_score(project)
    return {
        "benchmark": encoder.benchmark_id,
        "asked": 1,
        "texts": "answers",
        "encoder": encoder.pk,
        "system": score.system_id,
        "scored_file": score.files.get().pk,
        "scored_example": example.pk,
        "analysis": give_labels(make_analysis(score, [labeller]), [[[1]]]).pk,
        "finished_analysis": finished.pk,
        "analysed_answer": 1,
        "labeller_number": 1,
        "labeller": project.memberships.get(user=labeller).pk,
    }


def _objects_of_account(user: User | None) -> Objects:
    """What somebody owns without being a member of a project."""
    if user is None:
        return {}
    token, _ = create_token(user=user, name="script", at=AT)
    return {
        "token": token.pk,
        "own_export": _make_job(None, user).pk,
        "own_finished_export": _make_finished_job(None, user).pk,
    }


def _make_saved_view(project: Project, owner: User) -> SavedView:
    return save_view(project=project, owner=owner, table="examples", name="Mine", query="")


def _objects_of_member(membership: Membership, example: Example) -> Objects:
    """What a member owns or made in a project. A placeholder of an address gets its value here."""
    project, user = membership.project, membership.user
    return {
        **_objects_of_account(user),
        "project": project.slug,
        "member": membership.pk,
        "annotator_user": user.pk,
        **_objects_of_invitation(project),
        "example": example.pk,
        "query": make_query(project).pk,
        "saved_view": _make_saved_view(project, user).pk,
        "refresh": make_refresh(project).pk,
        "ambiguous_example": _make_ambiguous_example(project).pk,
        "annotation": (annotation := _make_annotation(project, user)).pk,
        "own_annotation": annotation.pk,
        "answered_example": annotation.example_id,
        **_objects_of_adjudication(project, user),
        "recent_annotation": _make_recent_annotation(project, user).pk,
        "reopened_annotation": _make_reopened_annotation(project, user).pk,
        **_objects_of_guidance(project, user, annotation),
        "assignment": _make_assignment(project, user),
        "reserved_assignment": _reserve(project, user),
        **_objects_of_late_work(project, user),
        "job": _make_job(project, user).pk,
        "finished_job": _make_finished_job(project, user).pk,
        "finished_import": _make_finished_import(project, user).pk,
    }


def _objects_of_adjudication(project: Project, user: User) -> Objects:
    """A decision on an example's answer."""
    annotation = _make_annotation(project, user)
    decision = pick_annotation(
        example=annotation.example,
        annotation=annotation.pk,
        supersedes=None,
        reason="x",
        at=AT,
        actor=user,
    )
    return {"decided_example": annotation.example_id, "decision": decision.pk}


def _objects_of_controls(project: Project, user: User | None) -> Objects:
    """A control, and an example that comes next for somebody."""
    assert user
    control, named, other = make_examples(project, 3)
    make_controls(project, [control], user)
    member = make_member(project, f"next of {user.username}")
    place = name_assignment(example=named, membership=member, at=AT, actor=user)
    return {
        "control": control.pk,
        "named": place.pk,
        "nameable_example": other.pk,
        "nameable_member": member.pk,
    }


def _objects_of_invitation(project: Project) -> Objects:
    invitation = create_invitation(
        project=project, role=Role.ANNOTATOR, at=timezone.now(), actor=None, max_uses=100
    )
    return {"invitation": invitation.pk, "secret": secret_of(invitation)}


def _make_ambiguous_example(project: Project) -> Example:
    """An example with disambiguations, which nobody is asked to answer."""
    (example,) = make_ambiguous_examples(project, 1)
    example.slots.all().delete()
    return example


def _objects_of_long_form(project: Project, user: User) -> Objects:
    """A submitted answer to an ambiguous question, and the draft of another one."""
    make_member(project, user.username)
    make_ambiguous_examples(project, 2)
    submitted, begun = (
        make_assignment(example, user)
        for example in Example.objects.filter(project=project, slots__state="free")
    )
    places = dict.fromkeys(("page_title", "page", "start_token", "end_token"))
    answer = {"long_form_answer": COMPLETE, "knowledge": [{"content": "A weight.", **places}]}
    annotation, _ = submit_annotation(assignment=submitted, answer=answer, at=AT)
    save_draft(assignment=begun, version=0, answer=answer, at=AT)
    return {
        "long_form_annotation": annotation.pk,
        "long_form_assignment": begun.pk,
        "reader_page": 0,
    }


def _make_annotation(project: Project, user: User) -> Annotation:
    """A submitted answer to an example that is there for it."""
    make_examples(project, 1)
    assignment = claim_assignment(project=project, annotator=user, at=AT)
    if assignment is None:
        raise AssertionError("too few examples")
    answer = {
        "question_quality": "bad",
        "long_answer": None,
        "short_answers": [],
        "yes_no_answer": "NONE",
    }
    return submit_annotation(assignment=assignment, answer=answer, at=AT)[0]


def _make_recent_annotation(project: Project, user: User) -> Annotation:
    """One that can be taken back, however long the tests take; to claim it now would end what
    others hold.
    """
    annotation = _make_annotation(project, user)
    own = Assignment.objects.filter(pk=annotation.assignment_id)
    own.update(submitted_at=timezone.now() + timedelta(days=1))
    return annotation


def _make_reopened_annotation(project: Project, user: User) -> Annotation:
    annotation = _make_annotation(project, user)
    reopen_annotation(annotation=annotation, reason="Really?", at=AT, actor=user)
    return annotation


def _reserve(project: Project, user: User) -> int:
    make_examples(project, 1)
    reserved = claim_assignment(project=project, annotator=user, at=AT, ahead=True)
    if reserved is None:
        raise AssertionError("too few examples")
    return reserved.pk


def _make_assignment(project: Project, user: User) -> int:
    assignment = claim_assignment(project=project, annotator=user, at=AT)
    if assignment is None:
        raise AssertionError("too few examples")
    save_draft(assignment=assignment, version=0, answer=DRAFT, at=AT)
    return assignment.pk


def _objects_of_guidance(project: Project, user: User, annotation: Annotation) -> Objects:
    """A question, feedback, an FAQ entry and a picture."""
    make_examples(project, 1)
    thread = ask(project, user)
    entry = publish(project, user)
    # Numbers count within a project; here none stands for two entries.
    FaqEntry.objects.filter(pk=entry.pk).update(number=entry.pk)
    feedback = give_feedback(
        annotation=annotation, criterion="question", text="x", at=AT, actor=user
    )
    shown = add_picture(
        project=project, name=f"{user.username}.png", content=picture(), at=AT, actor=user
    )
    return {
        "thread": thread.pk,
        "parked_assignment": thread.assignment_id,
        "faq": entry.pk,
        "feedback": feedback.pk,
        "own_feedback": feedback.pk,
        "picture": shown.name,
    }


def _objects_of_late_work(project: Project, user: User) -> Objects:
    """A late annotation, and one that was accepted."""
    quicker = make_user(f"quicker than {user.username}")
    late, accepted = (
        make_late_annotation(example, user, quicker) for example in make_examples(project, 2)
    )
    accept_late(assignment=accepted.assignment, at=AT, actor=None)
    return {"late_annotation": late.pk, "accepted_annotation": accepted.pk}


def _make_job(project: Project | None, user: User) -> Job:
    """A project's export, or without one the export of what is kept about ``user``."""
    return create_job(
        kind="export_nq" if project else "export_person",
        parameters={},
        project_id=project.pk if project else None,
        at=AT,
        created_by=user,
        queue=False,
    )


def _make_finished_import(project: Project, user: User) -> Job:
    job = _make_job(project, user)
    job.kind = "import_nq"
    job.state, job.checkpoint, job.finished_at = JobState.SUCCEEDED, {"imported": 1}, AT
    job.save()
    return job


def _make_finished_job(project: Project | None, user: User) -> Job:
    job = _make_job(project, user)
    file = Path(settings.RESULT_DIR) / str(job.pk) / "out.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"{}\n")
    job.state, job.result_name = JobState.SUCCEEDED, file.name
    job.result_path = f"{job.pk}/{file.name}"
    job.save(update_fields=["state", "result_name", "result_path"])
    return job


def filled(template: Any, objects: Mapping[str, Any]) -> Any:
    """An address or a body with its placeholders replaced."""
    if isinstance(template, str):
        return template.format(**objects) if "{" in template else template
    if isinstance(template, Mapping):
        return {name: filled(value, objects) for name, value in template.items()}
    if isinstance(template, list):
        return [filled(value, objects) for value in template]
    return template
