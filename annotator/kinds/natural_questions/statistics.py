"""The statistics of Natural Questions: see ``Statistics``."""

from annotator.quality.reports import natural_questions_columns
from annotator.quality.reports.reading import Reading
from annotator.quality.reports.section_spec import SectionSpec
from annotator.quality.reports.sections import (
    PEOPLE,
    SCHEDULE,
    adaptive_overlap,
    agreement,
    ambiguity,
    human_bound,
    many_annotations,
    many_annotations_inputs,
    process,
    suggestion_inputs,
    suggestions,
)

READING = Reading(
    natural_questions_columns.read_rows,
    natural_questions_columns.pack_rows,
    natural_questions_columns.NaturalQuestionsColumns.join,
)

SECTIONS = (
    SCHEDULE,
    SectionSpec(
        "process",
        process.compute,
        example_columns=process.example_columns,
        counts="first",
    ),
    SectionSpec(
        adaptive_overlap.NAME,
        adaptive_overlap.compute,
        adaptive_overlap.inputs,
        adaptive_overlap.example_columns,
        # Nothing further is ever asked for in the hidden split.
        with_hidden=False,
    ),
    SectionSpec(
        agreement.NAME,
        agreement.compute,
        agreement.inputs,
        agreement.example_columns,
        counts="planned",
    ),
    SectionSpec(
        ambiguity.NAME,
        ambiguity.compute,
        example_columns=ambiguity.columns,
        named_examples=ambiguity.named_examples,
        counts="planned",
    ),
    PEOPLE,
    SectionSpec(
        human_bound.NAME,
        human_bound.compute,
        example_columns=human_bound.columns,
        counts="planned",
    ),
    SectionSpec(
        many_annotations.NAME,
        many_annotations.compute,
        many_annotations_inputs.inputs,
        many_annotations.columns,
        named_examples=many_annotations.named_examples,
        counts="planned",
    ),
    SectionSpec(suggestions.NAME, suggestions.compute, suggestion_inputs.inputs),
)
"""In the order of the pages."""
