"""For a real worker that is to stop at a known point: its ``--include`` reads this.

The section *ambiguity* then waits as long as somebody has the pipe ``HELD_BY`` open for writing.
"""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from annotator.quality.reports.context import ReportContext
from annotator.quality.reports.figures import Section
from annotator.quality.reports.kinds import SECTIONS
from annotator.quality.reports.sections import ambiguity
from annotator.workspace.projects.kinds import Kind


def wait_and_compute(context: ReportContext) -> Section:
    """The section, once nobody holds the pipe any more."""
    Path(os.environ["HELD_BY"]).read_bytes()
    return ambiguity.compute(context)


cast(dict[str, Any], SECTIONS)[Kind.NQ] = tuple(
    replace(spec, compute=wait_and_compute) if spec.name == ambiguity.NAME else spec
    for spec in SECTIONS[Kind.NQ]
)
