"""An encoder for tests, with many equal scores."""

import numpy as np

BY_LETTERS = "tests.systems.evaluation.letters:ByLetters"


class ByLetters:
    """Vectors of small whole numbers, so that many scores are equal."""

    def encode_questions(self, questions: list[str]) -> np.ndarray:
        return self._encode(questions)

    def encode_answers(self, answers: list[tuple[str, str]]) -> np.ndarray:
        return self._encode([sentence + context[:5] for sentence, context in answers])

    def _encode(self, texts: list[str]) -> np.ndarray:
        rows = [[text.count(letter) for letter in "othe?"] for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(texts), 5)
