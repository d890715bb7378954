"""A wiki to search and a project whose queries want pages."""

import pytest

from annotator.workspace.projects.models import Project
from tests.exchange.imports.wiki_server import Wiki, page
from tests.exchange.intake.searches import HTML
from tests.factories.corpus import make_project
from tests.factories.intake import make_query


@pytest.fixture
def project(wiki: Wiki) -> Project:
    """Two kept queries: a page is found for the first one alone."""
    project = make_project()
    make_query(project, text="who uses a plumb bob", count=3)
    make_query(project, text="who uses nothing", count=2)
    make_query(project, text="who waits", step="flagged")
    wiki.answers["?who uses a plumb bob"] = {"pages": [{"key": "Plumb_bob"}, {"key": "Mason"}]}
    wiki.answers["?who uses nothing"] = {"pages": []}
    wiki.answers["Plumb_bob"] = page("Plumb bob", HTML, revision=12)
    return project


@pytest.fixture
def several(wiki: Wiki) -> Project:
    """Three kept queries with the same results: only the third of these is an article."""
    project = make_project()
    for number, text in enumerate(("who bobs", "who plumbs", "who hangs")):
        make_query(project, text=text, count=9 - number)
        wiki.answers[f"?{text}"] = {
            "pages": [{"key": "Bob"}, {"key": "Gone"}, {"key": "Plumb_bob"}, {"key": "Mason"}]
        }
    wiki.answers["Bob"] = page("Bob", '<meta property="mw:PageProp/disambiguation"/>')
    wiki.answers["Plumb_bob"] = page("Plumb bob", HTML, revision=12)
    return project
