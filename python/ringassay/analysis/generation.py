"""Key generation without the search for parameters that goes before it.

Who makes keys searches once for each set of parameters, often on another day, and makes keys as
often as there are users: what a system says of its search (`choose_ns`, docs/protocol.md) is no
part of key generation.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import pandas as pd

Times = TypeVar("Times", "pd.Series[float]", float)


def searching_cpu_ns(choose_ns: Times, compute_ns: Times, cpu_ns: Times) -> Times:
    """The processor time of choosing parameters, of which a system states the time that passed.

    Where a program got less than a processor, its search and its generation did alike: the search
    has the same share of the processor time as of the time that passed. Where it had more, by
    threads, a search still has at most the time that passed. NaN where no search is stated.
    """
    share: Times = np.clip(choose_ns / np.maximum(compute_ns, 1.0), 0.0, 1.0)
    found: Times = np.fmin(choose_ns, cpu_ns * share)
    return found


def generated(keys: pd.DataFrame) -> pd.DataFrame:
    """Adds `generate_ns`, `generate_cpu_ns` and `search_cpu_ns` to keys of a store."""
    chosen = keys["choose_ns"].astype(float)
    computed = keys["compute_ns"].fillna(keys["wall_ns"]).astype(float)
    cpu = keys["client_cpu_ns"].astype(float)
    searching = searching_cpu_ns(chosen, computed, cpu).where(chosen.notna())
    return keys.assign(
        generate_ns=keys["wall_ns"] - chosen.fillna(0.0),
        generate_cpu_ns=cpu - searching.fillna(0.0),
        search_cpu_ns=searching,
    )
