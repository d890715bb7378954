"""Writing projects, memberships and guidelines."""

from datetime import datetime
from typing import Unpack

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Max

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.foundation.names.naming import describe_flaw, name_key
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import create_user
from annotator.workspace.history.services import record_event
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.conduct import Conduct, usual_conduct
from annotator.workspace.projects.kinds import Ability, can
from annotator.workspace.projects.models import Guideline, Membership, Project, Regime, Role
from annotator.workspace.projects.open_invitations import revoke_open_invitations
from annotator.workspace.projects.pseudonyms import draw_pseudonym
from annotator.workspace.projects.queries import leads_of
from annotator.workspace.projects.stewards import refuse_last_steward

RESERVED_SLUGS = frozenset({"new"})
"""What the site's own addresses have in the place of a project's slug."""
LONGEST_GUIDELINES = 200_000


def _check_title(title: str) -> None:
    """Refuse what is not a name: titles are used in headings, in tables and in mails' subjects."""
    if fix := describe_flaw(title):
        sentence = "This title can't be shown."
        raise InvalidInputError("invalid_project", sentence, fields={"title": fix})


def _validated(project: Project) -> Project:
    try:
        project.clean_fields()
    except ValidationError as error:
        fields = {name: " ".join(messages) for name, messages in error.message_dict.items()}
        sentence = " ".join(f"{name}: {text}" for name, text in fields.items())
        raise InvalidInputError("invalid_project", sentence, fields=fields) from error
    if project.regime != Regime.FULL and not can(project.kind, Ability.NO_CONTEXT):
        raise InvalidInputError(
            "invalid_regime",
            "Only ASQA's questions can be shown without context.",
            fields={"regime": "Choose full, or a project of kind asqa."},
        )
    return project


@transaction.atomic
def create_project(
    *,
    slug: str,
    kind: str,
    title: str,
    overlap: int,
    at: datetime,
    lease_minutes: int = 60,
    guidelines: str = "",
    creator: User | None = None,
    **conduct: Unpack[Conduct],
) -> Project:
    """Create a project; ``creator``, if any, becomes its lead. ``conduct`` changes the usual rules
    of the kind.

    Raises ``ConflictError`` when the slug is taken, in small letters or in capitals,
    ``InvalidInputError`` for a slug that is an address of the site and for values out of bounds.
    """
    _check_title(title)
    if conduct.get("requires_training"):
        raise InvalidInputError(
            "training_not_ready",
            "A new project has no questions to train on, so nobody could pass its training.",
            fields={
                "requires_training": "Create the project, choose training questions on its Training"
                " page, then require training."
            },
        )
    if name_key(slug) in RESERVED_SLUGS:
        raise InvalidInputError(
            "slug_reserved",
            f"{slug} is an address that this site uses.",
            fields={"slug": "Choose another short name."},
        )
    if taken := Project.objects.filter(slug_key=slug).first():
        raise _slug_taken(taken.slug)
    project = _validated(
        Project(
            slug=slug,
            kind=kind,
            title=title,
            overlap=overlap,
            lease_minutes=lease_minutes,
            created_at=at,
            **{**usual_conduct(kind), **conduct},
        )
    )
    try:
        with transaction.atomic():
            project.save()
    except IntegrityError as error:
        # Somebody took the name since it was looked for.
        raise _slug_taken(slug) from error
    record_event(
        at=at,
        actor=creator,
        verb="created",
        subject="project",
        subject_id=project.pk,
        project_id=project.pk,
        details={"kind": kind, "overlap": overlap},
    )
    if creator:
        add_member(project=project, user=creator, role=Role.LEAD, at=at, actor=creator)
    if guidelines:
        write_guideline(project=project, markdown=guidelines, at=at, actor=creator)
    return project


def _slug_taken(slug: str) -> ConflictError:
    return ConflictError(
        "slug_taken",
        f"There is already a project named {slug}.",
        fields={"slug": "Choose another short name."},
    )


def update_project(
    *, project: Project, at: datetime, actor: User | None, **changes: str | float | None
) -> Project:
    """Change settings that are read where they count. The overlap, the regime and whether training
    is required are ``assignments.overlaps``, ``assignments.regimes`` and ``training.settings``'s.
    """
    if "title" in changes:
        _check_title(str(changes["title"]))
    with changing(project, at=at, actor=actor) as change:
        project = change.project
        before = {name: getattr(project, name) for name in changes}
        for name, value in changes.items():
            setattr(project, name, value)
        _validated(project).save(update_fields=list(changes))
        change.record("changed", "project", project.pk, before=before, after=changes)
    return project


