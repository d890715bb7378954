"""Ambiguous questions come in and go out in the browser, with their pages."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import RESULTS
from tests.e2e.leading import export, open_section, wait_for
from tests.e2e.pictures import photograph
from tests.e2e.profiles import Profiles
from tests.e2e.small_project import LEAD, PAGE, Api

pytestmark = pytest.mark.long

TITLE = "The old crossing"
PAIRS = [
    {"question": "Who keeps the ferry of the crossing?", "answer": ["Marten family", "Martens"]},
    {"question": "When was the bridge of the crossing opened?", "answer": ["4 May 1867", "1867"]},
]


def question(key: str, pairs: list[dict[str, Any]], title: str = TITLE) -> dict[str, Any]:
    annotations = [{"type": "multipleQAs", "qaPairs": pairs}] if pairs else []
    return {
        "id": key,
        "question": f"what about the crossing ({key})",
        "annotations": [*annotations, {"type": "singleAnswer", "answer": ["1712"]}],
        "viewed_doc_titles": [title],
    }


def exported(key: str, context: str = "No context provided") -> dict[str, Any]:
    """The example as the official format has it, before any passage was found."""
    return {
        "ambiguous_question": f"what about the crossing ({key})",
        "qa_pairs": [
            {
                "question": pair["question"],
                "short_answers": pair["answer"],
                "context": context,
                "wikipage": None,
            }
            for pair in PAIRS
        ],
        "wikipages": [{"title": TITLE, "url": "https://en.example.org/wiki/The_old_crossing"}],
        "annotations": [],
    }


def choose_files(page: Page, file: Path, pages: Path) -> None:
    page.get_by_label("A .json or .json.gz file").set_input_files(file)
    page.get_by_label("JSON lines with title, url and document_html").set_input_files(pages)


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Questions of AmbigNQ, two of them good, and the page that these visited."""
    values = [question("11", PAIRS), question("12", []), question("13", PAIRS * 4)]
    values.append(question("-14", PAIRS))
    file, pages = tmp_path / "ambignq.json.gz", tmp_path / "pages.jsonl"
    file.write_bytes(gzip.compress(json.dumps(values).encode()))
    address = "https://en.example.org/wiki/The_old_crossing"
    lines = [
        {"title": TITLE, "url": address, "document_html": PAGE},
        {"title": "Nobody's", "url": "", "document_html": "<p>Nobody came here.</p>"},
    ]
    pages.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return file, pages


@pytest.mark.parametrize("width", [1024, 1440])
def test_ambignq_is_imported_with_its_pages_and_exported_as_asqa(
    profiles: Profiles,
    api: Api,
    files: tuple[Path, Path],
    tmp_path: Path,
    *,
    width: int,
) -> None:
    slug = f"crossings-{width}"
    api.post("projects/", {"slug": slug, "kind": "asqa", "title": "Crossings", "overlap": 1})
    page = profiles.open(LEAD, at=f"/projects/{slug}/import").page
    page.set_viewport_size({"width": width, "height": 900})
    file, pages = files

    expect(page.get_by_role("radio", name="Natural Questions")).to_have_count(0)
    page.get_by_role("radio", name="AmbigNQ").check()
    choose_files(page, file, pages)
    page.get_by_label("Split").fill("dev")
    photograph(page, RESULTS / f"asqa-import-{width}.png", full_page=True)
    page.get_by_role("button", name="Import", exact=True).click()
    card = page.get_by_role("article").filter(has_text=file.name).first
    wait_for(card, "Done")
    expect(card).to_contain_text(
        "Imported 2 examples. Left out 2 questions: not ambiguous to any annotator (1), "
        "more than 6 disambiguations (1). Left out 1 page that no question visited."
    )

    open_section(page, "Export")
    photograph(page, RESULTS / f"asqa-export-{width}.png", full_page=True)
    downloaded = export(page, "ASQA", tmp_path)
    value = json.loads(downloaded.read_bytes())
    assert value == {"dev": {"11": exported("11"), "-14": exported("-14")}}
    assert list(value["dev"]) == ["11", "-14"]
