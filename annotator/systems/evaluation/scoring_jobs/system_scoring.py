"""Scoring a system's files against the material of a split, for the jobs that keep the scores."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from annotator.material.corpus.storage import Packed
from annotator.systems.evaluation.answer_extractor.site_extractor import SiteExtractor
from annotator.systems.evaluation.gold.material import Material
from annotator.systems.evaluation.models import Part
from annotator.systems.evaluation.records.services import KeptFile
from annotator.systems.evaluation.scoring.metric_names import EXTRACTOR
from annotator.systems.evaluation.scoring.score import score
from annotator.systems.evaluation.scoring.scored import Scored, Settings


class ScoredFiles(NamedTuple):
    """A system's scores, the files that they came from, and the parameters of their receipt."""

    scored: Scored
    files: Mapping[Part, KeptFile]
    parameters: Mapping[str, Any]


def scored_files(
    material: Material,
    paths: Mapping[Part, Path],
    settings: Settings,
    extractor: SiteExtractor | None,
    *,
    names_missing: bool = True,
    on_scored: Callable[[int], None],
) -> ScoredFiles:
    """Score predictions; where the files don't have what an extractor found, this one reads them.

    Raises ``FormatError`` if something is wrong with the files, ``UndefinedMeasureError`` where
    no example has an annotation.
    """
    predictions = material.gold.read_predictions(
        paths[Part.PREDICTIONS], paths.get(Part.FOUND), settings, names_missing=names_missing
    )
    files = {
        part: KeptFile(path.name, Packed.of(path.read_bytes())) for part, path in paths.items()
    }
    further: dict[str, Any] = {"simulated_annotations": True} if material.is_simulated else {}
    if extractor and Part.FOUND not in paths:
        found = extractor.found_in(material.gold.examples, predictions.answers)
        predictions = replace(predictions, found=found)
        files[Part.FOUND] = KeptFile("found.json", Packed.of(extractor.file_of(found)))
        further[EXTRACTOR] = extractor.sha256
    scored = score(material.gold, predictions, settings, on_scored)
    return ScoredFiles(scored, files, {**scored.parameters, **further})
