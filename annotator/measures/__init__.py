"""Measures of texts, of agreement and of what experts judged: pure functions, no Django.

Each names its source. A measure that has no value for its input raises ``UndefinedMeasureError``
and never returns 0.
"""
