"""What the original format and the simplified one ask of the fields that both have."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annotator.material.formats.fields import (
    INT64,
    check_length,
    check_range,
    check_text,
    check_types,
)
from annotator.material.formats.problems import Problem


def wrong_types(value: dict[str, Any], kinds: Mapping[str, type]) -> list[Problem]:
    """What is missing or of another type than in ``kinds``; ``annotations`` may be missing."""
    optional = {"annotations": list} if "annotations" in value else {}
    return [*check_types(value, {**kinds, **optional}, "")]


def check_values(value: Mapping[str, Any], *, texts: Sequence[str]) -> Iterator[Problem]:
    """What is wrong with ``example_id``, ``texts`` and the number of annotations; their types are
    right.
    """
    if problem := check_range(value["example_id"], INT64, "example_id"):
        yield problem
    if problem := check_length(value.get("annotations", []), "annotations"):
        yield problem
    for key in texts:
        if problem := check_text(value[key], key, required=key == "question_text"):
            yield problem
