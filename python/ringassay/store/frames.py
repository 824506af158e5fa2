"""The columns of `RunData`, frame by frame, with their types.

Types are pandas' own nullable ones: `Int64` and `boolean` keep whole numbers whole where values
are missing, `string` has `pd.NA`, `Float64` keeps a missing float apart from a computed NaN.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from ringassay.store.figures import CASE_FIGURES, FIGURES, columns
from ringassay.store.integrity import Damage
from ringassay.store.schema import GATE_NAMES

if TYPE_CHECKING:
    from ringassay.notebook import Plot

_TEXT, _INT, _REAL = "string", "Int64", "Float64"


def _columns(**groups: str) -> dict[str, str]:
    return {name: kind for kind, names in groups.items() for name in names.split()}


def _ordered(order: str, types: dict[str, str]) -> dict[str, str]:
    return {name: types.get(name, _TEXT) for name in order.split()}


RUNS = _ordered(
    "run label suite suite_hash seed security warm_up repetitions started_at finished_at state "
    "resumed jobs version machine load_at_start commit built_from build_profile compiler kernels "
    "backend threads affinity governors",
    _columns(
        Int64="seed security warm_up repetitions resumed jobs threads", Float64="load_at_start"
    ),
)
MACHINES = _ordered(
    "machine cpu_model cpu_family cpu_number cpu_stepping cores simd memory_bytes kernel os "
    "governor python load_at_start",
    _columns(
        Int64="cpu_family cpu_number cpu_stepping cores memory_bytes", Float64="load_at_start"
    ),
)
SUTS = _ordered(
    "run sut position version library library_version scheme protocol hello command isolation "
    "twin_of commit profile simd threads library_build planner",
    _columns(Int64="position protocol"),
)
CIRCUITS = _ordered(
    "circuit family kind gate space modulus batch depth requested_depth width levels gates "
    "multiplicative_depth circuit_bytes dialect outputs "
    "bound magnitude magnitudes " + " ".join(f"n_{gate}" for gate in GATE_NAMES),
    _columns(
        Int64="modulus batch width levels gates multiplicative_depth circuit_bytes outputs "
        + " ".join(f"n_{gate}" for gate in GATE_NAMES),
        Float64="depth requested_depth bound magnitude",
    ),
)
_KEYGEN, _INGEST, _CASE = (
    columns(figures) for figures in (FIGURES["keygen"], FIGURES["ingest"], CASE_FIGURES)
)
KEYS = _ordered(
    f"run sut key params security batch depth outcome detail {_KEYGEN} parameters n m log2_q "
    "log2_qp t security_bits security_method secret error notes",
    _columns(
        Int64=f"security batch {_KEYGEN} n m t",
        Float64="depth log2_q log2_qp security_bits",
    ),
)
INGESTIONS = _ordered(
    f"run sut key circuit outcome detail {_INGEST} circuit_bytes notes",
    _columns(Int64=f"{_INGEST} circuit_bytes"),
)
PROBES = _ordered("run sut key probe params circuit result reason at", {})
EVALUATIONS = _ordered(
    "run sut key circuit input repetition round outcome detail stage expected got wrong_slots "
    f"{_CASE} fresh_bytes evaluated_bytes input_bytes total_wall_ns baseline_ns at load1 "
    "sequence started_at idle_cpu_ns steal_ns precision_bits mean_precision_bits",
    _columns(
        Int64=f"input repetition round wrong_slots {_CASE} fresh_bytes evaluated_bytes "
        "input_bytes total_wall_ns baseline_ns sequence idle_cpu_ns steal_ns",
        Float64="load1 precision_bits mean_precision_bits",
    ),
)

FRAMES: dict[str, dict[str, str]] = {
    "runs": RUNS,
    "machines": MACHINES,
    "suts": SUTS,
    "circuits": CIRCUITS,
    "keys": KEYS,
    "ingestions": INGESTIONS,
    "evaluations": EVALUATIONS,
    "probes": PROBES,
}
"""Frame name to its columns, in order, with their pandas types."""

SORT: dict[str, list[str]] = {
    "runs": ["started_at", "run"],
    "machines": ["machine"],
    "suts": ["run", "position"],
    "circuits": ["circuit"],
    "keys": ["run", "sut", "key"],
    "ingestions": ["run", "sut", "circuit"],
    "evaluations": ["run", "sut", "circuit", "input", "repetition"],
    "probes": ["run", "sut", "key", "probe"],
}
"""The order of rows in each frame; it depends on the content alone."""


@dataclass(frozen=True)
class RunData:
    """One or more runs as tables. Times are int64 nanoseconds, sizes int64 bytes.

    Column meanings are in docs/store.md. `damaged` lists rows that were left out because their
    content does not match its hash; it is empty unless `load` was told to go on without them.
    """

    runs: pd.DataFrame
    machines: pd.DataFrame
    suts: pd.DataFrame
    circuits: pd.DataFrame
    keys: pd.DataFrame
    ingestions: pd.DataFrame
    evaluations: pd.DataFrame
    probes: pd.DataFrame
    damaged: tuple[Damage, ...] = ()

    def frames(self) -> dict[str, pd.DataFrame]:
        """Every frame by name."""
        return {item.name: getattr(self, item.name) for item in fields(self) if item.name in FRAMES}

    def frame(self) -> pd.DataFrame:
        """A row for each run and system: cases, right ones, medians of what a case takes."""
        from ringassay.store import shown  # noqa: PLC0415

        return shown.summary(self)

    def plot(self, column: str = "evaluate_wall_ns") -> Plot:
        """One column of the evaluations, a box for each system. Raises `ValueError`."""
        from ringassay.store import shown  # noqa: PLC0415

        return shown.plot(self, column)

    def __repr__(self) -> str:
        """How much there is; the frames are long."""
        return f"<{len(self.runs)} runs, {len(self.evaluations)} evaluations>"

    def _repr_html_(self) -> str:
        """The summary."""
        from ringassay.store import shown  # noqa: PLC0415

        return shown.html(self)


def make_frame(name: str, rows: list[dict[str, Any]]) -> pd.DataFrame:
    """A frame with exactly the columns and types of `FRAMES[name]`, sorted as `SORT` says."""
    return frame_of(name, {c: [row.get(c) for row in rows] for c in FRAMES[name]})


def frame_of(name: str, values: Mapping[str, Sequence[Any]]) -> pd.DataFrame:
    """Likewise from columns of equal length; those that are not there are missing everywhere."""
    number = max(map(len, values.values()), default=0)
    absent = [None] * number
    columns = {c: _array(values.get(c, absent), kind) for c, kind in FRAMES[name].items()}
    frame = pd.DataFrame(columns, copy=False)
    if _is_sorted([values.get(column, absent) for column in SORT[name]]):
        return frame
    return frame.sort_values(SORT[name], kind="stable", ignore_index=True)


def _is_sorted(keys: list[Sequence[Any]]) -> bool:
    """Whether rows stand in the order of these columns, as the store hands over most of them."""
    try:
        return all(one <= other for one, other in pairwise(zip(*keys, strict=True)))
    except TypeError:  # something is missing
        return False


def _array(values: Sequence[Any], kind: str) -> pd.api.extensions.ExtensionArray:
    """A column of one of the three types."""
    kinds = set(map(type, values))
    if kind == _INT and kinds <= {int, type(None)}:
        # As pandas makes it, which looks at each value several times.
        if type(None) not in kinds:
            numbers = np.array(values, dtype=np.int64)
            return pd.arrays.IntegerArray(numbers, np.zeros(len(values), dtype=bool))
        given = np.array(values, dtype=object)
        missing = np.array([value is None for value in values])
        given[missing] = 0
        return pd.arrays.IntegerArray(given.astype(np.int64), missing)
    return pd.Series(list(values), dtype=kind).array
