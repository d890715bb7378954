"""The heuristics on our labelled queries, tagged by spaCy: the figures of docs/intake.md."""

import importlib.util
import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from annotator.exchange.intake.deciding import Decider
from annotator.exchange.intake.filtering.decision import Filters, Step
from annotator.exchange.intake.filtering.heuristics import HEURISTICS, Entities, matched_heuristics
from annotator.exchange.intake.filtering.phrases import our_categories
from annotator.exchange.intake.filtering.tagged import TaggedToken
from annotator.exchange.intake.filtering.titles import PageTitles
from annotator.exchange.intake.filtering.words import sameness_key, word_count
from annotator.exchange.intake.tagger import Tagger
from scripts.bootstrap import ROOT
from tests.exchange.intake.hand_tags import TABLE_1, tagged, text_of
from tests.shared_data import shared_path

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


def real_questions() -> list[str]:
    """Natural Questions' questions that AmbigNQ and ASQA kept, of eight words and more."""
    asked = [
        each["question"]
        for name in ("ambigqa/dev_light_part.json", "ambigqa/dev_full_part.json")
        for each in json.loads(shared_path(name).read_text("utf-8"))
    ]
    splits = json.loads(shared_path("asqa/asqa_dev_half.json").read_text("utf-8")).values()
    asked += [each["ambiguous_question"] for split in splits for each in split.values()]
    once = {sameness_key(each): each for each in asked if word_count(each) >= Filters().min_words}
    return list(once.values())


def share_kept(decider: Decider, queries: list[str]) -> tuple[int, int]:
    decisions = decider.decide([(each, None) for each in queries])
    return sum(each.step == Step.KEPT for each in decisions), len(queries)


@pytest.mark.long
@pytest.mark.usefixtures("tagger")
def test_what_counts_as_an_entity_keeps_as_many_questions_as_the_document_says() -> None:
    real = real_questions()
    others = [each.text for each in labelled_queries() if not each.is_question]
    figures = {}
    for entities in Entities:
        decider = Decider(Filters(entities=entities))
        kept, kept_others = share_kept(decider, real), share_kept(decider, others)
        figures[entities.value] = (*kept, *kept_others)
        # A question mark changes nothing.
        bare = [each.rstrip(" ?").lower() for each in real]
        assert share_kept(decider, bare)[0] >= kept[0]
    assert figures == documented_figures()
    assert figures[Filters().entities][0] >= 0.95 * len(real)


def documented_figures() -> dict[str, tuple[int, ...]]:
    rows = re.findall(
        r"^\| `(\w+)` \| .* \| ([\d,]+) of ([\d,]+) .*\| (\d+) of (\d+) .*\|$",
        DOCUMENT.read_text("utf-8"),
        re.MULTILINE,
    )
    return {name: tuple(int(each.replace(",", "")) for each in counts) for name, *counts in rows}


def test_the_page_of_queries_has_the_figures_of_the_document() -> None:
    shown = re.findall(
        r'value: "(\w+)",.*?questions: \[([\d_]+), ([\d_]+)\],\s+others: \[(\d+), (\d+)\]',
        (ROOT / "frontend/src/features/queries/entities.ts").read_text("utf-8"),
        re.DOTALL,
    )
    assert {name: tuple(map(int, counts)) for name, *counts in shown} == documented_figures()
    assert documented_figures().keys() == {*Entities}
