"""Comparison studies: leads open, import, end and export them; comparers see their progress."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.exceptions import InvalidInputError
from annotator.foundation.names.naming import name_key
from annotator.material.formats.asqa.comparison_setup import read_setup
from annotator.material.formats.asqa.system_answers import read_answers
from annotator.material.formats.comparisons import read_comparisons
from annotator.material.formats.problems import FormatError
from annotator.quality.comparisons.comparison_file import export_lines, import_study, refusal_of
from annotator.quality.comparisons.given_pairs import open_given_pairs
from annotator.quality.comparisons.models import ComparisonStudy
from annotator.quality.comparisons.opening import StudyPlan, open_study
from annotator.quality.comparisons.sources import (
    MOST_SYSTEMS,
    SystemSource,
    comparable_examples,
    keys_of,
)
from annotator.quality.comparisons.studies import finish_study
from annotator.quality.reviews.opening import members_named, possible_members
from annotator.systems.evaluation.records.table_scores import give_scores
from annotator.workspace.projects.kinds import Ability, kinds_that_can
from annotator.workspace.projects.models import Membership, Project, Role
from annotator.workspace.projects.queries import projects_led_by
from annotator.workspace.projects.shown_names import by_name
from api.access.chosen_splits import check_chosen_splits
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.parsers import MultiPartParser
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.responses.downloads import name_download
from api.scopes.studies import ShowsStudies, StudyListMixin, StudyMixin
from api.serializers.comparison_studies import (
    GivenPairsInput,
    SourcesOutput,
    StudyFileInput,
    StudyInput,
    StudyOutput,
)
from api.serializers.splits import SplitsQuery

LARGEST_FILE = 32 * 2**20
"""Bytes of a file of answers or comparisons, unpacked: thousands of questions."""


class StudyListView(StudyListMixin, generics.GenericAPIView[ComparisonStudy]):
    """The studies of a project: all for leads, for experts those in which they compare."""

    serializer_class = StudyOutput
    filter_backends = []
    parser_classes = [MultiPartParser]
    takes_files = True
    most_file_bytes = MOST_SYSTEMS * LARGEST_FILE

    @extend_schema(responses=StudyOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List comparison studies, newest first."""
        return self.listed()

    @extend_schema(request={"multipart/form-data": StudyInput}, responses={201: StudyOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Draw a study's questions, pairs, sides and loads."""
        values = valid_values(StudyInput, request.data)
        wanted = values.pop("comparers")
        plan = StudyPlan(
            **values | {"systems": self._systems(request, values["systems"])},
            comparers=_comparers(self.project, wanted),
        )
        at, actor = timezone.now(), caller(request)
        with transaction.atomic():
            study = open_study(project=self.project, plan=plan, at=at, actor=actor)
            give_scores(project=self.project, at=at, actor=actor, study=study)
        return self.answer_with(study.pk, status.HTTP_201_CREATED)

    def _systems(self, request: Request, systems: list[dict[str, Any]]) -> list[SystemSource]:
        keys = frozenset(keys_of(self.project))
        led = {project.slug_key: project for project in _projects_led(request)}
        return [
            SystemSource(
                name=given["name"],
                file=_read_answers(request, given["file"], keys) if "file" in given else None,
                annotations_of=_find_project(led, given.get("annotations_of"), number),
                annotation_number=given.get("annotation_number"),
            )
            for number, given in enumerate(systems)
        ]


def _comparers(project: Project, wanted: list[int]) -> list[Membership]:
    """The members in the order in which they were named; raises for an unknown one."""
    found = members_named(possible_members(project), wanted)
    if found is None:
        raise InvalidInputError(
            "invalid",
            "These people can't compare.",
            fields={"comparers": "Choose active experts of this project: leads know the systems."},
        )
    return found


def _find_project(led: dict[str, Project], slug: str | None, number: int) -> Project | None:
    if slug is None:
        return None
    project = led.get(name_key(slug))
    if project is None:
        raise InvalidInputError(
            "invalid",
            "These systems can't be compared.",
            fields={
                f"systems[{number}].annotations_of": "Choose a project that you lead, of kind asqa."
            },
        )
    return project


def _projects_led(request: Request) -> list[Project]:
    kinds = kinds_that_can(Ability.COMPARISONS)
    return list(projects_led_by(caller(request)).filter(kind__in=kinds))


def _read(upload: "UploadedFile[Any] | None", field: str) -> bytes:
    if upload is None:
        raise InvalidInputError(
            "invalid", "A file is missing.", fields={field: "Send the file in this part."}
        )
    if (upload.size or 0) > LARGEST_FILE:
        limit = LARGEST_FILE // 2**20
        raise InvalidInputError(
            "upload_too_large",
            f"The file is larger than {limit} MiB.",
            fields={field: "Leave out what is not to be compared."},
        )
    return bytes(upload.read())


def _read_answers(request: Request, field: str, keys: frozenset[str]) -> Any:
    upload = request.FILES.get(field)
    data = _read(upload, field)
    try:
        name = (upload.name if upload else "") or field
        return read_answers(data, name=name, keys=keys, max_bytes=LARGEST_FILE)
    except FormatError as error:
        raise refusal_of(error, field) from error


class SourcesView(ProjectMixin):
    """What a new study can be made of."""

    roles = LEADS

    @extend_schema(responses=SourcesOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Experts, projects whose annotations can be compared, this one first, and questions."""
        sources = {
            "experts": by_name(possible_members(self.project).filter(user__is_superuser=False)),
            "projects": sorted(_projects_led(request), key=lambda each: each != self.project),
            "questions": comparable_examples(self.project).count(),
        }
        return answer(SourcesOutput, sources, keys=keys_of(self.project))


class StudyFileMixin(ShowsStudies, ProjectMixin):
    """A study that comes in one file, whose lines are all right or all refused."""

    roles = LEADS
    parser_classes = [MultiPartParser]
    takes_files = True
    most_file_bytes = LARGEST_FILE

    def opened(
        self,
        upload: "UploadedFile[Any]",
        read: Callable[..., Sequence[Any]],
        open_from: Callable[..., ComparisonStudy],
    ) -> Response:
        """The study that ``open_from`` makes of what ``read`` finds in the file."""
        at, actor, name = timezone.now(), caller(self.request), upload.name or "file"
        data = _read(upload, "file")
        try:
            found = read(data, name=name, max_bytes=LARGEST_FILE)
            with transaction.atomic():
                study = open_from(found, project=self.project, file=name, at=at, actor=actor)
                give_scores(project=self.project, at=at, actor=actor, study=study)
        except FormatError as error:
            raise refusal_of(error, "file") from error
        return self.answer_with(study.pk, status.HTTP_201_CREATED)


class StudyImportView(StudyFileMixin):
    """Comparisons that were made elsewhere."""

    @extend_schema(request={"multipart/form-data": StudyFileInput}, responses={201: StudyOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Import a file of a study's export; one wrong line refuses all of it."""
        values = valid_values(StudyFileInput, request.data)
        imported = partial(import_study, title=values["title"])
        return self.opened(values["file"], read_comparisons, imported)


class GivenPairsView(StudyFileMixin):
    """A study of given pairs, such as ASQA's ``setup.tsv``."""

    @extend_schema(request={"multipart/form-data": GivenPairsInput}, responses={201: StudyOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Deal the pairs of a file to comparers; one wrong line refuses all of it."""
        values = valid_values(GivenPairsInput, request.data)
        upload, comparers = values.pop("file"), _comparers(self.project, values.pop("comparers"))
        plan = StudyPlan(**values, question_count=0, systems=[], comparers=comparers)
        return self.opened(upload, read_setup, partial(open_given_pairs, plan=plan))


class StudyView(StudyMixin):
    """A study."""

    @extend_schema(responses=StudyOutput)
    def get(self, request: Request, pk: int) -> Response:
        """The study and its progress; the systems only for leads."""
        return self.answer()


class StudyFinishView(StudyMixin):
    """The end of a study."""

    for_role = Role.LEAD

    @extend_schema(request=None, responses=StudyOutput)
    def post(self, request: Request, pk: int) -> Response:
        """End the study: missing comparisons stay missing."""
        finish_study(study=self.review, at=timezone.now(), actor=caller(request))
        return self.answer()


class StudyExportView(StudyMixin):
    """The comparisons of a study as a file."""

    for_role = Role.LEAD

    @extend_schema(
        parameters=[SplitsQuery],
        responses={(200, "text/tab-separated-values"): OpenApiResponse(OpenApiTypes.STR)},
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """A line for each comparison that was made, as ASQA's own evaluation writes them."""
        splits = valid_values(SplitsQuery, request.query_params)["split"]
        check_chosen_splits(self.review.project, splits, caller(request))
        response = HttpResponse(
            "".join(export_lines(self.review, splits)).encode(),
            content_type="text/tab-separated-values",
        )
        name = f"{self.review.project.slug}-comparisons-{self.review.number}.tsv"
        name_download(response, name)
        response["Cache-Control"] = "private, no-store"
        return response