def _refuse_erased(user: User) -> None:
    if user.erased_at is not None:
        raise ConflictError("erased", "This person was erased and can't take part again.")


def add_member(
    *, project: Project, user: User, role: str, at: datetime, actor: User | None
) -> Membership:
    """Make ``user`` a member with ``role``; an existing membership takes the role and becomes
    active again.

    Raises ``ConflictError`` for somebody who was erased, ``InvalidInputError`` for an unknown role.
    """
    _refuse_erased(user)
    if role not in Role.values:
        choices = ", ".join(Role.values)
        raise InvalidInputError(
            "unknown_role", f"{role} is not a role.", fields={"role": f"Choose one of {choices}."}
        )
    # People who join at the same time draw different pseudonyms, and the same person joins once.
    with changing(project, at=at, actor=actor) as change:
        known = project.memberships.filter(user=user).first()
        if known:
            return change_member(membership=known, role=role, is_active=True, at=at, actor=actor)
        membership = Membership.objects.create(
            project=project,
            user=user,
            role=role,
            joined_at=at,
            pseudonym=draw_pseudonym(taken=project.memberships.values_list("pseudonym", flat=True)),
        )
        change.record("added", "membership", membership.pk, user=user.username, role=role)
    return membership


@transaction.atomic
def add_member_by_name(
    *,
    project: Project,
    username: str,
    role: str,
    at: datetime,
    actor: User | None,
    password: str = "",
) -> Membership:
    """Add the account named ``username``; with ``password``, create it where it is missing."""
    user = User.objects.named(username)
    if user is None and not password:
        raise InvalidInputError(
            "unknown_user",
            f"There is no account named {username}.",
            fields={"username": "Check the spelling, or give a password to create the account."},
        )
    if user is None:
        user = create_user(username=username, password=password)
    return add_member(project=project, user=user, role=role, at=at, actor=actor)


def change_member(
    *,
    membership: Membership,
    at: datetime,
    actor: User | None,
    role: str | None = None,
    is_active: bool | None = None,
) -> Membership:
    """Change a role or end a membership. A project keeps a lead, and a hidden split a steward, with
    an active account.

    When somebody stops being a lead, the links that they handed out end, so nobody, including them,
    comes back by one. Raises ``ConflictError`` for the last lead, the last steward, and for
    somebody who was erased.
    """
    _refuse_erased(membership.user)
    with changing(membership.project_id, at=at, actor=actor) as change:
        membership = Membership.objects.select_for_update(no_key=True).get(pk=membership.pk)
        was_lead = membership.role == Role.LEAD and membership.is_active
        if role is not None:
            membership.role = role
        if is_active is not None:
            membership.is_active = is_active
        is_lead = membership.role == Role.LEAD and membership.is_active
        if was_lead and not is_lead:
            if not leads_of(change.project).exclude(pk=membership.pk).exists():
                raise ConflictError("last_lead", "A project needs a lead: name another one first.")
            revoke_open_invitations(
                project_id=membership.project_id, maker=membership.user, at=at, actor=actor
            )
        if membership.is_steward and not is_lead:
            refuse_last_steward(membership, change.project)
            membership.is_steward = False
        membership.save(update_fields=["role", "is_active", "is_steward"])
        now = {"role": membership.role, "is_active": membership.is_active}
        change.record("changed", "membership", membership.pk, user=membership.user.username, **now)
    return membership


def write_guideline(
    *, project: Project, markdown: str, at: datetime, actor: User | None
) -> Guideline:
    """Add a version of the guidelines; the same text again adds none.

    Lines end with line feeds alone, as browsers send them: a script that sends others changes
    nothing that annotators would have to read again.
    """
    with changing(project, at=at, actor=actor) as change:
        markdown = _with_line_feeds(markdown)
        latest = project.guidelines.order_by("-version").first()
        if latest and _with_line_feeds(latest.markdown) == markdown:
            return latest
        version = (project.guidelines.aggregate(Max("version"))["version__max"] or 0) + 1
        guideline = Guideline.objects.create(
            project=project, version=version, markdown=markdown, created_at=at, created_by=actor
        )
        change.record("wrote", "guideline", guideline.pk, version=version)
    return guideline


def _with_line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
