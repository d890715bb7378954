"""When there is an interval at all: how much it takes.

``benchmarks/coverage`` shows that below these limits none of the rules holds.
"""

LEAST_UNITS = 10
"""Units that a mean or a coefficient takes."""

LEAST_OF_SHARE = 40
"""Units that a share takes: with fewer, how often any interval holds jumps up and down with the
true share (Brown, Cai and DasGupta 2001).
"""

LEAST_OF_GROUP = 20
"""Examples with a suggestion, and without, that their difference takes: if suggestions
are rare, the spread of times is known too badly from fewer.
"""

LEAST_EITHER = 5.0
"""Effective number of units that a share needs with what it counts, and as many without: fewer have
too few possible values. So many have to agree on a rarer value, for a coefficient.
"""

LEAST_DAYS = 28
"""Whole days from which an expected end has an interval."""

LEAST_RESAMPLED = 100
"""Examples that a score takes whose threshold is chosen on them."""

LEAST_FREEDOM = 3.0
"""Degrees of freedom below which a mean or a coefficient hangs on too few of its units."""

LEAST_DIFFERENT = 15.0
"""Effective number of units that differ from the most frequent value, for a coefficient."""

CONFIDENCE = 0.95

NOTHING = 1e-12
"""Amounts below this are rounding."""
