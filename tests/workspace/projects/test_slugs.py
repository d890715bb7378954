"""A slug is one project's, in small letters and in capitals, and no address of the site."""

import re

import pytest
from django.urls import get_resolver

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.workspace.projects.models import Role
from annotator.workspace.projects.services import RESERVED_SLUGS
from tests.api.clients import client_of
from tests.factories.corpus import make_member, make_project
from tests.frontend_paths import route_paths


def test_what_the_addresses_have_in_a_slug_s_place_is_reserved() -> None:
    routes = route_paths()
    pages = [found[1] for path in routes if (found := re.match(r"/?projects/([^/:*]+)", path))]
    calls = [
        found[1]
        for pattern in get_resolver("api.addresses.endpoints").url_patterns
        if (found := re.match(r"projects/([^/<]+)", str(pattern.pattern)))
    ]
    assert "/projects/:slug" in routes
    assert {*pages, *calls} == RESERVED_SLUGS


@pytest.mark.django_db
@pytest.mark.parametrize("slug", ["new", "NEW"])
def test_a_project_gets_no_address_of_the_site(slug: str) -> None:
    with pytest.raises(InvalidInputError, match=f"{slug} is an address that this site uses"):
        make_project(slug)


@pytest.mark.django_db
def test_a_slug_is_found_and_taken_however_it_is_written() -> None:
    lead = make_member(make_project("Study-1"), "lena", Role.LEAD).user
    with pytest.raises(ConflictError, match="There is already a project named Study-1"):
        make_project("study-1")
    answer = client_of(lead).get("/api/v1/projects/STUDY-1/")
    assert (answer.status_code, answer.json()["slug"]) == (200, "Study-1")
