"""JSON that is written into a field of a form, beside files."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.exceptions import InvalidInputError
from api.requests.incoming import check_json


@extend_schema_field(OpenApiTypes.STR)
class FormJSONField(serializers.JSONField):
    """What a form's field says in JSON: forms pass by the check that bodies of JSON get."""

    def to_internal_value(self, data: Any) -> Any:
        """The value; raises ``ValidationError`` where ``check_json`` refuses it."""
        try:
            check_json(str(data).encode())
        except InvalidInputError as error:
            raise serializers.ValidationError(error.detail) from error
        return super().to_internal_value(data)
