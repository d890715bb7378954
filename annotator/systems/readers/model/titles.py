"""The systems' names, and where the paper describes them."""

from annotator.systems.readers.model.settings import System

TITLES: dict[System, str] = {
    "docqa": "Document-QA",
    "pipeline": "DecAtt + DocReader",
}
