"""Reading a request's input by its serializer."""

from collections.abc import Container, Iterable, Mapping
from typing import Any

from rest_framework import serializers


def valid_values(serializer_class: type[serializers.Serializer[Any]], sent: Any) -> dict[str, Any]:
    """The values in ``sent``, a body or a query, by name; raises ``ValidationError``."""
    serializer = serializer_class(data=sent)
    serializer.is_valid(raise_exception=True)
    values: dict[str, Any] = serializer.validated_data
    return values


def asked_of(query: type[serializers.Serializer[Any]], sent: Mapping[str, Any]) -> dict[str, Any]:
    """The values of ``query`` among what a list was asked for, filters and paging included."""
    names = [str(name) for name in query().fields]
    return valid_values(query, {name: sent[name] for name in names if name in sent})


def unknown_in(sent: Iterable[str], known: Container[str]) -> dict[str, str]:
    """A sentence for each name that was sent and isn't known."""
    return {
        name: "There is no such option. Check its spelling." for name in sent if name not in known
    }
