"""What a microbenchmark says: tables, comparisons, growth. Pure functions."""

from __future__ import annotations

from ringassay.analysis.bench.bgv import (
    REQUIRED,
    Comparison,
    MeasuredSet,
    measured_sets,
    sizes_beside,
    their_set,
    times_beside,
)
from ringassay.analysis.bench.bgv_tables import grids
from ringassay.analysis.bench.elsewhere import Elsewhere, Key, elsewhere
from ringassay.analysis.bench.grid import Grid, Head
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
from ringassay.analysis.bench.helib import (
    Figures,
    FiguresError,
    TheirSet,
    figures_of,
    helib_figures,
    helib_sets,
    read_figures,
)
from ringassay.analysis.bench.lattice import LATTICE_LABELS, lattice_grids
from ringassay.analysis.bench.ring import PeerRatio, key, peers, simple
from ringassay.analysis.bench.scaling import Scaling, scaling
from ringassay.analysis.bench.tables import FORMS, Entry, TableForm, TableLine, table_lines

__all__ = [
    "FORMS",
    "LATTICE_LABELS",
    "REQUIRED",
    "Comparison",
    "Elsewhere",
    "Entry",
    "Figures",
    "FiguresError",
    "Grid",
    "Head",
    "Key",
    "LimbFit",
    "Limit",
    "MeasuredSet",
    "NLogNFit",
    "PeerRatio",
    "Scaling",
    "TableForm",
    "TableLine",
    "TheirSet",
    "ThreadGain",
    "elsewhere",
    "figures_of",
    "fit_limbs",
    "fit_n_log_n",
    "grids",
    "helib_figures",
    "helib_sets",
    "key",
    "lattice_grids",
    "limits",
    "measured_sets",
    "peers",
    "read_figures",
    "scaling",
    "simple",
    "sizes_beside",
    "table_lines",
    "their_set",
    "thread_gains",
    "times_beside",
]
