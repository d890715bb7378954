"""BM25 over texts, as ``bm25s`` computes it."""

import logging
from collections.abc import Sequence

import numpy as np

from annotator.measures.retrieval import Scores


class Bm25Index:
    """BM25 (Robertson and Zaragoza 2009) with the defaults of ``bm25s`` and English stop words.

    Texts have at least one word between them that isn't a stop word.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        import bm25s

        # It sets its own logger to tell every step.
        logging.getLogger("bm25s").setLevel(logging.WARNING)
        self._size = len(texts)
        self._index = bm25s.BM25()
        tokens = bm25s.tokenize(list(texts), stopwords="en", show_progress=False)
        self._index.index(tokens, show_progress=False)

    @property
    def bytes(self) -> int:
        """The size of the matrix of words × texts: only what is not 0."""
        return sum(self._index.scores[name].nbytes for name in ("data", "indices", "indptr"))

    def score(self, questions: Sequence[str]) -> Scores:
        """Questions × texts, in float32; 0 where a text has none of a question's words."""
        import bm25s

        asked = bm25s.tokenize(
            list(questions), stopwords="en", return_ids=False, show_progress=False
        )
        scores: Scores = np.zeros((len(questions), self._size), dtype=np.float32)
        for row, words in enumerate(asked):
            if words:
                scores[row] = self._index.get_scores(words)
        return scores
