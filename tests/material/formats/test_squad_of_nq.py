"""Natural Questions as SQuAD's articles: the rules of the ReQA benchmark's conversion."""

from dataclasses import replace
from itertools import combinations

from annotator.material.corpus.markup.spans import Token
from annotator.material.formats.natural_questions import (
    LongAnswer,
    OriginalAnnotation,
    OriginalExample,
    ShortAnswer,
)
from annotator.material.formats.squad.asqa import write_article
from annotator.material.formats.squad.natural_questions import example_as_article

WORDS = (
    ("<P>", True),
    ("The", False),
    (" ", None),
    ("<B>", True),
    ("plumb", False),
    ("</B>", True),
    (" <i class='a b'>", None),
    ("bob", False),
    ("</i>", None),
    ("<SUP>", True),
    ("2", False),
    ("</SUP>", True),
    (",", False),
    ("\n", None),
    ("Käse", False),
    (" ", None),
    ("</P>", True),
)
"""A paragraph's source in order: words, tags that are tokens, and what is none (None)."""


def make_example(*, span: tuple[int, int], tag: str = "<P>") -> OriginalExample:
    """An example whose long answer is the paragraph, with one short answer of these tokens."""
    html, tokens = b"", []
    for text, is_tag in WORDS:
        start = len(html)
        html += text.encode()
        if is_tag is not None:
            named = tag if text == "<P>" else text
            tokens.append(Token(named, start, len(html), html_token=is_tag))
    first, last = tokens[span[0]], tokens[span[1] - 1]
    annotation = OriginalAnnotation(
        annotation_id=1,
        long_answer=LongAnswer(0, len(html), 0, len(tokens), 0),
        short_answers=(ShortAnswer(first.start_byte, last.end_byte, *span),),
        yes_no_answer="NONE",
    )
    return OriginalExample(
        example_id=-7,
        question_text="what is it",
        question_tokens=("what", "is", "it"),
        document_title="Plumb bob",
        document_url="https://example.org/",
        document_html=html,
        document_tokens=tuple(tokens),
        long_answer_candidates=(),
        annotations=(annotation,),
    )


def test_a_short_answer_stands_in_the_words_of_its_paragraph() -> None:
    article = example_as_article(make_example(span=(5, 7)))
    assert article
    assert write_article(article) == {
        "title": "Plumb bob",
        "paragraphs": [
            {
                "context": "The plumb bob2, Käse ",
                "qas": [
                    {
                        "id": -7,
                        "question": "what is it",
                        "answers": [{"text": "bob", "answer_start": 10}],
                    }
                ],
            }
        ],
    }


def test_every_span_stands_where_it_says_and_one_without_words_is_left_out() -> None:
    for first, end in combinations(range(12), 2):
        example = make_example(span=(first, end))
        words = [each.token for each in example.document_tokens[first:end] if not each.html_token]
        article = example_as_article(example)
        assert (article is not None) == bool(words)
        if article:
            [paragraph] = article.paragraphs
            [answer] = paragraph.questions[0].answers
            assert paragraph.context[answer.answer_start :].startswith(answer.text)
            assert "".join(answer.text.split()) == "".join(words)


def test_only_one_short_answer_in_a_paragraph_of_the_first_annotation_counts() -> None:
    example = make_example(span=(1, 2))
    [given] = example.annotations
    without = replace(given, long_answer=None, short_answers=())
    for annotations in [
        (),
        (without,),
        (without, given),
        (replace(given, short_answers=()),),
        (replace(given, short_answers=given.short_answers * 2),),
    ]:
        assert example_as_article(replace(example, annotations=annotations)) is None
    assert example_as_article(make_example(span=(1, 2), tag="<Table>")) is None
    assert example_as_article(replace(example, annotations=(given, without)))
