"""The statistics of ambiguous questions: see ``Statistics``."""

from annotator.quality.reports import long_form_columns
from annotator.quality.reports.reading import Reading
from annotator.quality.reports.section_spec import SectionSpec
from annotator.quality.reports.sections import (
    PEOPLE,
    SCHEDULE,
    long_form_agreement,
    long_form_process,
)

READING = Reading(
    long_form_columns.read_rows,
    long_form_columns.pack_rows,
    long_form_columns.LongFormColumns.join,
    long_form_columns.read_surroundings,
)

SECTIONS = (
    SCHEDULE,
    SectionSpec(
        "process",
        long_form_process.compute,
        long_form_process.inputs,
        long_form_process.example_columns,
    ),
    SectionSpec(
        "agreement",
        long_form_agreement.compute,
        example_columns=long_form_agreement.example_columns,
    ),
    PEOPLE,
)
"""In the order of the pages."""
