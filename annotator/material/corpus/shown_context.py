"""Which context passage of a disambiguation annotators see."""

from typing import NamedTuple

from annotator.material.corpus.models import Disambiguation


class ShownContext(NamedTuple):
    """A passage and the title of its page; both null if none is shown."""

    text: str | None
    page_title: str | None


def shown_context(disambiguation: Disambiguation, *, threshold: float) -> ShownContext:
    """The file's own passage, or else the found one if it is similar enough (ASQA paper, appendix
    A): its similarity, 0 to 1, exceeds ``threshold``.

    Queries nothing if ``context_passage__page`` is loaded already.
    """
    if disambiguation.context:
        return ShownContext(disambiguation.context, disambiguation.page_title)
    found = getattr(disambiguation, "context_passage", None)
    if found is None or found.similarity <= threshold:
        return ShownContext(None, None)
    return ShownContext(found.text, found.page.title)
