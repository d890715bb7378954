"""Writing the rest of an ASQA example: disambiguations and visited pages."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction

from annotator.foundation.names.derived_ids import derive_id
from annotator.material.corpus.models import (
    AmbiguousQuestion,
    Disambiguation,
    Example,
    Page,
    VisitedPage,
)
from annotator.material.formats import asqa

_SIGNED_64_BITS = range(-(2**63), 2**63)


@dataclass(frozen=True, slots=True)
class Visit:
    """A page that was visited, with its frozen HTML where there is one."""

    title: str
    url: str | None
    page: Page | None = None


def example_id_of(key: str) -> int:
    """The ``example_id`` that a key of the official files always gets.

    A key that is a signed 64-bit number, as nearly all are, is its own id; from any other text a
    positive 63-bit number is made.
    """
    if re.fullmatch(r"0|-?[1-9][0-9]{0,18}", key) and int(key) in _SIGNED_64_BITS:
        return int(key)
    return derive_id(key)


@transaction.atomic
def add_ambiguity(
    *,
    example: Example,
    key: str,
    disambiguations: Sequence[asqa.Disambiguation],
    visits: Iterable[Visit],
) -> None:
    """Give a new example its key, 2 to 6 disambiguations and visited pages, in their order.

    Raises ``IntegrityError`` for a seventh disambiguation.
    """
    AmbiguousQuestion.objects.create(example=example, key=key)
    Disambiguation.objects.bulk_create(
        Disambiguation(
            example=example,
            number=number,
            question=each.question,
            short_answers=list(each.short_answers),
            context=each.context or "",
            has_context_field=each.has_context_field,
            page_title=each.page_title,
        )
        for number, each in enumerate(disambiguations)
    )
    VisitedPage.objects.bulk_create(
        VisitedPage(
            example=example, number=number, title=visit.title, url=visit.url, page=visit.page
        )
        for number, visit in enumerate(visits)
    )
