import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser

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

VOID_ELEMENTS = {"br", "img", "meta"}


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


def test_guidelines_have_examples_and_quote_no_question_that_the_demo_can_hide() -> None:
    examples = re.findall(r"^\| \*([^*]+)\* \|", guidelines("nq"), re.MULTILINE)
    assert len(examples) >= 15
    texts = [guidelines(name).lower() for name in ("nq", "asqa", "asqa-short")]
    asked = {question.question_text for question in questions()}
    for ambiguity in ambiguities():
        asked |= {ambiguity.question, *(each.question for each in ambiguity.disambiguations)}
    hidden = [each for each in asked if any(each.lower() in text for text in texts)]
    assert hidden == []
