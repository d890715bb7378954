"""Labelling a sample of a system's answers: each labeller alone, until all have finished."""

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.material.corpus.placed_answers import SystemAnswer
from annotator.systems.error_analysis.labelling import finish_labelling, save_labels
from annotator.systems.error_analysis.models import AnalysedAnswer, AnswerLabels
from annotator.systems.error_analysis.queries import answers_for, labelled_answer
from api.access.permissions import caller
from api.presenters.assignments import present_page
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.responses.frames import page_response
from api.scopes.error_analyses import AnalysisMixin
from api.serializers.error_analyses import (
    AnalysedAnswerOutput,
    AnalysedAnswerRowOutput,
    AnswerLabelsInput,
    AnswerLabelsOutput,
    ErrorAnalysisOutput,
)


class AnswersMixin(AnalysisMixin):
    """What reads answers: labellers at any time, leads once the analysis is finished."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse leads who don't label before the end."""
        super().initial(request, *args, **kwargs)
        if self.review.finished_at is None:
            self.own_seat()

    def answers(self) -> "QuerySet[AnalysedAnswer]":
        """The answers that the caller may read."""
        return answers_for(self.review, caller(self.request)).select_related(
            "analysis__project", "example__question", "example__page__content"
        )

    def find_answer(self, number: int) -> AnalysedAnswer:
        """The answer with a number; raises ``NotFound``."""
        found = self.answers().filter(number=number).first()
        if found is None:
            raise NotFound("This analysis has no such answer.")
        return found


class AnswerListView(AnswersMixin, generics.GenericAPIView[AnalysedAnswer]):
    """The answers of an analysis."""

    serializer_class = AnalysedAnswerRowOutput
    filter_backends = []

    @extend_schema(responses=AnalysedAnswerRowOutput(many=True))
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """List the answers in their order, with the caller's own labels."""
        own = AnswerLabels.objects.filter(labeller=self.seat)
        answers = answers_for(self.review, caller(request)).select_related("example__question")
        page = self.paginate_queryset(answers.prefetch_related(Prefetch("labels", own, "own")))
        return self.get_paginated_response(rows_of(AnalysedAnswerRowOutput, page or []))


class AnswerView(AnswersMixin):
    """One answer, beside people's."""

    @extend_schema(responses=AnalysedAnswerOutput)
    def get(self, request: Request, slug: str, pk: int, number: int) -> Response:
        """The question, the answer, people's answers, and the caller's own labels."""
        found = self.find_answer(number)
        labelled = labelled_answer(found, self.seat)
        page, placed = labelled.shown.page, labelled.shown.placed
        return answer(
            AnalysedAnswerOutput,
            labelled,
            page=page and present_page(page, f"{request.path}page/"),
            placed=placed and SystemAnswer(self.review.system_name, found.answer, placed),
        )


class AnswerPageView(AnswersMixin):
    """The page of an answer, for a frame."""

    @extend_schema(responses={(200, "text/html"): OpenApiResponse(OpenApiTypes.STR)})
    def get(self, request: Request, slug: str, pk: int, number: int) -> HttpResponseBase:
        """The rendering of the page that was asked about; long-form answers have none."""
        page = self.find_answer(number).example.page
        if page is None:
            raise NotFound("This answer has no page.")
        return page_response(request, page)


class LabelsView(AnswersMixin):
    """The caller's labels of an answer."""

    @extend_schema(request=AnswerLabelsInput, responses=AnswerLabelsOutput)
    def put(self, request: Request, slug: str, pk: int, number: int) -> Response:
        """Save the labels of an answer; the last ones count."""
        seat = self.own_seat()
        saved = save_labels(
            answer=self.find_answer(number),
            labeller=seat,
            at=timezone.now(),
            **valid_values(AnswerLabelsInput, request.data),
        )
        return answer(AnswerLabelsOutput, saved)


class FinishView(AnalysisMixin):
    """The end of the caller's labelling."""

    @extend_schema(request=None, responses=ErrorAnalysisOutput)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Finish for good. With the last labeller the results are there."""
        finish_labelling(labeller=self.own_seat(), at=timezone.now())
        return self.answer()
