"""When there is an interval at all: how much it takes.

``benchmarks/coverage`` shows that below these limits none of the rules holds.
"""

LEAST_UNITS = 10
"""Units that every interval takes; those of shares hold from there on."""

LEAST_OF_MEANS = 15
"""Units that the interval of a mean takes: of 10, one of very skewed lengths held in 90%."""

LEAST_OF_SHARES = 40
"""Examples with a suggestion, and without, that the difference of two shares takes."""

LEAST_OF_GROUP = 20
"""Examples with a suggestion, and without, that their difference takes: if suggestions
are rare, the spread of times is known too badly from fewer.
"""

LEAST_EITHER = 5.0
"""Effective number of units with something, and without, that the difference of two shares takes of
each group.
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

LEAST_DIFFERENT = 10.0
"""Units that other values than the most frequent one fill, for κ and α: the sum of their shares. It
is greatest where the units are there that carry the coefficient. An effective number is greatest
where these are missing: of such samples alone, as few as 84% held.
"""

LEAST_AGREEING = 3.0
"""Units on which ratings agree on another value than the most frequent one, for κ and α: the sum of
their shares of such pairs. If a sample has none, κ is about 0 and hardly varies, so that nothing
shows how much a single one would add: of two annotations each of 1,000 units, 13% held. With a
limit of 5, samples that happen to have so many are too often the only ones that are shown.
"""

LEAST_DIFFERENT_STEADY = 15.0
"""Effective number of units that differ from the most frequent value, for AC₁. It doesn't hang on
them as much, and is least where other values are many.
"""

CONFIDENCE = 0.95

NOTHING = 1e-12
"""Amounts below this are rounding."""
