"""What a microbenchmark says: tables, comparisons, growth. Pure functions."""

from __future__ import annotations

from ringassay.analysis.bench.bgv import (
    REQUIRED,
    Comparison,
    MeasuredSet,
    comparisons,
    helib_set,
    measured_sets,
)
from ringassay.analysis.bench.bgv_tables import Grid, Head, grids
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
from ringassay.analysis.bench.helib import HelibSet, helib_sets
from ringassay.analysis.bench.ring import PeerRatio, Standing, key, peers, simple, standings
from ringassay.analysis.bench.tables import FORMS, Entry, TableForm, TableLine, table_lines

__all__ = [
    "FORMS",
    "REQUIRED",
    "Comparison",
    "Elsewhere",
    "Entry",
    "Grid",
    "Head",
    "HelibSet",
    "Key",
    "LimbFit",
    "Limit",
    "MeasuredSet",
    "NLogNFit",
    "PeerRatio",
    "Standing",
    "TableForm",
    "TableLine",
    "ThreadGain",
    "comparisons",
    "elsewhere",
    "fit_limbs",
    "fit_n_log_n",
    "grids",
    "helib_set",
    "helib_sets",
    "key",
    "limits",
    "measured_sets",
    "peers",
    "simple",
    "standings",
    "table_lines",
    "thread_gains",
]
