"""``release``: a job that writes a data set that can be published as it is."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.utils import timezone

from annotator.exchange.exports.export_format import ExportFormat
from annotator.exchange.exports.kinds import files_of
from annotator.publishing.releases import croissant, manifest, parquet
from annotator.publishing.releases.beside import BESIDE, state_beside
from annotator.publishing.releases.card import write_card
from annotator.publishing.releases.checksums import files_of as files_in
from annotator.publishing.releases.checksums import write_checksums
from annotator.publishing.releases.citation import citation, datacite
from annotator.publishing.releases.configurations import features_of, is_label_file
from annotator.publishing.releases.contents import Contents
from annotator.publishing.releases.labels import write_labels
from annotator.publishing.releases.leaks import Leak, find_leaks
from annotator.publishing.releases.lines import write_lines
from annotator.publishing.releases.models import ReleasedVersion
from annotator.publishing.releases.packing import pack
from annotator.publishing.releases.sources import write_guidelines, write_pages
from annotator.publishing.releases.starting import LABELS, choices_of
from annotator.publishing.releases.steps import StepContext
from annotator.publishing.releases.tables import write_tables
from annotator.publishing.releases.verifying import count_of
from annotator.publishing.releases.versions import (
    changed_examples,
    changes_between,
    record_release,
    version_before,
)
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.jobs.models import JobProblem
from annotator.workspace.jobs.registry import handler_of
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.models import Project

CHANGED = (
    "Annotations, statistics, guidelines or the card changed while the release was written. Start"
    " it again."
)
FOUND = (
    "The files may tell who somebody is, at the places listed. Correct the text, or allow it if it"
    " may stay. Nothing was published."
)


def write_release(context: JobContext) -> str:
    """Run a ``release`` job; the closing sentence.

    Parameters of the job: ``output``, the folder, which must not exist or be empty (else the
    release is the job's result, a ZIP); ``configurations``, ``simulated`` and ``allowed`` as in
    ``Choice``.
    """
    project = project_of(context.job)
    simulated = bool(context.parameters.get("simulated"))
    contents = Contents(project, simulated=simulated, stay_alive=context.stay_alive)
    output = context.parameters.get("output")
    if output:
        check_empty(Path(output))
    folder = _work_folder(context)
    steps = _steps(contents, folder, _chosen(context, project))
    if not context.checkpoint:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        context.save(total=len(steps), checkpoint={"state": _state(contents), "done": 0})
    for number, step in enumerate(steps):
        if number >= context.checkpoint["done"]:
            step(StepContext(context, number))
            context.save(kept=number + 1, checkpoint=_after(context, number + 1))
    counts = {
        name: count_of(folder / name)
        for name in files_in(folder)
        if name.startswith(("data/", "annotations/"))
    }
    manifest_now = manifest.describe(contents, counts)
    before = version_before(project, contents.version)
    ids = sorted(contents.examples().values_list("example_id", flat=True))
    changes = _changes(before, manifest_now, ids) if before else []
    _write_small_files(contents, folder, manifest_now, _since(before, changes))
    refuse_leaks(context, contents, folder)
    write_checksums(folder)
    if _state(Contents(project, simulated=simulated)) != context.checkpoint["state"]:
        raise JobFailedError(CHANGED)
    record_release(
        job=context.job,
        project=project,
        manifest=manifest_now,
        example_ids=ids,
        folder=folder,
        changes=changes,
        at=timezone.now(),
        actor=context.job.created_by,
    )
    _publish(context, contents, folder)
    labels = sum(count for name, count in counts.items() if is_label_file(name))
    told = (
        f"Released version {contents.version}: {contents.examples().count():,} examples,"
        f" {labels:,} labels."
    )
    lacking = parquet.unavailable()
    return f"{told} Without Parquet files. {lacking}" if lacking else told


def _changes(before: ReleasedVersion, now: dict[str, Any], ids: Sequence[int]) -> list[str]:
    """What changed since the version before, a sentence each."""
    examples = changed_examples(before.example_ids, ids)
    changed = [*examples, *changes_between(before.manifest, now)]
    return changed or ["Neither examples nor counts nor figures changed."]


def _since(before: ReleasedVersion | None, changes: list[str]) -> str:
    """What changed, as a section of the card; empty in a first release."""
    if before is None:
        return ""
    lines = "\n".join(f"- {each}" for each in changes)
    return f"## Changes since version {before.version}\n\n{lines}"


def discard_release(context: JobContext) -> None:
    """Delete what an unfinished release has written; never the folder that was asked for."""
    shutil.rmtree(_work_folder(context), ignore_errors=True)
    if not context.parameters.get("output"):
        context.discard_result()


def check_empty(folder: Path) -> None:
    """Raise ``JobFailedError`` unless a release can be written to ``folder``."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise JobFailedError(f"{folder}: This is not an empty folder. Name a new one.")
    if not folder.parent.is_dir():
        raise JobFailedError(f"{folder.parent}: There is no such folder. Create it first.")


def _work_folder(context: JobContext) -> Path:
    """Where the files are until they are complete."""
    output = context.parameters.get("output")
    if output:
        path = Path(output)
        # A name of a file may have 255 bytes, and a character four of them.
        return path.with_name(f".{path.name[-40:]}-{context.job.pk.hex}.part")
    return context.result_file("release.zip").parent / "files"


def _after(context: JobContext, done: int) -> dict[str, Any]:
    return {"state": context.checkpoint["state"], "done": done}


def _chosen(context: JobContext, project: Project) -> list[str]:
    """The configurations to write, in their order."""
    wanted = context.parameters.get("configurations") or choices_of(project)
    return [name for name in choices_of(project) if name in wanted]


def _steps(
    contents: Contents, folder: Path, chosen: Sequence[str]
) -> list[Callable[[StepContext], None]]:
    """The large files, each of which can continue after a kill."""
    steps: list[Callable[[StepContext], None]] = []
    for split in contents.splits:
        name = quote(split, safe="")
        for form in (each for each in chosen if each != LABELS and each not in BESIDE):
            each = files_of(contents.project.kind).ANSWERS[form]
            path = folder / "data" / form / f"{name}{each.suffix.removeprefix(f'-{form}')}"
            steps.append(_export(contents, each, split, path))
            steps += _parquet(contents, folder, path)
        if LABELS in chosen:
            path = folder / "annotations" / f"{name}.jsonl.gz"
            steps.append(_labels(contents, split, path))
            steps += _parquet(contents, folder, path)
        for form in (each for each in chosen if each in BESIDE):
            if BESIDE[form].rows(contents, split).exists():
                path = folder / "annotations" / form / f"{name}.jsonl.gz"
                steps.append(_beside(contents, form, split, path))
                steps += _parquet(contents, folder, path)
    return steps


def _parquet(contents: Contents, folder: Path, source: Path) -> list[Callable[[StepContext], None]]:
    """The step that writes a file's rows as Parquet; none where pyarrow is missing."""
    if parquet.unavailable():
        return []
    features = features_of(contents.project.kind, source.relative_to(folder).as_posix())

    def run(step: StepContext) -> None:
        step.stay_alive()
        parquet.write_parquet(source, features)

    return [run]


def _export(
    contents: Contents, form: ExportFormat, split: str, path: Path
) -> Callable[[StepContext], None]:
    def run(step: StepContext) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        step.own_parameters = {
            **form.fixed,
            "output": str(path),
            "splits": [split],
            "simulated": contents.simulated,
            "without_people": contents.left_out.people,
            "without_examples": contents.left_out.examples,
        }
        handler_of(form.job).run(step)

    return run


def _labels(contents: Contents, split: str, path: Path) -> Callable[[StepContext], None]:
    def run(step: StepContext) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_labels(step, contents, split, path)

    return run


def _beside(contents: Contents, name: str, split: str, path: Path) -> Callable[[StepContext], None]:
    def run(step: StepContext) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        each = BESIDE[name]
        rows = each.rows(contents, split)
        write_lines(step, path, rows, each.lines(contents), noun=each.noun)

    return run


def _state(contents: Contents) -> list[Any]:
    """Changes with everything that a release reads and that may change under it."""
    return [*contents.state(), *state_beside(contents)]


def _write_small_files(
    contents: Contents, folder: Path, described: dict[str, Any], changes: str
) -> None:
    counts: dict[str, int] = described["counts"]
    write_guidelines(contents, folder / "sources" / "guidelines")
    write_pages(contents, folder / "sources" / "pages.jsonl")
    tables = write_tables(contents, folder / "paper")
    texts = {
        "README.md": write_card(contents, counts=counts, tables=tables, changes=changes),
        "CITATION.cff": citation(contents),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8", newline="\n")
    for name, value in {
        "datacite.json": datacite(contents),
        croissant.NAME: croissant.describe(contents, counts, folder),
        manifest.NAME: described,
    }.items():
        (folder / name).write_bytes(manifest.as_json(value))


def refuse_leaks(context: JobContext, contents: Contents, folder: Path) -> None:
    """Raise ``JobFailedError``, with the places as problems, where files of ``folder`` may tell who
    somebody is, but for the texts in the job's parameter ``allowed``.
    """
    leaks = find_leaks(contents, folder, allowed=context.parameters.get("allowed") or ())
    if leaks:
        context.add_problems([_problem(each) for each in leaks])
        raise JobFailedError(FOUND)


def _problem(leak: Leak) -> JobProblem:
    return JobProblem(
        file=leak.file,
        line=leak.line,
        field=leak.text[:100],
        problem=f"This looks like {leak.what}.",
        fix="Correct the text, or allow it if it may stay.",
    )


def _publish(context: JobContext, contents: Contents, folder: Path) -> None:
    output = context.parameters.get("output")
    if output:
        # Takes the place of an empty folder, and fails for one that has been filled meanwhile.
        folder.replace(output)
        return
    pack(folder, context.result_file(f"{contents.project.slug}-{contents.version}.zip"))
    shutil.rmtree(folder)
