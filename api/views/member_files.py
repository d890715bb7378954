"""The list of members as a file."""

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request

from annotator.material.formats.csv_lines import csv_lines
from api.access.permissions import LEADS, ProjectMixin
from api.requests.validation import asked_of
from api.responses.downloads import csv_download
from api.responses.pagination import refuse_unknown
from api.serializers.member_lists import COLUMNS, MemberFileQuery, asked_members


class MemberFileView(ProjectMixin):
    """The members, for leads."""

    roles = LEADS
    query_class = MemberFileQuery

    @extend_schema(
        parameters=[MemberFileQuery],
        responses={(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR)},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Download the members that the list shows, in its order, as CSV."""
        refuse_unknown(request.query_params, self)
        asked = asked_of(MemberFileQuery, request.query_params)
        members, columns = asked_members(self.project, asked), asked["columns"]
        rows = [[COLUMNS[name](member) for name in columns] for member in members]
        return csv_download(csv_lines(columns, rows), f"{slug}-members.csv")
