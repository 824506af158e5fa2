"""All that a page claims is one family: its p values are corrected for their number together.

Each difference claimed with an error of 5 % is little; of the 28 pairs of eight systems and their
seven times some would be claimed by chance on every third page. Holm's correction over all times of
all pairs keeps the probability of *any* false claim below 5 %, whatever depends on what (pairs
share systems, the total contains its steps). The price is power among many systems: what is found
of a small difference is in docs/methods.md.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace

from ringassay.analysis.comparison import Comparison, compare
from ringassay.analysis.floor import relative_floors
from ringassay.analysis.secrecy import in_the_clear
from ringassay.analysis.study import Study
from ringassay.analysis.verdict import holm


def together(pairs: Sequence[Comparison], pages: int = 1) -> tuple[Comparison, ...]:
    """The comparisons with p values corrected over all of them.

    `pages` is how many such families stand on one page: each has its share of the 5 %. Sizes are
    counted, not sampled, and are left as they are.
    """
    raw = [
        math.nan if one.aspect.quantity != "time" or one.decided.is_equal else one.decided.p
        for pair in pairs
        for one in pair.aspects
    ]
    corrected = iter(holm(raw))
    return tuple(
        replace(
            pair,
            aspects=tuple(
                replace(one, adjusted_p=one.adjusted_p if math.isnan(p) else min(1.0, p * pages))
                for one, p in zip(pair.aspects, corrected, strict=False)
            ),
        )
        for pair in pairs
    )


def all_pairs(study: Study) -> tuple[Comparison, ...]:
    """Every pair of systems that share at least one case; what does not encrypt comes second."""
    hiding = [s for s in study.systems if not in_the_clear(study, s)]
    bare = [s for s in study.systems if s not in hiding]
    floors = relative_floors(study)
    compared = (
        compare(study, first, second, floors=floors)
        for first, second in itertools.combinations((*hiding, *bare), 2)
    )
    return together([found for found in compared if found.aspects])
