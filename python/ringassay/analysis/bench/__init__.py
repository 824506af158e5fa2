"""What a microbenchmark of the ring says: tables, comparisons, growth. Pure functions."""

from __future__ import annotations

from ringassay.analysis.bench.elsewhere import Elsewhere, Key, elsewhere
from ringassay.analysis.bench.growth import (
    LimbFit,
    Limit,
    NLogNFit,
    ThreadGain,
    fit_limbs,
    fit_n_log_n,
    limits,
    thread_gains,
)
from ringassay.analysis.bench.ring import PeerRatio, Standing, key, peers, simple, standings
from ringassay.analysis.bench.tables import FORMS, Entry, TableForm, TableLine, table_lines

__all__ = [
    "FORMS",
    "Elsewhere",
    "Entry",
    "Key",
    "LimbFit",
    "Limit",
    "NLogNFit",
    "PeerRatio",
    "Standing",
    "TableForm",
    "TableLine",
    "ThreadGain",
    "elsewhere",
    "fit_limbs",
    "fit_n_log_n",
    "key",
    "limits",
    "peers",
    "simple",
    "standings",
    "table_lines",
    "thread_gains",
]
