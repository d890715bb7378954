"""``CITATION.cff`` and ``datacite.json``: how to cite a release."""

import json
from typing import Any

from annotator.publishing.releases.contents import Contents
from annotator.publishing.releases.prose import NO_LICENCE


def creators_of(contents: Contents) -> list[str]:
    """The creators' names; the project's title where the lead has named none."""
    lines = contents.card.prose["creators"].splitlines()
    return [line.strip() for line in lines if line.strip()] or [contents.project.title]


def citation(contents: Contents) -> str:
    """``CITATION.cff``, which is YAML; a text of JSON is one of YAML."""
    values = {
        "cff-version": "1.2.0",
        "message": "If you use this data set, please cite it as below.",
        "type": "dataset",
        "title": contents.project.title,
        "version": contents.version,
        "date-released": contents.made_at.date().isoformat(),
    }
    lines = [f"{name}: {_text(value)}" for name, value in values.items()]
    lines += ["authors:", *(f"  - name: {_text(each)}" for each in creators_of(contents))]
    if summary := contents.card.prose["summary"].strip():
        lines.append(f"abstract: {_text(summary)}")
    return "\n".join([*lines, ""])


def datacite(contents: Contents) -> dict[str, Any]:
    """The metadata of DataCite, which Zenodo and other archives take."""
    licence = contents.card.prose["licence"]
    return {
        "schemaVersion": "http://datacite.org/schema/kernel-4",
        "types": {"resourceTypeGeneral": "Dataset", "resourceType": "Annotated questions"},
        "titles": [{"title": contents.project.title}],
        "creators": [{"name": each} for each in creators_of(contents)],
        "publisher": {"name": creators_of(contents)[0]},
        "publicationYear": str(contents.made_at.year),
        "dates": [{"date": contents.made_at.date().isoformat(), "dateType": "Created"}],
        "language": "en",
        "version": contents.version,
        "formats": ["application/jsonl", "text/csv"],
        "rightsList": [{"rightsIdentifier": licence}] if licence not in ("", NO_LICENCE) else [],
        "descriptions": [
            {
                "descriptionType": "Abstract",
                "description": contents.card.prose["summary"].strip() or contents.kind.SUMMARY,
            }
        ],
    }


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)
