"""Links between documents lead somewhere."""

from pathlib import Path

import pytest

from tests.docs.documents import ROOT, anchors, documents, relative_links

PICTURES = ROOT / "docs" / "screenshots"


@pytest.mark.parametrize("document", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_links_of_a_document_lead_to_files_and_headings(document: Path) -> None:
    broken = [
        link
        for link, target, anchor in relative_links(document)
        if not target.exists() or (anchor and anchor not in anchors(target))
    ]
    assert broken == []


def test_every_document_is_listed() -> None:
    listed = {target for _, target, _ in relative_links(ROOT / "docs" / "README.md")}
    missing = [
        document
        for document in documents()
        if document not in listed
        and document.parent not in listed
        and document != ROOT / "docs" / "README.md"
    ]
    assert missing == []


def test_every_picture_is_shown_in_some_document() -> None:
    shown = {target for document in documents() for _, target, _ in relative_links(document)}
    assert [picture for picture in PICTURES.glob("*.png") if picture not in shown] == []


def test_words_of_pictures_are_kept_beside_a_picture() -> None:
    names = {end: {file.stem for file in PICTURES.glob(f"*.{end}")} for end in ("png", "txt")}
    assert names["txt"] == names["png"]
