import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from importlib import resources
from itertools import pairwise

import pytest
from bs4 import BeautifulSoup
from bs4.element import Tag

from annotator.material.corpus.markup.candidates import candidate_tag, find_candidates
from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token
from annotator.material.corpus.markup.tokens import tokenize_page
from annotator.running.demo.ambiguous_catalogue import ambiguities
from annotator.running.demo.catalogue import (
    DemoArticle,
    DemoQuestion,
    articles,
    articles_by_stem,
    guidelines,
    questions,
)
from annotator.running.demo.truth import ResolvedTruth, resolve_truth
from annotator.workspace.accounts.demo_accounts import ACCOUNTS

VOID_ELEMENTS = {"br", "img", "meta"}

ON_EVERY_PAGE = (
    "h1#firstHeading.firstHeading",
    "div#mw-content-text > div.mw-parser-output",
    "div.hatnote",
    "div#toc ul > li > a > span.toctext",
    "h2 > span.mw-headline",
    "p",
    "ul > li",
    "table.wikitable > caption",
    "img[src^='data:image/png;base64,'][alt]",
    "div.navbox table",
)

ON_EVERY_WRITTEN_PAGE = (
    "table.infobox > caption, table.ambox",
    "span.mw-editsection > a",
    "sup.reference > a",
    "ol.references > li > span.reference-text",
    "span#See_also",
    "div.thumb img, table.infobox img, li.gallerybox img",
    "div#catlinks",
)

SOMEWHERE = (
    "table.infobox th[scope=row]",
    "table.wikitable.sortable",
    "td table",
    "ul ul",
    "ol > li",
    "dl > dt + dd",
    "div.thumb.tright div.thumbcaption",
    "div.thumb.tleft",
    "span#Notes",
    "span#References",
    "span#External_links",
    "span#Further_reading",
    "math mfrac",
    "math msqrt",
    "math msup",
    "ul.gallery li.gallerybox",
    "blockquote",
    "blockquote[dir=rtl][lang=ar]",
    "blockquote[dir=rtl][lang=he]",
    "table.ambox td.mbox-text",
    "span.geo-dms",
    "span.IPA",
    "td[rowspan]",
    "td[colspan]",
    "td[dir=rtl][lang=ar]",
    "a.external",
)

SCRIPTS = {
    "Greek": r"[\u0370-\u03ff]{4}",
    "Cyrillic": r"[\u0400-\u04ff]{4}",
    "Hebrew": r"[\u05d0-\u05ea]{3}",
    "Arabic": r"[\u0620-\u064a]{3}",
    "Devanagari": r"[\u0900-\u097f]{3}",
    "Katakana": r"[\u30a0-\u30ff]{3}",
    "Chinese characters": r"[\u4e00-\u9fff]{3}",
}

KINDS = {
    "bad-ambiguous": 2,
    "bad-false-presupposition": 1,
    "bad-incomprehensible": 1,
    "bad-not-a-request": 1,
    "bad-opinion": 2,
    "definition": 1,
    "earliest-of-two": 2,
    "infobox-row": 1,
    "list": 2,
    "list-item": 1,
    "long-only": 2,
    "one-span": 4,
    "several-spans": 3,
    "table-row": 3,
    "unanswerable": 7,
    "whole-table": 2,
    "yes-no": 5,
}

TAGS_OF_KIND = {
    "definition": {"Dd"},
    "infobox-row": {"Tr"},
    "list": {"Ol", "Ul", "Dl"},
    "list-item": {"Li"},
    "one-span": {"P"},
    "several-spans": {"P"},
    "table-row": {"Tr"},
    "whole-table": {"Table"},
}

each_article = pytest.mark.parametrize("article", articles(), ids=lambda article: article.stem)
each_question = pytest.mark.parametrize(
    "question", questions(), ids=lambda question: question.question_text.replace(" ", "_")
)
each_answered_question = pytest.mark.parametrize(
    "question",
    [question for question in questions() if question.truth.long_answer],
    ids=lambda question: question.question_text.replace(" ", "_"),
)


@cache
def soup_of(article: DemoArticle) -> BeautifulSoup:
    return BeautifulSoup(article.html, "lxml")


@cache
def tokens_and_candidates(stem: str) -> tuple[list[Token], list[LongAnswerCandidate]]:
    tokens = tokenize_page(clean_page(articles_by_stem()[stem].html))
    return tokens, find_candidates(tokens)


def resolve(question: DemoQuestion) -> ResolvedTruth:
    return resolve_truth(*tokens_and_candidates(question.article), question.truth)


