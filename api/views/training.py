"""Training: the annotator's own, and the lead's page of everybody's."""

from typing import Any

from django.db import transaction
from django.db.models import Count, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.training.attempts import start_step
from annotator.collecting.training.decisions import (
    ask_to_requalify,
    decide_exam,
    mark_session,
    take_back_requalification,
    waive_training,
)
from annotator.collecting.training.grading import (
    GivenGrade,
    finish_grading,
    grade_answer,
    grade_automatically,
    read_feedback,
)
from annotator.collecting.training.models import Attempt, Grade, TrainingAnswer
from annotator.collecting.training.readiness import missing_questions
from annotator.collecting.training.settings import require_training, write_short_instructions
from annotator.collecting.training.standing import trainees_of, with_training
from annotator.collecting.training.viewing import Viewing, training_for
from annotator.workspace.projects.models import Membership, Project, Role
from api.access.permissions import ANNOTATORS, LEADS, MEMBERS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.serializers.training import (
    DecisionInput,
    GradesInput,
    OwnTrainingOutput,
    RequalificationInput,
    SessionInput,
    TraineeDetailOutput,
    TraineeOutput,
    TrainingInput,
    TrainingOutput,
    WaiverInput,
)

_ANSWERS = TrainingAnswer.objects.select_related(
    "example__question", "example__project"
).prefetch_related(
    "example__disambiguations", Prefetch("grades", Grade.objects.select_related("graded_by"))
)
_ATTEMPTS = Attempt.objects.prefetch_related(Prefetch("answers", _ANSWERS))


def with_answers(memberships: "QuerySet[Membership]") -> "QuerySet[Membership]":
    """Memberships with all of their training, in a fixed number of queries."""
    return memberships.select_related("user", "project").prefetch_related(
        Prefetch("attempts", _ATTEMPTS), "in_person_sessions", "training_decisions__decided_by"
    )


def _with_annotations(
    memberships: "QuerySet[Membership]", project: Project
) -> "QuerySet[Membership]":
    """Memberships with the number of each one's submissions, the hidden split aside.

    Each chain of revisions is one, and has one row that revises nothing: both numbers are in
    indexes.
    """
    own = Annotation.objects.filter(annotator=OuterRef("user"), project=project)
    if project.hidden_split:
        own = own.visible_to(None)
    revising = own.filter(revision_of__isnull=False)
    return memberships.annotate(annotations=_number_of(own) - _number_of(revising))


def _number_of(annotations: "QuerySet[Annotation]") -> Coalesce:
    counted = annotations.order_by().values("annotator").annotate(number=Count("pk"))
    return Coalesce(Subquery(counted.values("number")), 0)


