"""The units of intervals over examples: their pages, or groups of these, where examples share any.

An example of Natural Questions has one page. An ambiguous question has several: those that were
visited when it was disambiguated, and those that its disambiguations name. Questions with a common
page are not independent of each other.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence

from django.db.models import QuerySet

from annotator.material.corpus.models import Disambiguation, Example, VisitedPage
from annotator.material.corpus.page_titles import comparable_title
from annotator.measures.intervals import Clusters


def page_titles(examples: QuerySet[Example]) -> dict[int, set[str]]:
    """The titles of pages, in one spelling each, by the examples that have several pages."""
    among = examples.order_by().values("pk")
    visited = VisitedPage.objects.filter(example__in=among).values_list("example", "title")
    named = Disambiguation.objects.filter(example__in=among, page_title__isnull=False)
    found: dict[int, set[str]] = defaultdict(set)
    for key, title in [*visited, *named.values_list("example", "page_title")]:
        if title:
            found[key].add(comparable_title(title))
    return dict(found)


def example_units(keys: Sequence[int]) -> Clusters:
    """The unit of each row of examples, by their keys."""
    return units_among(keys)(keys)


def units_among(keys: Sequence[int]) -> Callable[[Sequence[int]], Clusters]:
    """A function from some of these examples, read once for all, to the units of their rows."""
    examples = Example.objects.filter(pk__in=set(keys))
    pages = dict(examples.values_list("pk", "page"))
    titles = page_titles(examples) if None in pages.values() else {}

    def units(some: Sequence[int]) -> Clusters:
        if titles:
            return Clusters.linked([titles.get(key, ()) for key in some])
        return Clusters.named([pages[key] for key in some])

    return units
