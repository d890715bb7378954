"""When there is an interval at all: how much it takes.

``benchmarks/coverage`` shows that below these limits none of the rules holds.
"""

LEAST_UNITS = 10
"""Units that every interval takes."""

LEAST_OF_SHARES = 40
"""Examples with a suggestion, and without, that the difference of two shares takes."""

LEAST_OF_GROUP = 20
"""Examples with a suggestion, and without, that their difference takes: if suggestions
are rare, the spread of times is known too badly from fewer.
"""

LEAST_EITHER = 5.0
"""Effective number of units with something, and without, that the difference of two shares takes of
each group. So many have to agree on a rarer value, for a coefficient.
"""

LEAST_COMPARED = 100
"""Examples or questions that the differences of several systems take: of 60, seven in a hundred
tables of ten equal systems had something in bold, of 100 and more three to five.
"""

LEAST_WEEKS = 4
"""Whole weeks from which pace and expected end have an interval."""

LEAST_RESAMPLED = 100
"""Examples that a score takes whose threshold is chosen on them: of 50 and 70, intervals of F1 of
short answers held in 88 and 92% where few examples have one.
"""

LEAST_AVERAGED = 60
"""Examples that a system's mean score takes: of 40, some held in 90 to 93% where few answers are
right.
"""

LEAST_ASKED = 30
"""Questions that an encoder's figures take: of 20, some held in more than 97%."""

LEAST_PEOPLE = 8
"""Annotators in effect that the interval of a share takes which is for other annotators too."""

LEAST_FREEDOM = 3.0
"""Degrees of freedom below which a mean hangs on too few of its units."""

LEAST_FREEDOM_OF_CHANCE = 12.0
"""The same of κ and α, whose agreement by chance hangs on the same few units."""

LEAST_DIFFERENT = 25.0
"""Effective number of units that differ from the most frequent value, for κ and α. With 15 to 20,
some held in 83 to 91%.
"""

LEAST_DIFFERENT_STEADY = 15.0
"""The same for AC₁, which doesn't hang on them as much."""

CONFIDENCE = 0.95

NOTHING = 1e-12
"""Amounts below this are rounding."""
