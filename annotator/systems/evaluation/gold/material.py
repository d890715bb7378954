"""All that scoring on a split takes from the database, read before anything is scored."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.utils import timezone

from annotator.material.corpus.storage import Packed, unpack
from annotator.systems.evaluation.gold.answer_groups import AnswerGroup
from annotator.systems.evaluation.gold.gold_file import gold_of, is_simulated
from annotator.systems.evaluation.gold.kinds import GoldFiles, gold_files_of
from annotator.systems.evaluation.gold.project_secret import secret_seed
from annotator.systems.evaluation.gold.written_files import read_kept_gold
from annotator.systems.evaluation.models import Gold
from annotator.systems.evaluation.scoring.halves import seed_of_halves
from annotator.systems.evaluation.scoring.scored import Settings, SplitGold
from annotator.workspace.projects.hidden_split import names_hidden_split
from annotator.workspace.projects.models import Project


@dataclass(frozen=True, slots=True)
class Material:
    """The gold of a split, as it is kept and as it is read, and what else scores on it depend on.

    ``groups`` as in ``Entry``.
    """

    files: GoldFiles
    packed: Packed
    gold: SplitGold
    read_at: datetime
    groups: Mapping[int, AnswerGroup]
    is_simulated: bool
    is_hidden: bool
    secret_seed: int | None
    halves_seed: str | None

    def settings(self, parameters: Mapping[str, Any]) -> Settings:
        """How a system is scored here, with the choices that ``parameters`` have."""
        return Settings(
            non_null_annotations=parameters.get("non_null_annotations", 2),
            passages=parameters.get("passages", 1),
            secret_seed=self.secret_seed,
            halves_seed=self.halves_seed,
        )


def read_material(
    project: Project, split: str, *, below: Path, kept: Gold | None = None
) -> Material:
    """What there is now, or with the gold that is ``kept``.

    The gold lies in a folder ``below`` while it is read: a killed worker leaves hidden answers.
    """
    files = gold_files_of(project.kind)
    if kept is None:
        read_at, simulated = timezone.now(), is_simulated(project)
        content = gold_of(project, split)
        packed = Packed.of(content)
    else:
        read_at, simulated = kept.read_at, kept.is_simulated
        packed = Packed(bytes(kept.content), kept.sha256)
        content = unpack(packed.content)
    is_hidden = names_hidden_split(project, [split])
    return Material(
        files=files,
        packed=packed,
        gold=read_kept_gold(files, content, split, below=below),
        read_at=read_at,
        groups=files.groups(project, split, simulated=simulated),
        is_simulated=simulated,
        is_hidden=is_hidden,
        secret_seed=secret_seed(project, packed.sha256) if is_hidden else None,
        halves_seed=seed_of_halves(project, split),
    )
