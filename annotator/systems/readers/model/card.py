"""A model's card: what it was trained on, how, and how good it is. For programs and for people."""

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import orjson
from jax import tree_util

from annotator.foundation.files.published_files import published_file
from annotator.systems.readers.model.examples import Data
from annotator.systems.readers.model.folder import CARD, README, WEIGHTS
from annotator.systems.readers.model.learning import Epoch
from annotator.systems.readers.model.proposals import Model
from annotator.systems.readers.model.titles import TITLES

SECTIONS = {"docqa": "6.2", "pipeline": "6.3"}

LIMITS = (
    "It reads the first 250 words of the 16 top-level candidates closest to the question. "
    "It never answers *yes* or *no*, and gives one short answer at most."
)


@dataclass(frozen=True, slots=True)
class Training:
    """What a card says of a training. ``seconds`` are by the clock, over all of its runs."""

    data: Data
    dev: Data
    non_null_annotations: int
    vectors: str
    epochs: Sequence[Epoch]
    best_epoch: int
    metrics: dict[str, float]
    seconds: float
    device: str


def write_card(folder: Path, model: Model, training: Training) -> dict[str, Any]:
    """Write ``card.json`` and ``README.md`` beside the weights; the card. Raises ``OSError``."""
    card = {
        "system": model.settings.system,
        "title": TITLES[model.settings.system],
        "paper": f"Natural Questions (Kwiatkowski et al., 2019), section "
        f"{SECTIONS[model.settings.system]}",
        "data": asdict(training.data),
        "dev": asdict(training.dev),
        "non_null_annotations": training.non_null_annotations,
        "vectors": training.vectors,
        "settings": asdict(model.settings),
        "words": len(model.vocabulary.words),
        "weights": sum(each.size for each in tree_util.tree_leaves(model.parameters)),
        "weights_sha256": hashlib.sha256((folder / WEIGHTS).read_bytes()).hexdigest(),
        "epochs": [asdict(each) for each in training.epochs],
        "best_epoch": training.best_epoch + 1,
        "dev_metrics": training.metrics,
        "seconds": round(training.seconds, 1),
        "device": training.device,
    }
    for name, content in (
        (CARD, orjson.dumps(card, option=orjson.OPT_INDENT_2)),
        (README, readme(card).encode()),
    ):
        with published_file(folder / name) as file:
            file.write(content)
    return card


def readme(card: dict[str, Any]) -> str:
    """The card as a page."""
    data, dev, metrics = card["data"], card["dev"], card["dev_metrics"]
    rows = [
        ("system", f"{card['title']}; {card['paper']}"),
        ("trained on", _described(data) + f", {data['used']:,} of them used for training"),
        ("thresholds chosen on", _described(dev) + f", {dev['used']:,} of them annotated"),
        ("annotations that make an answer", str(card["non_null_annotations"])),
        ("word vectors", card["vectors"] or "trained with the model"),
        ("size", f"{card['weights']:,} weights, {card['words']:,} words"),
        ("seed", str(card["settings"]["seed"])),
        ("epochs", f"{len(card['epochs'])}; number {card['best_epoch']} is kept"),
        ("time", f"{card['seconds']:,.0f} seconds on {card['device']}"),
        ("weights, sha256", f"`{card['weights_sha256']}`"),
    ]
    scores = [
        f"| {part} answers | "
        + " | ".join(
            f"{metrics[f'{part}-best-threshold-{name}']:.1%}"
            for name in ("precision", "recall", "f1")
        )
        + " |"
        for part in ("long", "short")
    ]
    return "\n".join(
        [
            f"# {card['title']}",
            "",
            "| | |",
            "|---|---|",
            *(f"| {name} | {value} |" for name, value in rows),
            "",
            "On the examples that the thresholds were chosen on; new ones give lower numbers:",
            "",
            "| | precision | recall | F1 |",
            "|---|---|---|---|",
            *scores,
            "",
            LIMITS,
            "",
        ]
    )


def _described(data: dict[str, Any]) -> str:
    split = f", {data['split']}" if data["split"] else ""
    return f"{data['source']}{split}: {data['examples']:,} examples (sha256 `{data['sha256']}`)"
