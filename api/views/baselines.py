"""Baselines that leads run on a project: scored and shown like the systems that were uploaded."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.exceptions import InvalidInputError, NotAllowedError
from annotator.material.corpus.splits import flaw_of_split, scorable_splits
from annotator.systems.evaluation.baselines.baseline_run import TRAINED
from annotator.systems.evaluation.job_handlers import SCORE_BASELINE
from annotator.systems.evaluation.models import BaselineKind
from annotator.systems.evaluation.records.services import check_free
from annotator.systems.evaluation.scoring.kinds import scores_of
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.hidden_split import refuse_hidden
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.queries import projects_led_by
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.serializers.baselines import BaselineChoicesOutput, BaselineInput
from api.serializers.jobs import JobCreatedOutput

HIDDEN = "Only stewards can run baselines on the hidden split."


class BaselineListView(ProjectMixin):
    """Baselines of a project, for leads."""

    roles = LEADS

    @extend_schema(responses=BaselineChoicesOutput)
    def get(self, request: Request, slug: str) -> Response:
        """What can be run, and which splits can be copied from."""
        viewer = caller(request)
        led = projects_led_by(viewer).filter(kind=self.project.kind)
        baselines = scores_of(self.project.kind).BASELINES
        return answer(BaselineChoicesOutput, {"baselines": baselines, "sources": led})

    @extend_schema(request=BaselineInput, responses={202: JobCreatedOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Queue a baseline: it predicts the split, and is scored on it."""
        values = valid_values(BaselineInput, request.data)
        viewer, baseline = caller(request), BaselineKind(values["baseline"])
        values["name"] = values.get("name", baseline.label)
        refuse_hidden(viewer, self.project, [values["split"]], HIDDEN)
        self._check(values, baseline)
        if baseline in TRAINED:
            values |= self._source(values, viewer)
        check_free(
            project=self.project,
            name=values["name"],
            split=values["split"],
            actor=viewer,
            baseline=baseline,
        )
        named, hidden = [values["split"]], NotAllowedError("permission_denied", HIDDEN)
        with changing(self.project, at=timezone.now(), actor=viewer, splits=named, refusal=hidden):
            job = create_job(
                kind=SCORE_BASELINE,
                parameters=values,
                project_id=self.project.pk,
                at=timezone.now(),
                created_by=viewer,
                filename=f"{values['name']}, {values['split']}",
            )
        return answer(JobCreatedOutput, job, status=status.HTTP_202_ACCEPTED)

    def _check(self, values: dict[str, Any], baseline: BaselineKind) -> None:
        """Raise ``InvalidInputError`` for another kind's baseline, a split that isn't there, and
        what is to be copied by one that copies nothing.
        """
        fields = {}
        known = scores_of(self.project.kind).BASELINES
        if baseline not in known:
            fields["baseline"] = f"Choose one of {', '.join(known)}."
        if flaw := flaw_of_split(self.project, values["split"]):
            fields["split"] = flaw
        if baseline not in TRAINED and ("train_split" in values or "train_project" in values):
            fields["train_split"] = "This baseline copies nothing: leave it out."
        if baseline in TRAINED and "train_split" not in values:
            fields["train_split"] = "Name a split to copy from."
        if fields:
            raise InvalidInputError("invalid_baseline", "This can't be run.", fields=fields)

    def _source(self, values: dict[str, Any], viewer: User) -> dict[str, Any]:
        """Where answers are copied from; raises ``InvalidInputError`` for what the caller can't
        read, and for the very split that is scored.
        """
        slug = values.get("train_project", self.project.slug)
        led = projects_led_by(viewer).filter(kind=self.project.kind, slug_key=slug).first()
        split, fields = values["train_split"], {}
        if led is None:
            fields["train_project"] = "Name a project of the same kind that you lead."
        elif split not in _copied_splits(led):
            fields["train_split"] = "The project has no such split, or it is hidden."
        elif led == self.project and split == values["split"]:
            fields["train_split"] = "Copy from a split other than the one that is scored."
        if led is None or fields:
            raise InvalidInputError("invalid_baseline", "This can't be copied.", fields=fields)
        return {"train_project": led.slug, "train_split": split}


def _copied_splits(project: Project) -> list[str]:
    """The splits that can be copied from: never the hidden one, as all leads read predictions."""
    return scorable_splits(project, hidden=False)
