"""Stored queries of a project."""

import uuid
from itertools import count
from typing import Any

from annotator.intake.models import Query
from annotator.projects.models import Project
from tests.factories.corpus import AT

_numbers = count(1)


def make_query(project: Project, **changes: Any) -> Query:
    """A published query, kept unless ``changes`` say otherwise."""
    number = next(_numbers)
    values = {
        "key": f"{number:064d}",
        "text": f"who owned most of the railroads in {number}",
        "count": 1,
        "step": "kept",
        "reason": "It meets heuristic 2.",
        "heuristics": ["2"],
        "import_job": uuid.uuid4(),
        "is_published": True,
        "created_at": AT,
    }
    return Query.objects.create(project=project, **values | changes)
