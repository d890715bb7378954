"""What a measure raises where its formula has no value."""


class UndefinedMeasureError(ValueError):
    """The measure is not defined for this input; the message says why, in a sentence."""
