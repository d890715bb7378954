"""Projects, people, pages and examples for tests."""

from datetime import UTC, datetime
from functools import cache

from annotator.collecting.assignments.slots import create_slots, publish_examples
from annotator.material.corpus.markup.candidates import find_candidates
from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.spans import TokenColumns
from annotator.material.corpus.markup.tokens import tokenize_page
from annotator.material.corpus.models import Example, Page
from annotator.material.corpus.packed_page import PackedPage, pack_page
from annotator.material.corpus.services import (
    NewExample,
    create_examples,
    next_position,
    refresh_rendering,
    store_pages,
)
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Membership, Project, Role
from annotator.workspace.projects.services import add_member, create_project

AT = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
PASSWORD = "a quite long password"
BAD = {"question_quality": "bad", "long_answer": None, "short_answers": [], "yes_no_answer": "NONE"}
"""The answer that calls a question bad."""

HTML = b"""<!DOCTYPE html><html><head><title>Plumb bob - Example</title></head><body>
<h1>Plumb bob</h1>
<p>A plumb bob is a weight hung from a string. It is used to find a vertical line.</p>
<table><tr><th>Material</th><th>Density of it</th><th>In use since then</th></tr>
<tr><td>Lead was common</td><td>11.34 per cubic centimetre</td></tr></table>
<ul><li>Masons use it to build walls upright.</li><li>Surveyors use it to centre tripods.</li></ul>
</body></html>"""


def make_user(name: str, *, administrator: bool = False) -> User:
    """An account. The password is not set: tests sign in by force, except those of signing in."""
    return User.objects.create(username=name, is_superuser=administrator)


def make_project(
    slug: str = "project", *, overlap: int = 1, lease_minutes: int = 60, kind: str = "nq"
) -> Project:
    return create_project(
        slug=slug,
        kind=kind,
        title=slug.title(),
        overlap=overlap,
        lease_minutes=lease_minutes,
        at=AT,
    )


def make_member(project: Project, name: str, role: Role = Role.ANNOTATOR) -> Membership:
    user = User.objects.filter(username=name).first() or make_user(name)
    return add_member(project=project, user=user, role=role, at=AT, actor=None)


def make_annotators(project: Project, count: int) -> list[User]:
    return [make_member(project, f"annotator-{number}").user for number in range(count)]


@cache
def _packed(html: bytes, title: str) -> PackedPage:
    cleaned = clean_page(html, title=title)
    tokens = tokenize_page(cleaned)
    return pack_page(
        html=cleaned,
        title=title,
        url="https://en.example.org/wiki/Plumb_bob",
        tokens=TokenColumns.of(tokens),
        candidates=find_candidates(tokens),
    )


def make_page(html: bytes = HTML, title: str = "Plumb bob") -> Page:
    packed = _packed(html, title)
    page = store_pages(packed=[packed])[packed.fingerprint]
    refresh_rendering(content=page.content)
    return page


def make_examples(project: Project, count: int, *, page: Page | None = None) -> list[Example]:
    """Published examples with their slots, all on the same page."""
    page = page or make_page()
    first = next_position(project)
    new = [
        NewExample(
            example_id=number,
            question_text=f"what is a plumb bob used for ({number})",
            page=page,
            position=number,
        )
        for number in range(first, first + count)
    ]
    examples = create_examples(project=project, new=new, at=AT)
    create_slots(examples=examples)
    publish_examples(project=project, import_job=None)
    return examples
