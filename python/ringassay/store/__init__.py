"""Stores every measurement as soon as it is made: durable, and checked when it is read.

Nothing outside this package knows SQL. Writing goes through `RunWriter`, reading for analysis
through `load`, which returns `RunData`. See docs/store.md.

Names that need SQLAlchemy or pandas are imported when they are first asked for: a command that
stores nothing does without either, a run without pandas.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ringassay.lazy import lazy_names
from ringassay.store.circumstances import Circumstances, probe_circumstances
from ringassay.store.errors import (
    CorruptStoreError,
    NotAStoreError,
    OtherSchemaError,
    ResumeMismatchError,
    RunOwnedError,
    StoreBusyError,
    StoreError,
    StoreFullError,
    StoreIOError,
    StoreLocationError,
    UnknownRunError,
)
from ringassay.store.machine import Machine, load1, probe_machine, steal_ns
from ringassay.store.moments import is_future
from ringassay.store.records import RunSummary

if TYPE_CHECKING:
    from ringassay.store.benchmarks import (
        Benchmark,
        BenchmarkRow,
        ParameterSet,
        PeerFacts,
        add_benchmark,
        benchmark_names,
        find_benchmark,
        load_benchmark,
    )
    from ringassay.store.calibrations import (
        MULTIPRECISION,
        StoredCalibration,
        add_calibration,
        calibration_names,
        latest_calibration,
        load_calibration,
    )
    from ringassay.store.explorations import (
        Exploration,
        ExplorationSummary,
        add_chunk,
        add_exploration,
        find_exploration,
        list_explorations,
        load_exploration,
        stored_chunks,
    )
    from ringassay.store.export import export_csv, export_parquet, import_csv, import_parquet
    from ringassay.store.frames import RunData
    from ringassay.store.loading import load
    from ringassay.store.proofs import add_proof, load_proofs
    from ringassay.store.run_writer import RunWriter
    from ringassay.store.store import FINISHED, INTERRUPTED, RUNNING, Store
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "benchmarks": (
                "Benchmark",
                "BenchmarkRow",
                "ParameterSet",
                "PeerFacts",
                "add_benchmark",
                "benchmark_names",
                "find_benchmark",
                "load_benchmark",
            ),
            "calibrations": (
                "MULTIPRECISION",
                "StoredCalibration",
                "add_calibration",
                "calibration_names",
                "latest_calibration",
                "load_calibration",
            ),
            "explorations": (
                "Exploration",
                "ExplorationSummary",
                "add_chunk",
                "add_exploration",
                "find_exploration",
                "list_explorations",
                "load_exploration",
                "stored_chunks",
            ),
            "export": ("export_csv", "export_parquet", "import_csv", "import_parquet"),
            "frames": ("RunData",),
            "run_writer": ("RunWriter",),
            "loading": ("load",),
            "proofs": ("add_proof", "load_proofs"),
            "store": ("FINISHED", "INTERRUPTED", "RUNNING", "Store"),
        },
    )

__all__ = [
    "FINISHED",
    "INTERRUPTED",
    "MULTIPRECISION",
    "RUNNING",
    "Benchmark",
    "BenchmarkRow",
    "Circumstances",
    "CorruptStoreError",
    "Exploration",
    "ExplorationSummary",
    "Machine",
    "NotAStoreError",
    "OtherSchemaError",
    "ParameterSet",
    "PeerFacts",
    "ResumeMismatchError",
    "RunData",
    "RunOwnedError",
    "RunSummary",
    "RunWriter",
    "Store",
    "StoreBusyError",
    "StoreError",
    "StoreFullError",
    "StoreIOError",
    "StoreLocationError",
    "StoredCalibration",
    "UnknownRunError",
    "add_benchmark",
    "add_calibration",
    "add_chunk",
    "add_exploration",
    "add_proof",
    "benchmark_names",
    "calibration_names",
    "export_csv",
    "export_parquet",
    "find_benchmark",
    "find_exploration",
    "import_csv",
    "import_parquet",
    "is_future",
    "latest_calibration",
    "list_explorations",
    "load",
    "load1",
    "load_benchmark",
    "load_calibration",
    "load_exploration",
    "load_proofs",
    "probe_circumstances",
    "probe_machine",
    "steal_ns",
    "stored_chunks",
]
