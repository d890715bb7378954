"""A competition's page, table and files, for everybody; its rules, for stewards."""

from typing import Any

from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.material.formats.csv_lines import csv_lines
from annotator.systems.competitions.joining import close_link, renew_link
from annotator.systems.competitions.models import Competition, Phase, PublishedFile
from annotator.systems.competitions.opening import publish_page, write_competition
from annotator.systems.competitions.phases import (
    add_phase,
    change_phase,
    delete_phase,
    publish_results,
)
from annotator.systems.competitions.published_files import path_of, request_file, take_down
from annotator.systems.competitions.queries import Viewer, files_for, participations_of, viewer_of
from annotator.systems.competitions.table import table_of
from api.access.permissions import caller
from api.requests.site_address import site_of
from api.requests.validation import valid_values
from api.responses.answers import answer, answer_all, rows_of
from api.responses.downloads import file_response, name_download
from api.scopes.competitions import CompetitionMixin, StewardMixin
from api.serializers.competitions import (
    CompetitionInput,
    CompetitionInvitationInput,
    CompetitionInvitationOutput,
    CompetitionOutput,
    CompetitionRowOutput,
    CompetitionTableOutput,
    HalvesOutput,
    OwnCompetitionOutput,
    PagePublicationInput,
    PhaseChangeInput,
    PhaseInput,
    PhaseOutput,
    PublishedFileInput,
    ResultsInput,
    TableQuery,
)
from api.serializers.jobs import JobCreatedOutput


class CompetitionView(CompetitionMixin):
    """A competition's page."""

    stewards_alone = ("PATCH",)
    works_without = ("PATCH",)

    @extend_schema(responses=CompetitionOutput)
    def get(self, request: Request, slug: str) -> Response:
        """What the stewards say about it, its phases, and files for download."""
        return _competition_answer(self.competition, self.viewer)

    @extend_schema(request=CompetitionInput, responses=CompetitionOutput)
    def patch(self, request: Request, slug: str) -> Response:
        """Change parts of the page; the first time, open the competition on the hidden split."""
        competition = write_competition(
            project=self.project,
            at=timezone.now(),
            actor=self.user,
            **valid_values(CompetitionInput, request.data),
        )
        viewer = viewer_of(competition, project=self.project, user=self.user)
        return _competition_answer(competition, viewer)


class PagePublicationView(StewardMixin):
    """Whether everybody may read the page."""

    @extend_schema(request=PagePublicationInput, responses=CompetitionOutput)
    def put(self, request: Request, slug: str) -> Response:
        """Publish the page, or take it down."""
        competition = publish_page(
            competition=self.competition,
            at=timezone.now(),
            actor=self.user,
            **valid_values(PagePublicationInput, request.data),
        )
        return _competition_answer(competition, self.viewer)


def _competition_answer(competition: Competition, viewer: Viewer) -> Response:
    return answer(CompetitionOutput, competition, viewer=viewer, at=timezone.now())


