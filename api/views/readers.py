"""Systems that leads train on a project: scored and shown like those that were uploaded."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.exceptions import ConflictError, InvalidInputError, NotAllowedError
from annotator.material.corpus.splits import scorable_splits
from annotator.systems.readers.job_handlers import TRAIN_READER
from annotator.systems.readers.model.titles import TITLES
from annotator.systems.readers.models import TrainedReader
from annotator.systems.readers.requirement import unavailable
from annotator.systems.readers.services import queue_training
from annotator.systems.readers.stored import reader_of
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.hidden_split import refuse_hidden
from annotator.workspace.projects.kinds import can
from annotator.workspace.projects.models import Role
from api.access.permissions import EXPERTS_AND_LEADS, LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.responses.downloads import name_download
from api.serializers.jobs import JobCreatedOutput
from api.serializers.readers import ReaderCardOutput, ReaderInput, ReadersOutput

HIDDEN = "Only stewards can run systems on the hidden split."


class ReaderListView(ProjectMixin):
    """Systems to be trained on a project, for leads."""

    roles = LEADS

    @extend_schema(responses=ReadersOutput)
    def get(self, request: Request, slug: str) -> Response:
        """What can be trained, on which splits, and the trainings under way."""
        return answer(ReadersOutput, self.project)

    @extend_schema(request=ReaderInput, responses={202: JobCreatedOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Queue a training: the system answers a split in the end, and is scored on it."""
        values = valid_values(ReaderInput, request.data)
        values = {
            "split": values["dev_split"],
            "name": TITLES[values["system"]],
            **values,
        }
        viewer = caller(request)
        refuse_hidden(viewer, self.project, [values["split"]], HIDDEN)
        self._check(values)
        if sentence := unavailable():
            raise ConflictError("training_unavailable", sentence)
        named, hidden = [values["split"]], NotAllowedError("permission_denied", HIDDEN)
        with changing(self.project, at=timezone.now(), actor=viewer, splits=named, refusal=hidden):
            job = queue_training(
                project=self.project, parameters=values, at=timezone.now(), actor=viewer
            )
        return answer(JobCreatedOutput, job, status=status.HTTP_202_ACCEPTED)

    def _check(self, values: dict[str, Any]) -> None:
        """Raise ``InvalidInputError`` for another kind of project, and for splits that are hidden,
        missing or the same.
        """
        fields: dict[str, str] = {}
        visible = self._visible_splits()
        if not can(self.project.kind, TRAIN_READER):
            fields["system"] = "These systems are for projects of Natural Questions."
        for name in ("train_split", "dev_split"):
            if values[name] not in visible:
                fields[name] = f"Choose one of {', '.join(visible)}."
        if values["dev_split"] == values["train_split"]:
            fields["dev_split"] = "Choose a split other than the one used for training."
        if values["split"] != values["dev_split"]:
            fields |= self._problem_with(values["split"], trained_on=values["train_split"])
        if fields:
            raise InvalidInputError("invalid_training", "This can't be trained.", fields=fields)

    def _problem_with(self, split: str, *, trained_on: str) -> dict[str, str]:
        """What is wrong with a split to answer, by its field."""
        if split == trained_on:
            return {"split": "Choose a split other than the one used for training."}
        splits = scorable_splits(self.project)
        return {} if split in splits else {"split": f"Choose one of {', '.join(splits)}."}

    def _visible_splits(self) -> list[str]:
        """Splits to train on: never the hidden one, since all leads read predictions."""
        return scorable_splits(self.project, hidden=False)


class ReaderCardView(ProjectMixin):
    """The card of a trained system, for experts and leads."""

    roles = EXPERTS_AND_LEADS

    @extend_schema(responses=ReaderCardOutput)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """What it was trained on, how, and how good it was."""
        reader = _found(reader_of(self.project, pk))
        url = f"/api/v1/projects/{self.project.slug}/systems/{pk}/model/"
        shown_url = url if self.role == Role.LEAD else None
        return answer(ReaderCardOutput, reader.card, reader=reader, model_url=shown_url)


class ReaderModelView(ProjectMixin):
    """A trained model, for leads: weights can give away what they were trained on."""

    roles = LEADS

    @extend_schema(responses={(200, "application/zip"): OpenApiResponse(OpenApiTypes.BINARY)})
    def get(self, request: Request, slug: str, pk: int) -> HttpResponse:
        """Download the model's folder as a zip, for `predict --model`."""
        reader = _found(reader_of(self.project, pk))
        response = HttpResponse(bytes(reader.archive), content_type="application/zip")
        name = f"{self.project.slug}-{reader.card['system']}.zip"
        name_download(response, name)
        return response


def _found(reader: TrainedReader | None) -> TrainedReader:
    if reader is None:
        raise NotFound("There is no such system, or it was not trained here.")
    return reader
