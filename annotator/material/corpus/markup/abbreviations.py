"""Words that keep their final period.

The usual English abbreviations, not those of any particular page. The list was checked against real
Natural Questions tokens, in which ``Sgt.``, ``ed.`` and ``Ref.`` are split.
"""

PREFIXES = frozenset(
    # titles and ranks
    "Mr Mrs Ms Messrs Mme Mlle Msgr Dr Drs Prof Rev Fr Hon Gen Col Lt Capt Maj Adm Brig Gov Lieut "
    "Sen Rep Reps Sens Ph "
    # places
    "St Ste Mt Ft Pt "
    # references, comparisons
    "No Nos Vol Vols pp p Fig Figs Eq cf vs v ca Bibl Univ "
    # months
    "Jan Feb Apr Aug Sep Sept Oct Nov Dec".split()
)
"""Keep the period before a capital letter too: something always follows them."""

SUFFIXES = frozenset(
    # after persons and companies
    "Jr Sr Esq Inc Ltd Co Corp Cos Bros Assn Dept Intl Mfg Ave Blvd "
    # American states
    "Ala Ariz Ark Calif Colo Conn Fla Kan Mich Minn Mont Neb Nev Okla Penn Tenn Tex Va Wis Wyo "
    # and so on
    "etc al viz approx est Hrs hrs mins secs".split()
)
"""Keep the period inside a sentence; before a capital letter or a quote it ends the sentence."""

SENTENCE_OPENERS = frozenset(
    "The A An This That These Those It He She They We You In On At As For But And However After "
    "Before When While His Her Its Their There During Since According Although".split()
)
"""Words that hardly ever follow an initial, so the period before them ends a sentence."""
