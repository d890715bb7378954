"""Marking answers in a piece of a rendering."""

from collections.abc import Sequence

from annotator.material.corpus.markup.outline import PIECE, end_of_element, tokens_at
from annotator.material.corpus.markup.spans import TokenSpan


def mark_answers(html: str, answers: Sequence[TokenSpan]) -> str:
    """``html`` with each answer's tokens in ``<mark data-answer="number">``, numbered from 0.

    ``html`` is a well-nested piece of a rendering's body. A mark holds consecutive tokens without a
    tag between them; if tags cut an answer, it has several marks. An element for many tokens (a
    formula) is marked as a whole.
    """
    if not answers:
        return html
    return _Marker(html, answers).marked()


class _Marker:
    def __init__(self, html: str, answers: Sequence[TokenSpan]) -> None:
        self._html = html
        self._answers = answers
        self._output: list[str] = []
        self._marking: int | None = None

    def marked(self) -> str:
        html, output = self._html, self._output
        position = formula_end = 0
        for piece in PIECE.finditer(html):
            if piece.start() < formula_end:
                continue
            tokens, end = tokens_at(piece), piece.end()
            if tokens is not None and piece["token"] is None:
                end = formula_end = end_of_element(html, piece.start())
            answer = None if tokens is None else self._answer_at(tokens)
            if answer is None or answer != self._marking:
                self._stop()
            output.append(html[position : piece.start()])
            if answer is not None and self._marking is None:
                output.append(f'<mark data-answer="{answer}">')
                self._marking = answer
            output.append(html[piece.start() : end])
            position = end
        self._stop()
        output.append(html[position:])
        return "".join(output)

    def _stop(self) -> None:
        if self._marking is not None:
            self._output.append("</mark>")
            self._marking = None

    def _answer_at(self, tokens: str) -> int | None:
        first, _, last = tokens.partition("-")
        start, end = int(first), int(last or first) + 1
        for number, answer in enumerate(self._answers):
            if answer.start_token < end and start < answer.end_token:
                return number
        return None
