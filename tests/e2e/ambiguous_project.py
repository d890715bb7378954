"""A small ASQA project: ambiguous questions about the crossings of a river."""

import json
from collections.abc import Sequence

from tests.e2e.server import Server
from tests.e2e.signing_in import PASSWORD
from tests.e2e.small_project import PAGE, Api

BRIDGES = """<!DOCTYPE html><html><head><title>Bridges of the Orle</title></head><body>
<h1>Bridges of the Orle</h1>
<p>Three bridges cross the Orle. The stone bridge of 1867 is the oldest of them, and the railway
bridge, which carries a single track, was opened in 1902 by the district’s own company.</p>
<p>The footbridge at the mill was swept away twice, in 1911 and in 1954.</p>
<p>Below them the Orle carries 3×10<sup>6</sup> kg of silt a year.</p>
</body></html>"""

DISAMBIGUATIONS = (
    {
        "question": "Who keeps the ferry at the old crossing?",
        "short_answers": ["Marten family", "the Martens"],
        "context": (
            "The old crossing is a ferry on the river Orle, kept by the Marten family since 1712."
        ),
        "wikipage": "The old crossing",
    },
    {
        "question": "When was the stone bridge at the old crossing opened?",
        "short_answers": ["4 May 1867", "1867"],
        "context": "No context provided",
        "wikipage": None,
    },
    {
        "question": "When was the railway bridge at the old crossing opened?",
        "short_answers": ["1902"],
        "context": "No context provided",
        "wikipage": None,
    },
)
QUESTIONS = (
    "who keeps the old crossing and since when can it be crossed",
    "when was the crossing of the orle opened",
    "who runs the crossing in winter",
)


def create_ambiguous_project(
    api: Api,
    server: Server,
    slug: str,
    annotators: Sequence[str],
    *,
    questions: Sequence[str] = QUESTIONS,
    regime: str = "full",
    overlap: int = 1,
) -> None:
    """A project of ASQA's kind whose questions have the same disambiguations and two pages."""
    project = {"slug": slug, "kind": "asqa", "title": "The river Orle"}
    api.post("projects/", {**project, "regime": regime, "overlap": overlap})
    for name in annotators:
        member = {"username": name, "role": "annotator", "password": PASSWORD}
        api.post(f"projects/{slug}/members/", member)
    titles = {"The old crossing": PAGE, "Bridges of the Orle": BRIDGES}
    wikipages = [{"title": title, "url": address_of(title)} for title in titles]
    examples = {
        str(number): {
            "ambiguous_question": question,
            "qa_pairs": list(DISAMBIGUATIONS),
            "wikipages": wikipages,
            "annotations": [],
        }
        for number, question in enumerate(questions, start=1)
    }
    pages = server.data_dir / f"{slug}-pages.jsonl"
    pages.write_text(
        "".join(
            json.dumps({"title": title, "url": address_of(title), "document_html": html}) + "\n"
            for title, html in titles.items()
        ),
        "utf-8",
    )
    file = server.data_dir / f"{slug}.json"
    file.write_text(json.dumps({"dev": examples}), "utf-8")
    server.manage("import_asqa", slug, str(file), "--split", "dev", "--pages", str(pages))


FROZEN_WORDS = """
from annotator.material.corpus.models import Page
from annotator.material.corpus.queries import html_of
page = Page.objects.filter(title={title!r}, visits__isnull=False).first()
print(html_of(page)[{start}:{end}].decode())
"""


def frozen_words(server: Server, title: str, start: int, end: int) -> str:
    """What stands in those bytes of a frozen page."""
    program = FROZEN_WORDS.format(title=title, start=start, end=end)
    return server.manage("shell", "--no-imports", "-c", program).strip()


def address_of(title: str) -> str:
    """A page's address in Wikipedia."""
    return f"https://en.wikipedia.org/wiki/{title.replace(' ', '_')}"
