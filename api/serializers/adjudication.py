"""Disagreements between annotators, and the answers that leads decided on."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rest_framework import serializers

from annotator.collecting.annotations.models import Annotation
from annotator.material.corpus.models import Example
from annotator.quality.adjudication.agreement import GoldAgreement
from annotator.quality.adjudication.groups import Group
from annotator.quality.adjudication.models import Adjudication
from annotator.workspace.accounts.models import User
from api.serializers.annotations import AnnotationOutput, AnswerInput, PageOutput
from api.serializers.names import NameField
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput
from api.serializers.training import TrainingContentOutput

STATES = ("undecided", "decided")


class DisagreementParameters(serializers.Serializer[Any]):
    """Which examples are listed."""

    state = serializers.ChoiceField(choices=STATES, default="undecided")


class PickInput(StrictInput):
    """The annotation whose answer is the right one. `supersedes` is the decision that was seen, as
    `newest` tells it; null for none.
    """

    annotation = serializers.IntegerField()
    reason = serializers.CharField(max_length=5000, default="", allow_blank=True)
    supersedes = serializers.IntegerField(allow_null=True)


class WriteInput(StrictInput):
    """The right answer, where nobody gave it. `supersedes` as above."""

    answer = AnswerInput()
    reason = serializers.CharField(max_length=5000)
    supersedes = serializers.IntegerField(allow_null=True)


class WritingParameters(StrictInput):
    """With whose answer it begins: an annotation of the example; null for an empty one."""

    annotation = serializers.IntegerField(default=None, allow_null=True)


class WithdrawInput(StrictInput):
    """The decision to take back."""

    supersedes = serializers.IntegerField()


class DecisionSummaryOutput(Output[Adjudication]):
    """Who decided on an example's answer, when and why."""

    id = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)
    decided_at = serializers.DateTimeField()
    decided_by = NameField("decided_by_id")


class AdjudicationOutput(DecisionSummaryOutput):
    """The answer that holds: that of the annotation `picked`, or one that was `written`."""

    picked = AnnotationOutput(allow_null=True)

    @reads(TrainingContentOutput(allow_null=True))
    def written(self, decision: Adjudication) -> dict[str, Any] | None:
        if decision.picked_id is not None or decision.answer is None:
            return None
        return {**decision.answer, "kind": decision.example.project.kind}


class DisagreementOutput(Output[Example]):
    """An example in the list. `agreement` is null where the newest statistics know of no
    disagreement.
    """

    id = serializers.IntegerField()
    question = serializers.CharField(source="question.text")
    page_title = serializers.CharField(source="page.title", allow_blank=True)
    split = serializers.CharField(allow_blank=True)

    @reads(serializers.FloatField(allow_null=True))
    def agreement(self, example: Example) -> float | None:
        agreement: Mapping[int, float] = self.context["agreement"]
        return agreement.get(example.pk)

    @reads(DecisionSummaryOutput(allow_null=True))
    def decision(self, example: Example) -> Adjudication | None:
        decisions: Mapping[int, Adjudication] = self.context["decisions"]
        return decisions.get(example.pk)


class GroupOutput(Output[Group]):
    """Annotations with the same answer."""

    annotations = AnnotationOutput(many=True)


@dataclass(frozen=True, slots=True)
class OneDisagreement:
    """An example with its answers, and its place in the queue: ``next`` is the example that comes
    after it, ``undecided`` how many wait; ``computed_at`` is when the statistics were made.
    """

    example: Example
    groups: list[Group]
    agreement: float | None
    newest: Adjudication | None
    next: int | None
    undecided: int
    computed_at: datetime | None

    @property
    def decision(self) -> Adjudication | None:
        """The decision that holds, if there is one."""
        return self.newest if self.newest and self.newest.answer is not None else None

    @property
    def annotations(self) -> list[Annotation]:
        """The annotations that are shown: of the groups, and the one that was picked."""
        picked = self.newest.picked if self.newest else None
        shown = [each for group in self.groups for each in group.annotations]
        return [*shown, picked] if picked else shown

    @property
    def deciders(self) -> list[User]:
        """Who decided."""
        return [self.newest.decided_by] if self.newest else []


class DisagreementDetailOutput(Output[OneDisagreement]):
    """An example with the answers of its annotators, the most frequent first."""

    id = serializers.IntegerField(source="example.pk")
    question = serializers.CharField(source="example.question.text")
    page_title = serializers.CharField(source="example.page.title", allow_blank=True)
    split = serializers.CharField(source="example.split", allow_blank=True)
    agreement = serializers.FloatField(allow_null=True)
    groups = GroupOutput(many=True)
    decision = AdjudicationOutput(allow_null=True)

    @reads(
        serializers.IntegerField(
            allow_null=True,
            help_text="The newest decision, or what took it back: what the next one supersedes.",
        )
    )
    def newest(self, shown: OneDisagreement) -> int | None:
        return shown.newest.pk if shown.newest else None

    next = serializers.IntegerField(
        allow_null=True, help_text="The undecided example that follows; null for none."
    )
    undecided = serializers.IntegerField(help_text="How many examples wait for a decision.")
    computed_at = serializers.DateTimeField(
        allow_null=True, help_text="Of the statistics that tell disagreements; null without any."
    )

    @reads(PageOutput(allow_null=True))
    def page(self, _shown: OneDisagreement) -> object:
        return self.context["page"]


class GoldAgreementOutput(Output[GoldAgreement]):
    """How far an annotator agrees with decided answers: the share that is the same, of long-form
    answers the mean ROUGE-L F1.
    """

    value = serializers.FloatField()
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    examples = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True, help_text="Why there is no interval.")
