"""The options of exports, in the words of the interface."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportOption:
    """An option that the browser offers: a switch, or with ``least`` a number.

    ``goes_with`` names an option that must have a value first.
    """

    name: str
    title: str
    description: str = ""
    least: int | None = None
    most: int | None = None
    goes_with: str = ""


OPTIONS = (
    ExportOption(name="annotated_only", title="Only annotations with an answer"),
    ExportOption(name="with_concerns", title="Include examples with a concern"),
    ExportOption(name="page_sources", title="Add each page’s source, revision and licence"),
    ExportOption(name="source_offsets", title="Add byte offsets in the source"),
    ExportOption(name="simulated", title="Include simulated annotations"),
    ExportOption(name="with_gold", title="Put decided answers before the annotations"),
    ExportOption(
        name="annotations_per_example",
        title="Annotations per example",
        description="The first ones submitted. Leave empty for all.",
        least=1,
        most=1000,
    ),
    ExportOption(
        name="draw_seed",
        title="Seed",
        description="Draws them at random instead. Leave empty for the first ones.",
        least=0,
        most=2**53 - 1,
        goes_with="annotations_per_example",
    ),
)
"""In the order of the form. ``splits``, ``names`` and ``reader`` are asked for otherwise."""

OPTION_NAMES = [each.name for each in OPTIONS]
