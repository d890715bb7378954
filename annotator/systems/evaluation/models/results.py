"""Results of single examples."""

from django.db import models

from annotator.material.corpus.models import Example, SplitQuerySet
from annotator.measures.result_kinds import MISSED, NEEDLESS, NOTHING, RIGHT, WRONG
from annotator.systems.evaluation.models.scores import Score


class Result(models.TextChoices):
    """The result of an example, for long or short answers, at the system's best threshold."""

    RIGHT = RIGHT, "right"
    WRONG = WRONG, "another answer than people's"
    MISSED = MISSED, "no answer, though people have one"
    NEEDLESS = NEEDLESS, "an answer, though people have none"
    NOTHING = NOTHING, "no answer, as people"


class ScoredExample(models.Model):
    """A system's answer to an example of Natural Questions, and its result.

    The groups are ``answer_groups``'; ``prediction`` has ``long``, a span or null, ``short``, a
    list of spans, and ``yes_no``. A span is its start and end byte and its start and end token;
    whatever the system left out is null.
    """

    score = models.ForeignKey(Score, on_delete=models.CASCADE, related_name="scored_examples")
    example = models.ForeignKey(Example, on_delete=models.CASCADE, related_name="+")
    long_result = models.CharField(max_length=8, choices=Result)
    short_result = models.CharField(max_length=8, choices=Result)
    answer_type = models.CharField(max_length=9, blank=True)
    is_first = models.BooleanField(null=True)
    mu = models.PositiveSmallIntegerField()
    is_yes_no = models.BooleanField()
    prediction = models.JSONField()

    objects = SplitQuerySet["ScoredExample"].as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["score", "example"], name="one_result_per_score_and_example"
            )
        ]

    def __str__(self) -> str:
        return f"result of {self.score_id} on {self.example_id}"