class TrainingView(ProjectMixin):
    """The training of a project."""

    roles_by_method = {"GET": MEMBERS, "PUT": LEADS}

    def _answer(self, request: Request, project: Project) -> Response:
        own = with_training(
            Membership.objects.filter(
                project=project, user=caller(request), role=Role.ANNOTATOR, is_active=True
            )
        ).first()
        own = own if project.requires_training else None
        return answer(TrainingOutput, training_for(project, own))

    @extend_schema(responses=TrainingOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Whether it is required, the short instructions, and the caller's standing."""
        return self._answer(request, self.project)

    @extend_schema(request=TrainingInput, responses=TrainingOutput)
    def put(self, request: Request, slug: str) -> Response:
        """Require it or not, and write the short instructions."""
        values = valid_values(TrainingInput, request.data)
        project, at, actor = self.project, timezone.now(), caller(request)
        with transaction.atomic():
            if "instructions" in values:
                write_short_instructions(
                    project=project, markdown=values["instructions"], at=at, actor=actor
                )
            if "requires_training" in values:
                required = values["requires_training"]
                project = require_training(project=project, required=required, at=at, actor=actor)
        return self._answer(request, project)


class OwnMembershipMixin(ProjectMixin):
    """A view of the caller's own training."""

    roles = ANNOTATORS

    def own_membership(self, request: Request) -> Membership:
        """The caller's membership with the whole training, as it is now."""
        own = Membership.objects.filter(project=self.project, user=caller(request))
        return with_answers(own).get()

    def answer(self, request: Request) -> Response:
        """The caller's own training."""
        own, missing = self.own_membership(request), missing_questions(self.project)
        return answer(OwnTrainingOutput, Viewing(own, missing, is_lead=False))


class OwnTrainingView(OwnMembershipMixin):
    """The caller's own answers and, once they are open, references and grades."""

    @extend_schema(responses=OwnTrainingOutput)
    def get(self, request: Request, slug: str) -> Response:
        """All attempts."""
        return self.answer(request)


class StartView(OwnMembershipMixin):
    """Beginning the next step."""

    @extend_schema(request=None, responses=OwnTrainingOutput)
    def post(self, request: Request, slug: str) -> Response:
        """Begin self-study or exam; a running attempt stays."""
        start_step(membership=self.own_membership(request), at=timezone.now())
        return self.answer(request)


class ReadView(OwnMembershipMixin):
    """Having read the grades."""

    @extend_schema(request=None, responses=OwnTrainingOutput)
    def post(self, request: Request, slug: str) -> Response:
        """Note that the caller has read all grades that there are."""
        read_feedback(membership=self.own_membership(request), at=timezone.now())
        return self.answer(request)


class TraineeListView(ProjectMixin, generics.GenericAPIView[Any]):
    """Everybody's standing."""

    roles = LEADS
    serializer_class = TraineeOutput
    filter_backends = []

    @extend_schema(responses=TraineeOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The active annotators, the longest in the project first."""
        page = (
            self.paginate_queryset(_with_annotations(trainees_of(self.project), self.project)) or []
        )
        missing = missing_questions(self.project)
        rows = [Viewing(membership, missing, is_lead=True) for membership in page]
        return self.get_paginated_response(rows_of(TraineeOutput, rows))


class TraineeMixin(ProjectMixin):
    """A view of one member's training, for leads."""

    roles = LEADS

    def trainee(self, pk: int) -> Membership:
        """An annotator of the project with the whole training; else ``NotFound``."""
        found = self.project.memberships.filter(pk=pk, role=Role.ANNOTATOR)
        membership = with_answers(_with_annotations(found, self.project)).first()
        if membership is None:
            raise NotFound("There is no such annotator in this project.")
        return membership

    def answer(self, pk: int, code: int = status.HTTP_200_OK) -> Response:
        """The member's training as it is now."""
        viewing = Viewing(self.trainee(pk), missing_questions(self.project), is_lead=True)
        return answer(TraineeDetailOutput, viewing, status=code)


class TraineeView(TraineeMixin):
    """One member's training."""

    @extend_schema(responses=TraineeDetailOutput)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Answers beside their references, grades, sessions and decisions."""
        return self.answer(pk)


class SessionView(TraineeMixin):
    """In-person sessions."""

    @extend_schema(request=SessionInput, responses={201: TraineeDetailOutput})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Put on record that one took place, or that somebody did not come."""
        values = valid_values(SessionInput, request.data)
        mark_session(
            membership=self.trainee(pk),
            at=timezone.now(),
            actor=caller(request),
            **values,
        )
        return self.answer(pk, status.HTTP_201_CREATED)


class AutomaticGradesView(TraineeMixin):
    """Grades that come of comparing an NQ exam with the references."""

    @extend_schema(request=None, responses=TraineeDetailOutput)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Grade the ungraded answers."""
        grade_automatically(membership=self.trainee(pk), at=timezone.now(), actor=caller(request))
        return self.answer(pk)


class FinishGradingView(TraineeMixin):
    """Showing the grades to the annotator."""

    @extend_schema(request=None, responses=TraineeDetailOutput)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Finish grading, once every answer has a grade on every criterion."""
        finish_grading(membership=self.trainee(pk), at=timezone.now(), actor=caller(request))
        return self.answer(pk)


class DecisionView(TraineeMixin):
    """What becomes of a graded exam."""

    @extend_schema(request=DecisionInput, responses={201: TraineeDetailOutput})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Accept, or ask for another try."""
        values = valid_values(DecisionInput, request.data)
        decide_exam(
            membership=self.trainee(pk),
            at=timezone.now(),
            actor=caller(request),
            **values,
        )
        return self.answer(pk, status.HTTP_201_CREATED)


class RequalificationView(TraineeMixin):
    """Having somebody qualify again."""

    @extend_schema(request=RequalificationInput, responses={201: TraineeDetailOutput})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Ask for it: no new question comes to them before they have passed another exam.

        409 where the project has no training to pass, with what to do.
        """
        values = valid_values(RequalificationInput, request.data)
        ask_to_requalify(
            membership=self.trainee(pk),
            at=timezone.now(),
            actor=caller(request),
            **values,
        )
        return self.answer(pk, status.HTTP_201_CREATED)

    @extend_schema(responses={200: TraineeDetailOutput})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Withdraw the request: the earlier acceptance holds again. Both stay on record."""
        take_back_requalification(
            membership=self.trainee(pk), note="", at=timezone.now(), actor=caller(request)
        )
        return self.answer(pk)


class WaiverView(ProjectMixin):
    """Accepting people without training."""

    roles = LEADS

    @extend_schema(request=WaiverInput, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Accept annotators without training; the note stays on record."""
        values = valid_values(WaiverInput, request.data)
        waive_training(
            project=self.project,
            at=timezone.now(),
            actor=caller(request),
            **values,
        )
        return Response(status=status.HTTP_204_NO_CONTENT)


class GradesView(TraineeMixin):
    """Grades of an exam's answer."""

    @extend_schema(request=GradesInput, responses=TraineeDetailOutput)
    def put(self, request: Request, slug: str, pk: int) -> Response:
        """Grade an answer on some criteria; new grades replace earlier ones."""
        answer = (
            TrainingAnswer.objects.filter(pk=pk, attempt__membership__project=self.project)
            .select_related("attempt__membership", "example__project")
            .first()
        )
        if answer is None or answer.attempt is None:
            raise NotFound("There is no such answer in this project's training.")
        values = valid_values(GradesInput, request.data)
        grade_answer(
            answer=answer,
            grades=[GivenGrade(**row) for row in values["grades"]],
            at=timezone.now(),
            actor=caller(request),
        )
        return self.answer(answer.attempt.membership_id)
