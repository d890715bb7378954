"""History."""

from collections.abc import Iterable, Mapping
from typing import Any

from rest_framework import serializers

from annotator.collecting.annotations.models import Draft
from annotator.material.corpus.draw_seeds import shown_details
from annotator.workspace.history.models import Event
from annotator.workspace.history.runs import sentence_of_run
from annotator.workspace.history.sentences import said_in, sentence_of
from api.responses.event_objects import EventObject, object_of
from api.serializers.annotations import AnnotationOutput
from api.serializers.names import NameField
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput


class DownloadQuery(StrictInput):
    """Whether to send a file to keep."""

    download = serializers.ChoiceField(
        choices=["0", "1"], default="0", help_text="1: as a download."
    )


class EventExampleOutput(Output[Event]):
    """The example that an event is about."""

    id = serializers.IntegerField(source="example_id")

    @reads(serializers.CharField(allow_blank=True))
    def question(self, event: Event) -> str:
        question: str = self.context["questions"][event.example_id]
        return question


class EventObjectOutput(Output[EventObject]):
    """What an event is about."""

    title = serializers.CharField()
    page = serializers.CharField(
        allow_blank=True, help_text="Its address below the project's pages, where it has one."
    )


class EventOutput(Output[Event]):
    """One thing that somebody did; ``actor`` is null for the system."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = NameField("actor_id")
    verb = serializers.CharField()
    subject = serializers.CharField()
    subject_id = serializers.CharField()

    @reads(EventExampleOutput(allow_null=True))
    def example(self, event: Event) -> Event | None:
        return event if event.example_id in self.context["questions"] else None

    @reads(EventObjectOutput(allow_null=True))
    def object(self, event: Event) -> EventObject | None:
        return object_of(event, self.context)

    @reads(serializers.CharField(help_text="What the actor did, as the end of a sentence."))
    def sentence(self, event: Event) -> str:
        return sentence_of(event.verb, event.subject, self._details(event))

    @reads(
        serializers.CharField(
            allow_blank=True,
            help_text="What several such events of a person were, `{}` being their number.",
        )
    )
    def sentence_of_run(self, event: Event) -> str:
        return sentence_of_run(event.verb, event.subject)

    @reads(serializers.CharField(allow_blank=True, help_text="A reason or a note."))
    def said(self, event: Event) -> str:
        return said_in(event.details)

    @reads(serializers.DictField(child=serializers.JSONField()))
    def details(self, event: Event) -> Mapping[str, Any]:
        return self._details(event)

    def _details(self, event: Event) -> Mapping[str, Any]:
        return shown_details(event, self.context["project"], hidden=self.context["hidden"])


class DraftSavesOutput(Output[Draft]):
    """How often somebody saved a draft, and when the last time."""

    annotator = NameField("assignment.annotator_id", allow_null=False)
    assignment = serializers.IntegerField(source="assignment_id")
    saves = serializers.IntegerField(source="version")
    saved_at = serializers.DateTimeField()


class ExampleHistoryOutput(Output[Mapping[str, Iterable[Any]]]):
    """An example's whole life: events in order, answers with their revisions, drafts."""

    events = EventOutput(many=True)
    annotations = AnnotationOutput(many=True)
    drafts = DraftSavesOutput(many=True)
