"""What lists of examples and annotations can be asked for, besides their filters."""

from rest_framework import serializers

from api.responses.annotation_lines import COLUMNS as ANNOTATION_COLUMNS
from api.responses.example_lines import COLUMNS
from api.serializers.columns import ColumnsQuery
from api.serializers.strict import StrictInput


class ExampleListQuery(StrictInput):
    """What else is shown."""

    answers = serializers.BooleanField(
        default=False, help_text="With the answer that most gave, and how many gave each."
    )


class ExampleFileQuery(ColumnsQuery):
    """Which columns the file has."""

    known = tuple(COLUMNS)


class AnnotationFileQuery(ColumnsQuery):
    """Which columns the file has."""

    known = tuple(ANNOTATION_COLUMNS)