class CompetitionInvitationView(StewardMixin):
    """The link with which people sign up."""

    @extend_schema(responses=CompetitionInvitationOutput)
    def get(self, request: Request, slug: str) -> Response:
        """The link, if there is one that works."""
        return self._answer(request)

    @extend_schema(request=CompetitionInvitationInput, responses={201: CompetitionInvitationOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Make a new link. The old one ends."""
        self.found = renew_link(
            competition=self.competition,
            at=timezone.now(),
            actor=self.user,
            **valid_values(CompetitionInvitationInput, request.data),
        )
        return self._answer(request, code=status.HTTP_201_CREATED)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """End the link. People who signed up stay."""
        close_link(competition=self.competition, at=timezone.now(), actor=self.user)
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _answer(self, request: Request, *, code: int = status.HTTP_200_OK) -> Response:
        return answer(
            CompetitionInvitationOutput,
            self.competition,
            site=site_of(request),
            at=timezone.now(),
            status=code,
        )


class HalvesView(StewardMixin):
    """The halves of the hidden split."""

    @extend_schema(responses=HalvesOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Their secret seed, and how many examples each has."""
        return answer(HalvesOutput, self.competition)


class PhaseListView(StewardMixin):
    """The competition's phases."""

    @extend_schema(request=PhaseInput, responses={201: PhaseOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Add a phase."""
        at = timezone.now()
        phase = add_phase(
            competition=self.competition,
            at=at,
            actor=self.user,
            **valid_values(PhaseInput, request.data),
        )
        return _phase_answer(phase, code=status.HTTP_201_CREATED)


class PhaseView(StewardMixin):
    """One phase."""

    @extend_schema(request=PhaseChangeInput, responses=PhaseOutput)
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Change its rules. Once a team has submitted, only its name and a later end."""
        changes = valid_values(PhaseChangeInput, request.data)
        phase = change_phase(
            phase=self.phase(number), at=timezone.now(), actor=self.user, **changes
        )
        return _phase_answer(phase)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Delete a phase in which nobody has submitted."""
        delete_phase(phase=self.phase(number), at=timezone.now(), actor=self.user)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ResultsPublicationView(StewardMixin):
    """Whether a phase's final table is shown."""

    @extend_schema(request=ResultsInput, responses=PhaseOutput)
    def put(self, request: Request, slug: str, number: int) -> Response:
        """Publish the results of a phase that has ended, or take them down. A phase without an end
        ends now.
        """
        phase = publish_results(
            phase=self.phase(number),
            at=timezone.now(),
            actor=self.user,
            **valid_values(ResultsInput, request.data),
        )
        return _phase_answer(phase)


def _phase_answer(phase: Phase, *, code: int = status.HTTP_200_OK) -> Response:
    return answer(PhaseOutput, phase, at=timezone.now(), status=code)


class PublishedFileListView(StewardMixin):
    """Files for download."""

    @extend_schema(request=PublishedFileInput, responses={202: JobCreatedOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Queue the job that makes a file of a split and offers it."""
        values = valid_values(PublishedFileInput, request.data)
        form = values.pop("format")
        job = request_file(
            competition=self.competition, form=form, at=timezone.now(), actor=self.user, **values
        )
        return answer(JobCreatedOutput, job, status=status.HTTP_202_ACCEPTED)


class PublishedFileView(CompetitionMixin):
    """A file for download."""

    stewards_alone = ("DELETE",)

    @extend_schema(
        responses={(200, "application/octet-stream"): OpenApiResponse(OpenApiTypes.BINARY)}
    )
    def get(self, request: Request, slug: str, pk: int) -> HttpResponseBase:
        """Download the file."""
        file = files_for(self.competition, self.viewer).filter(pk=pk).first()
        if file is None:
            raise NotFound("There is no such file.")
        try:
            return file_response(request, path_of(file), name=file.name)
        except FileNotFoundError as error:
            raise NotFound(
                "This file is no longer kept. A steward can publish it again."
            ) from error

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Take the file down."""
        file = PublishedFile.objects.filter(competition=self.competition, pk=pk).first()
        if file is None:
            raise NotFound("There is no such file.")
        take_down(file=file, at=timezone.now(), actor=self.user)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TableMixin(CompetitionMixin):
    """The table of a phase."""

    def table(self, request: Request) -> Any:
        """That of the phase that is asked for, or of the newest one that shows something."""
        query = valid_values(TableQuery, request.query_params)
        if "phase" in query:
            return table_of(self.competition, self.phase(query["phase"]))
        phases = list(self.competition.phases.order_by("-number"))
        for phase in phases:
            phase.competition = self.competition
            table = table_of(self.competition, phase)
            if not table.missing:
                return table
        return table_of(self.competition, phases[0] if phases else None)


class TableView(TableMixin):
    """The table as JSON."""

    @extend_schema(parameters=[TableQuery], responses=CompetitionTableOutput)
    def get(self, request: Request, slug: str) -> Response:
        """The teams of a phase, the best first, and baselines."""
        return answer(CompetitionTableOutput, self.table(request), competition=self.competition)


class TableFileView(TableMixin):
    """The table as CSV."""

    @extend_schema(
        parameters=[TableQuery],
        responses={(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR)},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Download the table: a row for each system, a column for each figure."""
        table = self.table(request)
        first = ("rank", "team", "system", "baseline")
        last = ("paper_url", "code_url", "model_url", "model_parameters")
        phase = table.phase.number if table.phase else None
        rows = (
            (
                phase,
                *(shown[name] for name in first),
                row.at,
                row.figures.examples,
                *(row.figures.metrics.get(name) for name in table.metrics),
                *(shown[name] for name in last),
            )
            for row, shown in zip(
                table.rows, rows_of(CompetitionRowOutput, table.rows), strict=True
            )
        )
        response = StreamingHttpResponse(
            csv_lines(("phase", *first, "submitted_at", "examples", *table.metrics, *last), rows),
            content_type="text/csv; charset=utf-8",
        )
        name_download(response, f"{self.project.slug}-table.csv")
        return response


class OwnCompetitionsView(APIView):
    """The competitions that the caller takes part in."""

    @extend_schema(responses=OwnCompetitionOutput(many=True))
    def get(self, request: Request) -> Response:
        """List them, the newest first."""
        return answer_all(OwnCompetitionOutput, participations_of(caller(request))[:MOST_OWN])


MOST_OWN = 100
