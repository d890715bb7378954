"""Phase 1 of a round: an expert judges alone, and sees nobody else's verdicts."""

from typing import Any

import orjson
from django.db.models import Prefetch, QuerySet
from django.http import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.exceptions import ConflictError
from annotator.material.corpus.markup.spans import TokenSpan
from annotator.material.corpus.models import Page
from annotator.material.corpus.queries import packed_candidates_of
from annotator.quality.judgments.models import JudgedAnswer, Judgment, Phase
from annotator.quality.judgments.sheet import marked_spans
from annotator.quality.judgments.verdicts import close_seat, record_context, save_judgment
from api.requests.validation import valid_values
from api.responses.answers import answer, rows_of
from api.responses.frames import page_response, passage_response
from api.scopes.rounds import RoundMixin
from api.serializers.judging import (
    AnswerRowOutput,
    ContextOutput,
    JudgedAnswerOutput,
    JudgmentInput,
    JudgmentOutput,
    OpenAnswersInput,
    StaleJudgmentOutput,
)
from api.serializers.judgment_rounds import RoundOutput


class AnswerMixin(RoundMixin):
    """What is about one answer of a round."""

    judged: JudgedAnswer

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Find the answer by its number; raises ``NotFound``."""
        super().initial(request, *args, **kwargs)
        found = (
            JudgedAnswer.objects.filter(round=self.review, number=kwargs["number"])
            .select_related(
                "round",
                "annotation__natural_questions_answer",
                "annotation__example__question",
                "annotation__example__page",
            )
            .first()
        )
        if found is None:
            raise NotFound("This round has no such answer.")
        self.judged = found

    @property
    def page(self) -> Page:
        """The page of the answer; raises ``NotFound``."""
        page: Page | None = self.judged.annotation.example.page
        if page is None:
            raise NotFound("This answer has no page.")
        return page

    def own_judgment(self) -> Judgment | None:
        """What the caller has decided on the answer."""
        return Judgment.objects.filter(answer=self.judged, expert=self.seat).first()


class AnswerListView(RoundMixin, generics.GenericAPIView[JudgedAnswer]):
    """The answers of a round: for its experts with their own verdicts, for leads after phase 1."""

    serializer_class = AnswerRowOutput
    filter_backends = []
    query_class = OpenAnswersInput

    def get_queryset(self) -> "QuerySet[JudgedAnswer]":
        """In the experts' order, with the caller's own verdicts as ``own``."""
        own = Judgment.objects.filter(expert=self.seat) if self.seat else Judgment.objects.none()
        return (
            JudgedAnswer.objects.filter(round=self.review)
            .select_related("annotation__example__question")
            .prefetch_related(Prefetch("judgments", own, to_attr="own"))
            .order_by("number")
        )

    @extend_schema(
        parameters=[query_class],
        responses={
            200: AnswerRowOutput(many=True),
            409: OpenApiResponse(description="Not open to leads yet."),
        },
    )
    def get(self, request: Request, pk: int) -> Response:
        """List the round's answers."""
        if self.seat is None and self.review.phase == Phase.INDEPENDENT:
            raise ConflictError(
                "phase_open", "The experts judge alone until all of them have closed."
            )
        values = valid_values(self.query_class, request.query_params)
        answers = self.get_queryset()
        if values["open"]:
            answers = self._open(answers)
        page = self.paginate_queryset(answers) or []
        return self.get_paginated_response(rows_of(AnswerRowOutput, page))

    def _open(self, answers: "QuerySet[JudgedAnswer]") -> "QuerySet[JudgedAnswer]":
        if self.seat is None:
            return answers.filter(consensus=None)
        decided = Judgment.objects.filter(expert=self.seat, verdict__isnull=False)
        return answers.exclude(pk__in=decided.values("answer"))


class JudgedAnswerView(AnswerMixin):
    """An answer to be judged."""

    @extend_schema(responses=JudgedAnswerOutput)
    def get(self, request: Request, pk: int, number: int) -> Response:
        """The question, where the passage is, and the caller's own verdict."""
        self.own_seat()
        return answer(JudgedAnswerOutput, self.judged, judgment=self.own_judgment())


class PassageView(AnswerMixin):
    """The passage that is judged, for a frame."""

    @extend_schema(responses={(200, "text/html"): OpenApiResponse(OpenApiTypes.STR)})
    def get(self, request: Request, pk: int, number: int) -> HttpResponseBase:
        """The passage as it looked on its page, with nothing else of the page."""
        given = self.judged.annotation.natural_questions_answer
        first, end = given.long_start_token, given.long_end_token
        if given.candidate_index is None or first is None or end is None:
            raise NotFound("This answer has no passage.")
        return passage_response(
            request,
            self.page,
            candidate_index=given.candidate_index,
            tokens=TokenSpan(first, end),
            answers=marked_spans(self.judged),
        )


class JudgmentView(AnswerMixin):
    """An expert's own verdict."""

    @extend_schema(request=JudgmentInput, responses={200: JudgmentOutput, 409: StaleJudgmentOutput})
    def put(self, request: Request, pk: int, number: int) -> Response:
        """Save the verdict; 409 with the current one if another tab was faster."""
        seat = self.own_seat()
        values = valid_values(JudgmentInput, request.data)
        try:
            judgment = save_judgment(answer=self.judged, seat=seat, at=timezone.now(), **values)
        except ConflictError as error:
            if current := self.own_judgment():
                error.extra["judgment"] = answer(JudgmentOutput, current).data
            raise
        return answer(JudgmentOutput, judgment)


class ContextView(AnswerMixin):
    """Showing an answer in context."""

    @extend_schema(request=None, responses=ContextOutput)
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Open the page; that it was used is on record from the first time on."""
        seat, page = self.own_seat(), self.page
        record_context(answer=self.judged, seat=seat, at=timezone.now())
        candidates = orjson.loads(packed_candidates_of(page).json)
        return answer(ContextOutput, self.judged, candidates=candidates)


class AnswerPageView(AnswerMixin):
    """The page around an answer, for a frame."""

    @extend_schema(responses={(200, "text/html"): OpenApiResponse(OpenApiTypes.STR)})
    def get(self, request: Request, pk: int, number: int) -> HttpResponseBase:
        """The page, once its use is on record or the caller has no verdict left to give."""
        seat, judgment = self.own_seat(), self.own_judgment()
        if seat.closed_at is None and (judgment is None or judgment.context_opened_at is None):
            raise NotFound("Open the answer in its context first.")
        return page_response(request, self.page)


class CloseView(RoundMixin):
    """The end of phase 1 for an expert."""

    @extend_schema(request=None, responses=RoundOutput)
    def post(self, request: Request, pk: int) -> Response:
        """Close phase 1 for good; 409 with the numbers of the answers without a verdict."""
        close_seat(seat=self.own_seat(), at=timezone.now())
        return self.answer()
