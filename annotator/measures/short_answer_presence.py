"""Whether and where a text contains short answers: the check behind STR-EM.

Source: the ASQA paper, section 4.1 and appendix A (the warning about missing short answers), and
``_exact_presence`` of the data set's scorer. A short answer is present when its normalised form is
a substring of the normalised text, even inside a word ("art" in "party"); a disambiguation is
present when any one of its short answers is. If the normalisation leaves nothing of a short answer
("The", "?!"), it is a substring of every text, so it is always present.
"""

from collections.abc import Iterator, Sequence

from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.normalised_text import NormalisedText, normalise, normalise_with_origins


def missing_disambiguations(text: str, short_answers: Sequence[Sequence[str]]) -> list[int]:
    """Numbers (from 0) of the disambiguations without a short answer in ``text``.

    ``short_answers`` has one sequence of equivalent wordings for each disambiguation.

    >>> missing_disambiguations("Charles X, then Louis Philippe.", [["Charles X"], ["Napoleon"]])
    [1]

    Raises ``UndefinedMeasureError`` if a disambiguation has no short answers.
    """
    normalised = normalise(text)
    return [
        number
        for number, wordings in enumerate(short_answers)
        if not _is_present(normalised, wordings)
    ]


def string_exact_match(text: str, short_answers: Sequence[Sequence[str]]) -> float:
    """STR-EM of one answer: the share, 0 to 1, of disambiguations that are present.

    STR-EM = (present disambiguations) / (disambiguations); of a data set, the mean over questions.

    >>> string_exact_match("Charles X, then Louis Philippe.", [["Charles X"], ["Napoleon"]])
    0.5

    Raises ``UndefinedMeasureError`` without disambiguations.
    """
    if not short_answers:
        raise UndefinedMeasureError("without disambiguations there is no share of them")
    missing = missing_disambiguations(text, short_answers)
    return (len(short_answers) - len(missing)) / len(short_answers)


def find_short_answer(text: str, short_answer: str) -> tuple[int, int] | None:
    """Where ``short_answer`` stands: first and last (exclusive) character of the original ``text``.

    The first place as whole words, or else the first at all. None if it is not present; ``(0, 0)``
    for one of which the normalisation leaves nothing: present, but no place. Punctuation at either
    end is not part of the place.

    >>> find_short_answer("A party of art.", "Art")
    (11, 14)
    >>> find_short_answer("In the party", "Art")
    (8, 11)
    """
    return find_in_normalised(normalise_with_origins(text), short_answer)


def find_in_normalised(text: NormalisedText, short_answer: str) -> tuple[int, int] | None:
    """The same in a text that was normalised before, for several short answers."""
    wanted = normalise(short_answer)
    if not wanted:
        return 0, 0
    starts = list(_starts(text.text, wanted))
    if not starts:
        return None
    whole = (start for start in starts if _is_whole(text.text, start, start + len(wanted)))
    start = next(whole, starts[0])
    return text.original_span(start, start + len(wanted))


def _is_present(normalised: str, short_answers: Sequence[str]) -> bool:
    if not short_answers:
        raise UndefinedMeasureError("a disambiguation without short answers is neither")
    return any(normalise(answer) in normalised for answer in short_answers)


def _starts(text: str, wanted: str) -> Iterator[int]:
    start = text.find(wanted)
    while start >= 0:
        yield start
        start = text.find(wanted, start + 1)


def _is_whole(text: str, start: int, end: int) -> bool:
    return not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum())
