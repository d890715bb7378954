"""Words that keep their final period.

Drawn from the usual English abbreviations (titles, months, weekdays, companies, references,
ranks, places, units of time), not from any particular page.
"""

TITLES = "Mr Mrs Ms Messrs Mme Mlle Dr Drs Prof Rev Fr Sr Jr Hon Esq Ph Bros Mt St Ste Ft"
RANKS = "Gen Col Lt Capt Cmdr Maj Sgt Cpl Pvt Adm Brig Gov Lieut Sen Rep Reps Sens Pres Supt"
MONTHS = "Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec"
DAYS = "Mon Tue Tues Wed Thu Thur Thurs Fri"
COMPANIES = "Inc Ltd Co Corp Cos Assn Bros Dept Univ Inst Intl Mfg Ave Blvd Rd Hwy"
REFERENCES = "No Nos Vol Vols pp p Ch Fig Figs Eq Sec Art cf ca vs v al etc viz approx est ed eds"
STATES = (
    "Ala Ariz Ark Calif Colo Conn Del Fla Ga Ill Ind Kan Ky La Md Mich Minn Miss Mo Mont Neb Nev "
    "Okla Ore Pa Penn Tenn Tex Va Vt Wash Wis Wyo"
)
TIMES = "hr hrs Hrs min mins sec secs Hr"

ABBREVIATIONS = frozenset(
    " ".join((TITLES, RANKS, MONTHS, DAYS, COMPANIES, REFERENCES, STATES, TIMES)).split()
)
