"""What a release says of itself in the responsible-AI vocabulary of Croissant (RAI 1.0).

https://docs.mlcommons.org/croissant/docs/croissant-rai-spec.html
"""

from annotator.publishing.releases.card import collection_sentences, limit_sentences
from annotator.publishing.releases.contents import Contents
from annotator.publishing.releases.figures import sentence
from annotator.publishing.releases.left_out import left_out_sentences

PROPERTIES = frozenset(
    {
        *("annotationsPerItem", "annotatorDemographics", "dataAnnotationAnalysis"),
        *("dataAnnotationPlatform", "dataAnnotationProtocol", "dataBiases", "dataCollection"),
        *("dataCollectionMissingData", "dataCollectionRawData", "dataCollectionTimeframe"),
        *("dataCollectionType", "dataImputationProtocol", "dataLimitations"),
        *("dataManipulationProtocol", "dataPreprocessingProtocol", "dataReleaseMaintenancePlan"),
        *("dataSocialImpact", "dataUseCases", "machineAnnotationTools"),
        "personalSensitiveInformation",
    }
)
"""All there are. Libraries pass misspelt ones, so a test compares."""
_PROTOCOL = "sources/guidelines has the guidelines in all versions."
_RAW = (
    "Questions and pages keep their wording; sources/pages.jsonl has the address and revision of"
    " each page, if known. Offsets count in the page as annotators saw it."
)
_PERSONAL = "Annotators have pseudonyms. Questions and pages may name the people they are about."


def responsible_ai(contents: Contents) -> dict[str, str | list[str]]:
    """The properties without their prefix; "" where nobody has written a text."""
    prose = contents.card.prose
    told = [
        sentence(each.words, figure)
        for each in contents.kind.FIGURES
        if (figure := contents.figure(each.section, each.figure)) is not None
    ]
    times = contents.counted_times()
    return {
        "dataCollection": " ".join(collection_sentences(contents)),
        "dataCollectionType": ["Manual Human Curator"],
        "dataCollectionRawData": _RAW,
        "dataCollectionTimeframe": [at.isoformat() for at in times] if times else "",
        "dataCollectionMissingData": " ".join(left_out_sentences(contents)),
        "dataAnnotationProtocol": "\n\n".join(
            each for each in (_PROTOCOL, prose["training"], prose["pay"]) if each
        ),
        "dataAnnotationPlatform": ["Plumbline"],
        "dataAnnotationAnalysis": told,
        "annotatorDemographics": [prose["recruitment"]] if prose["recruitment"] else "",
        "personalSensitiveInformation": [_PERSONAL, *filter(None, [prose["ethics"]])],
        "dataLimitations": [*limit_sentences(contents), *filter(None, [prose["limits"]])],
        "dataUseCases": [prose["uses"]] if prose["uses"] else "",
    }
