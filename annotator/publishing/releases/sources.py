"""``sources/``: the guidelines in all versions, and where the pages come from."""

from pathlib import Path

import orjson
from django.db.models import Q

from annotator.exchange.exports.page_sources import known_of, sources_of
from annotator.foundation.database.reading_in_batches import keys_in_batches
from annotator.material.corpus.models import Page
from annotator.publishing.releases.contents import Contents

BATCH = 500


def write_guidelines(contents: Contents, folder: Path) -> int:
    """Write each version of the guidelines as Markdown, below a line with its date."""
    folder.mkdir(parents=True, exist_ok=True)
    versions = contents.project.guidelines.order_by("version")
    for each in versions:
        head = f"<!-- Version {each.version}, {each.created_at.date().isoformat()} -->\n\n"
        path = folder / f"version-{each.version}.md"
        path.write_text(head + each.markdown.rstrip("\n") + "\n", "utf-8", newline="\n")
    return versions.count()


def write_pages(contents: Contents, path: Path) -> int:
    """Write the address, revision, time and licence of each page, null if unknown."""
    examples = contents.examples().order_by().values("pk")
    pages = Page.objects.filter(
        Q(examples__in=examples) | Q(visits__example__in=examples)
    ).distinct()
    written = 0
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        for keys in keys_in_batches(pages, size=BATCH):
            sources = sources_of(keys)
            for page in Page.objects.filter(pk__in=keys).order_by("pk"):
                source = {
                    "title": page.title,
                    "url": page.url,
                    "html_sha256": page.sha256,
                    "source": known_of(sources.get(page.pk)),
                }
                file.write(orjson.dumps(source, option=orjson.OPT_APPEND_NEWLINE))
                written += 1
    return written
