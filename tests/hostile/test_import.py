"""Attacks through both imports and out of the frame's address, as a browser would get them."""

from pathlib import Path

import pytest
from django.test import Client

from annotator.material.corpus.models import Example
from annotator.material.corpus.queries import html_of
from annotator.workspace.jobs.models import JobState
from annotator.workspace.projects.models import Project, Role
from tests.exchange.imports.import_jobs import problems_of, run_import, write_lines
from tests.factories.corpus import make_member, make_project
from tests.hostile.attacks import ATTACK_KINDS
from tests.hostile.dangers import body_of, dangers_in
from tests.hostile.frozen_pages import SENTINEL, page_around
from tests.hostile.lines import original_line, raw_page_line
from tests.size import sized

pytestmark = [pytest.mark.django_db, pytest.mark.above_database]
STEP = sized(24, 1)
"""Of each kind every so many attacks are imported. What cleaning and rendering leave of the others,
`test_markup` looks at each time.
"""


def attacks_of(kind: str) -> dict[str, str]:
    """The attacks of a kind that are imported."""
    return dict(list(ATTACK_KINDS[kind].items())[::STEP])


def shown_to_a_lead(project: Project) -> dict[str, bytes]:
    """What the frame's address answers for each question of the project."""
    client = Client()
    client.force_login(make_member(project, "lead", Role.LEAD).user)
    shown = {}
    for example in Example.objects.filter(project=project).select_related("question"):
        answer = client.get(f"/api/v1/projects/{project.slug}/examples/{example.pk}/page/")
        assert answer.status_code == 200
        assert "sandbox allow-same-origin" in answer["Content-Security-Policy"]
        shown[example.question.text] = answer.content
    return shown


@pytest.mark.parametrize("kind", ATTACK_KINDS)
def test_raw_pages_with_attacks_are_imported_and_shown_harmless(tmp_path: Path, kind: str) -> None:
    attacks = attacks_of(kind)
    lines = [raw_page_line(name, page_around(attack)) for name, attack in attacks.items()]
    project = make_project()
    job = run_import(project, write_lines(tmp_path / "a.jsonl", lines), kind="import_pages")
    assert (job.state, problems_of(job)) == (JobState.SUCCEEDED, [])
    dangers = {name: dangers_in(body_of(page)) for name, page in shown_to_a_lead(project).items()}
    assert dangers == {name: [] for name in attacks}


@pytest.mark.parametrize("kind", ATTACK_KINDS)
def test_original_examples_with_attacks_keep_their_bytes_and_are_shown_harmless(
    tmp_path: Path, kind: str
) -> None:
    attacks = attacks_of(kind)
    lines = [
        original_line(name, page_around(attack), example_id=number)
        for number, (name, attack) in enumerate(attacks.items())
    ]
    project = make_project()
    job = run_import(project, write_lines(tmp_path / "a.jsonl.gz", lines))
    assert (job.state, problems_of(job)) == (JobState.SUCCEEDED, [])
    examples = Example.objects.filter(project=project).select_related("question", "page")
    frozen = {each.question.text: html_of(each.page) for each in examples if each.page}
    assert frozen == {name: page_around(attack).encode() for name, attack in attacks.items()}
    dangers = {name: dangers_in(body_of(page)) for name, page in shown_to_a_lead(project).items()}
    assert dangers == {name: [] for name in attacks}


def test_questions_titles_and_addresses_with_markup_are_kept_as_text(tmp_path: Path) -> None:
    attack = '</title><script>boom()</script>"><img src=x onerror=boom()>'
    line = raw_page_line(f"who is {attack}", page_around("x"))
    line |= {"document_title": attack, "document_url": "javascript:boom()", "split": "<b>x</b>"}
    project = make_project()
    run_import(project, write_lines(tmp_path / "a.jsonl", [line]), kind="import_pages")
    ((question, page),) = shown_to_a_lead(project).items()
    assert question == f"who is {attack}"
    assert b"<script" not in page
    assert b"<title>&lt;/title&gt;&lt;script&gt;" in page
    assert SENTINEL[3:-4].split()[0].encode() in page
