"""The tables.

Times are nanoseconds, sizes bytes, both 64-bit; moments are ISO 8601 text in UTC. Every table
of content has `row_hash`, the SHA-256 of the row's other columns (see `integrity`).
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from ringassay.store.figures import CASE_FIGURES, FIGURES, Figure

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

GATE_NAMES = (
    "LADD",
    "LADDconst",
    "LMUL",
    "LMULconst",
    "LROTATE",
    "LSELECT",
    "LSUB",
    "LNEG",
    "AND",
    "OR",
    "XOR",
    "LPOLY",
    "LCONJ",
)
"""Gates that are counted per circuit, in the order of the columns `n_<gate>`."""

SIZED_OBJECTS = (
    "ciphertext",
    "seeded_ciphertext",
    "public_key",
    "relinearisation_hint",
    "all_hints",
)
"""Objects of a scheme of which a microbenchmark tells the size, in memory and saved."""


def _id(name: str, *args: ForeignKey, primary: bool = False, null: bool = False) -> Column[str]:
    return Column(name, String(64), *args, primary_key=primary, nullable=null)


def _position(name: str) -> Column[int]:
    """Part of a primary key."""
    return Column(name, Integer, primary_key=True, nullable=False, autoincrement=False)


def _words(*names: str) -> list[Column[str]]:
    return [Column(name, String(16), nullable=False) for name in names]


def _texts(*names: str, null: bool = False) -> list[Column[str]]:
    return [Column(name, Text, nullable=null) for name in names]


def _ints(*names: str, null: bool = False) -> list[Column[int]]:
    return [Column(name, Integer, nullable=null, autoincrement=False) for name in names]


def _bigs(*names: str, null: bool = False) -> list[Column[int]]:
    return [Column(name, BigInteger, nullable=null) for name in names]


def _reals(*names: str, null: bool = False) -> list[Column[float]]:
    return [Column(name, Double, nullable=null) for name in names]


def _figures(figures: Iterable[Figure]) -> list[Column[int]]:
    return [Column(one.column, BigInteger, nullable=one.may_miss) for one in figures]


def _seal() -> Column[str]:
    return Column("row_hash", String(64), nullable=False)


machines = Table(
    "machines",
    metadata,
    _id("machine", primary=True),
    *_texts("cpu_model"),
    *_ints("cpu_family", "cpu_number", "cpu_stepping", null=True),
    *_ints("cores"),
    *_texts("simd"),
    *_bigs("memory_bytes"),
    *_texts("kernel", "os"),
    *_texts("governor", null=True),
    *_texts("python"),
    _seal(),
)

runs = Table(
    "runs",
    metadata,
    _id("run", primary=True),
    *_texts("suite"),
    _id("suite_hash"),
    *_texts("suite_json"),
    *_bigs("seed"),
    *_ints("security"),
    *_texts("started_at"),
    *_texts("finished_at", null=True),
    *_words("state"),
    *_ints("resumed", "jobs"),
    *_texts("version"),
    _id("machine", ForeignKey("machines.machine")),
    *_reals("load_at_start"),
    *_texts("label", "counts", "circumstances", null=True),
    _seal(),
)

run_locks = Table("run_locks", metadata, _id("run", primary=True))
"""One empty row per run, locked by its owner on databases without a lock of their own."""

suts = Table(
    "suts",
    metadata,
    _id("run", ForeignKey("runs.run"), primary=True),
    _id("sut", primary=True),
    *_ints("position"),
    *_texts("version", "library", "library_version", "scheme", null=True),
    *_ints("protocol", null=True),
    *_texts("hello", null=True),
    *_texts("command"),
    _id("twin_of", null=True),
    *_texts("isolation", null=True),
    _seal(),
)

circuits = Table(
    "circuits",
    metadata,
    _id("circuit", primary=True),
    _id("content_hash"),
    *_texts("recipe", "dialect", "family", "kind"),
    *_texts("gate", null=True),
    *_texts("space"),
    *_bigs("modulus", null=True),
    *_ints("batch"),
    *_reals("depth"),
    *_reals("requested_depth", null=True),
    *_ints("width", "levels"),
    *_bigs("gates"),
    *_ints("multiplicative_depth"),
    *_bigs("circuit_bytes"),
    *_bigs(*(f"n_{gate}" for gate in GATE_NAMES)),
    *_ints("outputs"),
    *_reals("bound", "magnitude", null=True),
    *_texts("magnitudes", null=True),
    Column("text_zlib", LargeBinary, nullable=False),
    _seal(),
)

inputs = Table(
    "inputs",
    metadata,
    _id("circuit", ForeignKey("circuits.circuit"), primary=True),
    _position("input"),
    *_bigs("seed"),
    *_ints("ones"),
    *_bigs("input_bytes"),
    _id("content_hash"),
    Column("text_zlib", LargeBinary, nullable=True),
    _seal(),
)

run_circuits = Table(
    "run_circuits",
    metadata,
    _id("run", ForeignKey("runs.run"), primary=True),
    _id("circuit", ForeignKey("circuits.circuit"), primary=True),
    *_ints("position", "inputs"),
    *_texts("point", "own_params"),
    _seal(),
    UniqueConstraint("run", "position"),
)

baselines = Table(
    "baselines",
    metadata,
    _id("run", primary=True),
    _id("circuit", primary=True),
    _position("input"),
    *_texts("expected"),
    *_bigs("baseline_ns"),
    *_ints("samples"),
    _seal(),
    ForeignKeyConstraint(["run", "circuit"], ["run_circuits.run", "run_circuits.circuit"]),
)

keys = Table(
    "keys",
    metadata,
    _id("key", primary=True),
    _id("run"),
    _id("sut"),
    *_texts("params"),
    *_ints("security"),
    *_ints("batch", null=True),
    *_reals("depth", null=True),
    *_words("outcome"),
    *_texts("detail"),
    *_figures(one for one in FIGURES["keygen"] if one.column != "choose_ns"),
    *_texts("parameters", null=True),
    *_bigs("n", "m", null=True),
    *_reals("log2_q", "log2_qp", null=True),
    *_bigs("t", null=True),
    *_reals("security_bits", null=True),
    *_texts("security_method", "secret", "error", "notes", null=True),
    *_bigs("choose_ns", null=True),
    _seal(),
    ForeignKeyConstraint(["run", "sut"], ["suts.run", "suts.sut"]),
    Index("ix_keys_run_sut", "run", "sut"),
)

ingestions = Table(
    "ingestions",
    metadata,
    _id("run", primary=True),
    _id("sut", primary=True),
    _id("circuit", primary=True),
    _id("key", ForeignKey("keys.key")),
    *_words("outcome"),
    *_texts("detail"),
    *_figures(FIGURES["ingest"]),
    *_bigs("circuit_bytes"),
    *_texts("notes", null=True),
    _seal(),
    ForeignKeyConstraint(["run", "sut"], ["suts.run", "suts.sut"]),
    ForeignKeyConstraint(
        ["run", "circuit"],
        ["run_circuits.run", "run_circuits.circuit"],
        name="fk_ingestions_run_circuit",
    ),
)

evaluations = Table(
    "evaluations",
    metadata,
    _id("run", primary=True),
    _id("sut", primary=True),
    _id("circuit", primary=True),
    _position("input"),
    _position("repetition"),
    _id("key", ForeignKey("keys.key"), null=True),
    *_words("outcome"),
    *_texts("detail"),
    *_words("stage"),
    Column("matches", Boolean, nullable=True),
    *_texts("got", null=True),
    _id("output_hash", null=True),
    *_ints("wrong_slots", null=True),
    *_figures(CASE_FIGURES),
    *_bigs("fresh_bytes", "evaluated_bytes", "input_bytes", null=True),
    *_texts("at"),
    *_reals("load1"),
    *_bigs("sequence", null=True),
    *_texts("started_at", null=True),
    *_bigs("idle_cpu_ns", "steal_ns", null=True),
    *_reals("precision_bits", "mean_precision_bits", null=True),
    Column("answer_zlib", LargeBinary, nullable=True),
    *_bigs("answer_bytes", null=True),
    _id("answer_hash", null=True),
    _seal(),
    ForeignKeyConstraint(["run", "sut"], ["suts.run", "suts.sut"]),
    ForeignKeyConstraint(
        ["run", "circuit", "input"],
        ["baselines.run", "baselines.circuit", "baselines.input"],
        name="fk_evaluations_run_circuit_input",
    ),
)

probes = Table(
    "probes",
    metadata,
    _id("run", primary=True),
    _id("sut", primary=True),
    _id("key", primary=True),
    _id("probe", primary=True),
    *_texts("params"),
    _id("circuit", null=True),
    *_words("result"),
    *_texts("reason", "at"),
    _seal(),
    ForeignKeyConstraint(["run", "sut"], ["suts.run", "suts.sut"]),
)

benchmarks = Table(
    "benchmarks",
    metadata,
    _id("benchmark", primary=True),
    *_words("kind"),
    *_texts("settings", "started_at", "finished_at", "version"),
    _id("machine", ForeignKey("machines.machine")),
    *_reals("load_at_start"),
    *_texts("circumstances", "peers", null=True),
    _seal(),
)

benchmark_rows = Table(
    "benchmark_rows",
    metadata,
    _id("benchmark", ForeignKey("benchmarks.benchmark"), primary=True),
    _position("position"),
    *_texts("library", "library_version", "operation", "basis"),
    *_bigs("m"),
    *_bigs("m_big", null=True),
    *_bigs("n"),
    *_ints("limbs", "modulus_bits"),
    *_words("backend"),
    *_ints("threads"),
    *_words("clock"),
    *_reals("median_ns", "p25_ns", "p75_ns", "min_ns"),
    *_ints("samples"),
    _id("parameter_set", null=True),
    _seal(),
)

parameter_sets = Table(
    "parameter_sets",
    metadata,
    _id("benchmark", ForeignKey("benchmarks.benchmark"), primary=True),
    _position("position"),
    _id("name"),
    *_words("scheme"),
    *_bigs("m", "n", "plaintext", "slots", "length"),
    *_reals("depth"),
    *_ints("limbs"),
    *_reals("log2_q"),
    *_ints("special_limbs"),
    *_reals("log2_p"),
    *_ints("modulus_bits", "digits"),
    *_texts("secret", "error"),
    *_reals("security_bits"),
    *_texts("security"),
    Column("is_secure", Boolean, nullable=False),
    *_reals("helib_bits", null=True),
    *_reals("log2_failure"),
    *_ints("rotation_hints", "automorphisms"),
    *_bigs(*(f"{what}_{where}_bytes" for what in SIZED_OBJECTS for where in ("memory", "saved"))),
    _seal(),
    UniqueConstraint("benchmark", "name"),
)

calibrations = Table(
    "calibrations",
    metadata,
    _id("calibration", primary=True),
    _id("machine", ForeignKey("machines.machine")),
    *_texts("measured_at", "version"),
    *_words("backend"),
    *_ints("cells", "rounds"),
    *_reals("seconds", "spread"),
    *_texts("document"),
    *_texts("circumstances", null=True),
    _seal(),
)

explorations = Table(
    "explorations",
    metadata,
    _id("exploration", primary=True),
    _id("name"),
    *_texts("title", "app_json"),
    _id("app_hash"),
    *_texts("facts_json"),
    *_texts("predictor", null=True),
    *_bigs("points"),
    *_ints("chunks", "chunk_points"),
    *_texts("started_at", "version"),
    _id("machine", ForeignKey("machines.machine")),
    _seal(),
)

exploration_chunks = Table(
    "exploration_chunks",
    metadata,
    _id("exploration", ForeignKey("explorations.exploration"), primary=True),
    _position("chunk"),
    Column("columns", LargeBinary, nullable=False),
    *_bigs("size_bytes"),
    _id("content_hash"),
    _seal(),
)

exploration_proofs = Table(
    "exploration_proofs",
    metadata,
    _id("proof", primary=True),
    _id("exploration", ForeignKey("explorations.exploration")),
    *_texts("executed_at", "version"),
    _id("machine", ForeignKey("machines.machine")),
    *_texts("document"),
    _seal(),
)

UNSEALED: dict[str, frozenset[str]] = {
    "circuits": frozenset({"text_zlib"}),
    "inputs": frozenset({"text_zlib"}),
    "evaluations": frozenset({"answer_zlib"}),
    "exploration_chunks": frozenset({"columns"}),
}
"""Columns outside `row_hash`: texts and blobs, of which it covers the hash."""
