"""Stored queries of a project, and looks at newer revisions of its pages."""

import uuid
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

import orjson
from django.conf import settings

from annotator.exchange.intake.models import Query
from annotator.exchange.intake.page_refreshing import REFRESH_PAGES
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT
from tests.factories.jobs import make_job

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


def make_refresh(
    project: Project, *, question: str = "what is a plumb bob", at: datetime = AT
) -> Job:
    """A look at one page, which changed and touches one answer."""
    job = make_job(REFRESH_PAGES, project=project, at=at)
    name = f"{project.slug}-refreshed.jsonl"
    page = {
        "page": 1,
        "title": "Plumb bob",
        "url": "https://en.wikipedia.org/w/index.php?title=Plumb_bob&oldid=1",
        "state": "changed",
        "reason": "",
        "new_url": "https://en.wikipedia.org/w/index.php?title=Plumb_bob&oldid=2",
        "difference": ["- A weight .", "+ A heavy weight ."],
        "more_lines": 0,
        "examples": [
            {
                "example_id": "5",
                "question": question,
                "annotations": 1,
                "touched": ["long answer"],
                "new_example_id": "6",
            }
        ],
    }
    folder = Path(settings.RESULT_DIR) / str(job.pk)
    folder.mkdir(parents=True)
    (folder / name).write_bytes(orjson.dumps(page) + b"\n")
    (folder / f"{project.slug}-refreshed.asked.jsonl").write_bytes(b"{}\n")
    job.state, job.result_path, job.result_name = JobState.SUCCEEDED, f"{job.pk}/{name}", name
    job.save()
    return job
