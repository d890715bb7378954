"""What the tests of comparisons over HTTP call, and how."""

import re
from typing import Any
from uuid import UUID

from rest_framework.test import APIClient

from annotator.quality.comparisons.models import Comparison, ComparisonStudy
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.services import run_job
from tests.api.comparisons_calls import COMPARISON
from tests.api.openapi import check_conformance

SECRET = ("Xqzretriever", "Xqzwriter")
WHOLE = {**COMPARISON, "comment": "Shorter.", "seconds": 30.5}
API = "/api/v1/"


def call(client: APIClient, method: str, path: str, body: Any = None, **more: Any) -> Any:
    """The answer, held against the schema."""
    answer = getattr(client, method)(f"{API}{path}", body, **({"format": "json"} | more))
    route = re.sub(r"/\d+/|/asqa/", "/{}/", f"/{path}").removeprefix("/")
    check_conformance(answer, method=method, path=route)
    return answer


def compute(client: APIClient, study: ComparisonStudy) -> str:
    answer = call(client, "post", f"comparison-studies/{study.pk}/results/")
    assert answer.status_code == 202
    job: str = answer.json()["job"]
    run_job(job_id=UUID(job))
    return job


def first_of(study: ComparisonStudy, user: User) -> Comparison:
    return Comparison.objects.get(comparer__study=study, comparer__user=user, position=0)
