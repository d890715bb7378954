"""Which columns a file of a list has."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from api.serializers.strict import StrictInput


class ColumnsQuery(StrictInput):
    """A list's file has these columns, or all; ``known`` are their names in the file's order."""

    known: Sequence[str] = ()

    def get_fields(self) -> dict[str, "serializers.Field[Any, Any, Any, Any]"]:
        """With the columns."""
        columns = serializers.CharField(
            default="",
            allow_blank=True,
            help_text=f"With commas between them; all without. Of: {', '.join(self.known)}.",
        )
        return {**super().get_fields(), "columns": columns}

    def validate_columns(self, names: str) -> list[str]:
        """Each by its name, in the order of the file."""
        wanted = set(filter(None, names.split(",")))
        if unknown := sorted(wanted - set(self.known)):
            known = ", ".join(self.known)
            raise serializers.ValidationError(
                f"There is no column {unknown[0]!r}. Choose among {known}."
            )
        return [name for name in self.known if not wanted or name in wanted]