def words(tokens: list[Token], start: int, end: int) -> list[str]:
    return [token.token for token in tokens[start:end] if not token.html_token]


class TagsAsWritten(HTMLParser):
    """Element names in document order; fails where an end tag is not its start tag's."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.names: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        if tag not in VOID_ELEMENTS:
            self.opened.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID_ELEMENTS
        self.names.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag, f"</{tag}> in line {self.getpos()[0]}"


def test_there_are_ten_written_articles_of_moderate_size_and_a_large_computed_one() -> None:
    sizes = {article.stem: len(article.html) for article in articles()}
    large = {stem for stem, size in sizes.items() if size > 500_000}
    assert large == {"list_of_integers"}
    assert len(sizes) == 11
    assert {stem for stem, size in sizes.items() if not 15_000 < size < 45_000} == large


def test_each_article_has_a_name_and_an_address_of_its_own() -> None:
    assert len({article.title for article in articles()}) == len(articles())
    assert articles_by_stem()["silk_road"].url == "https://en.wikipedia.org/wiki/Silk_Road"
    assert articles_by_stem()["honey_bee"].title == "Western honey bee"


@each_article
def test_every_article_has_the_markup_that_every_page_has(article: DemoArticle) -> None:
    assert [found for found in ON_EVERY_PAGE if not soup_of(article).select(found)] == []


@pytest.mark.parametrize("article", articles()[:-1], ids=lambda article: article.stem)
def test_every_written_article_has_references_edit_links_and_a_picture(
    article: DemoArticle,
) -> None:
    assert [found for found in ON_EVERY_WRITTEN_PAGE if not soup_of(article).select(found)] == []


@pytest.mark.parametrize("selector", SOMEWHERE)
def test_each_kind_of_markup_is_somewhere_in_the_demo(selector: str) -> None:
    assert any(soup_of(article).select(selector) for article in articles())


@pytest.mark.parametrize("script", SCRIPTS)
def test_each_script_is_somewhere_in_the_demo(script: str) -> None:
    assert any(re.search(SCRIPTS[script], soup_of(article).text) for article in articles())


@each_article
def test_every_article_is_balanced_and_no_parser_has_to_repair_it(article: DemoArticle) -> None:
    written = TagsAsWritten()
    written.feed(article.html.decode())
    assert written.opened == []
    assert written.names == [element.name for element in soup_of(article).find_all()]


@each_article
def test_every_identifier_is_given_once_and_every_anchor_leads_somewhere(
    article: DemoArticle,
) -> None:
    identifiers = [str(element["id"]) for element in soup_of(article).select("[id]")]
    anchors = {str(link["href"])[1:] for link in soup_of(article).select("a[href^='#']")}
    assert [name for name, times in Counter(identifiers).items() if times > 1] == []
    assert anchors - set(identifiers) == set()


@each_article
def test_no_article_loads_anything_or_runs_anything(article: DemoArticle) -> None:
    soup = soup_of(article)
    sources = [str(element["src"]) for element in soup.select("[src]")]
    assert [source for source in sources if not source.startswith("data:image/png;base64,")] == []
    assert soup.select("script, link, style, iframe, object, embed, form, base, [srcset]") == []
    assert b"url(" not in article.html
    assert [
        name
        for element in soup.find_all()
        if isinstance(element, Tag)
        for name in element.attrs
        if name.startswith("on")
    ] == []


def test_every_drawing_is_shown_once_and_has_its_source() -> None:
    folder = resources.files("annotator.running.demo") / "articles"
    images = folder / "images"
    drawn = sorted(file.name for file in images.iterdir() if file.name.endswith(".png"))
    sources = sorted(file.name for file in (images / "source").iterdir())
    shown = [
        name
        for file in folder.iterdir()
        if file.name.endswith(".html")
        for name in re.findall(r'src="images/([^"]+)"', file.read_text(encoding="utf-8"))
    ]
    assert sorted(shown) == drawn
    assert [name.replace(".svg", ".png") for name in sources] == drawn


@pytest.mark.parametrize("article", articles()[:-1], ids=lambda article: article.stem)
def test_sections_of_written_articles_hold_prose(article: DemoArticle) -> None:
    paragraphs = [
        paragraph.get_text().split()
        for paragraph in soup_of(article).select(".mw-parser-output > p")
    ]
    assert len(paragraphs) >= 10
    assert sum(map(len, paragraphs)) >= 500
    assert len(soup_of(article).select("h2 > span.mw-headline")) >= 5


def test_headings_never_skip_a_level() -> None:
    for article in articles():
        headings = soup_of(article).select("h1, h2:not(.toc *), h3, h4")
        levels = [int(heading.name[1]) for heading in headings]
        assert levels[0] == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))


def test_there_are_forty_questions_of_every_kind() -> None:
    assert Counter(question.kind for question in questions()) == KINDS
    assert sum(KINDS.values()) == 40


def test_questions_are_phrased_like_search_queries() -> None:
    texts = [question.question_text for question in questions()]
    assert len(set(texts)) == len(texts)
    assert [text for text in texts if not re.fullmatch(r"[a-z0-9' ]+", text)] == []
    assert [text for text in texts if len(text.split()) < 8] == []


def test_every_written_article_is_asked_about() -> None:
    assert {question.article for question in questions()} == set(articles_by_stem())


@each_question
def test_only_good_answerable_questions_have_an_answer(question: DemoQuestion) -> None:
    truth = question.truth
    is_bad = question.kind.startswith("bad-")
    assert truth.question_quality == ("bad" if is_bad else "good")
    assert (truth.long_answer is None) == (is_bad or question.kind == "unanswerable")
    if truth.long_answer is None:
        assert (truth.short_answers, truth.yes_no_answer) == ((), "NONE")
    assert (truth.yes_no_answer != "NONE") == (question.kind == "yes-no")
    assert not (truth.short_answers and truth.yes_no_answer != "NONE")


def test_yes_and_no_are_both_answers() -> None:
    answers = Counter(question.truth.yes_no_answer for question in questions())
    assert answers == {"NONE": 35, "NO": 3, "YES": 2}


@each_question
def test_every_truth_is_on_the_cleaned_page(question: DemoQuestion) -> None:
    resolved = resolve(question)
    assert (resolved.candidate_index is None) == (question.truth.long_answer is None)
    assert len(resolved.short_answers) == len(question.truth.short_answers)


@each_answered_question
def test_every_truth_is_of_the_kind_it_is_said_to_be(question: DemoQuestion) -> None:
    tokens, candidates = tokens_and_candidates(question.article)
    resolved = resolve(question)
    assert resolved.candidate_index is not None
    candidate = candidates[resolved.candidate_index]
    tag = candidate_tag(tokens[candidate.start_token].token)
    assert tag in TAGS_OF_KIND.get(question.kind, {tag})
    if question.kind in {"one-span", "table-row", "infobox-row", "list-item", "definition"}:
        assert len(resolved.short_answers) == 1
    if question.kind == "several-spans":
        assert len(resolved.short_answers) >= 2
    if question.kind == "long-only":
        assert resolved.short_answers == ()


@pytest.mark.parametrize(
    "question",
    [question for question in questions() if question.kind == "earliest-of-two"],
    ids=lambda question: question.question_text.replace(" ", "_"),
)
def test_an_answer_that_is_given_twice_counts_where_it_is_first(question: DemoQuestion) -> None:
    tokens, candidates = tokens_and_candidates(question.article)
    resolved = resolve(question)
    assert resolved.candidate_index is not None
    (span,) = resolved.short_answers
    answer = words(tokens, span.start_token, span.end_token)
    rest = words(tokens, candidates[resolved.candidate_index].end_token, len(tokens))
    assert any(rest[place : place + len(answer)] == answer for place in range(len(rest)))


def test_guidelines_have_a_section_for_each_stage() -> None:
    headings = re.findall(r"^## (.+)$", guidelines("nq"), re.MULTILINE)
    assert headings[:3] == ["Question", "Long answer", "Short answer"]
    assert 120 <= len(guidelines("nq").splitlines()) <= 180


def test_guidelines_have_examples_and_quote_no_question_that_the_demo_can_hide() -> None:
    examples = re.findall(r"^\| \*([^*]+)\* \|", guidelines("nq"), re.MULTILINE)
    assert len(examples) >= 15
    texts = [guidelines(name).lower() for name in ("nq", "asqa", "asqa-short")]
    asked = {question.question_text for question in questions()}
    for ambiguity in ambiguities():
        asked |= {ambiguity.question, *(each.question for each in ambiguity.disambiguations)}
    hidden = [each for each in asked if any(each.lower() in text for text in texts)]
    assert hidden == []


def test_there_is_an_account_for_each_role() -> None:
    assert [(account.username, account.role) for account in ACCOUNTS] == [
        ("lena", "lead"),
        ("ada", "annotator"),
        ("ben", "annotator"),
        ("chen", "annotator"),
        ("eve", "expert"),
    ]
