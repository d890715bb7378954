"""Counts of a whole project without counting all of it: what is kept, and what has changed since.

For each block of examples its counts are kept, and for the project their sum, as they were at some
moment. Triggers note each block in which something has changed since, in the transaction that
changes it. Whoever asks takes the sum, and counts these blocks alone, as of one moment: the figures
are those that counting everything would give. The scheduler has them counted anew once a minute.
"""

import logging
from collections import Counter, defaultdict
from collections.abc import Iterable

from django.db import DatabaseError, connection
from django.db.models import Exists, OuterRef

from annotator.annotations.models import BlockTally, ChangedBlock, ProjectTally
from annotator.annotations.tally_parts import PARTS, VERSION, Counts, blocks_of
from annotator.projects.models import Project
from annotator.snapshot import snapshot, writing_snapshot

MOST = 1000
"""Blocks that whoever asks counts by themselves; where more have changed, it is the whole project.
"""

AT_ONCE = 200
"""Blocks that are settled in one transaction: on SQLite nobody else writes meanwhile."""

_SOMEBODY_ELSE = frozenset({"40001", "40P01", "23505", "23503"})
"""PostgreSQL's codes: a row was changed since, two wait for each other, a row was made since, or
its project is gone.
"""

logger = logging.getLogger(__name__)


def counts_of(project: Project, *parts: str) -> dict[str, Counts]:
    """The counts of some ``PARTS``, all as of one moment; zeros are left out.

    Belongs into no transaction that others' commits can be seen in: what is kept and what has
    changed would be read as of two moments.
    """
    with snapshot():
        kept = ProjectTally.objects.filter(project=project, version=VERSION).first()
        changed = _changed_blocks(project, MOST + 1) if kept else []
        if kept is None or len(changed) > MOST:
            found = {part: PARTS[part].count_project(project) for part in parts}
            return {part: _without_zeros(counts) for part, counts in found.items()}
        counts = {part: Counter(kept.counts.get(part, {})) for part in parts}
        if changed:
            _subtract(counts, BlockTally.objects.filter(project=project, block__in=changed))
            for part in parts:
                for counted in PARTS[part].count_blocks(project, changed).values():
                    counts[part].update(counted)
        return {part: _without_zeros(each) for part, each in counts.items()}


def _changed_blocks(project: Project, most: int) -> list[int]:
    changed = ChangedBlock.objects.filter(project_id=project.pk).order_by("block")
    return list(changed.values_list("block", flat=True).distinct()[:most])


def _subtract(counts: dict[str, Counts], tallies: Iterable[BlockTally]) -> None:
    for tally in tallies:
        for part, found in counts.items():
            found.subtract(tally.counts.get(part, {}))


def _without_zeros(counts: Counts) -> Counts:
    return Counter({key: count for key, count in counts.items() if count})


def settle_tallies() -> None:
    """Count anew what has changed, in all projects; where nothing is kept yet, begin.

    What goes wrong with a project is raised once the others are settled.
    """
    gone = ~Exists(Project.objects.filter(pk=OuterRef("project_id")))
    ChangedBlock.objects.filter(gone).delete()
    changed = Exists(ChangedBlock.objects.filter(project_id=OuterRef("pk")))
    kept = Exists(ProjectTally.objects.filter(project=OuterRef("pk"), version=VERSION))
    projects = list(Project.objects.filter(changed | ~kept).order_by("pk"))
    failed: Exception | None = None
    for project in projects:
        try:
            settle_tally(project)
        except Exception as error:
            logger.exception("The tally of project %s could not be settled.", project.slug)
            failed = error
    if projects:
        _sweep()
    if failed is not None:
        raise failed


def _sweep() -> None:
    """Let PostgreSQL forget the rows that were deleted, which it would look at for each figure
    until it does so by itself.
    """
    if connection.vendor == "postgresql" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute(f"VACUUM {ChangedBlock._meta.db_table}")


def settle_tally(project: Project) -> None:
    """Count anew what has changed in a project, some blocks at a time. Where somebody else is at
    it, it is left to them.

    Belongs into no transaction, as ``counts_of``.
    """
    try:
        _begin(project)
        while _settle_some(project) > AT_ONCE:
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
    """Count up to ``AT_ONCE`` blocks anew and correct the sum; gives how many had changed, at most
    one more.
    """
    with writing_snapshot():
        of_project = ProjectTally.objects.filter(project=project, version=VERSION)
        kept = of_project.select_for_update().first()
        if kept is None:
            return 0  # the project is gone, or a process of another version has begun anew
        changed = _changed_blocks(project, AT_ONCE + 1)
        blocks = changed[:AT_ONCE]
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
