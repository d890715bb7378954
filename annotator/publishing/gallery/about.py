"""``gallery.json``: what a gallery is of, its figures, and where its files can be downloaded."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from annotator.collecting.annotations.models import Source
from annotator.publishing.gallery.kinds import gallery_of
from annotator.publishing.releases import manifest
from annotator.publishing.releases.card import limit_sentences
from annotator.publishing.releases.checksums import files_of
from annotator.publishing.releases.contents import Contents
from annotator.publishing.releases.figures import sentence
from annotator.publishing.releases.left_out import left_out_sentences
from annotator.publishing.releases.prose import FIELDS, NO_LICENCE
from annotator.workspace.jobs.context import JobFailedError

FORM = 1
"""Of a gallery's files; raise it when they change their shapes."""
SIMULATED = "Simulated annotations, which no person made, are among them."
_WEB = ("https://", "http://")


def describe(
    contents: Contents, *, shards: int, counts: Mapping[str, int], downloads: Mapping[str, Any]
) -> dict[str, Any]:
    """What stands in the file. ``counts`` are of examples and annotations, ``shards`` of the files
    of the index.
    """
    prose = contents.card.prose
    statistics = manifest.describe(contents, {})["statistics"]
    return {
        "form": FORM,
        "title": contents.project.title,
        "version": contents.version,
        "made_at": contents.made_at.isoformat(),
        "licence": prose["licence"] or NO_LICENCE,
        "creators": prose["creators"].split("\n") if prose["creators"] else [],
        "kind_summary": contents.kind.SUMMARY,
        "summary": prose["summary"],
        "notes": [SIMULATED] if _has_simulated(contents) else [],
        "prose": [
            {"heading": field.heading, "text": prose[name]}
            for name, field in FIELDS.items()
            if field.heading and prose[name].strip()
        ],
        "counts": dict(counts),
        "splits": contents.splits,
        "types": [[name, words] for name, words in gallery_of(contents.project.kind).TYPES.items()],
        "shards": shards,
        "left_out": left_out_sentences(contents),
        "figures": [
            {**each, "sentence": sentence(each["words"], each)}
            for each in (statistics["figures"] if statistics else ())
        ],
        "computed_at": statistics and statistics["computed_at"],
        "scope": limit_sentences(contents),
        "downloads": downloads,
    }


def _has_simulated(contents: Contents) -> bool:
    return contents.annotations().filter(source=Source.SIMULATED).exists()


def describe_downloads(where: str, *, output: str | None) -> dict[str, Any]:
    """What ``where`` leads to, an address or the folder of a release, as seen from ``output``.

    Raises ``JobFailedError`` for anything else.
    """
    if not where or where.startswith(_WEB):
        return {"address": where, "files": []}
    folder = Path(where)
    if output is None or not (folder / manifest.NAME).is_file():
        raise JobFailedError(
            f"{where}: This is neither a web address nor the folder of a release. Give one of these"
            " to tell where the files can be downloaded."
        )
    return {
        "address": Path(os.path.relpath(folder, output)).as_posix(),
        "files": [[name, (folder / name).stat().st_size] for name in files_of(folder)],
    }
