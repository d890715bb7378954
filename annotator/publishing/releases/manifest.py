"""``release.json``: what a release holds, counted, for programs and for ``verify_release``."""

from typing import Any

import orjson

from annotator.publishing.releases import parquet
from annotator.publishing.releases.contents import Contents

NAME = "release.json"
FORM = 1
"""Of a release's folder; raise it when its files change their shapes."""


def describe(contents: Contents, counts: dict[str, int]) -> dict[str, Any]:
    """What stands in the file. ``counts`` are of the lines or examples in each data file."""
    measured = contents.measured
    return {
        "form": FORM,
        "project": contents.project.slug,
        "kind": contents.project.kind,
        "title": contents.project.title,
        "version": contents.version,
        "made_at": contents.made_at.isoformat(),
        "simulated": contents.simulated,
        "pyarrow": parquet.version(),
        "counts": dict(sorted(counts.items())),
        "totals": {
            "examples": contents.examples().count(),
            "annotations": contents.number_counted,
            "simulated": contents.has_simulated if contents.simulated else 0,
            "labels": contents.annotations().count(),
            "annotators": contents.counted().values("annotator").distinct().count(),
        },
        "left_out": {
            "hidden_split": bool(contents.project.hidden_split),
            "people": len(contents.left_out.people),
            "examples": len(contents.left_out.examples),
        },
        "statistics": None
        if measured is None
        else {
            "computed_at": measured.computed_at.isoformat(),
            "computed_again": measured.again,
            "annotations": measured.annotations,
            "examples": measured.examples,
            "sha256": measured.sha256,
            "code_version": measured.code_version,
            "figures": [
                {"section": each.section, "name": each.figure, "words": each.words}
                | {
                    name: found[name]
                    for name in ("unit", "value", "low", "high", "count", "missing", "no_interval")
                }
                for each in contents.kind.FIGURES
                if (found := contents.figure(each.section, each.figure)) is not None
            ],
        },
    }


def as_json(value: Any) -> bytes:
    """JSON to read, with sorted keys: equal values have equal bytes."""
    options = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    return orjson.dumps(value, option=options)
