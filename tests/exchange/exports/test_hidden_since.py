"""Exports of leads who are no stewards, queued before their split was hidden."""

from datetime import timedelta
from typing import Any

import pytest

from annotator.quality.reports.hidden_split import hide_split
from annotator.workspace.projects.models import Project, Role
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import AT, make_member, make_project
from tests.factories.jobs import make_job, run_here
from tests.factories.many_annotations import LONG, annotate_at_once

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folders")]

HISTORY = {"format": "jsonl", "names": "pseudonyms"}
REFUSED = (
    "dev was hidden after this was queued. Ask a steward to run it, or submit predictions for the"
    " hidden split."
)


def natural_questions() -> Project:
    project = make_project(overlap=1)
    annotate_at_once(project, [[LONG]])
    project.examples.update(split="dev")
    return project


def ambiguous_questions() -> Project:
    project = make_asqa_project()
    make_ambiguous_examples(project, 1)
    return project


@pytest.mark.parametrize(
    ("make", "kind", "parameters"),
    [
        (natural_questions, "export_nq", {}),
        (natural_questions, "export_nq", {"simplified": True}),
        (natural_questions, "export_squad", {}),
        (natural_questions, "export_history", HISTORY),
        (ambiguous_questions, "export_asqa", {}),
        (ambiguous_questions, "export_squad", {}),
        (ambiguous_questions, "export_history", HISTORY),
    ],
)
def test_only_stewards_still_get_an_export_of_a_split_that_was_hidden_since(
    make: Any, kind: str, parameters: dict[str, Any]
) -> None:
    project = make()
    lead, steward = (make_member(project, name, Role.LEAD).user for name in ("lea", "seb"))
    jobs = [
        make_job(kind, {**parameters, "splits": ["dev"]}, project=project, created_by=each)
        for each in (lead, steward)
    ]
    hide_split(project=project, split="dev", steward=steward, at=AT + timedelta(hours=1))
    refused, given = map(run_here, jobs)
    assert (refused.state, refused.result_path, refused.message) == ("failed", "", REFUSED)
    assert (given.state, given.message.split()[0]) == ("succeeded", "Exported")
