"""ROUGE as the ASQA paper and its official scorer use it, on the ``rouge-score`` package.

Source: Lin (2004), "ROUGE: A Package for Automatic Evaluation of Summaries"; the ASQA paper,
section 3.3 with its footnote 2, and section 4.1 with footnote 3. Tokens are runs of a-z and 0-9
after lower-casing: a word without them, such as one in Greek, is not a token. The paper names
version 0.0.4 of the package; its tokens and formulas without stemming are those of 0.1.2.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from rouge_score.tokenize import tokenize

from annotator.measures.intervals.undefined import UndefinedMeasureError

if TYPE_CHECKING:
    from nltk.tokenize.punkt import PunktSentenceTokenizer
    from rouge_score.rouge_scorer import RougeScorer


def rouge_tokens(text: str) -> list[str]:
    """The package's tokens, not stemmed.

    >>> rouge_tokens("Beyoncé's 2nd album")
    ['beyonc', 's', '2nd', 'album']
    """
    return list(tokenize(text, None))


def recall_of(tokens: Sequence[str], support: Counter[str]) -> float:
    """ROUGE-1 recall: the share, 0 to 1, of a text's ``tokens`` that ``support`` has.

    recall = sum over words w of min(count of w in text, count of w in support) / tokens of text

    >>> recall_of("the cat and the dog".split(), Counter("the dog".split()))
    0.4

    Raises ``UndefinedMeasureError`` if there are no tokens. Empty support gives 0.
    """
    if not tokens:
        raise UndefinedMeasureError("a text without tokens has no share of them")
    counts = Counter(tokens)
    return sum(min(count, support[token]) for token, count in counts.items()) / len(tokens)


def rouge_l(prediction: str, references: Sequence[str]) -> float:
    """ROUGE-L F1, 0 to 1, of a prediction against the better of its question's ``references``.

    The official scorer's, question by question (ASQA paper, section 4.1: two references):
    everything in lower case, then a line for each sentence that NLTK finds, then ``rougeLsum`` of
    the package with Porter's stemmer. For each sentence r of the reference, the union of the tokens
    that its longest common subsequences with the prediction's sentences have (Lin 2004, section
    3.2); with H such tokens in all, each counted at most as often as the prediction has it: recall
    = H / tokens of the reference, precision = H / tokens of the prediction, F1 = 2 * precision *
    recall / (precision + recall). It is 0 if H is 0, and so if either has no tokens. Time grows
    with the product of both lengths.

    >>> round(rouge_l("the cat sat on the mat", ["the cat on a mat", "a dog"]), 3)
    0.727

    Raises ``UndefinedMeasureError`` without references.
    """
    if not references:
        raise UndefinedMeasureError("ROUGE-L needs a reference")
    line_by_line = _a_line_each(prediction)
    return max(_rouge_l_sum(line_by_line, _a_line_each(each)) for each in references)


def rouge_l_f1(answer: str, other: str) -> float:
    """ROUGE-L F1, 0 to 1, between two answers, in either order.

    The mean of ``rouge_l`` in both directions, which can differ a little: two annotators' answers
    are neither prediction nor reference. The paper's agreement between annotators (section 3.3:
    49.6; table 3: 49.4) is its mean over pairs, times 100.

    >>> round(rouge_l_f1("the cat sat on the mat", "the cat on a mat"), 3)
    0.727

    Raises ``UndefinedMeasureError`` if one of the two has no tokens.
    """
    if not rouge_tokens(answer) or not rouge_tokens(other):
        raise UndefinedMeasureError("ROUGE-L needs tokens on both sides")
    one, two = _a_line_each(answer), _a_line_each(other)
    return (_rouge_l_sum(one, two) + _rouge_l_sum(two, one)) / 2


def _rouge_l_sum(prediction: str, reference: str) -> float:
    scores = _scorer().score(target=reference, prediction=prediction)
    return float(scores["rougeLsum"].fmeasure)


def _a_line_each(text: str) -> str:
    """The sentences that NLTK's Punkt finds in the lower-cased text, a line for each.

    As ``nltk.sent_tokenize`` has them, whose model would be a download at run time.
    """
    return "\n".join(_punkt().tokenize(text.lower()))


@cache
def _punkt() -> "PunktSentenceTokenizer":
    """NLTK's tokenizer with its English model, which the package ``punkt`` brings.

    That package's own tokenizer finds other sentences: it joins those of punctuation alone.
    """
    # NLTK takes a second that a web worker need not spend at its start.
    from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer
    from punkt import load_model

    model, parameters = load_model("english"), PunktParameters()
    parameters.abbrev_types = model.abbrev_types
    parameters.collocations = model.collocations
    parameters.sent_starters = model.sent_starters
    # A Counter has 0 for other words, as NLTK's own, but doesn't grow with each that is looked up.
    parameters.ortho_context = Counter(model.ortho_context)
    return PunktSentenceTokenizer(parameters)


@cache
def _scorer() -> "RougeScorer":
    # Loads NLTK for its stemmer, a second that a web worker need not spend at its start.
    from rouge_score.rouge_scorer import RougeScorer

    return RougeScorer(["rougeLsum"], use_stemmer=True)
