"""How many examples both systems train on and answer in a second of processor time.

    EXAMPLES=200 WORDS=100 python -m benchmarks.training

makes pages of 16 paragraphs of WORDS words and prints, for each system, seconds to compile the
first batch, and examples per second after it: in training, in prediction, and in reading them.
Seconds are the processor's, all cores together: what else runs on the machine changes them little.
"""

import os
import random
import sys
import time
from typing import Any

EXAMPLES = int(os.environ.get("EXAMPLES", "200"))
WORDS = int(os.environ.get("WORDS", "100"))
PASSAGES = 16
KNOWN = 5_000


def main() -> int:
    """Print the table."""
    from annotator.systems.readers.requirement import unavailable

    if sentence := unavailable():
        print(sentence)
        return 0
    from annotator.systems.readers.model.pages import read_reading
    from annotator.systems.readers.model.settings import SYSTEMS, Settings

    draw = random.Random(1)
    made = [_example(number, draw) for number in range(EXAMPLES)]
    began = time.process_time()
    readings = [read_reading(each) for each in made]
    rate = EXAMPLES / (time.process_time() - began)
    print(f"{EXAMPLES} examples of {PASSAGES} × {WORDS} words, in processor seconds")
    print(f"Read as examples: {rate:,.0f}/s")
    print(f"{'system':10}{'first batch':>14}{'training':>12}{'prediction':>12}")
    for system in SYSTEMS:
        first, training, prediction = _measure(Settings(system, epochs=1), readings)
        print(f"{system:10}{first:>12.1f} s{training:>10.1f}/s{prediction:>10.1f}/s")
    return 0


def _measure(settings: Any, readings: list[Any]) -> tuple[float, float, float]:
    """Processor seconds of the first batch; examples per such second in training and prediction."""
    from annotator.systems.readers.model.learning import Watch, train
    from annotator.systems.readers.model.predictions import predictions
    from annotator.systems.readers.model.trainer import course_of

    course = course_of(settings, readings, readings[: settings.batch])
    times = [time.process_time()]

    def on_step(*_: Any) -> None:
        times.append(time.process_time())

    def forget(_: Any) -> None:
        """No checkpoint is kept."""

    model, _ = train(course, course.beginning(), Watch(on_step), forget)
    trained = settings.batch * (len(times) - 2) / (times[-1] - times[1])
    list(predictions(model, readings[:8]))
    began = time.process_time()
    list(predictions(model, readings))
    return times[1] - times[0], trained, len(readings) / (time.process_time() - began)


def _example(number: int, draw: random.Random) -> dict[str, Any]:
    tokens, boxes = [], []
    for _ in range(PASSAGES):
        start = len(tokens)
        tokens += ["<P>", *(f"w{draw.randrange(KNOWN)}" for _ in range(WORDS)), "</P>"]
        boxes.append({"start_token": start, "end_token": len(tokens), "top_level": True})
    right = draw.choice(boxes)
    place = right["start_token"] + 1 + draw.randrange(WORDS - 3)
    words = [tokens[place + 2], *(f"w{draw.randrange(KNOWN)}" for _ in range(8))]
    return {
        "example_id": number,
        "question_text": " ".join(words),
        "document_url": f"https://en.wikipedia.org/wiki/Page_{number}",
        "document_text": " ".join(tokens),
        "long_answer_candidates": boxes,
        "annotations": [
            {
                "long_answer": right,
                "short_answers": [{"start_token": place, "end_token": place + 2}],
                "yes_no_answer": "NONE",
            }
        ],
    }


if __name__ == "__main__":
    sys.exit(main())
