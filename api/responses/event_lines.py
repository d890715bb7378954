"""The history as the lines of a CSV."""

from collections.abc import Mapping
from typing import Any

from annotator.material.corpus.draw_seeds import shown_details
from annotator.workspace.history.models import Event
from annotator.workspace.history.sentences import said_in, sentence_of
from api.responses.event_objects import object_of

AT_ONCE = 500
"""Events whose names are looked up together."""

COLUMNS = ("at", "who", "what", "about", "said", "verb", "subject", "subject_id", "example_key")


def event_line(event: Event, *, shown: Mapping[str, Any]) -> list[object]:
    """An event's cells; ``shown`` is what its shape in the API depends on."""
    details = shown_details(event, shown["project"], hidden=shown["hidden"])
    about = object_of(event, shown)
    return [
        event.at.isoformat(),
        shown["names"].get(event.actor_id, "") if event.actor_id else "",
        sentence_of(event.verb, event.subject, details),
        about.title if about else "",
        said_in(event.details),
        event.verb,
        event.subject,
        event.subject_id,
        event.example_id,
    ]
