"""The questions of ASQA's Disambig-F1 to an extractor: its disambiguations on long-form answers.

Source: the ASQA paper (2022), section 4.1, and the official ``convert_to_roberta_format.py``
(google-research/language, language/asqa), whose file this is: ``data`` has a row for each
disambiguation, without articles or paragraphs. ``answer_start`` is empty: the extractor looks for
``text`` by itself.
"""

from collections.abc import Sequence
from typing import Any

from annotator.material.formats.asqa import Disambiguation


def extractor_rows(
    key: str, long_form_answer: str, disambiguations: Sequence[Disambiguation]
) -> list[dict[str, Any]]:
    """The rows of the example ``key``, one for each disambiguation, in their order.

    >>> asked = Disambiguation("Who ruled in 1829?", ("Charles X",))
    >>> extractor_rows("-7", "Charles X did.", [asked]) == [
    ...     {
    ...         "context": "Charles X did.",
    ...         "id": "-7_0",
    ...         "question": "Who ruled in 1829?",
    ...         "answers": {"text": ["Charles X"], "answer_start": []},
    ...     }
    ... ]
    True
    """
    return [
        {
            "context": long_form_answer,
            "id": f"{key}_{number}",
            "question": each.question,
            "answers": {"text": list(each.short_answers), "answer_start": []},
        }
        for number, each in enumerate(disambiguations)
    ]
