"""The types of a release's rows, said once for Parquet, the Hub's header and Croissant.

A type is "string", "int64", "uint64", "float64", "bool" or "timestamp" (UTC), a list of one type,
or a dictionary of named types. Any value may be null.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

Feature = str | list[Any] | Mapping[str, Any]
Features = Mapping[str, Feature]

TIMESTAMP = "timestamp"
_HUB_NAMES = {TIMESTAMP: "timestamp[us, tz=UTC]"}


def typed(value: Any, feature: Feature, path: str = "") -> Any:
    """A JSON value as its type has it: times are parsed, and absent keys are null.

    Raises ``ValueError`` with the path of a key that the type doesn't have: Parquet would drop it
    without a word.

    >>> typed({"id": 1}, {"id": "int64", "reason": "string"})
    {'id': 1, 'reason': None}
    >>> typed({"spans": [{"start": 1, "note": ""}]}, {"spans": [{"start": "int64"}]})
    Traceback (most recent call last):
    ValueError: spans.note: no type is declared for this key
    """
    if value is None:
        return None
    if isinstance(feature, str):
        return datetime.fromisoformat(value) if feature == TIMESTAMP else value
    if isinstance(feature, list):
        return [typed(each, feature[0], path) for each in value]
    start = f"{path}." if path else ""
    for key in value:
        if key not in feature:
            raise ValueError(f"{start}{key}: no type is declared for this key")
    return {key: typed(value.get(key), each, start + key) for key, each in feature.items()}


def leaves(feature: Feature, path: str = "") -> Iterator[tuple[str, str]]:
    """The paths of all single values as Parquet writes them, and their types.

    >>> list(leaves({"tokens": [{"token": "string"}]}))
    [('tokens.list.element.token', 'string')]
    """
    if isinstance(feature, str):
        yield path, feature
    elif isinstance(feature, list):
        yield from leaves(feature[0], f"{path}.list.element")
    else:
        for name, each in feature.items():
            yield from leaves(each, f"{path}.{name}" if path else name)


def hub_features(features: Features) -> list[dict[str, Any]]:
    """The types as the header of a data set card has them.

    >>> hub_features({"id": "int64", "tags": ["string"]})
    [{'name': 'id', 'dtype': 'int64'}, {'name': 'tags', 'list': 'string'}]
    """
    return [{"name": name, **_hub_type(each)} for name, each in features.items()]


def _hub_type(feature: Feature) -> dict[str, Any]:
    if isinstance(feature, str):
        return {"dtype": _HUB_NAMES.get(feature, feature)}
    if isinstance(feature, list):
        (inner,) = feature
        found = _hub_type(inner)
        return {"list": found.get("dtype") or found.get("struct") or [found]}
    return {"struct": hub_features(feature)}
