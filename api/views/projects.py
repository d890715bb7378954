"""Projects, members, guidelines, progress."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.collecting.annotations.annotators import (
    annotator_figures,
    annotators_of,
    describe_annotators,
)
from annotator.collecting.annotations.kept_figures import kept_figures
from annotator.collecting.annotations.kinds import figures_of
from annotator.collecting.annotations.queries import own_progress, project_progress
from annotator.collecting.assignments.overlaps import change_overlap
from annotator.collecting.assignments.regimes import change_regime
from annotator.collecting.training.settings import require_training
from annotator.exchange.imports.queries import examples_with_clauses
from annotator.foundation.database.snapshot import snapshot
from annotator.quality.adjudication.agreement import agreement_with_gold
from annotator.quality.adjudication.controls import control_results
from annotator.systems.competitions.queries import HAS_COMPETITION
from annotator.systems.error_analysis.waiting import waiting_reviews
from annotator.workspace.projects.guideline_drafts import draft_guidelines
from annotator.workspace.projects.models import Guideline, Membership, Project, Role
from annotator.workspace.projects.queries import (
    current_guideline,
    may_create_projects,
    projects_of,
)
from annotator.workspace.projects.services import (
    add_member_by_name,
    change_member,
    create_project,
    update_project,
    write_guideline,
)
from annotator.workspace.projects.shown_names import names_of, natural_key
from annotator.workspace.projects.stewards import set_steward
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import asked_of, valid_values
from api.responses.answers import answer, rows_of
from api.serializers.member_lists import MemberListQuery, asked_members
from api.serializers.projects import (
    AnnotatorOutput,
    GuidelineInput,
    GuidelineOutput,
    MemberChangeInput,
    MemberInput,
    MemberOutput,
    ProgressOutput,
    ProjectChangeInput,
    ProjectInput,
    ProjectOutput,
)


def described(projects: "QuerySet[Project]") -> "QuerySet[Project]":
    """Projects with the version of their guidelines, and whether they have a competition."""
    return projects.annotate(
        guideline_version=Max("guidelines__version"), has_competition=HAS_COMPETITION
    )


def _answer(project: Project, role: str | None, *, status: int = status.HTTP_200_OK) -> Response:
    found = described(Project.objects.filter(pk=project.pk)).get()
    return answer(ProjectOutput, found, status=status, roles={project.pk: role})


class ProjectListView(generics.GenericAPIView[Project]):
    """The caller's projects."""

    serializer_class = ProjectOutput
    filter_backends = []

    def get_queryset(self) -> "QuerySet[Project]":
        """The caller's projects."""
        if getattr(self, "swagger_fake_view", False):
            return Project.objects.none()
        return described(projects_of(caller(self.request)))

    @extend_schema(responses=ProjectOutput(many=True))
    def get(self, request: Request) -> Response:
        """List the projects that the caller may open."""
        page = self.paginate_queryset(self.get_queryset())
        memberships = Membership.objects.filter(user=caller(request), is_active=True)
        roles = dict(memberships.values_list("project_id", "role"))
        return self.get_paginated_response(rows_of(ProjectOutput, page, roles=roles))

    @extend_schema(request=ProjectInput, responses={201: ProjectOutput})
    def post(self, request: Request) -> Response:
        """Create a project and lead it."""
        user = caller(request)
        if not may_create_projects(user):
            raise PermissionDenied("Only leads and administrators can create projects.")
        values = valid_values(ProjectInput, request.data)
        project = create_project(**values, at=timezone.now(), creator=user)
        return _answer(project, Role.LEAD, status=status.HTTP_201_CREATED)


class ProjectView(ProjectMixin):
    """One project."""

    roles_by_method = {"PATCH": LEADS}

    @extend_schema(responses=ProjectOutput)
    def get(self, request: Request, slug: str) -> Response:
        """The project."""
        return _answer(self.project, self.role)

    @extend_schema(request=ProjectChangeInput, responses=ProjectOutput)
    def patch(self, request: Request, slug: str) -> Response:
        """Change settings: all of them, or none where one is refused."""
        values = valid_values(ProjectChangeInput, request.data)
        changes = dict(values)
        overlap, regime = changes.pop("overlap", None), changes.pop("regime", None)
        required = changes.pop("requires_training", None)
        project, user, at = self.project, caller(request), timezone.now()
        with transaction.atomic():
            if regime is not None:
                project = change_regime(project=project, regime=regime, at=at, actor=user)
            if overlap is not None and overlap != project.overlap:
                project, _ = change_overlap(project=project, overlap=overlap, at=at, actor=user)
            if required is not None:
                project = require_training(project=project, required=required, at=at, actor=user)
            if changes:
                project = update_project(project=project, at=at, actor=user, **changes)
        return _answer(project, self.role)


