"""Writing SQuAD 1.1's JSON, and ASQA's disambiguations as questions of an extractor.

Source: Rajpurkar et al. (2016) and the published files: ``data`` has articles, an article has
paragraphs, a paragraph a ``context`` and its questions ``qas``, each with ``answers``: the words
(``text``) and their first character (``answer_start``, in code points).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from annotator.material.formats.asqa import Disambiguation
from annotator.material.formats.problems import ExampleError, Problem
from annotator.measures.normalised_text import normalise
from annotator.measures.short_answer_presence import find_short_answer

VERSION = "1.1"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer and the character of the context where it begins."""

    text: str
    answer_start: int


@dataclass(frozen=True, slots=True)
class Question:
    """A question with at least one answer.

    ``id`` is unique in a file: text in SQuAD's own files, a number in those made of Natural
    Questions.
    """

    id: int | str
    question: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A context and the questions that it answers."""

    context: str
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Article:
    """Paragraphs under the title of the page that they are from."""

    title: str
    paragraphs: tuple[Paragraph, ...]


def disambiguations_as_articles(
    key: str, disambiguations: Sequence[Disambiguation]
) -> tuple[list[Article], int]:
    """An ASQA example as articles, one for each page title, and how many were left out.

    ``key`` is the example's in the official file, and ``key_number`` the id of disambiguation
    ``number`` (from 0), as in the data set's scorer. The context is its passage, the answers are
    the short answers that it contains under the official normalisation, in the passage's words.
    Disambiguations without a passage, or whose passage has none of the short answers, are left out:
    SQuAD 1.1 has no questions without an answer.
    """
    grouped: dict[str, dict[str, list[Question]]] = {}
    left_out = 0
    for number, each in enumerate(disambiguations):
        answers = answers_in(each.context or "", each.short_answers)
        if not each.context or not answers:
            left_out += 1
            continue
        contexts = grouped.setdefault(each.page_title or "", {})
        question = Question(f"{key}_{number}", each.question, answers)
        contexts.setdefault(each.context, []).append(question)
    articles = [
        Article(title, tuple(Paragraph(text, tuple(asked)) for text, asked in contexts.items()))
        for title, contexts in grouped.items()
    ]
    return articles, left_out


def answers_in(context: str, short_answers: Iterable[str]) -> tuple[Answer, ...]:
    """Each of ``short_answers`` that ``context`` contains, once for each place.

    >>> answers_in("It is in the U.S. still.", ["U.S.", "us", "Canada"])
    (Answer(text='U.S.', answer_start=13), Answer(text='U.S', answer_start=13))
    """
    found = (_answer_in(context, each) for each in short_answers)
    return tuple(dict.fromkeys(answer for answer in found if answer))


def write_article(article: Article) -> dict[str, Any]:
    """The article as the format has it.

    Raises ``ExampleError`` for an answer that is not where it says, for an empty one, a question
    without answers, and a paragraph without questions.
    """
    problems = list(_check(article))
    if problems:
        raise ExampleError(problems)
    return {
        "title": article.title,
        "paragraphs": [
            {"context": paragraph.context, "qas": [_question(q) for q in paragraph.questions]}
            for paragraph in article.paragraphs
        ],
    }


def _answer_in(context: str, short_answer: str) -> Answer | None:
    place = find_short_answer(context, short_answer) if normalise(short_answer) else None
    if place is None:
        return None
    start, end = place
    # The normalisation drops punctuation at the ends; if the answer's own is there, include it.
    length = len(short_answer)
    verbatim = context.find(short_answer, max(0, end - length), start + length)
    if verbatim >= 0:
        return Answer(short_answer, verbatim)
    return Answer(context[start:end], start)


def _question(question: Question) -> dict[str, Any]:
    answers = [{"text": each.text, "answer_start": each.answer_start} for each in question.answers]
    return {"id": question.id, "question": question.question, "answers": answers}


def _check(article: Article) -> Iterator[Problem]:
    for place, paragraph in enumerate(article.paragraphs):
        path = f"paragraphs[{place}]"
        if not paragraph.questions:
            yield Problem("the paragraph has no questions", "Leave it out", field=path)
        for number, question in enumerate(paragraph.questions):
            yield from _check_question(question, paragraph.context, f"{path}.qas[{number}]")


def _check_question(question: Question, context: str, path: str) -> Iterator[Problem]:
    if not question.answers:
        yield Problem("the question has no answers", "Leave it out", field=f"{path}.answers")
    for number, answer in enumerate(question.answers):
        start, end = answer.answer_start, answer.answer_start + len(answer.text)
        if not answer.text or start < 0 or context[start:end] != answer.text:
            yield Problem(
                f"{answer.text[:40]!r} is not at character {start} of the context",
                "Give the character where it begins",
                field=f"{path}.answers[{number}].answer_start",
            )
