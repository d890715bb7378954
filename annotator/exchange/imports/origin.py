"""Where an imported example belongs, and where it came from."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from annotator.workspace.projects.models import Project
from annotator.workspace.projects.queries import overlap_of


@dataclass(frozen=True, slots=True)
class Origin:
    """``project`` is locked. ``split`` is the file's own, the one given to the import, or the
    project's draw; "" if there is none of these.
    """

    project: Project
    position: int
    split: str
    job: uuid.UUID
    at: datetime

    def overlap(self, split: str, *, annotations: int) -> int:
        """How many slots an example of ``split`` gets: its annotations all find room."""
        return max(overlap_of(self.project, split), annotations)
