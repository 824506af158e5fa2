"""What the store is given: one frozen dataclass per kind of row.

Their fields are the columns of the table of the same name, so that a record becomes a row
without a list of names in between. Shapes, ranges and units are those of docs/store.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields


@dataclass(frozen=True)
class RunRecord:
    """A run about to start."""

    suite: str
    suite_hash: str
    suite_json: str
    """The whole suite in canonical JSON: a run can be resumed without its file."""
    seed: int
    security: int
    version: str
    jobs: int = 1
    circumstances: str | None = None
    """Canonical JSON (`Circumstances`); equal on resume, or the resume is refused."""
    label: str | None = None
    """What a person calls the run (`naming.check_label`)."""


@dataclass(frozen=True)
class SutRecord:
    """A system under test as it was asked for."""

    sut: str
    command: str
    """Canonical JSON of the command; equal on resume, or the resume is refused."""
    twin_of: str | None = None
    """The system of which this is the second name (A/A)."""


@dataclass(frozen=True)
class Identity:
    """What a SUT says of itself; everything None for one that speaks the original protocol."""

    version: str | None = None
    library: str | None = None
    library_version: str | None = None
    scheme: str | None = None
    protocol: int = 1
    hello: str | None = None
    """Canonical JSON: role to HELLO."""


@dataclass(frozen=True)
class CircuitRecord:
    """A generated circuit: how it was made, what it looks like, and its text."""

    recipe: str
    """Canonical JSON with which the generator makes the same text again."""
    text: bytes
    dialect: str
    family: str
    kind: str
    gate: str | None
    space: str
    modulus: int | None
    batch: int
    depth: float
    requested_depth: float | None
    width: int
    levels: int
    gates: int
    multiplicative_depth: int
    counts: dict[str, int] = field(default_factory=dict)
    outputs: int = 1
    bound: float | None = None
    """Over reals: the largest absolute value of inputs."""
    magnitude: float | None = None
    """Over reals: the largest absolute value that an output can have."""
    magnitudes: str | None = None
    """Likewise of each output: JSON."""


@dataclass(frozen=True)
class CircuitPlace:
    """A circuit's place in a run."""

    position: int
    """Its number in the suite, from 0."""
    point: str
    """Canonical JSON of the point of its family that it was generated for."""
    own_params: str
    """The key parameters it asks for by itself; a suite may let circuits share larger ones."""


@dataclass(frozen=True)
class InputRecord:
    """One input of a circuit and what the baseline made of it."""

    input: int
    seed: int
    ones: int
    """Share of ones it was drawn with, in 1024ths; 0 for one that was given, not drawn."""
    text: bytes
    expected: str
    baseline_ns: int
    """Median over `samples` plaintext evaluations, the input's parsing included."""
    samples: int


@dataclass(frozen=True)
class KeyRecord:
    """A key generation, successful or not."""

    sut: str
    params: str
    security: int
    batch: int | None
    depth: float | None
    outcome: str
    detail: str
    figures: Mapping[str, int | None]
    """Column to value: `figures.FIGURES["keygen"]`."""
    parameters: str | None = None
    n: int | None = None
    m: int | None = None
    log2_q: float | None = None
    log2_qp: float | None = None
    t: int | None = None
    security_bits: float | None = None
    security_method: str | None = None
    secret: str | None = None
    error: str | None = None
    notes: str | None = None


@dataclass(frozen=True)
class IngestionRecord:
    """A circuit's ingestion by a server, successful or not."""

    sut: str
    key: str
    circuit: str
    outcome: str
    detail: str
    figures: Mapping[str, int | None]
    """Column to value: `figures.FIGURES["ingest"]`."""
    circuit_bytes: int
    notes: str | None = None


@dataclass(frozen=True)
class EvaluationRecord:
    """One case: a circuit on one input, once, by one SUT."""

    sut: str
    circuit: str
    input: int
    repetition: int
    key: str | None
    outcome: str
    detail: str
    stage: str
    """The step that failed, empty when all were done."""
    at: str
    load1: float
    matches: bool | None = None
    """Whether the output equals the baseline's; None without an output."""
    got: str | None = None
    """The output, kept here only when it is not the expected one."""
    output_hash: str | None = None
    wrong_slots: int | None = None
    precision_bits: float | None = None
    """Over reals: -log2 of the worst slot's error, relative to the output's magnitude."""
    mean_precision_bits: float | None = None
    """The mean over slots of the same."""
    answer_zlib: bytes | None = None
    """Over reals: the output of a right case, compressed (`answers.KeptAnswer`)."""
    answer_bytes: int | None = None
    answer_hash: str | None = None
    figures: Mapping[str, int | None] = field(default_factory=dict)
    """Column to value: `figures.CASE_FIGURES`."""
    fresh_bytes: int | None = None
    evaluated_bytes: int | None = None
    input_bytes: int | None = None
    sequence: int | None = None
    """Its number among the run's evaluations in the order of time, from 0; None if not tried."""
    started_at: str | None = None
    idle_cpu_ns: int | None = None
    """CPU time that the system used while others were measured before it; None if it did not
    wait, or for a case that does not begin a visit."""
    steal_ns: int | None = None
    """What the machine's host took from all of its cores meanwhile, in ticks of the kernel's."""


@dataclass(frozen=True)
class ProbeRecord:
    """What one probe of one key of a SUT found."""

    sut: str
    key: str
    probe: str
    params: str
    circuit: str | None
    """The circuit that was evaluated for it; None when it did not come to that."""
    result: str
    """`passed`, `failed` or `open`."""
    reason: str


@dataclass(frozen=True)
class StoredCircuit:
    """A circuit of a run, as it comes back."""

    circuit: str
    position: int
    family: str
    kind: str
    gate: str | None
    space: str
    modulus: int | None
    batch: int
    depth: float
    width: int
    levels: int
    gates: int
    circuit_bytes: int
    inputs: int
    point: str
    own_params: str
    gate_names: tuple[str, ...]
    """Names of the gates that occur in it."""
    outputs: int = 1

    @classmethod
    def of(
        cls, circuit: str, record: CircuitRecord, place: CircuitPlace, inputs: int
    ) -> StoredCircuit:
        """As it comes back once it is stored under the identifier `circuit`."""
        known = {field.name for field in fields(cls)}
        described = {name: value for name, value in vars(record).items() if name in known}
        return cls(
            circuit=circuit,
            circuit_bytes=len(record.text),
            inputs=inputs,
            gate_names=tuple(gate for gate, count in record.counts.items() if count),
            **described,
            **vars(place),
        )


@dataclass(frozen=True)
class StoredInput:
    """An input of a circuit, as it comes back."""

    circuit: str
    input: int
    seed: int
    ones: int
    input_bytes: int
    content_hash: str
    text: bytes | None
    """None when it was too large to keep: the recipe and the seed make it again."""


@dataclass(frozen=True)
class RunSummary:
    """A run in a list."""

    run: str
    suite: str
    started_at: str
    finished_at: str | None
    state: str
    resumed: int
    suts: tuple[str, ...]
    """Without the second name of the one that is measured twice."""
    twin_of: str | None
    """The system that is measured twice, if one is."""
    circuits: int
    evaluations: int
    version: str
    label: str | None = None
