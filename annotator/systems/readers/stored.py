"""Models in the database: the folder of each, packed."""

import io
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any

from annotator.systems.evaluation.models import System
from annotator.systems.readers.models import TrainedReader
from annotator.workspace.projects.models import Project

FILES = ("model.json", "weights.safetensors", "card.json", "README.md")
_AT_ALL_TIMES = (1980, 1, 1, 0, 0, 0)
"""The date of each file in an archive: the same model gives the same bytes."""


def keep_reader(system: System, *, folder: Path, card: dict[str, Any], at: datetime) -> None:
    """Keep a model's folder beside its new system."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in FILES:
            entry = zipfile.ZipInfo(name, _AT_ALL_TIMES)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, (folder / name).read_bytes())
    TrainedReader.objects.create(system=system, card=card, archive=packed.getvalue(), trained_at=at)


def reader_of(project: Project, system: int) -> TrainedReader | None:
    """The model of a project's system, without its files; None where nothing was trained, or where
    the system is deleted.
    """
    readers = TrainedReader.objects.filter(
        system__project=project, system_id=system, system__deleted_at=None
    )
    return readers.select_related("system").defer("archive").first()


def trained_systems(project: Project) -> set[int]:
    """The project's systems that were trained here, by number."""
    readers = TrainedReader.objects.filter(system__project=project)
    return set(readers.values_list("system_id", flat=True))
