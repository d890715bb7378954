"""What is counted of long-form answers, and the means that follow."""

from collections import Counter
from typing import Any

from django.db.models import BigIntegerField, Count, F, Q, Sum
from django.db.models.functions import Cast, Round

HAS_CONCERN = ~Q(long_form_answer__concern="") & Q(long_form_answer__isnull=False)
HAS_CONFIRMATION = ~Q(long_form_answer__missing=[]) & Q(long_form_answer__isnull=False)
"""Of annotations: the disambiguations were called wrong; missing short answers were confirmed."""

_HAS_TEXT = ~Q(long_form_answer__text="")

WHOLE = 2**40
"""A coverage of 1. Sums of whole numbers are the same in any order, and what was added can be
taken away again; those of fractions are not.
"""

LONG_FORM_COUNTS = {
    "concerns": Count("pk", filter=HAS_CONCERN),
    "confirmations": Count("pk", filter=HAS_CONFIRMATION),
    "texts": Count("pk", filter=_HAS_TEXT),
    "words": Sum("long_form_answer__word_count", filter=_HAS_TEXT, default=0),
    "covered": Count("long_form_answer__coverage", filter=_HAS_TEXT),
    "coverage": Sum(
        Cast(Round(F("long_form_answer__coverage") * WHOLE), BigIntegerField()),
        filter=_HAS_TEXT,
        default=0,
    ),
}
"""Of annotations with long-form answers: with a concern, with a confirmation, with a text, the
words of those; how many of them have a coverage, and its sum in parts of ``WHOLE``.
"""


def describe_long_form(counts: Counter[str]) -> dict[str, Any]:
    """Figures by ``LONG_FORM_COUNTS``; means are over answers with a text, None without any."""
    texts, covered = counts["texts"], counts["covered"]
    return {
        "concerns": counts["concerns"],
        "confirmations": counts["confirmations"],
        "words_mean": counts["words"] / texts if texts else None,
        "coverage_mean": counts["coverage"] / covered / WHOLE if covered else None,
    }
