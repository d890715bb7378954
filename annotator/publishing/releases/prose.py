"""The named fields of a data set card that a lead writes."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProseField:
    """A field: its heading in the card ("" if it has none), its longest text, and what belongs in
    it.
    """

    heading: str
    longest: int
    help: str


FIELDS: Mapping[str, ProseField] = {
    "version": ProseField("", 20, "The version of this release, such as 1.0.0."),
    "licence": ProseField(
        "", 60, "The licence of the annotations as the Hub writes it, such as cc-by-sa-4.0."
    ),
    "creators": ProseField("", 4000, "The creators, a name on each line."),
    "contact": ProseField("Contact", 1000, "Where readers can ask, or report an example."),
    "summary": ProseField("", 10_000, "What the data set is for, in a few sentences."),
    "uses": ProseField("Uses", 10_000, "What it is meant for, and what it is not."),
    "recruitment": ProseField("Recruitment", 10_000, "How annotators were found and chosen."),
    "training": ProseField("Training", 10_000, "How they were trained."),
    "pay": ProseField("Pay", 10_000, "What they were paid."),
    "ethics": ProseField("Ethics", 10_000, "Consent, review boards, risks."),
    "limits": ProseField("Limits that the authors see", 10_000, "Known weaknesses."),
}

DEFAULT_VERSION = "1.0.0"
NO_LICENCE = "unknown"
NAMING = ("creators", "contact", "summary", "ethics")
"""Fields in which leads name people on purpose."""

LICENCES: Mapping[str, str] = {
    "cc0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
    "cc-by-4.0": "https://creativecommons.org/licenses/by/4.0/",
    "cc-by-sa-4.0": "https://creativecommons.org/licenses/by-sa/4.0/",
    "cc-by-sa-3.0": "https://creativecommons.org/licenses/by-sa/3.0/",
    "cc-by-nc-4.0": "https://creativecommons.org/licenses/by-nc/4.0/",
    "cc-by-nc-sa-4.0": "https://creativecommons.org/licenses/by-nc-sa/4.0/",
    "odc-by": "https://opendatacommons.org/licenses/by/1-0/",
    "odbl": "https://opendatacommons.org/licenses/odbl/1-0/",
    "apache-2.0": "https://www.apache.org/licenses/LICENSE-2.0",
    "mit": "https://opensource.org/license/mit",
}
"""The licences that the page offers, by the Hub's codes, with their addresses."""
