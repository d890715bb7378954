"""People and examples that an export leaves out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from django.db.models import QuerySet

from annotator.collecting.annotations.models import AnnotationQuerySet
from annotator.material.corpus.models import Example


@dataclass(frozen=True, slots=True)
class LeftOut:
    """``people`` are keys of accounts, whose annotations stay out; ``examples`` are example ids."""

    people: tuple[int, ...] = ()
    examples: tuple[int, ...] = ()

    @classmethod
    def of(cls, parameters: Mapping[str, Any]) -> Self:
        """As a job's parameters ``without_people`` and ``without_examples`` say."""
        names = ("without_people", "without_examples")
        return cls(*(tuple(parameters.get(name) or ()) for name in names))

    def keep(self, annotations: AnnotationQuerySet) -> AnnotationQuerySet:
        """The annotations of all others."""
        return annotations.exclude(annotator__in=self.people) if self.people else annotations

    def keep_examples(self, examples: "QuerySet[Example]") -> "QuerySet[Example]":
        """All other examples."""
        return examples.exclude(example_id__in=self.examples) if self.examples else examples


NOBODY = LeftOut()
