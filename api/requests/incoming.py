"""What may come in, JSON above all: looked at once, before the API or allauth reads it."""

import math
from collections.abc import Callable, Iterator
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from jiter import from_json
from rest_framework.utils.mediatypes import media_type_matches

from annotator.exceptions import InvalidInputError
from annotator.material.formats.fields import MOST_SHORT_ANSWERS
from api.requests.bodies import too_large
from api.requests.error_bodies import error_body

_INT64 = range(-(2**63), 2**63)
_SIGN_IN = "/_allauth/"

MOST_VALUES = 3 * MOST_SHORT_ANSWERS + 1_000
"""Of a body, all objects, lists and what is in them together. The longest list that the API takes
is that of an answer's spans, with three values each. An answer with one span too many gets past
this, to the sentence that says so. Serializers look at each value, some more than once, before they
count.
"""

Answer = Callable[[HttpRequest], HttpResponse]


class IncomingCheck:
    """Middleware: answers 400 to requests that a parser or a database can't take, 413 to too much,
    and 404 to numbers in addresses that no row can have.
    """

    def __init__(self, get_response: Answer) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, or refuse it."""
        if refusal := refused_address(request):
            return refusal
        try:
            if _carries_json(request):
                check_json(request.body)
        except InvalidInputError as error:
            return _refusal(400, error.code, error.detail, error.fields)
        except RequestDataTooBig:
            return too_large(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        except UnreadablePostError:
            return _refusal(400, "parse_error", "The body ended too early. Send it again.")
        return self._get_response(request)

    def process_view(
        self,
        request: HttpRequest,
        view: Answer,
        view_args: Any,
        view_kwargs: dict[str, Any],
    ) -> HttpResponse | None:
        """Refuse numbers that no row can have."""
        return refused_numbers(view_kwargs)


def _refusal(
    status: int, code: str, detail: str, fields: dict[str, str] | None = None
) -> HttpResponse:
    return JsonResponse(error_body(code, detail, fields), status=status)


def refused_address(request: HttpRequest) -> HttpResponse | None:
    """400 for an address with a NUL character, which no database takes; else None."""
    if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
        return _refusal(400, "invalid", "The address contains a NUL character. Remove it.")
    return None


def refused_numbers(view_kwargs: dict[str, Any]) -> HttpResponse | None:
    """404 for a number beyond 64 bits in an address; else None.

    Not every query of Django's refuses one: it leaves numbers across relations to the database,
    which fails.
    """
    if all(value in _INT64 for value in view_kwargs.values() if isinstance(value, int)):
        return None
    return _refusal(404, "not_found", "There is nothing at this address.")


def _carries_json(request: HttpRequest) -> bool:
    # allauth reads a body as JSON whatever it is said to be.
    is_json = request.path.startswith(_SIGN_IN) or media_type_matches(
        "application/json", request.content_type or ""
    )
    return is_json and request.META.get("CONTENT_LENGTH") not in {None, "", "0"}


def check_json(body: bytes) -> None:
    """Raise ``InvalidInputError`` for broken JSON, and for JSON that a database can't keep.

    The latter is nesting beyond Python's stack, a key that appears twice, integers of more than 64
    bits, texts with NUL characters or half surrogate pairs, and more than ``MOST_VALUES`` values.
    """
    try:
        value = from_json(body, allow_inf_nan=False, catch_duplicate_keys=True)
    except ValueError as error:
        raise _fault(f"This is not JSON that the site can read: {error}.") from error
    _check_values(value)


def _check_values(value: Any) -> None:
    """One by one, so that a list of millions takes no memory before it is refused."""
    count, inside = 0, [iter([("", value)])]
    while inside:
        found = next(inside[-1], None)
        if found is None:
            inside.pop()
            continue
        path, each = found
        count += 1
        if count > MOST_VALUES:
            raise _fault(f"This has more than {MOST_VALUES:,} values. Send fewer at once.")
        _check_single(each, path)
        inside.append(_inside(path, each))


def _inside(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The values of an object or a list, with their paths, such as ``knowledge[0].content``."""
    if isinstance(value, dict):
        for key, inner in value.items():
            _check_single(key, path)
            yield f"{path}.{key}" if path else key, inner
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield f"{path}[{index}]", inner


def _check_single(value: Any, field: str) -> None:
    if isinstance(value, str) and "\0" in value:
        raise _fault("A text contains a NUL character. Remove it.", field)
    if isinstance(value, int) and value not in _INT64:
        raise _fault("A whole number has more than 64 bits. Send a smaller one.", field)
    if isinstance(value, float) and not math.isfinite(value):
        raise _fault("A number is too large. Send a smaller one.", field)


def _fault(sentence: str, field: str = "") -> InvalidInputError:
    return InvalidInputError("parse_error", sentence, fields={field: sentence} if field else {})
