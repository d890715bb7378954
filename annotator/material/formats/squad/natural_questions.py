"""Natural Questions as SQuAD 1.1's articles: short answers within their paragraphs.

Source: the conversion of the Retrieval Question-Answering benchmark (Ahmad et al., 2019, section
3.1; google/retrieval-qa-eval, ``nq_to_squad.py``), whose rules these are: ``id`` is the example's
id, a whole number, and the file's label is ``VERSION``. One thing differs: an answer is where it
says even after tags and white space, which the converter miscounts.
"""

from collections.abc import Sequence
from itertools import pairwise

from annotator.material.corpus.markup.spans import Token
from annotator.material.formats.natural_questions import LongAnswer, OriginalExample, ShortAnswer
from annotator.material.formats.squad.asqa import Answer, Article, Paragraph, Question

VERSION = "nq-train"
"""The converter's label, of whatever split."""

PARAGRAPH = "<P>"


def example_as_article(example: OriginalExample) -> Article | None:
    """The example's question on its long answer, from its first annotation; or None.

    None if that has no long answer, one that is not a paragraph, or other than one short answer.
    """
    if not example.annotations:
        return None
    annotation = example.annotations[0]
    long_answer, spans = annotation.long_answer, annotation.short_answers
    if long_answer is None or len(spans) != 1:
        return None
    if example.document_tokens[long_answer.start_token].token != PARAGRAPH:
        return None
    return _article(example, long_answer, spans[0])


def _article(example: OriginalExample, within: LongAnswer, span: ShortAnswer) -> Article | None:
    tokens = example.document_tokens
    starts, context = _joined(example.document_html, tokens, within.start_token, within.end_token)
    words = [
        number
        for number in range(span.start_token, span.end_token)
        if number in starts and tokens[number].token
    ]
    if not words:
        return None
    start = starts[words[0]]
    end = starts[words[-1]] + len(tokens[words[-1]].token)
    question = Question(
        id=example.example_id,
        question=example.question_text,
        answers=(Answer(context[start:end], start),),
    )
    return Article(example.document_title, (Paragraph(context, (question,)),))


def _joined(
    html: bytes, tokens: Sequence[Token], first: int, end: int
) -> tuple[dict[int, int], str]:
    """The words of tokens ``first`` to ``end`` (exclusive) as text, and where each begins.

    Between two words there is a space where the page has white space outside of tags there; after
    the last word, where it has some before the last tag.
    """
    words = [number for number in range(first, end) if not tokens[number].html_token]
    starts: dict[int, int] = {}
    text = ""
    for number, following in pairwise([*words, end - 1]):
        starts[number] = len(text)
        text += tokens[number].token
        gap = html[tokens[number].end_byte : tokens[following].start_byte]
        text += " " if _has_white_space(gap.decode("utf-8", "replace")) else ""
    return starts, text


def _has_white_space(gap: str) -> bool:
    """Whether there is white space outside tags, some of which are not tokens."""
    depth = 0
    for character in gap:
        if character in "<>":
            depth += 1 if character == "<" else -1
        elif depth == 0 and character.isspace():
            return True
    return False