class ProgressView(ProjectMixin):
    """How far the work is."""

    @extend_schema(responses=ProgressOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Own numbers for everybody, the project's for leads, what waits for experts."""
        user = caller(request)
        is_expert = self.role == Role.EXPERT
        return answer(
            ProgressOutput,
            own_progress(project=self.project, user=user, at=timezone.now()),
            project=self._of_project() if self.role == Role.LEAD else None,
            waiting=waiting_reviews(project=self.project, user=user) if is_expert else None,
        )

    def _of_project(self) -> dict[str, Any]:
        figures, as_of = progress_figures(self.project, at=timezone.now())
        return {**figures, "as_of": as_of}


def progress_figures(project: Project, *, at: datetime) -> tuple[dict[str, Any], datetime]:
    """The project's progress, and when it was counted: up to a minute ago in a large one."""
    return kept_figures("progress", project, _count_progress, at=at)


def _count_progress(project: Project) -> dict[str, Any]:
    with snapshot():
        return {
            **project_progress(project=project),
            "long_form": figures_of(project.kind).progress(project),
            "examples_with_clauses": examples_with_clauses(project),
        }


class GuidelinesView(ProjectMixin):
    """The project's guidelines."""

    roles_by_method = {"PUT": LEADS}

    @extend_schema(responses=GuidelineOutput)
    def get(self, request: Request, slug: str) -> Response:
        """The current version, as Markdown and as HTML."""
        return self._answer()

    @extend_schema(request=GuidelineInput, responses=GuidelineOutput)
    def put(self, request: Request, slug: str) -> Response:
        """Write a new version."""
        values = valid_values(GuidelineInput, request.data)
        markdown = values["markdown"]
        write_guideline(
            project=self.project, markdown=markdown, at=timezone.now(), actor=caller(request)
        )
        return self._answer()

    def _answer(self) -> Response:
        draft = Guideline(version=0, markdown=draft_guidelines(self.project))
        guideline = current_guideline(self.project) or draft
        return answer(GuidelineOutput, guideline, slug=self.project.slug)


class MemberListView(ProjectMixin, generics.GenericAPIView[Membership]):
    """The project's members, for leads."""

    roles = LEADS
    serializer_class = MemberOutput
    filter_backends = []
    query_class = MemberListQuery

    @extend_schema(parameters=[MemberListQuery], responses=MemberOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List members, including former ones."""
        asked = asked_of(MemberListQuery, request.query_params)
        page = self.paginate_queryset(asked_members(self.project, asked))
        return self.get_paginated_response(rows_of(MemberOutput, page))

    @extend_schema(request=MemberInput, responses={201: MemberOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Add somebody."""
        values = valid_values(MemberInput, request.data)
        membership = add_member_by_name(
            project=self.project,
            at=timezone.now(),
            actor=caller(request),
            **values,
        )
        return answer(MemberOutput, membership, status=status.HTTP_201_CREATED)


class MemberView(ProjectMixin):
    """One membership."""

    roles = LEADS

    @extend_schema(request=MemberChangeInput, responses=MemberOutput)
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        """Change role or activity, or who sees the hidden split."""
        membership = self.project.memberships.filter(pk=pk).first()
        if membership is None:
            raise NotFound("There is no such member.")
        given = valid_values(MemberChangeInput, request.data)
        values, at = given, timezone.now()
        steward = values.pop("is_steward", None)
        if steward is not None and not self.sees_hidden:
            raise PermissionDenied("Only stewards may name stewards.")
        with transaction.atomic():
            if values or steward is None:
                membership = change_member(
                    membership=membership, at=at, actor=caller(request), **values
                )
            if steward is not None:
                membership = set_steward(
                    membership=membership, is_steward=steward, at=at, actor=caller(request)
                )
        return answer(MemberOutput, membership)


class AnnotatorListView(ProjectMixin, generics.GenericAPIView[Any]):
    """The annotators' work, for leads."""

    roles = LEADS
    serializer_class = AnnotatorOutput
    filter_backends = []

    @extend_schema(responses=AnnotatorOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List annotators with their figures."""
        users = list(annotators_of(self.project))
        names = names_of(project=self.project, viewer_role=self.role, users=users)
        in_order = sorted(users, key=lambda user: natural_key(names[user.pk]))
        page = self.paginate_queryset(in_order) or []
        figures, as_of = kept_figures(
            "annotators", self.project, annotator_figures, at=timezone.now()
        )
        described = describe_annotators(project=self.project, users=page, figures=figures)
        keys = [user.pk for user in page]
        rows = rows_of(
            AnnotatorOutput,
            described,
            names=names,
            gold=agreement_with_gold(self.project, keys),
            controls=control_results(self.project, keys),
            as_of=as_of,
        )
        return self.get_paginated_response(rows)
