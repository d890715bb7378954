"""A wiki that this site may ask."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.exchange.imports.wiki_server import Wiki, serve_wiki


@pytest.fixture
def wiki(settings: Any) -> Iterator[Wiki]:
    with serve_wiki() as wiki:
        settings.FETCH_SITE, settings.FETCH_HOSTS = wiki.site, ["127.0.0.1"]
        yield wiki
