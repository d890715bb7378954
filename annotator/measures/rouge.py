"""ROUGE as the ASQA paper uses it, on the tokens of the ``rouge-score`` package.

Source: Lin (2004), "ROUGE: A Package for Automatic Evaluation of Summaries"; the ASQA paper,
section 3.3 with its footnote 2, and section 4.1. Tokens are runs of a-z and 0-9
after lower-casing: what has none of them, such as a word in Greek, is no token. The paper names
version 0.0.4 of the package; its tokens and formulas without stemming are those of 0.1.2.
"""

from collections import Counter
from collections.abc import Sequence

from rouge_score.tokenize import tokenize

from annotator.measures.sentences import split_sentences
from annotator.measures.undefined import UndefinedMeasureError


def rouge_tokens(text: str) -> list[str]:
    """The package's tokens, not stemmed.

    >>> rouge_tokens("Beyoncé's 2nd album")
    ['beyonc', 's', '2nd', 'album']
    """
    return list(tokenize(text, None))


def rouge_1_recall(text: str, support: str) -> float:
    """The share, 0 to 1, of ``text``'s tokens that ``support`` has.

    recall = sum over words w of min(count of w in text, count of w in support) / tokens of text

    >>> rouge_1_recall("the cat and the dog", "the dog")
    0.4

    Raises ``UndefinedMeasureError`` where ``text`` has no tokens. Empty support gives 0.
    """
    return recall_of(rouge_tokens(text), Counter(rouge_tokens(support)))


def recall_of(tokens: Sequence[str], support: Counter[str]) -> float:
    """``rouge_1_recall`` of tokens against counted tokens, for many texts and one support."""
    if not tokens:
        raise UndefinedMeasureError("a text without tokens has no share of them")
    counts = Counter(tokens)
    return sum(min(count, support[token]) for token, count in counts.items()) / len(tokens)


def rouge_l_f1(answer: str, other: str, *, stemmed: bool = True) -> float:
    """ROUGE-L F1, 0 to 1, between two answers: the same whichever comes first.

    At the summary level (Lin 2004, section 3.2; ``rougeLsum`` of the package), one sentence to a
    line, which is how the data set's scorer calls it. For each sentence r of one answer, the union
    of the tokens that its longest common subsequences with the other's sentences have; with H such
    tokens in all, each counted no more often than it stands in the other answer:
    recall = H / tokens of the one, precision = H / tokens of the other,
    F1 = 2 * precision * recall / (precision + recall), and 0 where H is 0. Counting from the one
    and from the other can differ a little; this is the mean of the two. Porter-stemmed, as the
    scorer does, unless told otherwise. Time grows with the product of both lengths.

    The paper's agreement between annotators (section 3.3: 49.6) is its mean over pairs, times 100.

    >>> round(rouge_l_f1("the cat sat on the mat", "the cat on a mat"), 3)
    0.727

    Raises ``UndefinedMeasureError`` where one of the two has no tokens.
    """
    # The scorer loads NLTK, which takes a second that a web worker need not spend at its start.
    from rouge_score.rouge_scorer import RougeScorer

    if not rouge_tokens(answer) or not rouge_tokens(other):
        raise UndefinedMeasureError("ROUGE-L needs tokens on both sides")
    scorer = RougeScorer(["rougeLsum"], use_stemmer=stemmed)
    one, two = _a_line_each(answer), _a_line_each(other)
    both = (scorer.score(one, two), scorer.score(two, one))
    return float(sum(scores["rougeLsum"].fmeasure for scores in both) / len(both))


def _a_line_each(text: str) -> str:
    return "\n".join(text[start:end] for start, end in split_sentences(text))
