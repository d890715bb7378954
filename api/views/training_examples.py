"""The questions of a project's training and their references."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.training.answers import open_reference, take_reference
from annotator.collecting.training.pool import (
    choose_training_examples,
    give_back_example,
    pooled_examples,
    training_examples,
)
from annotator.material.corpus.models import Example
from api.access.permissions import LEADS, ProjectMixin, caller
from api.presenters.training import present_training_assignment
from api.requests.validation import valid_values
from api.responses.answers import answer, answer_all
from api.serializers.assignments import AssignmentOutput
from api.serializers.training import (
    ReferenceInput,
    TrainingExampleOutput,
    TrainingExamplesInput,
)


class TrainingExampleListView(ProjectMixin):
    """The questions of the training."""

    roles = LEADS
    pagination_class = None

    def _answer(self, code: int = status.HTTP_200_OK) -> Response:
        shown = pooled_examples(self.project)
        return answer_all(TrainingExampleOutput, shown, kind=self.project.kind, status=code)

    @extend_schema(
        operation_id="projects_training_examples_list",
        responses=TrainingExampleOutput(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """List all questions for training."""
        return self._answer()

    @extend_schema(request=TrainingExamplesInput, responses={201: TrainingExampleOutput(many=True)})
    def post(self, request: Request, slug: str) -> Response:
        """Take examples out of the main task for a step of the training."""
        values = valid_values(TrainingExamplesInput, request.data)
        choose_training_examples(
            project=self.project,
            at=timezone.now(),
            actor=caller(request),
            **values,
        )
        return self._answer(status.HTTP_201_CREATED)


class TrainingExampleMixin(ProjectMixin):
    """A view of one question of the training."""

    roles = LEADS

    def example(self, pk: int) -> Example:
        """The example; ``NotFound`` for one of the main task."""
        found = training_examples(self.project).select_related("project").filter(pk=pk).first()
        if found is None:
            raise NotFound("There is no such question in this project's training.")
        return found


class TrainingExampleView(TrainingExampleMixin):
    """One question of the training."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Give it back to the main task, while nobody has trained on it."""
        give_back_example(example=self.example(pk), at=timezone.now(), actor=caller(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ReferenceView(TrainingExampleMixin):
    """The answer that others are compared with."""

    @extend_schema(request=ReferenceInput, responses=AssignmentOutput)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Begin the reference answer, or use an imported annotation."""
        values = valid_values(ReferenceInput, request.data)
        example, number = self.example(pk), values["annotation"]
        author, at = caller(request), timezone.now()
        if number is None:
            reference = open_reference(example=example, author=author, at=at)
        else:
            annotation = Annotation.objects.filter(pk=number, example=example).first()
            if annotation is None:
                raise NotFound("There is no such answer to this question.")
            reference = take_reference(example=example, annotation=annotation, author=author, at=at)
        reference.example = example
        return answer(AssignmentOutput, present_training_assignment(reference))
