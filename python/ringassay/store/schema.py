"""The tables. The migrations create them; a test proves that the two agree.

Times are nanoseconds, sizes bytes, both 64-bit; moments are ISO 8601 text in UTC. Every table
of content has `row_hash`, the SHA-256 of the row's other columns (see `integrity`).
"""

from __future__ import annotations

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

from ringassay.store.figures import CASE_FIGURES, EVALUATION_PARTS, FIGURES, Figure

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
)
"""Gates that are counted per circuit, in the order of the columns `n_<gate>`."""

NUMBER_GATES = ("LPOLY", "LCONJ")
"""Likewise, in columns that are null where there are none: gates of real and complex numbers."""

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


def _text(name: str, *, null: bool = False) -> Column[str]:
    return Column(name, Text, nullable=null)


def _big(name: str, *, null: bool = False) -> Column[int]:
    return Column(name, BigInteger, nullable=null)


def _figure(figure: Figure) -> Column[int]:
    return _big(figure.column, null=figure.may_miss)


def _int(name: str, *, primary: bool = False, null: bool = False) -> Column[int]:
    return Column(name, Integer, primary_key=primary, nullable=null, autoincrement=False)


def _real(name: str, *, null: bool = False) -> Column[float]:
    return Column(name, Double, nullable=null)


def _seal() -> Column[str]:
    return Column("row_hash", String(64), nullable=False)


machines = Table(
    "machines",
    metadata,
    _id("machine", primary=True),
    _text("cpu_model"),
    _int("cpu_family", null=True),
    _int("cpu_number", null=True),
    _int("cpu_stepping", null=True),
    _int("cores"),
    _text("simd"),
    _big("memory_bytes"),
    _text("kernel"),
    _text("os"),
    _text("governor", null=True),
    _text("python"),
    _seal(),
)

runs = Table(
    "runs",
    metadata,
    _id("run", primary=True),
    _text("suite"),
    _id("suite_hash"),
    _text("suite_json"),
    _big("seed"),
    _int("security"),
    _text("started_at"),
    _text("finished_at", null=True),
    Column("state", String(16), nullable=False),
    _int("resumed"),
    _int("jobs"),
    _text("version"),
    _id("machine", ForeignKey("machines.machine")),
    _real("load_at_start"),
    _text("circumstances", null=True),
    _seal(),
    _text("label", null=True),
)

run_locks = Table("run_locks", metadata, _id("run", primary=True))
"""One empty row per run, locked by its owner on databases without a lock of their own."""

suts = Table(
    "suts",
    metadata,
    _id("run", ForeignKey("runs.run"), primary=True),
    _id("sut", primary=True),
    _int("position"),
    _text("version", null=True),
    _text("library", null=True),
    _text("library_version", null=True),
    _text("scheme", null=True),
    _int("protocol", null=True),
    _text("hello", null=True),
    _text("command"),
    _seal(),
    _id("twin_of", null=True),
    _text("isolation", null=True),
)

circuits = Table(
    "circuits",
    metadata,
    _id("circuit", primary=True),
    _id("content_hash"),
    _text("recipe"),
    _text("dialect"),
    _text("family"),
    _text("kind"),
    _text("gate", null=True),
    _text("space"),
    _big("modulus", null=True),
    _int("batch"),
    _real("depth"),
    _real("requested_depth", null=True),
    _int("width"),
    _int("levels"),
    _big("gates"),
    _int("multiplicative_depth"),
    _big("circuit_bytes"),
    *[_big(f"n_{gate}") for gate in GATE_NAMES],
    Column("text_zlib", LargeBinary, nullable=False),
    _seal(),
    _int("outputs", null=True),
    _real("bound", null=True),
    _real("magnitude", null=True),
    *[_big(f"n_{gate}", null=True) for gate in NUMBER_GATES],
)

