"""``paper/``: the tables that a paper needs, as CSV and LaTeX, and its figures as SVG."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from annotator.material.formats.csv_lines import csv_lines
from annotator.publishing.releases.contents import Contents
from annotator.publishing.releases.kinds import PaperTable
from annotator.publishing.releases.svg import drawn
from annotator.publishing.releases.system_results import SENTENCE as SYSTEMS_ARE
from annotator.publishing.releases.system_results import SystemResult, system_results
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.shown_names import names_of

Cell = str | float | int | None
SYSTEMS = "systems"
FIGURE_COLUMNS = ("figure", "unit", "value", "low", "high", "count", "missing")
_PERSON = "annotator"
_ESCAPES = str.maketrans(
    {each: f"\\{each}" for each in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
)


def write_tables(contents: Contents, folder: Path) -> dict[str, str]:
    """Write the tables and figures of the project's kind that the statistics have, and the results
    of systems; the sentences of all by the names of their files, with ``*`` for CSV and LaTeX.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = {}
    for each in contents.kind.TABLES:
        section = contents.sections.get(each.section, {})
        found = _table(section, each, contents)
        if found is None:
            continue
        columns, rows = found
        shared = section.get("shared_pages")
        about = f"{each.sentence} {_scope(shared)}".rstrip()
        _write_table(folder, each.name, about, columns, rows)
        written[f"{each.name}.*"] = about
    if results := system_results(contents):
        _write_table(folder, SYSTEMS, SYSTEMS_ARE, SystemResult._fields, results)
        written[f"{SYSTEMS}.*"] = SYSTEMS_ARE
    return written | _write_plots(contents, folder)


def _write_table(
    folder: Path, name: str, about: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]]
) -> None:
    lines = "".join(csv_lines(columns, rows))
    (folder / f"{name}.csv").write_text(lines, "utf-8", newline="")
    latex = _latex(name, about, columns, rows)
    (folder / f"{name}.tex").write_text(latex, "utf-8", newline="\n")


def _write_plots(contents: Contents, folder: Path) -> dict[str, str]:
    written = {}
    for each in contents.kind.PLOTS:
        section = contents.sections.get(each.section, {})
        plot = next((one for one in section.get("plots", ()) if one["name"] == each.plot), None)
        if plot and plot["points"]:
            about = f"{each.sentence} {_scope(section.get('shared_pages'))}".rstrip()
            figure = drawn(plot, about, each.words)
            (folder / f"{each.name}.svg").write_text(figure, "utf-8", newline="\n")
            written[f"{each.name}.svg"] = about
    return written


def _scope(shared: Mapping[str, Any] | None) -> str:
    if not shared:
        return ""
    return (
        f"Over {shared['examples']:,} examples on {shared['pages']:,} {shared['units']}; intervals"
        " take the examples of one together."
    )


def _table(
    section: Mapping[str, Any], wanted: PaperTable, contents: Contents
) -> tuple[Sequence[str], list[list[Cell]]] | None:
    """The columns and rows; None where the statistics have none."""
    if not wanted.table:
        figures = section.get("figures") or ()
        named = [_figure_row(each) for each in figures]
        return (FIGURE_COLUMNS, named) if named else None
    table = next((each for each in section.get("tables", ()) if each["name"] == wanted.table), None)
    if not table or not table["rows"]:
        return None
    names = [each["name"] for each in table["columns"]]
    columns = [name for name in names if not wanted.columns or name in wanted.columns]
    rows = [dict(zip(names, row, strict=True)) for row in table["rows"]]
    if _PERSON in columns:
        rows = _with_pseudonyms(rows, contents)
    return columns, [[row[name] for name in columns] for row in rows]


def _figure_row(figure: Mapping[str, Any]) -> list[Cell]:
    why = figure["missing"] or figure["no_interval"] or {}
    values = (figure[name] for name in FIGURE_COLUMNS[1:-1])
    return [figure["name"], *values, why.get("reason", "")]


def _with_pseudonyms(rows: Sequence[dict[str, Any]], contents: Contents) -> list[dict[str, Any]]:
    """The rows without people who are left out; the others under their pseudonyms."""
    kept = [row for row in rows if row[_PERSON] not in contents.left_out.people]
    users = User.objects.filter(pk__in=[row[_PERSON] for row in kept])
    names = names_of(project=contents.project, viewer_role=None, users=users)
    return [{**row, _PERSON: names.get(row[_PERSON], "")} for row in kept]


def _latex(name: str, about: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    def line(cells: Sequence[Cell]) -> str:
        return " & ".join(_tex_cell(each) for each in cells) + r" \\"

    return "\n".join(
        [
            r"\begin{table}",
            rf"\caption{{{about.translate(_ESCAPES)}}}",
            rf"\label{{tab:{name}}}",
            rf"\begin{{tabular}}{{{'l' * len(columns)}}}",
            r"\hline",
            line(columns),
            r"\hline",
            *map(line, rows),
            r"\hline",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def _tex_cell(cell: Cell) -> str:
    if cell is None:
        return "--"
    text = f"{cell:.3f}" if isinstance(cell, float) else str(cell)
    return text.translate(_ESCAPES)
