"""The first queries of a log as an import would read them, before anything is imported."""

from dataclasses import dataclass, field
from pathlib import Path

from annotator.material.formats.problems import Problem
from annotator.material.formats.queries import LoggedQuery, QueryFile
from annotator.material.formats.query_layout import Layout

FIRST_QUERIES = 3


@dataclass(frozen=True, slots=True)
class QueryPreview:
    """The first queries of a file and what is wrong with the lines before and between them.

    ``layout`` is None where the file is refused as a whole.
    """

    file: str
    layout: Layout | None
    queries: list[LoggedQuery] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def lines(self) -> list[str]:
        """The same as text, without what could name the people who issued a query."""
        if self.layout is None:
            return []
        columns = self.layout.named_columns.items()
        parts = [f"{self.file} is read as {self.layout.name}"]
        if columns:
            parts.append(", ".join(f"{field} from {name}" for field, name in columns))
        if self.layout.ignored:
            parts.append(f"not read: {', '.join(self.layout.ignored)}")
        begins = " It begins:" if self.queries else ""
        return [f"{'; '.join(parts)}.{begins}", *(f"  {each.text}" for each in self.queries)]


def preview_queries(path: Path, *, name: str = "", is_part: bool = False) -> QueryPreview:
    """The preview of the log at ``path``; with ``is_part`` only its beginning is there."""
    file = QueryFile(path, name=name, is_part=is_part)
    queries: list[LoggedQuery] = []
    problems: list[Problem] = []
    for entry in file:
        if isinstance(entry, LoggedQuery):
            queries.append(entry)
        else:
            problems.append(entry)
        if len(queries) == FIRST_QUERIES or len(problems) == FIRST_QUERIES:
            break
    return QueryPreview(file.name, file.layout, queries, problems)