inputs = Table(
    "inputs",
    metadata,
    _id("circuit", ForeignKey("circuits.circuit"), primary=True),
    _int("input", primary=True),
    _big("seed"),
    _int("ones"),
    _big("input_bytes"),
    _id("content_hash"),
    Column("text_zlib", LargeBinary, nullable=True),
    _seal(),
)

run_circuits = Table(
    "run_circuits",
    metadata,
    _id("run", ForeignKey("runs.run"), primary=True),
    _id("circuit", ForeignKey("circuits.circuit"), primary=True),
    _int("position"),
    _int("inputs"),
    _text("point"),
    _text("own_params"),
    _seal(),
    UniqueConstraint("run", "position"),
)

baselines = Table(
    "baselines",
    metadata,
    _id("run", primary=True),
    _id("circuit", primary=True),
    _int("input", primary=True),
    _text("expected"),
    _big("baseline_ns"),
    _int("samples"),
    _seal(),
    ForeignKeyConstraint(["run", "circuit"], ["run_circuits.run", "run_circuits.circuit"]),
)

keys = Table(
    "keys",
    metadata,
    _id("key", primary=True),
    _id("run"),
    _id("sut"),
    _text("params"),
    _int("security"),
    _int("batch", null=True),
    _real("depth", null=True),
    Column("outcome", String(16), nullable=False),
    _text("detail"),
    *[_figure(figure) for figure in FIGURES["keygen"] if figure.column != "choose_ns"],
    _text("parameters", null=True),
    _big("n", null=True),
    _big("m", null=True),
    _real("log2_q", null=True),
    _real("log2_qp", null=True),
    _big("t", null=True),
    _real("security_bits", null=True),
    _text("security_method", null=True),
    _text("secret", null=True),
    _text("error", null=True),
    _text("notes", null=True),
    _big("choose_ns", null=True),
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
    Column("outcome", String(16), nullable=False),
    _text("detail"),
    *map(_figure, FIGURES["ingest"]),
    _big("circuit_bytes"),
    _text("notes", null=True),
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
    _int("input", primary=True),
    _int("repetition", primary=True),
    _id("key", ForeignKey("keys.key"), null=True),
    Column("outcome", String(16), nullable=False),
    _text("detail"),
    Column("stage", String(16), nullable=False),
    Column("matches", Boolean, nullable=True),
    _text("got", null=True),
    _id("output_hash", null=True),
    _int("wrong_slots", null=True),
    *map(_figure, CASE_FIGURES),
    _big("fresh_bytes", null=True),
    _big("evaluated_bytes", null=True),
    _big("input_bytes", null=True),
    _text("at"),
    _real("load1"),
    _seal(),
    _big("sequence", null=True),
    _text("started_at", null=True),
    _big("idle_cpu_ns", null=True),
    _big("steal_ns", null=True),
    _real("precision_bits", null=True),
    _real("mean_precision_bits", null=True),
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
    _text("params"),
    _id("circuit", null=True),
    Column("result", String(16), nullable=False),
    _text("reason"),
    _text("at"),
    _seal(),
    ForeignKeyConstraint(["run", "sut"], ["suts.run", "suts.sut"]),
)

benchmarks = Table(
    "benchmarks",
    metadata,
    _id("benchmark", primary=True),
    Column("kind", String(16), nullable=False),
    _text("settings"),
    _text("started_at"),
    _text("finished_at"),
    _text("version"),
    _id("machine", ForeignKey("machines.machine")),
    _real("load_at_start"),
    _text("circumstances", null=True),
    _text("peers", null=True),
    _seal(),
)

benchmark_rows = Table(
    "benchmark_rows",
    metadata,
    _id("benchmark", ForeignKey("benchmarks.benchmark"), primary=True),
    _int("position", primary=True),
    _text("library"),
    _text("library_version"),
    _text("operation"),
    _text("basis"),
    _big("m"),
    _big("m_big", null=True),
    _big("n"),
    _int("limbs"),
    _int("modulus_bits"),
    Column("backend", String(16), nullable=False),
    _int("threads"),
    Column("clock", String(16), nullable=False),
    _real("median_ns"),
    _real("p25_ns"),
    _real("p75_ns"),
    _real("min_ns"),
    _int("samples"),
    _seal(),
    Column("parameter_set", String(64), nullable=True),
)

