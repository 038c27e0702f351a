"""Words whose full stop ends no sentence: UAX #29 leaves these to a list per language."""

# The Unicode rules see an end wherever a full stop, a space and a capital follow each other. A
# word stands here where it is usually followed by a capital or a number of the same sentence; one
# that ends sentences as often (`etc.`, `Jr.`) does not. Words of one letter and words with a full
# stop inside (`e.g.`, `U.S.`, `z.B.`) need no entry: they never end a line.

from __future__ import annotations

_BEFORE_A_NAME = """
    mr mrs ms mx dr drs prof rev hon st gen col lt capt cmdr sgt gov sen pres messrs
    hr dipl ing mag mme mlle sr sra srta dra ud uds sig dott
"""
_BEFORE_WHAT_IS_MEANT = "cf vs viz al approx resp incl vgl bzw ca sog evtl env ej"
_BEFORE_A_NUMBER = """
    no nos nr fig figs eq eqs sec secs ch chap vol vols p pp art arts abb tab bd ed
    jan feb mar apr jun jul aug sep sept oct nov dec núm pág
"""

WITHIN = frozenset((_BEFORE_A_NAME + _BEFORE_WHAT_IS_MEANT).split())
"""Never at the end of a sentence: English, German, French, Spanish and Italian."""

NUMBERED = frozenset(_BEFORE_A_NUMBER.split())
"""Not at the end where a number follows: `No.` and `Fig.` are ends elsewhere."""
