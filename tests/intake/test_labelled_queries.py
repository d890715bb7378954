"""The heuristics on our labelled queries, tagged by spaCy: the figures of docs/intake.md."""

import importlib.util
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from annotator.intake.filtering.heuristics import HEURISTICS, matched_heuristics
from annotator.intake.filtering.phrases import our_categories
from annotator.intake.filtering.tagged import TaggedToken
from annotator.intake.filtering.titles import PageTitles
from annotator.intake.tagger import Tagger
from scripts.bootstrap import ROOT
from tests.intake.hand_tags import TABLE_1, tagged, text_of

HERE = Path(__file__).parent
DOCUMENT = ROOT / "docs" / "intake.md"


class Labelled(NamedTuple):
    heuristics: frozenset[str]
    is_question: bool
    text: str


def labelled_queries() -> list[Labelled]:
    lines = (HERE / "labelled_queries.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return [
        Labelled(frozenset(labels.split(",")) - {"-"}, asks == "yes", text)
        for labels, asks, text in rows
    ]


def row(name: str, heuristic: str, met: list[frozenset[str]]) -> str:
    wanted = [heuristic in each.heuristics for each in labelled_queries()]
    found = [heuristic in each for each in met]
    right = sum(map(bool.__and__, wanted, found))
    precision, recall = right / sum(found), right / sum(wanted)
    return f"| {name} | {sum(wanted)} | {precision:.2f} | {recall:.2f} |"


def test_the_labelled_queries_are_many_and_long_enough() -> None:
    queries = labelled_queries()
    labels = Counter(label for each in queries for label in each.heuristics)
    assert len({each.text for each in queries}) == len(queries) == 204
    assert all(len(each.text.split()) >= 8 for each in queries)
    assert labels.keys() == {*HEURISTICS}
    assert min(labels.values()) >= 20


@pytest.fixture(scope="module")
def tagger() -> Tagger:
    if importlib.util.find_spec("spacy") is None and not os.environ.get("CI"):
        pytest.skip("spaCy is not installed: make nlp")
    return Tagger()


@pytest.mark.long
def test_spacy_tags_table_1_as_the_heuristics_need_it(tagger: Tagger) -> None:
    lines = list(TABLE_1.values())
    assert list(tagger.tag(map(text_of, lines))) == [tagged(line) for line in lines]


@pytest.mark.long
def test_the_figures_of_the_document_are_those_that_are_measured(tagger: Tagger) -> None:
    queries = labelled_queries()
    words = list(tagger.tag(each.text for each in queries))
    titles = PageTitles((HERE / "page_titles.txt").read_text("utf-8").splitlines())
    alone = list(met_by(words, PageTitles()))
    helped = list(met_by(words, titles))
    rows = [row(name, name, alone) for name in HEURISTICS]
    rows.insert(HEURISTICS.index("3") + 1, row("3 with titles", "3", helped))
    kept = Counter(each.is_question for each, met in zip(queries, alone, strict=True) if met)
    text = DOCUMENT.read_text("utf-8")
    assert re.findall(r"^\| (?:\d[ab]?|3 with titles) \| \d.*$", text, re.MULTILINE) == rows
    assert f"ask for a fact, {kept[True]} are kept" in text
    assert f"of the 39 that don't, {kept[False]}." in text
    assert Counter(each.is_question for each in queries) == {True: 165, False: 39}


def met_by(words: list[list[TaggedToken]], titles: PageTitles) -> Iterator[frozenset[str]]:
    for each in words:
        yield frozenset(matched_heuristics(each, categories=our_categories(), titles=titles))