parameter_sets = Table(
    "parameter_sets",
    metadata,
    _id("benchmark", ForeignKey("benchmarks.benchmark"), primary=True),
    _int("position", primary=True),
    _id("name"),
    Column("scheme", String(16), nullable=False),
    _big("m"),
    _big("n"),
    _big("plaintext"),
    _big("slots"),
    _big("length"),
    _real("depth"),
    _int("limbs"),
    _real("log2_q"),
    _int("special_limbs"),
    _real("log2_p"),
    _int("modulus_bits"),
    _int("digits"),
    _text("secret"),
    _text("error"),
    _real("security_bits"),
    _text("security"),
    Column("is_secure", Boolean, nullable=False),
    Column("helib_bits", Double, nullable=True),
    _real("log2_failure"),
    _int("rotation_hints"),
    _int("automorphisms"),
    *(_big(f"{what}_{where}_bytes") for what in SIZED_OBJECTS for where in ("memory", "saved")),
    _seal(),
    UniqueConstraint("benchmark", "name"),
)

calibrations = Table(
    "calibrations",
    metadata,
    _id("calibration", primary=True),
    _id("machine", ForeignKey("machines.machine")),
    _text("measured_at"),
    _text("version"),
    Column("backend", String(16), nullable=False),
    _int("cells"),
    _int("rounds"),
    _real("seconds"),
    _real("spread"),
    _text("document"),
    _text("circumstances", null=True),
    _seal(),
)

explorations = Table(
    "explorations",
    metadata,
    _id("exploration", primary=True),
    _id("name"),
    _text("title"),
    _text("app_json"),
    _id("app_hash"),
    _text("facts_json"),
    _text("predictor", null=True),
    _big("points"),
    _int("chunks"),
    _int("chunk_points"),
    _text("started_at"),
    _text("version"),
    _id("machine", ForeignKey("machines.machine")),
    _seal(),
)

exploration_chunks = Table(
    "exploration_chunks",
    metadata,
    _id("exploration", ForeignKey("explorations.exploration"), primary=True),
    _int("chunk", primary=True),
    Column("columns", LargeBinary, nullable=False),
    _big("size_bytes"),
    _id("content_hash"),
    _seal(),
)

exploration_proofs = Table(
    "exploration_proofs",
    metadata,
    _id("proof", primary=True),
    _id("exploration", ForeignKey("explorations.exploration")),
    _text("executed_at"),
    _text("version"),
    _id("machine", ForeignKey("machines.machine")),
    _text("document"),
    _seal(),
)

ADDED: dict[str, frozenset[str]] = {
    "benchmark_rows": frozenset({"parameter_set"}),
    "circuits": frozenset(
        {"outputs", "bound", "magnitude", *(f"n_{gate}" for gate in NUMBER_GATES)}
    ),
    "suts": frozenset({"twin_of", "isolation"}),
    "keys": frozenset({"choose_ns"}),
    "evaluations": frozenset(
        {"sequence", "started_at", "idle_cpu_ns", "steal_ns"}
        | {"precision_bits", "mean_precision_bits"}
        | {figure.column for figure in EVALUATION_PARTS}
    ),
    "machines": frozenset({"cpu_family", "cpu_number", "cpu_stepping"}),
    "runs": frozenset({"circumstances", "label"}),
    "benchmarks": frozenset({"circumstances", "peers"}),
    "calibrations": frozenset({"circumstances"}),
}
"""Columns of later revisions: outside `row_hash` while null, as they are in older rows."""

UNSEALED: dict[str, frozenset[str]] = {
    "circuits": frozenset({"text_zlib"}),
    "inputs": frozenset({"text_zlib"}),
    "exploration_chunks": frozenset({"columns"}),
}
"""Columns outside `row_hash`: texts and blobs, which `content_hash` already covers."""
