"""Systems that were trained here."""

from django.db import models

from annotator.systems.evaluation.models import System


class TrainedReader(models.Model):
    """The model behind a system, with its card.

    ``archive`` is a zip of the model's folder as ``train_reader`` writes it; ``card`` is its
    ``card.json``.
    """

    system = models.OneToOneField(
        System, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    card = models.JSONField()
    archive = models.BinaryField()
    trained_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"model of {self.system_id}"
