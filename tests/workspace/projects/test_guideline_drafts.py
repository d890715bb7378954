"""The guidelines of a project whose leads wrote none."""

import re
from typing import Any

import pytest

from annotator.running.demo.catalogue import questions
from annotator.workspace.projects.guideline_drafts import draft_guidelines
from annotator.workspace.projects.models import Guideline, Project, Role
from tests.api.clients import client_of
from tests.factories.corpus import make_member, make_project


def draft(kind: str, regime: str = "full") -> str:
    return draft_guidelines(Project(kind=kind, regime=regime))


def test_the_draft_for_natural_questions_has_the_papers_definitions() -> None:
    text = draft("nq")
    kinds = re.findall(
        r"^\| (Ambiguous|Incomp\w+|False \w+|Opinion|Not a \w+ .*?) \|", text, re.MULTILINE
    )
    # NQ, section 3.2: ambiguous, incomprehensible, false presuppositions, opinion-seeking, not
    # clearly a request for factual information.
    assert [kind.split(" for ")[0] for kind in kinds] == [
        "Ambiguous",
        "Incomprehensible",
        "False assumption",
        "Opinion",
        "Not a request",
    ]
    assert re.findall(r"^\d\. \*\*(The \w+)\.\*\*", text, re.MULTILINE) == [
        "The earliest",
        "The smallest",
    ]


def test_the_draft_for_asqa_has_the_four_criteria_and_fits_what_annotators_see() -> None:
    criteria = ["Completeness", "Comprehensiveness", "Fluency", "Attributability"]
    of_rules = re.compile(rf"^\| ({'|'.join(criteria)}) \|", re.MULTILINE)
    assert of_rules.findall(draft("asqa")) == criteria
    # Without pages nothing can be attributed, and there are no disambiguations to speak of.
    alone = draft("asqa", "no_context")
    assert of_rules.findall(alone) == criteria[:3]
    assert "disambiguation" not in alone.lower()


def test_drafts_quote_no_question_of_the_demo_and_begin_tables_with_one_heading_row() -> None:
    for text in (draft("nq"), draft("asqa"), draft("asqa", "no_context")):
        assert [each.question_text for each in questions() if each.question_text in text] == []
        assert not re.search(r"^\| \|", text, re.MULTILINE)


@pytest.mark.django_db
def test_a_project_has_the_draft_until_a_lead_accepts_it() -> None:
    project = make_project()
    lead = client_of(make_member(project, "lena", Role.LEAD).user)
    address = f"/api/v1/projects/{project.slug}/guidelines/"
    shown: dict[str, Any] = lead.get(address).json()
    assert (shown["version"], shown["updated_at"]) == (0, None)
    assert shown["markdown"] == draft("nq")
    assert "<table>" in shown["html"]
    assert not Guideline.objects.exists()

    accepted = lead.put(address, {"markdown": shown["markdown"]}).json()
    assert (accepted["version"], accepted["markdown"]) == (1, draft("nq"))
