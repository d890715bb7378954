"""Counts of a whole project without counting all of it: what is kept, and what has changed since.

For each block of examples its counts are kept, and for the project their sum, as they were at some
moment. Triggers note each block in which something has changed since, in the transaction that
changes it. Whoever asks takes the sum, and counts these blocks alone, as of one moment: the figures
are those that counting everything would give. The scheduler has them counted anew once a minute.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable

from django.db import DatabaseError
from django.db.models import Exists, OuterRef

from annotator.annotations.models import BlockTally, ChangedBlock, ProjectTally
from annotator.annotations.tally_parts import PARTS, VERSION, Counts, blocks_of
from annotator.projects.models import Project
from annotator.snapshot import snapshot, writing_snapshot

MOST = 1000
"""Blocks that are counted by themselves in one go; where more have changed, whoever asks counts the
whole project.
"""

_SOMEBODY_ELSE = frozenset({"40001", "23505", "23503"})
"""PostgreSQL's codes: a row was changed since, was made since, or its project is gone."""


def counts_of(project: Project, *parts: str) -> dict[str, Counts]:
    """The counts of some ``PARTS``, all as of one moment; zeros are left out.

    Belongs into no transaction that others' commits can be seen in: what is kept and what has
    changed would be read as of two moments.
    """
    with snapshot():
        kept = ProjectTally.objects.filter(project=project, version=VERSION).first()
        changed = _changed_blocks(project) if kept else []
        if kept is None or len(changed) > MOST:
            return {part: PARTS[part].count_project(project) for part in parts}
        counts = {part: Counter(kept.counts.get(part, {})) for part in parts}
        if changed:
            _subtract(counts, BlockTally.objects.filter(project=project, block__in=changed))
            for part in parts:
                for counted in PARTS[part].count_blocks(project, changed).values():
                    counts[part].update(counted)
        return {part: _without_zeros(found) for part, found in counts.items()}


def _changed_blocks(project: Project) -> list[int]:
    """One more than ``MOST`` where there are more."""
    changed = ChangedBlock.objects.filter(project_id=project.pk).order_by("block")
    return list(changed.values_list("block", flat=True).distinct()[: MOST + 1])


def _subtract(counts: dict[str, Counts], tallies: Iterable[BlockTally]) -> None:
    for tally in tallies:
        for part, found in counts.items():
            found.subtract(tally.counts.get(part, {}))


def _without_zeros(counts: Counts) -> Counts:
    return Counter({key: count for key, count in counts.items() if count})


def settle_tallies() -> None:
    """Count anew what has changed, in all projects; where nothing is kept yet, begin."""
    gone = ~Exists(Project.objects.filter(pk=OuterRef("project_id")))
    ChangedBlock.objects.filter(gone).delete()
    changed = Exists(ChangedBlock.objects.filter(project_id=OuterRef("pk")))
    kept = Exists(ProjectTally.objects.filter(project=OuterRef("pk"), version=VERSION))
    for project in Project.objects.filter(changed | ~kept).order_by("pk"):
        settle_tally(project)


def settle_tally(project: Project) -> None:
    """Count anew what has changed in a project, some blocks at a time. Where somebody else is at
    it, it is left to them.
    """
    try:
        _begin(project)
        while _settle_some(project) > MOST:
            pass
    except DatabaseError as error:
        if getattr(error.__cause__, "pgcode", None) not in _SOMEBODY_ELSE:
            raise


def _begin(project: Project) -> None:
    """Without a tally of this version: begin with one of nothing, to which all blocks are new."""
    with writing_snapshot():
        if not Project.objects.filter(pk=project.pk).exists():
            return
        if ProjectTally.objects.filter(project=project, version=VERSION).exists():
            return
        BlockTally.objects.filter(project=project).delete()
        ProjectTally.objects.update_or_create(
            project=project, defaults={"version": VERSION, "counts": {}}
        )
        ChangedBlock.objects.bulk_create(
            (ChangedBlock(project_id=project.pk, block=block) for block in blocks_of(project)),
            batch_size=1000,
        )


def _settle_some(project: Project) -> int:
    """Count up to ``MOST`` blocks anew and correct the sum; gives how many had changed, at most one
    more.
    """
    with writing_snapshot():
        kept = ProjectTally.objects.select_for_update().filter(project=project).first()
        if kept is None:
            return 0  # the project is gone
        changed = _changed_blocks(project)
        blocks = changed[:MOST]
        total = {part: Counter(kept.counts.get(part, {})) for part in PARTS}
        before = BlockTally.objects.filter(project=project, block__in=blocks)
        _subtract(total, before)
        before.delete()
        counts: dict[int, dict[str, Counts]] = defaultdict(dict)
        for part, how in PARTS.items():
            for block, found in how.count_blocks(project, blocks).items():
                counts[block][part] = found
                total[part].update(found)
        BlockTally.objects.bulk_create(
            (
                BlockTally(project=project, block=block, counts=_storable(found))
                for block, found in counts.items()
            ),
            batch_size=1000,
        )
        kept.counts = _storable(total)
        kept.save(update_fields=["counts"])
        ChangedBlock.objects.filter(project_id=project.pk, block__in=blocks).delete()
    return len(changed)


def _storable(counts: dict[str, Counts]) -> dict[str, Counts]:
    found = {part: _without_zeros(each) for part, each in counts.items()}
    return {part: each for part, each in found.items() if each}
