"""Answering with an object in its shape."""

from collections.abc import Iterable
from typing import Any, TypeVar

from rest_framework import status as codes
from rest_framework.response import Response
from rest_framework.serializers import Serializer

Thing = TypeVar("Thing")


def answer(
    shape: type[Serializer[Thing]], thing: Thing, *, status: int = codes.HTTP_200_OK, **context: Any
) -> Response:
    """The response that shows ``thing``; ``context`` is what its shape asks for beside it."""
    return Response(shape(thing, context=context).data, status=status)


def answer_all(
    shape: type[Serializer[Thing]],
    things: Iterable[Thing],
    *,
    status: int = codes.HTTP_200_OK,
    **context: Any,
) -> Response:
    """The response that lists ``things``."""
    return Response(rows_of(shape, things, **context), status=status)


def rows_of(
    shape: type[Serializer[Thing]], things: Iterable[Thing] | None, **context: Any
) -> list[Any]:
    """Each of ``things`` in its shape: the rows of a page, as ``paginate_queryset`` gives them."""
    rows: list[Any] = shape.many_init(list(things or []), context=context).data
    return rows
