"""What annotations of every kind have in common: who, when, in which turn."""

from rest_framework import serializers

from annotator.collecting.annotations.kinds import active_seconds, answer_of
from annotator.collecting.annotations.models import Annotation, RevisionRequest, Source
from annotator.collecting.annotations.revisions import request_of
from annotator.collecting.assignments.models import LateAcceptance
from api.serializers.names import NameField
from api.serializers.output import Output, reads


class LateAcceptanceOutput(Output[LateAcceptance]):
    """That a late annotation counts; ``added_slot``: its example got room for one more."""

    at = serializers.DateTimeField(source="accepted_at")
    by = NameField("accepted_by_id")
    note = serializers.CharField(allow_blank=True)
    added_slot = serializers.BooleanField()


class LateOutput(Output[Annotation]):
    """What became of a late annotation."""

    lease_ended_at = serializers.DateTimeField(source="assignment.expired_at", allow_null=True)

    @reads(LateAcceptanceOutput(allow_null=True))
    def accepted(self, annotation: Annotation) -> LateAcceptance | None:
        return getattr(annotation.assignment, "late_acceptance", None)


class RevisionRequestOutput(Output[RevisionRequest]):
    """A lead's request to look at an answer again."""

    reason = serializers.CharField()
    requested_at = serializers.DateTimeField()


class AnnotationOrigin(Output[Annotation]):
    """A submitted annotation but for its answer."""

    id = serializers.IntegerField()
    annotation_id = serializers.CharField(help_text="64-bit, as a string.")
    example = serializers.IntegerField(source="example_id")
    question = serializers.CharField(source="example.question.text")
    page_title = serializers.CharField(source="example.page.title", allow_blank=True)
    annotator = NameField("annotator_id", allow_null=False)
    created_at = serializers.DateTimeField()
    is_late = serializers.BooleanField()

    @reads(LateOutput(allow_null=True))
    def late(self, annotation: Annotation) -> Annotation | None:
        return annotation if annotation.is_late else None

    source = serializers.ChoiceField(choices=Source.choices)  # type: ignore[assignment]
    revision_of = serializers.IntegerField(
        source="revision_of_id", allow_null=True, help_text="The annotation it replaces."
    )
    reason = serializers.CharField(allow_blank=True, help_text="Why it was revised.")

    @reads(
        serializers.CharField(
            allow_null=True,
            help_text="Who wrote the revision; null for a first answer. Annotators see `A lead`.",
        )
    )
    def revised_by(self, annotation: Annotation) -> str | None:
        by = annotation.revised_by_id
        return None if by is None else self.context["names"].get(by, "A lead")

    @reads(RevisionRequestOutput(allow_null=True))
    def reopened(self, annotation: Annotation) -> RevisionRequest | None:
        return request_of(annotation)

    guideline_version = serializers.IntegerField(source="guideline.version", allow_null=True)
    client_version = serializers.CharField(allow_blank=True)


def seconds_shown(annotation: Annotation) -> dict[str, float] | None:
    """The active seconds of an annotation's answer."""
    _, answers, row = answer_of(annotation)
    return active_seconds(answers, row)
