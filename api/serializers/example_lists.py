"""What a list of examples can be asked for, besides its filters."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from api.requests.validation import valid_values
from api.responses.example_lines import COLUMNS
from api.serializers.strict import StrictInput


class ExampleListQuery(StrictInput):
    """What else is shown."""

    answers = serializers.BooleanField(
        default=False, help_text="With the answer that most gave, and how many gave each."
    )


class ExampleFileQuery(StrictInput):
    """Which columns the file has."""

    columns = serializers.CharField(
        default="",
        allow_blank=True,
        help_text=f"With commas between them; all without. Of: {', '.join(COLUMNS)}.",
    )

    def validate_columns(self, names: str) -> list[str]:
        """Each by its name, in the order of the file."""
        wanted = set(filter(None, names.split(",")))
        if unknown := sorted(wanted - set(COLUMNS)):
            known = ", ".join(COLUMNS)
            raise serializers.ValidationError(
                f"There is no column {unknown[0]!r}. Choose among {known}."
            )
        return [name for name in COLUMNS if not wanted or name in wanted]


def asked_of(query: type[StrictInput], sent: Mapping[str, Any]) -> dict[str, Any]:
    """The values of ``query`` among what a list was asked for, filters and paging included."""
    names = [str(name) for name in query().fields]
    return valid_values(query, {name: sent[name] for name in names if name in sent})
