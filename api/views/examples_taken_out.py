"""Taking examples out of the main task, and putting them back."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.collecting.assignments.taking_out import put_back, take_out
from api.access.permissions import LEADS, ProjectMixin, caller
from api.requests.validation import valid_values
from api.responses.answers import answer
from api.serializers.queue import ExamplesChangedOutput, NamedExamplesInput, TakeOutInput


class TakeOutView(ProjectMixin):
    """Examples that are to take part no more."""

    roles = LEADS

    @extend_schema(request=TakeOutInput, responses={200: ExamplesChangedOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Take examples out: nobody gets them, and statistics and exports leave them out. Their
        annotations are kept.
        """
        values = valid_values(TakeOutInput, request.data)
        changed = take_out(project=self.project, at=timezone.now(), actor=caller(request), **values)
        return answer(ExamplesChangedOutput, changed)


class PutBackView(ProjectMixin):
    """Examples that are to take part again."""

    roles = LEADS

    @extend_schema(request=NamedExamplesInput, responses={200: ExamplesChangedOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Put examples back that were taken out."""
        values = valid_values(NamedExamplesInput, request.data)
        changed = put_back(project=self.project, at=timezone.now(), actor=caller(request), **values)
        return answer(ExamplesChangedOutput, changed)
