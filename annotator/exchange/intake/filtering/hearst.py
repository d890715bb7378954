"""Names of classes found by Hearst's patterns (Hearst, 1992): *mammals such as whales*."""

from collections.abc import Iterator, Sequence

from annotator.exchange.intake.filtering.phrases import singular

_MARKS = frozenset(",;:")
_FUNCTION_WORDS = frozenset(
    """
    a an the this that these those its their his her our your my of in on at by for from with to and
    or as is are was were be been being has have had do does did not no other many some several all
    any most more such various certain both few two three four five different including especially
    particularly like than then which who whose where when while also only about between among into
    over under after before during through per via it they them he she we you i
    """.split()
)
_SUCH, _AS, _OTHER = "such", "as", "other"
_LISTING = frozenset({"including", "especially", "particularly", "notably"})
_JOINING = frozenset({"and", "or"})


def hearst_categories(words: Sequence[str]) -> Iterator[str]:
    """The hypernyms of a sentence, by its words and punctuation, in lower case and the singular.

    *X such as Y*, *such X as Y*, *X including Y*, *X, especially Y*, *Y and other X*, *Y or other
    X*. A phrase of two words gives its head as well: *large mammals such as* gives *mammal* and
    *large mammal*. A hypernym stands in the plural; what doesn't is left out.
    """
    lower = [word.casefold() for word in words]
    for index, word in enumerate(lower):
        after = lower[index + 1] if index + 1 < len(lower) else ""
        if (word == _SUCH and after == _AS) or word in _LISTING:
            yield from _phrases(_words_before(words, lower, index))
        elif word == _SUCH and _AS in lower[index + 2 : index + 5]:
            end = lower.index(_AS, index + 2)
            if all(map(_is_plain, words[index + 1 : end])):
                yield from _phrases(lower[index + 1 : end])
        elif word == _OTHER and index and lower[index - 1] in _JOINING:
            yield from _phrases(_words_after(words, lower, index + 1))


def _words_before(words: Sequence[str], lower: Sequence[str], index: int) -> list[str]:
    end = index
    while end and lower[end - 1] in _MARKS:
        end -= 1
    start = end
    while start and end - start < 2 and _is_plain(words[start - 1]):  # noqa: PLR2004 - two words are enough
        start -= 1
    return list(lower[start:end])


def _words_after(words: Sequence[str], lower: Sequence[str], start: int) -> list[str]:
    end = start
    while end < len(words) and end - start < 3 and _is_plain(words[end]):  # noqa: PLR2004 - two, and one that is not a noun
        end += 1
        if _is_plural(lower[end - 1]):
            break
    return list(lower[max(start, end - 2) : end])


def _is_plain(word: str) -> bool:
    """A word that can be of a class's name: no name of its own, no function word, no mark."""
    return word.isalpha() and word.islower() and word not in _FUNCTION_WORDS


def _is_plural(word: str) -> bool:
    return singular(word) != word


def _phrases(found: Sequence[str]) -> Iterator[str]:
    if not found or not _is_plural(found[-1]):
        return
    head = singular(found[-1])
    yield head
    if len(found) > 1 and found[-2] not in _FUNCTION_WORDS:
        yield f"{found[-2]} {head}"
