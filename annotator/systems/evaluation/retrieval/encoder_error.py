"""The error of an encoder that can't be used."""


class EncoderError(Exception):
    """The encoder can't be used; the message says why and what to do."""
