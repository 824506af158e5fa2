"""The compiled module: circuits, the plaintext evaluator and the harness."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NotRequired, Self, TypedDict, final, type_check_only

import numpy as np
from numpy.typing import NDArray

from ringassay.harness.bounds import Bounds
from ringassay.sut.command import SutCommand

__all__ = [
    "BenchError",
    "BenchSuite",
    "BgvBench",
    "BgvError",
    "CalibrationError",
    "ChallengeParameters",
    "ChallengeRequestError",
    "ChallengeWrongError",
    "Circuit",
    "CircuitBuilder",
    "CkksParameters",
    "CkksPolynomials",
    "CkksSign",
    "DataError",
    "EvaluationPredictor",
    "EvaluationPrices",
    "Evaluator",
    "FormatError",
    "GateBits",
    "GateEvaluator",
    "GateSecretKey",
    "GateWords",
    "GenerateError",
    "IntegerParameters",
    "KeyParameters",
    "LatticeBench",
    "MismatchError",
    "MissingKeyError",
    "Netlist",
    "NoiseBudgetError",
    "NoiseError",
    "OperandError",
    "PackedCiphertext",
    "PackedEvaluationKeys",
    "PackedGroup",
    "PackedInstance",
    "PackedParty",
    "PackedProgram",
    "PackedPublicKey",
    "PackedSecretKey",
    "PackedShare",
    "PackedTransform",
    "ParameterPoint",
    "ParametersError",
    "PointPredictor",
    "RingElement",
    "RingError",
    "RingRecorder",
    "RnsRing",
    "Scheme",
    "SchemeError",
    "Session",
    "Step",
    "StepFailed",
    "UndecryptableError",
    "UnfitCircuitError",
    "VectorError",
    "__version__",
    "ask_program",
    "assess_points",
    "assess_rns",
    "attack_status",
    "backends",
    "beacon_record",
    "build_facts",
    "calibrate",
    "calibration_differences",
    "calibration_facts",
    "challenge_exponents",
    "challenge_samples",
    "challenge_secret",
    "check_calibration",
    "choose_multiprecision",
    "ckks_precision",
    "depth_formulas",
    "error_std_of",
    "estimate_attacks",
    "find_primes",
    "gate_parameters",
    "generate_challenge",
    "index_of",
    "judge_ckks",
    "library_functions",
    "max_log2_q",
    "min_dimension",
    "netlist_formats",
    "published_log2_q",
    "read_challenge",
    "read_script",
    "rns_points",
    "schemes",
    "secure_moduli",
    "set_threads",
    "slots",
    "solve_toy",
    "step_figures",
    "suppress_secret",
    "tally_point",
    "totients",
    "undecryptable",
    "verify_challenge",
]
__version__: str

class FormatError(ValueError):
    """A text that is not in its format; the message names place and expectation."""

    line: int
    column: int
    expected: str
    found: str

class GenerateError(ValueError):
    """A circuit that cannot be generated as asked; the message says what to change."""

@type_check_only
class Summary(TypedDict):
    """Shape, counts and depths of a circuit."""

    dialect: Literal["simd", "fan-in"]
    space: Literal["gf2", "zt", "real", "complex"]
    modulus: int | None
    bound: float | None
    """R or C: the largest absolute value of inputs over real or complex numbers."""
    magnitudes: list[float] | None
    """Over these: the largest absolute value of each output."""
    largest: float | None
    """Over these: that of anything that is computed."""
    gain_bits: float | None
    """Over these: G of the key parameters, by how many bits errors grow."""
    wires: int
    batch: int
    depth: str
    levels: int
    gates: int
    outputs: int
    counts: dict[str, int]
    multiplicative_depth: int
    needed_depth: int
    """The least D of a key: products in a row; over numbers also those with constants and masks."""

@type_check_only
class Facts(TypedDict):
    """What a circuit asks of a scheme: counts of operations on ciphertexts."""

    inputs: int
    additions: int
    multiplications: int
    input_products: int
    constant_operations: int
    rotations: int
    product_operands: int
    output_is_product: bool
    multiplicative_depth: int
    live_peak: int
    entries: int
    outputs: int

@final
class Circuit:
    """A circuit over a plaintext space; valid by construction and immutable."""

    @staticmethod
    def parse(data: bytes) -> Circuit:
        """Read a circuit file of either dialect; raises FormatError."""

    @staticmethod
    def generate(config: Mapping[str, Any]) -> Circuit:
        """Generate a circuit; equal configurations give equal circuits on every machine.

        Keys: kind ("mixed", "single", "fan-in"), seed, width. SIMD: space ("gf2", "zt"),
        modulus, batch, depth (decimal text; mixed), levels (single), gate (single),
        distribution {gate: weight}, depths {gate: decimal text}, avoid_constant, ones (share of
        ones in 1024ths that avoid_constant tries with). Fan-in: family (1, 2, 3), gates,
        xor_gates, share, xor_share (in 1024ths), levels (family 3), gate. `outputs` of a SIMD
        circuit, by default 1. Over real and complex numbers ("real", "complex"): bound, and kind
        "application" with application and size.

        Raises GenerateError where the configuration cannot be met, ValueError where it is none.
        """

    @staticmethod
    def expression(text: str, modulus: int | None = None, batch: int = 1) -> Circuit:
        """Read an expression of docs/formats.md as a circuit on integers mod t, or on bits.

        Raises FormatError with line and column, ValueError for a modulus or batch out of range.
        """

    @property
    def input_names(self) -> list[str] | None:
        """The names of the input wires of an expression, a netlist or a traced function, in order;
        None for other circuits."""

    def with_input_names(self, names: list[str]) -> Circuit:
        """The same circuit with names of its input wires. Raises ValueError for another number."""

    def facts(self) -> Facts:
        """Counts of operations, multiplicative depth, live ciphertexts; linear in the size.

        `input_products`: products with an input as a factor; `product_operands`: operands of sums
        and products that are products themselves; `live_peak`: the most ciphertexts alive at once
        when gates are executed in their order; `entries`: ciphertexts of a vector, here 1;
        `outputs`: ciphertexts that are decrypted.
        """

    def entry_facts(self) -> Facts:
        """Likewise where each entry of a vector is a ciphertext of its own, as FV,
        YASHE', F-NTRU and
        SHIELD compute circuits: rotations and selections take nothing, `entries` is the vectors'
        length. Raises ValueError beyond 2^22 entries of all gates.
        """

    def to_bytes(self) -> bytes:
        """The circuit in its canonical text form."""

    def summary(self) -> Summary:
        """Shape, counts and depths; linear in the size of the circuit."""

    def packed(self, rows: int) -> Circuit:
        """The circuit that computes this one `rows` times at once: entry i of row r lies in slot
        i * rows + r. The gates stay the same, one for one, and so does the declared depth.

        Raises ValueError for vectors longer than 2^17 entries, and for fan-in circuits.
        """

    def random_input(self, seed: int, ones: int = 512) -> bytes:
        """A random input in its text form; bits are one with probability ones/1024."""

    def canonical_input(self, input: bytes) -> bytes:
        """An input of this circuit in the writer's form, from any notation that is read.

        Raises FormatError with line, column and what was expected.
        """

    def key_parameters(
        self, security: int, levels: int | None = None, precision: int | None = None
    ) -> bytes:
        """Key parameters for this circuit: its depth rounded up, or the levels given as D.

        Circuits over real and complex numbers need the precision that is asked for, in bits.
        """

    def instructions(
        self,
    ) -> list[tuple[int, str, list[int], list[int] | list[float] | list[complex] | int | None]]:
        """The gates in order: node, name, operand nodes, constant.

        Wires are nodes 0 to W - 1, gates follow. The constant is a list
        with an entry for each slot, or the amount of a rotation. Fan-in gates are lowered to
        LADD, LADDconst and LMUL of batch 1.
        """

    def output_nodes(self) -> list[int]:
        """The nodes of the outputs, in order, of the gates of `instructions`."""

    def slot_program(self, target: bytes) -> bytes:
        """The slot program for a target (docs/programs.md), both as text.

        Raises ValueError: a target that is none, or why the circuit cannot run.
        """

    def evaluator(self) -> Evaluator:
        """The circuit compiled for plaintext evaluation."""

@final
class CircuitBuilder:
    """A circuit that grows gate by gate; every method returns the new gate's node.

    Wires are nodes 0 to wires - 1. Constants and masks have an entry for each slot. ValueError: a
    gate outside the plaintext space, an unknown operand, a constant out of range.
    """

    def __new__(
        cls,
        wires: int,
        modulus: int | None = None,
        batch: int = 1,
        bound: float | None = None,
        is_complex: bool = False,
    ) -> Self:
        """Bits; integers mod `modulus`; or reals or complex numbers, inputs up to `bound`."""

    def __len__(self) -> int:
        """Gates so far."""

    def add(self, a: int, b: int) -> int:
        """a + b."""

    def sub(self, a: int, b: int) -> int:
        """a - b, but of bits."""

    def mul(self, a: int, b: int) -> int:
        """a * b."""

    def neg(self, a: int) -> int:
        """-a, but of bits."""

    def conj(self, a: int) -> int:
        """The complex conjugate, of complex numbers."""

    def rotate(self, a: int, amount: int) -> int:
        """Slot i goes to slot (i + amount) mod batch, 0 <= amount < batch."""

    def add_const(
        self, a: int, constant: Sequence[int] | Sequence[float] | Sequence[complex]
    ) -> int:
        """a + constant."""

    def mul_const(
        self, a: int, constant: Sequence[int] | Sequence[float] | Sequence[complex]
    ) -> int:
        """a * constant."""

    def poly(self, a: int, coefficients: Sequence[float] | Sequence[complex]) -> int:
        """The polynomial with these coefficients, the lowest first, of real or complex numbers."""

    def select(self, a: int, b: int, mask: Sequence[int]) -> int:
        """a where the mask is one, b where it is zero."""

    def finish(self, outputs: Sequence[int], names: Sequence[str] | None = None) -> Circuit:
        """The circuit with these nodes as outputs; `names` are those of its wires."""

@type_check_only
class NetlistFigures(TypedDict):
    """The size of a netlist: bits, gates, inverters, most ANDs and most gates on a path."""

    inputs: int
    outputs: int
    ands: int
    xors: int
    inverters: int
    and_depth: int
    depth: int

@final
class Netlist:
    """A Boolean function as a graph of XOR and AND gates (docs/netlists.md); immutable."""

    @staticmethod
    def read(data: bytes, format: str | None = None) -> Netlist:
        """Read a netlist; without a format (`netlist_formats`) its beginning tells.

        Raises FormatError with line and column, ValueError for what is no netlist.
        """

    @staticmethod
    def detect(data: bytes) -> str | None:
        """The format that the data begin like; None for what is no netlist."""

    @staticmethod
    def library(name: str, variant: str | None = None, width: int | None = None) -> Netlist:
        """A function of the library (`library_functions`). ValueError: there is none such."""

    @staticmethod
    def from_circuit(circuit: Circuit) -> Netlist:
        """A circuit over single bits (gf2, batch 1, or fan-in). ValueError: it is none."""

    def write(self, format: str) -> bytes:
        """The canonical text. ValueError: constants in the older Bristol format."""

    def simplified(self) -> Netlist:
        """The same function without what is redundant; neither ANDs nor AND depth grow."""

    def circuit(self, batch: int = 1) -> Circuit:
        """The same function on `batch` assignments, one in each slot: a wire for each input bit.

        ValueError: no inputs, no outputs, or more than circuits have.
        """

    def figures(self) -> NetlistFigures:
        """Counts and depths; linear in the size."""

    @property
    def inputs(self) -> list[tuple[str, int]]:
        """Name and bits of each input; the name is empty where there is none."""

    @property
    def outputs(self) -> list[tuple[str, int]]:
        """Name and bits of each output."""

@type_check_only
class PublishedSize(TypedDict):
    """The size of a netlist that others have published."""

    file: str
    ands: int
    xors: int
    inverters: int

@type_check_only
class LibraryFunction(TypedDict):
    """A function of the library: the first variant and the width are the usual ones."""

    name: str
    title: str
    origin: str
    variants: list[str]
    width: int | None
    published: PublishedSize | None

def netlist_formats() -> list[str]:
    """The names of the formats of netlists."""

def library_functions() -> list[LibraryFunction]:
    """The functions of the library."""

@final
class Evaluator:
    """A compiled circuit with the memory it runs in."""

    def evaluate(self, input: bytes) -> bytes:
        """Evaluate one input; both are texts of docs/formats.md. Raises FormatError."""

    def time_ns(self, input: bytes, samples: int) -> list[int]:
        """Nanoseconds of each of `samples` evaluations of one input, its reading included."""

    @property
    def executed_gates(self) -> int:
        """Gates executed: those that lead to an output and are not decided beforehand."""

@final
class KeyParameters:
    """Key parameters as a system under test reads them."""

    batch: int
    depth: str
    security: int
    modulus: int | None
    fan_in: bool
    bound: float | None
    """R or C, P, M and G of circuits over real or complex numbers."""
    precision: float | None
    magnitude: float | None
    gain: float | None
    is_complex: bool
    @staticmethod
    def parse(data: bytes) -> KeyParameters:
        """Read key parameters of either dialect; raises FormatError."""

def read_script(data: bytes) -> list[tuple[str, str]]:
    """Entries of a test script: ("KEY" | "CIRCUIT" | "INPUT", path); raises FormatError."""

class StepFailed(Exception):  # noqa: N818 - an outcome, not an error of the program
    """A pair that did not start, a program that did not answer, a packet that could not be placed;
    the arguments are a Step and role to isolation, of each program that was started."""

def ask_program(
    command: SutCommand, bounds: Bounds, guard: str, question: bytes
) -> tuple[bytes, dict[str, dict[str, str]]]:
    """The standard output of a command's client, started in isolation without a handshake, with the
    question as its standard input; and the protections that stood around it. Raises StepFailed."""

def step_figures() -> list[tuple[str, str, str]]:
    """Name, unit and meaning of each figure of a `Step`."""

@final
class Step:
    """Figures of one step, or the class and circumstances of its failure.

    `outcome` is "ok" or a class of docs/protocol.md; `detail` says what happened (empty for ok);
    `step_figures` says what the figures mean; those of a failure are 0 but for `wall_ns`,
    `sent_bytes` and `received_bytes`.
    """

    @property
    def outcome(self) -> str: ...
    @property
    def detail(self) -> dict[str, Any]: ...
    @property
    def wall_ns(self) -> int: ...
    @property
    def send_ns(self) -> int: ...
    @property
    def wait_ns(self) -> int: ...
    @property
    def receive_ns(self) -> int: ...
    @property
    def key_send_ns(self) -> int: ...
    @property
    def client_cpu_ns(self) -> int: ...
    @property
    def server_cpu_ns(self) -> int: ...
    @property
    def client_peak_bytes(self) -> int: ...
    @property
    def server_peak_bytes(self) -> int: ...
    @property
    def sent_bytes(self) -> int: ...
    @property
    def received_bytes(self) -> int: ...
    @property
    def payload_bytes(self) -> int: ...
    @property
    def report(self) -> dict[str, Any] | None: ...
    @property
    def output(self) -> bytes | None: ...
    @property
    def ok(self) -> bool:
        """Whether the step ended with the answer asked for."""

@final
class Session:
    """A running client and server; `ringassay.harness.Session` is the typed form."""

    def __new__(
        cls,
        command: SutCommand,
        bounds: Bounds,
        guard: str,
        interrupted: Callable[[], bool] | None = None,
        hidden: Sequence[str] = ...,
    ) -> Session: ...
    @property
    def start_ns(self) -> int: ...
    @property
    def usable(self) -> bool: ...
    @property
    def output(self) -> bytes | None: ...
    def hello(self, role: Literal["client", "server"]) -> dict[str, Any] | None: ...
    def isolation(self, role: Literal["client", "server"]) -> dict[str, dict[str, str]]: ...
    def keygen(self, parameters: bytes) -> Step: ...
    def ingest(self, circuit: bytes) -> Step: ...
    def encrypt(self, input: bytes) -> Step: ...
    def evaluate(self) -> Step: ...
    def decrypt(self) -> Step: ...
    def ciphertext(self, which: Literal["fresh", "evaluated"]) -> bytes | None: ...
    @property
    def key(self) -> bytes | None: ...
    def place(self, which: Literal["key", "fresh", "evaluated"], raw: bytes) -> None: ...
    def shorten(self, seconds: float) -> None: ...
    def shared(self) -> list[str]: ...
    def hold_one(self, role: Literal["client", "server"]) -> bool: ...
    def release_one(self, role: Literal["client", "server"]) -> bool: ...
    def hold(self) -> bool: ...
    def release(self) -> int | None: ...
    def resident_bytes(self) -> int: ...
    def close(self) -> dict[str, dict[str, Any]] | None: ...

class BenchError(ValueError):
    """A row that cannot be measured as asked."""

@final
class BenchSuite:
    """Rows that are ready to be measured: operation, basis, m, larger index, limbs, bits,
    threads, library (see `ringassay.bench`). Raises BenchError."""

    def __new__(
        cls,
        rows: Sequence[tuple[str, str, int, int | None, int, int, int, str]],
        backend: str | None,
        sample_ns: int,
    ) -> BenchSuite: ...
    def described(self) -> list[dict[str, Any]]: ...
    def round(self) -> list[float]: ...

@final
class BgvBench:
    """A parameter set of BGV with keys and ciphertexts to measure. Raises BenchError, BgvError."""

    def __new__(cls, request: _IntegerRequest, backend: str | None) -> BgvBench: ...
    def facts(self) -> dict[str, Any]:
        """What the set is, and what its objects weigh: the fields of a `ParameterSet`."""

    def suite(
        self, operations: Sequence[str], threads: Sequence[int], sample_ns: int
    ) -> BenchSuite:
        """Operations by name, each on each of these numbers of threads, ready to be measured."""

@final
class LatticeBench:
    """Keys and operands of CKKS, BGV or BFV at a power of two. Raises BenchError, SchemeError."""

    def __new__(
        cls,
        scheme: str,
        n: int,
        q_bits: Sequence[int],
        p_bits: Sequence[int],
        plaintext: int,
        log2_scale: int,
    ) -> LatticeBench: ...
    def facts(self) -> dict[str, Any]:
        """What it is, and what its objects weigh."""

    def counted(self) -> list[tuple[str, int, int]]:
        """Operations that switch keys or rescale: transforms of one limb, and the most bytes that
        each holds besides operands and keys, its result included. Counted on shapes."""

    def ciphertext_words(self) -> bytes | None:
        """The words of a fresh ciphertext, little endian; None where they are not shown."""

    def suite(
        self, operations: Sequence[str], threads: Sequence[int], sample_ns: int
    ) -> tuple[BenchSuite, list[str]]:
        """Operations by name, each on each of these numbers of threads, ready to be measured, and
        those of the names that there are, in their order."""

class CalibrationError(ValueError):
    """A machine that cannot be calibrated, or a text that is no calibration."""

def calibrate(
    rounds: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    seconds: float | None = None,
) -> str:
    """Measures the kernels of this machine, in so many rounds or as many as fit into so many
    seconds; the calibration as JSON. `progress(done, rounds)` is called after each round. Raises
    CalibrationError, and whatever `progress` raises."""

class _CalibrationFacts(TypedDict):
    """What a calibration says of itself."""

    processor: str
    cores: int
    backend: str
    profile: str
    version: str
    measured_at: int
    seconds: float
    rounds: int
    cells: int
    spread: float
    confidence: float
    fresh_ns_per_byte: float
    phase: _Phase | None

class _Phase(TypedDict):
    """How fast a machine was while it was measured: medians of probes of vector and scalar code,
    the upper decile of the vector probe over the lower one, and whether that is unsteady."""

    vector_ns: float
    scalar_ns: float
    vector_range: float
    samples: int
    is_unsteady: bool

def calibration_facts(calibration: str) -> _CalibrationFacts:
    """Where, when and how well a calibration (JSON) was made. Raises CalibrationError."""

class _CalibrationCheck(TypedDict):
    """Whether a calibration holds: no reasons, and it does."""

    reasons: list[str]
    drift: float
    cells: int
    vector: float | None
    scalar: float | None

def calibration_differences(calibration: str) -> list[str]:
    """In what its machine, program or kernels differ from what is here; measures nothing."""

def check_calibration(calibration: str) -> _CalibrationCheck:
    """Whether a calibration (JSON) holds on this machine now; takes about 0.3 seconds. Raises
    CalibrationError."""

class _PointPredictions(TypedDict):
    """What the five-function application takes at each point; NaN where there is no instance."""

    keys_ns: NDArray[np.float64]
    encrypt_ns: NDArray[np.float64]
    add_ns: NDArray[np.float64]
    multiply_ns: NDArray[np.float64]
    decrypt_ns: NDArray[np.float64]
    switch_ns: NDArray[np.float64]
    total_ns: NDArray[np.float64]
    peak_bytes: NDArray[np.float64]
    key_bytes: NDArray[np.float64]
    key_peak_bytes: NDArray[np.float64]
    ciphertext_bytes: NDArray[np.float64]
    work_bytes: NDArray[np.float64]
    complexity: NDArray[np.float64]
    extrapolated: NDArray[np.float64]
    multiplications: NDArray[np.float64]
    additions: NDArray[np.float64]
    subtractions: NDArray[np.float64]
    divisions: NDArray[np.float64]
    modulo: NDArray[np.float64]
    random: NDArray[np.float64]
    round: NDArray[np.float64]

@type_check_only
class Applied(TypedDict):
    """A point with what is done there: each basic function once where neither is given."""

    scheme: str
    n: int
    log2_q: int
    log2_w: int
    t: int
    index: int | None
    """BGV and BFV: the ring's index, from which all else follows with t and depth."""
    depth: float | None
    expression: str | None
    circuit: bytes | None

@type_check_only
class Computed(TypedDict):
    """An expression, or the text of a circuit file."""

    expression: str | None
    circuit: bytes | None

class _RnsColumns(TypedDict):
    security_bits: NDArray[np.float64]
    log2_failure: NDArray[np.float64]
    log2_q: NDArray[np.float64]
    log2_p: NDArray[np.float64]
    digits: NDArray[np.float64]
    ring_products: NDArray[np.float64]
    ciphertext_bytes: NDArray[np.float64]
    key_bytes: NDArray[np.float64]
    data_bytes: NDArray[np.float64]
    wall_ns: NDArray[np.float64]
    peak_bytes: NDArray[np.float64]

def rns_points(
    scheme: str, computed: Computed, t: int, security_bits: float
) -> tuple[float, list[int]]:
    """The depth that parameters of BGV or BFV have to serve for a circuit, in HEtest's units, and
    the indices of the rings that serve it, the best first.

    Raises ValueError where there are none, with the reason.
    """

def totients(indices: Sequence[int]) -> list[int]:
    """φ of each index. Raises ValueError for what is no index."""

def assess_rns(
    scheme: str,
    computed: Computed,
    indices: Sequence[int],
    t: Sequence[int],
    depth: float,
    predictor: PointPredictor | None = None,
) -> tuple[_RnsColumns, str | None]:
    """What is known of points of BGV or BFV for a circuit run on shapes: bits, bytes, ns; NaN
    where a point does not serve it. And why the first does not that does not.

    Raises ValueError.
    """

@type_check_only
class PredictedApplication(TypedDict):
    """One application at one point."""

    ns: list[float]
    total_ns: float
    peak_bytes: int
    live_bytes: int
    complexity: float
    extrapolated: int

def tally_point(applied: Applied, predictor: PointPredictor | None = None) -> dict[str, Any]:
    """What an application counts, function by function, with a trace of its memory: JSON.

    With times where a predictor is given. Raises ValueError.
    """

@final
class PointPredictor:
    """Prices points of schemes by a calibration."""

    def __new__(cls, calibration: str) -> PointPredictor:
        """Raises CalibrationError."""

    def predict(
        self, scheme: str, columns: PointColumns, switches: bool = False
    ) -> _PointPredictions:
        """Processor time on one thread in nanoseconds, memory in bytes, operations on words.

        `switches`: with a switch of keys, where that is a function of its own (YASHE').

        log2 q and log2 w are rounded. Raises ValueError.
        """

    def predict_application(self, applied: Applied) -> PredictedApplication:
        """Nanoseconds for keys, encryptions, sums, products, decryption; peaks of memory in bytes.

        Raises ValueError.
        """

@type_check_only
class EvaluationPrediction(TypedDict):
    """Nanoseconds of processor time on one thread, bytes, kernel calls."""

    evaluate_ns: float
    plan_ns: float
    receive_ns: float
    read_ns: float
    write_ns: float
    new_memory_ns: float
    peak_bytes: int
    ciphertext_bytes: int
    input_bytes: int
    calls: int
    extrapolated: int
    unknown: int

@final
class EvaluationPrices:
    """A calibration, and what is measured beside it once for all predictors."""

    def __new__(cls, calibration: str) -> EvaluationPrices:
        """Raises CalibrationError."""

    def predictor(
        self,
        params: bytes,
        encryption: Literal["public", "secret"] = "public",
        rotation_keys: int | None = None,
        index: int | None = None,
    ) -> EvaluationPredictor:
        """`params`: key parameters as text; the others as the system's options. With an index no
        other one is searched for. Raises CalibrationError and ValueError."""

@final
class EvaluationPredictor:
    """Prices evaluations by ringassay-bgv under one key, by ringassay-ckks under one for reals."""

    @property
    def parameters(self) -> tuple[int, int, float]:
        """m, n, and log2 of the largest modulus."""

    def predict(self, circuit: bytes) -> EvaluationPrediction:
        """What an evaluation of a circuit, as text, takes. Raises ValueError."""

class _Backends(TypedDict):
    """The instructions that the kernels compute with."""

    available: list[str]
    chosen: str
    variable: str

def backends() -> _Backends:
    """Raises ValueError when the environment asks for a backend that cannot be had."""

def attack_status(
    problem: Literal["lwe", "ntru"],
    dimension: int,
    log2_q: float,
    error_std: float,
    secret: str,
) -> tuple[float | None, str]:
    """Bits of security by our estimator, None where there is no estimate, and the words for it.

    `secret` is "ternary", "binary", "sparse-WEIGHT", "ternary-P" (the probability of 0),
    "gaussian-STD", "binomial-ETA", "tuniform-BITS" or "uniform". Overstretched NTRU has 0 bits.
    Raises ValueError for a problem or secret that there is not.
    """

def undecryptable(
    dimension: int, log2_q: float, error_std: float, plaintext_modulus: float | None = None
) -> str | None:
    """Why nothing decrypts that is encrypted under a public key in a ring; None where it does."""

def error_std_of(text: str) -> float:
    """The standard deviation of errors: "3.19", "gaussian-STD", "binomial-ETA", "tuniform-BITS".

    Raises ValueError for a distribution that there is not.
    """

class _Attack(TypedDict):
    attack: str
    bits: float
    beta: int
    dimension: int
    eta: int
    guessed: int
    fourier: int
    log2_repetitions: float

class _AttackReport(TypedDict):
    status: Literal["estimated", "overstretched", "not estimated"]
    bits: float | None
    words: str
    attacks: list[_Attack]
    notes: list[str]

def estimate_attacks(
    problem: str,
    dimension: int,
    log2_q: float,
    error_std: float,
    secret: str,
    samples: int | None = None,
    model: str = "matzov",
) -> _AttackReport:
    """The same with a row for each attack, cheapest first; no rows without an estimate.

    `notes`: the limits of the models that the estimate touches. `samples`: the most that an
    attacker sees. `model`: "matzov", "core-svp", "core-svp-quantum" or "sieve-2018".
    """

def max_log2_q(
    dimension: int,
    secret: str,
    error_std: float,
    bits: float,
    problem: str = "lwe",
    samples: int | None = None,
    model: str = "matzov",
) -> float:
    """The largest log2 q with which a dimension has so many bits of security, to 1/64.

    Raises ValueError for parameters out of range, and where no modulus will do.
    """

def min_dimension(
    log2_q: float, secret: str, error_std: float, bits: float, model: str = "matzov"
) -> int:
    """The smallest dimension in which a modulus has so many bits of security, for any number of
    samples.

    Raises ValueError for parameters out of range, and where no dimension will do.
    """

def published_log2_q(dimension: int, secret: str, bits: int) -> tuple[int | None, int | None]:
    """The largest log2 q of the guidelines of 2024 and of the standard of 2018.

    Raises ValueError for a distribution that there is not.
    """

def secure_moduli() -> tuple[list[int], dict[int, list[int]]]:
    """The table that adapters choose their parameters by: security levels in bits; for each ring
    dimension the largest log2 of the whole modulus, a column for each level.
    """

class _BuildFacts(TypedDict):
    commit: str | None
    compiler: str | None
    profile: str
    kernels: str
    threads: int

def build_facts() -> _BuildFacts:
    """How this module was built: commit and compiler as `make build` states them."""

class ChallengeRequestError(ValueError):
    """A challenge, an instance or a record of the beacon that cannot be had as asked."""

class ChallengeWrongError(ValueError):
    """What is wrong with a challenge, and in which file."""

@final
class ChallengeParameters:
    """Parameters of the instances of a challenge."""

    def __new__(
        cls,
        m: int,
        q: int,
        samples: int,
        *,
        variance: float | None = None,
        rounded: bool = False,
        p: int | None = None,
    ) -> ChallengeParameters:
        """Ring-LWE with `variance`, or ring-LWR with `p`. Raises ChallengeRequestError."""

    @property
    def problem(self) -> Literal["continuous", "discrete", "rounding"]: ...
    @property
    def m(self) -> int: ...
    @property
    def q(self) -> int: ...
    @property
    def samples(self) -> int: ...
    @property
    def p(self) -> int | None: ...
    @property
    def variance(self) -> float | None: ...
    @property
    def bound(self) -> float | None: ...
    def lwe(self) -> tuple[int, float, float, int | None]:
        """Dimension, log2 q, standard deviation of the error, samples."""

@type_check_only
class _ChallengeFacts(TypedDict):
    number: int
    instances: int
    epoch: int
    offset: int
    parameters: ChallengeParameters
    opened: list[int]

@type_check_only
class _VerifiedFacts(_ChallengeFacts):
    closed: list[int]
    p_values: list[float]

def beacon_record(content: bytes) -> tuple[bytes, int | None]:
    """The value of a record of the beacon, and its time. Raises ChallengeRequestError."""

def generate_challenge(
    parent: Path,
    parameters: ChallengeParameters,
    number: int,
    instances: int,
    epoch: int,
    offset: int,
    annotation: str,
    progress: Callable[[int, int], object] | None = None,
) -> Path:
    """Generates a challenge in a new folder below `parent`. Raises ChallengeRequestError, OSError,
    and whatever `progress` raises."""

def read_challenge(path: Path) -> _ChallengeFacts:
    """The challenge in a folder, and whose secrets are there."""

def verify_challenge(
    path: Path,
    value: bytes | None = None,
    time: int | None = None,
    foreign: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> _VerifiedFacts:
    """Checks every file. Raises ChallengeWrongError, ChallengeRequestError, OSError."""

def suppress_secret(
    path: Path,
    value: bytes,
    time: int | None = None,
    foreign: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> int:
    """Removes the secret that the beacon chooses; its instance. Raises as verify_challenge."""

def challenge_samples(path: Path, number: int) -> list[tuple[NDArray[Any], NDArray[Any]]]:
    """The samples of an instance."""

def challenge_secret(path: Path, number: int) -> NDArray[np.int64] | None:
    """The secret of an instance; None where it is not published."""

def challenge_exponents(parameters: ChallengeParameters) -> NDArray[np.int64]:
    """The exponents of the powerful basis, in the files' order."""

def solve_toy(
    path: Path, number: int, most: int, progress: Callable[[int, int], object] | None = None
) -> list[list[int]]:
    """The secrets with which every sample of a toy is right."""

class RingError(ValueError):
    """What cannot be done with these rings, elements or parameters, and what would work."""

@final
class RingRecorder:
    """What rings that count have done; `ringassay.ring.Tally` is the form for people."""

    def __new__(cls) -> RingRecorder: ...
    def phase(self, name: str) -> None:
        """From here on a function of that name runs; none if it is empty. Raises ValueError."""

    def account(self, predictor: PointPredictor | None = None) -> dict[str, Any]:
        """Function by function, with a trace of memory: JSON."""

    def counts(self) -> list[tuple[str, str, int, int]]:
        """Phase, kernel, length of a row, times."""

@final
class RnsRing:
    """A ring Z_Q[ζ_m]; `ringassay.ring.Ring` is the form for people. Seeds have 32 bytes."""

    def __new__(
        cls,
        m: int,
        moduli: Sequence[int],
        backend: str | None,
        recorder: RingRecorder | None = None,
    ) -> RnsRing:
        """With a cost recorder: a ring that counts. Raises RingError."""

    @property
    def m(self) -> int: ...
    @property
    def n(self) -> int: ...
    @property
    def moduli(self) -> list[int]: ...
    @property
    def backend(self) -> str: ...
    @property
    def transforms(self) -> list[str]: ...
    def crt_exponents(self) -> list[int]: ...
    def roots(self) -> list[int]: ...
    def prefix(self, limbs: int) -> RnsRing: ...
    def constant(self, residues: Sequence[int]) -> RingElement: ...
    def from_residues(self, residues: NDArray[np.uint64], basis: str) -> RingElement: ...
    def from_integers(self, coefficients: NDArray[np.int64], basis: str) -> RingElement: ...
    def uniform(self, seed: bytes | None) -> RingElement: ...
    def ternary(self, weight: int | None, seed: bytes | None) -> RingElement: ...
    def binomial(self, eta: int, seed: bytes | None) -> RingElement: ...
    def gaussian(self, sigma: float, spherical: bool, seed: bytes | None) -> RingElement: ...
    def __eq__(self, value: object, /) -> bool: ...

@final
class RingElement:
    """An element in one basis; `ringassay.ring.Element` has the operators."""

    @property
    def basis(self) -> Literal["powerful", "decoding", "crt"]: ...
    @property
    def secret(self) -> bool: ...
    def public(self) -> RingElement: ...
    def to(self, basis: str) -> RingElement: ...
    def residues(self) -> NDArray[np.uint64]: ...
    def add(self, other: RingElement) -> RingElement: ...
    def sub(self, other: RingElement) -> RingElement: ...
    def mul(self, other: RingElement) -> RingElement: ...
    def scale(self, residues: Sequence[int]) -> RingElement: ...
    def mul_g(self) -> RingElement: ...
    def div_g(self) -> RingElement: ...
    def automorphism(self, k: int) -> RingElement: ...
    def embed(self, big: RnsRing) -> RingElement: ...
    def twace(self, small: RnsRing) -> RingElement: ...
    def lift(self) -> NDArray[np.int64]: ...
    def lift_big(self) -> list[int]: ...
    def __eq__(self, value: object, /) -> bool: ...

class _IndexFacts(TypedDict):
    totient: int
    factors: list[tuple[int, int]]

class _SlotFacts(TypedDict):
    count: int
    degree: int
    dimensions: list[tuple[int, int, bool]]
    units: list[int]

def find_primes(m: int, bits: int, count: int, avoid: Sequence[int]) -> list[int]:
    """Primes for rings of index m, largest first; raises RingError."""

def index_of(m: int) -> _IndexFacts:
    """Totient, and the prime powers in the order of the axes; raises RingError."""

def slots(m: int, p: int) -> _SlotFacts:
    """How Z_p[ζ_m] splits; raises RingError."""

class SchemeError(ValueError):
    """What cannot be done with these parameters, keys or ciphertexts, and what would work."""

BgvError = SchemeError

class NoiseError(SchemeError):
    """The noise may be too large: the result could be wrong."""

class NoiseBudgetError(NoiseError):
    """The result would not be certain to decrypt."""

class UndecryptableError(NoiseError):
    """The noise of a ciphertext has, or may have, destroyed its message; or it is of another
    key."""

class MissingKeyError(SchemeError):
    """An evaluation key was not generated or not given."""

class ParametersError(SchemeError):
    """No such parameters: they do not exist, or are not secure enough."""

class MismatchError(SchemeError):
    """Operands, keys or bytes of different parameters."""

class VectorError(SchemeError):
    """A vector of another length or with entries out of range, or a plaintext that holds none."""

class OperandError(SchemeError):
    """A ciphertext that the operation cannot take."""

class UnfitCircuitError(SchemeError):
    """A circuit that these keys cannot evaluate."""

class DataError(SchemeError):
    """Bytes that hold no such object."""

class _IntegerRequest(TypedDict):
    """What parameters are to serve; `ringassay.slots.Choose` says more."""

    plaintext: int
    plaintext_bits: int | None
    length: int | None
    depth: float | None
    slack: float | None
    security_bits: float
    objective: str
    index: int | None
    most_log2_qp: float | None
    rotation_keys: int | None
    insist: bool
    for_this_machine: bool

class _Moduli(TypedDict):
    """Moduli that the user states: primes, or sizes in bits below 64; `ringassay.slots.State` says
    more."""

    primes: Sequence[int | float] | None
    log2_q: float | None
    small: Sequence[int | float]
    special: Sequence[int | float] | None
    log2_p: float | None
    digits: int | None

class _IntegerParameterFacts(TypedDict):
    """A parameter set; None for what is not known of one that was loaded. Primes by what they are
    for: large and small in BGV, primes and auxiliary in BFV."""

    scheme: str
    m: int
    n: int
    plaintext: int
    slots: int
    log2_q: float
    log2_p: float
    special: list[int]
    large: NotRequired[list[int]]
    small: NotRequired[list[int]]
    primes: NotRequired[list[int]]
    auxiliary: NotRequired[list[int]]
    digits: int
    secret: str
    error: str
    security_bits: float
    security: str
    helib_bits: float | None
    is_secure: bool | None
    depth: float | None
    slack: float | None
    log2_failure: float | None
    rotation_keys: int | None
    mean_automorphisms: float | None
    most_automorphisms: int | None
    explanation: list[str]
    choice_ns: int | None

class _PackedProgramFacts(TypedDict):
    wires: int
    steps: dict[str, int]
    peak_bytes: int | None
    budget_bits: float | None
    outputs: int

def set_threads(count: int | None) -> int | None:
    """Has what is called from now on computed on so many threads; None: on all processors.

    Returns how many it was before. Raises ValueError for 0, OSError if there are none to be had."""

def choose_multiprecision(
    scheme: str,
    t: int,
    depth: float,
    security_bits: float,
    degree: int | None = None,
    insist: bool = False,
    log2_w: int | None = None,
    sums: int = 2,
) -> dict[str, Any]:
    """Parameters of fv, yashe, f-ntru or shield as facts: scheme, m, n, plaintext, slots, log2_q,
    q, log2_w, digits, secret, error, security_bits, security, is_secure, formula, formula_source,
    levels, product_operations. Raises BgvError."""

class _CkksStep(TypedDict):
    """A ciphertext after some products; bits are -log2 of errors of slots."""

    level: int
    log2_scale: float
    average_bits: float
    worst_bits: float
    budget_bits: float

class _CkksKey(TypedDict):
    name: str
    log2_modulus: float
    security_bits: float

class _CkksAlternative(TypedDict):
    """What a little more would cost, over what was chosen; None where nothing serves."""

    name: str
    n: int | None
    log2_qp: float | None
    log2_scale: int | None
    work_ratio: float | None
    size_ratio: float | None

class _CkksFacts(TypedDict):
    """A parameter set; None and empty lists for what is not known of one that was not chosen."""

    scheme: str
    ring: Literal["standard", "conjugate-invariant"]
    m: int
    n: int
    slots: int
    depth: int
    levels: list[list[int]]
    special: list[int]
    log2_scale: int
    log2_q: float
    log2_p: float
    digits: int
    digit_primes: int
    generator: int
    length: int
    range: float
    secret: str
    error: str
    security_bits: float
    security: str
    is_secure: bool | None
    keys: list[_CkksKey]
    steps: list[_CkksStep]
    alternatives: list[_CkksAlternative]
    explanation: list[str]
    refreshes: bool
    choice_ns: int | None

class _CkksFinding(TypedDict):
    severity: Literal["error", "warning", "note"]
    rule: str
    what: str
    remedy: str

class _CkksJudgement(TypedDict):
    n: int
    levels: int
    log2_scale: int
    log2_q: float
    log2_p: float
    log2_most: float | None
    digits: int
    security_bits: float
    security: str
    is_sound: bool
    log2_scales: list[float]
    steps: list[_CkksStep]
    keys: list[_CkksKey]
    findings: list[_CkksFinding]

class _CkksErrors(TypedDict):
    least: float
    mean: float
    deviation: float
    root_mean_square: float
    median: float
    worst: float
    worst_slot: int
    percentiles: list[tuple[float, float]]
    not_finite: int

class _CkksPrecision(TypedDict):
    real: _CkksErrors
    imaginary: _CkksErrors
    l2: _CkksErrors

@final
class CkksParameters:
    """A parameter set of CKKS for vectors of one length and range. The classes of CKKS raise
    SchemeError; `ringassay.ckks` has their form for people."""

    @staticmethod
    def choose(
        depth: int,
        precision_bits: float,
        range: float,
        length: int | None,
        security_bits: float,
        ring: str,
        degree: int | None,
        insist: bool,
    ) -> CkksParameters: ...
    @staticmethod
    def choose_for(
        circuit: Circuit,
        precision_bits: float,
        security_bits: float,
        ring: str,
        degree: int | None,
        insist: bool,
    ) -> CkksParameters: ...
    @staticmethod
    def choose_refreshed(
        depth: int,
        range: float,
        length: int | None,
        security_bits: float,
        degree: int | None,
        insist: bool,
    ) -> CkksParameters: ...
    @staticmethod
    def load(data: bytes, length: int | None, range: float) -> CkksParameters: ...
    def save(self) -> bytes: ...
    def instance(self) -> PackedInstance: ...
    def attach_refresh(self, secret: PackedSecretKey, evaluation: PackedEvaluationKeys) -> None: ...
    def facts(self) -> _CkksFacts: ...

@final
class CkksPolynomials:
    """Polynomials of one basis, each for some of the entries."""

    def __new__(
        cls, coefficients: NDArray[np.complex128], interval: tuple[float, float] | None
    ) -> Self: ...
    @staticmethod
    def interpolate(
        function: Callable[[float], float], from_: float, to: float, degree: int
    ) -> CkksPolynomials: ...
    @staticmethod
    def by_entry(
        polynomials: list[CkksPolynomials], of_entry: list[int | None]
    ) -> CkksPolynomials: ...
    @property
    def degree(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def products(self) -> int: ...
    def coefficients(self) -> list[tuple[float, float]]: ...
    def at(self, re: float, im: float) -> tuple[float, float]: ...
    def largest_error(
        self, function: Callable[[float], float], from_: float, to: float, samples: int
    ) -> float: ...

@final
class CkksSign:
    """A composite polynomial near the sign."""

    def __new__(
        cls, log2_gap: float, log2_error: float, degrees: list[int], refinements: int
    ) -> Self: ...
    @staticmethod
    def standard() -> CkksSign: ...
    @property
    def depth(self) -> int: ...
    @property
    def error(self) -> float: ...
    @property
    def log2_gap(self) -> float: ...

def ckks_precision(got: NDArray[np.complex128], wanted: NDArray[np.complex128]) -> _CkksPrecision:
    """Statistics of the errors of `got`, where `wanted` is right. Raises SchemeError."""

def judge_ckks(
    degree: int,
    primes: list[int],
    special: list[int] | None,
    log2_scale: int,
    hamming_weight: int | None,
    security_bits: float,
    range: float,
    precision_bits: float | None,
    depth: int | None,
) -> _CkksJudgement:
    """What is wrong with a chain: of SEAL, without `special`, or of Lattigo. Raises SchemeError."""

@final
class IntegerParameters:
    """A parameter set of BGV or BFV for vectors of one length. Vectors hold residues modulo t."""

    @staticmethod
    def choose(scheme: str, request: _IntegerRequest) -> IntegerParameters: ...
    @staticmethod
    def judge(scheme: str, request: _IntegerRequest, moduli: _Moduli) -> IntegerParameters: ...
    @staticmethod
    def load(data: bytes, length: int) -> IntegerParameters: ...
    def save(self) -> bytes: ...
    @property
    def length(self) -> int: ...
    def facts(self) -> _IntegerParameterFacts: ...
    def instance(self) -> PackedInstance: ...

@final
class GateSecretKey:
    """Encrypts and decrypts bits. The classes of gates raise SchemeError; `ringassay.gates` has
    their form for people."""

    @staticmethod
    def generate(word_bits: int) -> tuple[GateSecretKey, GateEvaluator]: ...
    def encrypt(self, bits: list[bool]) -> GateBits: ...
    def decrypt(self, bits: GateBits) -> list[bool]: ...
    def encrypt_words(self, bits: int, words: list[int]) -> GateWords: ...
    def decrypt_words(self, words: GateWords) -> list[int]: ...
    def save(self) -> tuple[bytes, bytes]:
        """The parameters, and the key."""
    @staticmethod
    def load(parameters: bytes, key: bytes) -> GateSecretKey: ...

def gate_parameters(word_bits: int) -> dict[str, Any]:
    """The parameter set for words of 1 to 4 bits as facts: word_bits, n, k, degree, log2_q,
    log2_switch_q, error_std, security_bits and those of its two problems (ring_security_bits,
    switch_security_bits), log2_gate_failure, log2_lookup_failure, key_bytes. Raises SchemeError.
    """

@final
class GateEvaluator:
    def gate(self, name: str, operands: list[GateBits]) -> GateBits: ...
    def invert(self, bits: GateBits) -> GateBits: ...
    def select(self, choice: GateBits, ones: GateBits, zeros: GateBits) -> GateBits: ...
    def lookup(self, words: GateWords, tables: list[tuple[int, list[int]]]) -> list[GateWords]: ...
    def sum(self, terms: list[tuple[int, GateWords]], constant: int) -> GateWords: ...
    def save(self) -> tuple[bytes, bytes]:
        """The parameters, and the key."""
    @staticmethod
    def load(parameters: bytes, key: bytes) -> GateEvaluator: ...
    def save_bits(self, bits: GateBits) -> bytes: ...
    def load_bits(self, data: bytes) -> GateBits: ...
    def save_words(self, words: GateWords) -> bytes: ...
    def load_words(self, data: bytes) -> GateWords: ...
    @property
    def security_bits(self) -> float: ...

@final
class GateBits:
    def __len__(self) -> int: ...
    def take(self, places: list[int]) -> GateBits: ...
    @property
    def log2_failure(self) -> float: ...

@final
class GateWords:
    def __len__(self) -> int: ...
    def take(self, places: list[int]) -> GateWords: ...
    @property
    def bits(self) -> int: ...
    @property
    def log2_failure(self) -> float: ...

@final
class PackedInstance:
    """Rings and tables of a parameter set, of BGV, BFV or CKKS. `ringassay.he` has the form of
    these classes for people; they raise SchemeError."""

    @property
    def backend(self) -> str: ...
    def generate(
        self,
        rotation_keys: int | None = None,
        rotations: Circuit | list[int] | list[PackedTransform] | None = None,
    ) -> tuple[PackedSecretKey, PackedPublicKey, PackedEvaluationKeys]: ...
    def load_secret_key(self, data: bytes) -> PackedSecretKey: ...
    def load_public_key(self, data: bytes) -> PackedPublicKey: ...
    def load_evaluation_keys(self, data: bytes) -> PackedEvaluationKeys: ...
    def load_ciphertext(self, data: bytes) -> PackedCiphertext: ...
    def transform(self, matrix: _Entries) -> PackedTransform:
        """Of a square matrix, its rows one after the other."""

@final
class PackedGroup:
    """A session of parties that share a key: `ringassay.parties` has the form of these classes for
    people."""

    def __new__(
        cls,
        instance: PackedInstance,
        parties: int,
        name: str,
        seed: bytes,
        statistical_bits: float,
        active: list[int] | None = None,
    ) -> Self: ...
    def instance(self) -> PackedInstance: ...
    def party(self, number: int, ledger: Path) -> PackedParty: ...
    def load_party(self, data: bytes, ledger: Path) -> PackedParty: ...
    def exponents(
        self,
        rotation_keys: int | None = None,
        rotations: Circuit | list[int] | list[PackedTransform] | None = None,
    ) -> list[int]: ...
    def public_key(self, sum: PackedShare) -> PackedPublicKey: ...
    def evaluation_keys(
        self,
        relinearisation: tuple[PackedShare, PackedShare] | None,
        automorphisms: list[PackedShare],
    ) -> PackedEvaluationKeys: ...
    def flooding(self, ciphertext: PackedCiphertext) -> tuple[float, float]:
        """log2 of its width, and its cost in bits."""

    def nobody(self) -> PackedSecretKey:
        """The secret 0."""

    def opened(self, ciphertext: PackedCiphertext, sum: PackedShare) -> PackedCiphertext:
        """Under the secret 0."""

    def refreshed(self, ciphertext: PackedCiphertext, sum: PackedShare) -> PackedCiphertext: ...
    def switched(
        self, ciphertext: PackedCiphertext, receiver: PackedPublicKey, sum: PackedShare
    ) -> PackedCiphertext: ...
    def save_share(self, share: PackedShare) -> bytes: ...
    def share_bytes(self, step: str, level: int, parties: int) -> int: ...
    def load_share(self, data: bytes) -> PackedShare: ...

@final
class PackedParty:
    @property
    def number(self) -> int: ...
    @property
    def shares_given(self) -> int: ...
    def public_key_share(self, group: PackedGroup) -> PackedShare: ...
    def relinearisation_share(
        self, group: PackedGroup, sum: PackedShare | None = None
    ) -> PackedShare: ...
    def automorphism_share(self, group: PackedGroup, k: int) -> PackedShare: ...
    def decryption_share(self, group: PackedGroup, ciphertext: PackedCiphertext) -> PackedShare: ...
    def switch_share(
        self, group: PackedGroup, ciphertext: PackedCiphertext, receiver: PackedPublicKey
    ) -> PackedShare: ...
    def refresh_share(self, group: PackedGroup, ciphertext: PackedCiphertext) -> PackedShare: ...
    def deal(self, group: PackedGroup, threshold: int) -> list[bytes]: ...
    def collect(self, group: PackedGroup, dealt: list[bytes]) -> None: ...
    def save(self) -> bytes: ...

@final
class PackedShare:
    @property
    def parties(self) -> list[int]: ...
    @property
    def step(self) -> str: ...
    def plus(self, others: list[PackedShare]) -> PackedShare: ...

@final
class PackedTransform:
    @property
    def rotations(self) -> int: ...
    @property
    def steps(self) -> tuple[int, int]: ...

_Entries = NDArray[np.uint64] | NDArray[np.complex128]
"""Vectors: residues modulo t, in CKKS complex numbers."""

@final
class PackedSecretKey:
    def encrypt(self, vector: _Entries) -> PackedCiphertext: ...
    def decrypt(self, ciphertext: PackedCiphertext) -> Any: ...
    def measure(self, ciphertext: PackedCiphertext) -> tuple[float, float]: ...
    def save(self) -> bytes: ...

@final
class PackedPublicKey:
    def encrypt(self, vector: _Entries) -> PackedCiphertext: ...
    def save(self) -> bytes: ...

@final
class PackedEvaluationKeys:
    @property
    def rotations(self) -> int: ...
    def compile(self, circuit: Circuit) -> PackedProgram: ...
    def save_refresh(self, path: Path) -> None: ...
    def load_refresh(self, path: Path) -> None: ...
    def save(self) -> bytes: ...

@final
class PackedProgram:
    @property
    def plan(self) -> str: ...
    def facts(self) -> _PackedProgramFacts: ...
    def evaluate(self, inputs: Sequence[PackedCiphertext]) -> list[PackedCiphertext]: ...

@final
class PackedCiphertext:
    def add(self, other: PackedCiphertext) -> PackedCiphertext: ...
    def sub(self, other: PackedCiphertext) -> PackedCiphertext: ...
    def multiply(self, other: PackedCiphertext) -> PackedCiphertext: ...
    def negate(self) -> PackedCiphertext: ...
    def power(self, exponent: int) -> PackedCiphertext: ...
    def add_plain(self, vector: _Entries) -> PackedCiphertext: ...
    def multiply_plain(self, vector: _Entries) -> PackedCiphertext: ...
    def select(self, other: PackedCiphertext, mask: list[bool]) -> PackedCiphertext: ...
    def rotate(self, steps: int) -> PackedCiphertext:
        """To the left."""

    def transform(self, transform: PackedTransform) -> PackedCiphertext: ...
    def integer_polynomial(self, coefficients: list[int]) -> PackedCiphertext: ...
    def sum(self) -> PackedCiphertext: ...
    def using(self, keys: PackedEvaluationKeys) -> PackedCiphertext: ...
    @property
    def evaluation(self) -> PackedEvaluationKeys | None: ...
    def insisting(self) -> PackedCiphertext: ...
    def facts(self) -> dict[str, float]:
        """The fields of `ringassay.he.Noise`, of its scheme, and whether it insists."""

    def save(self) -> bytes: ...
    # Of CKKS; others raise SchemeError.
    def within(self, largest: float) -> PackedCiphertext: ...
    def add_constant(self, re: float, im: float) -> PackedCiphertext: ...
    def multiply_constant(self, re: float, im: float) -> PackedCiphertext: ...
    def conjugate(self) -> PackedCiphertext: ...
    def refresh(self) -> PackedCiphertext: ...
    def polynomial(self, polynomials: CkksPolynomials) -> PackedCiphertext: ...
    def sign(self, composite: CkksSign) -> PackedCiphertext: ...
    def step(self, composite: CkksSign) -> PackedCiphertext: ...
    def maximum(self, other: PackedCiphertext, composite: CkksSign) -> PackedCiphertext: ...
    def minimum(self, other: PackedCiphertext, composite: CkksSign) -> PackedCiphertext: ...
    def inverse(self, start: float, stop: float, bits: float) -> PackedCiphertext: ...

@final
class Scheme:
    """A scheme, as the catalogue has it."""

    @property
    def key(self) -> str:
        """The name in files, in stored data and on the command line."""

    @property
    def name(self) -> str:
        """The name in prose."""

    @property
    def reference(self) -> str:
        """Where it was published."""

    @property
    def ring(self) -> str:
        """rns-cyclotomic or multiprecision."""

    @property
    def spaces(self) -> list[str]:
        """Plaintext spaces of circuits that it evaluates: gf2, zt, real, complex."""

    @property
    def has_slots(self) -> bool:
        """Whether a ciphertext holds a vector; else it holds one entry."""

    @property
    def has_bits_only(self) -> bool:
        """Whether messages are bits."""

    @property
    def parameters(self) -> list[str]:
        """The names of its parameters."""

    @property
    def secret(self) -> str:
        """How coefficients of secrets are drawn."""

    @property
    def error(self) -> str:
        """How coefficients of errors are drawn."""

    @property
    def problem(self) -> str:
        """The problem on which security rests: lwe or ntru."""

    @property
    def has_evaluation_key(self) -> bool:
        """Whether products need a key of their own."""

    @property
    def bound(self) -> str | None:
        """The sharpest depth formula that is a bound for every circuit, if there is one."""

    @property
    def sut(self) -> str | None:
        """The system under test that ships, if there is one."""

    @property
    def sut_arguments(self) -> list[str]:
        """The arguments with which `ringassay-runtime` becomes it."""

    @property
    def sut_description(self) -> str | None:
        """What it is, in a line."""

def schemes() -> list[Scheme]:
    """Every scheme, the practical ones first."""

def depth_formulas(scheme: str) -> list[tuple[str, str, bool]]:
    """The depth formulas of a scheme: name, source, whether it is a bound (else an average).

    Schemes: fv, yashe, f-ntru, shield. Raises ValueError for another.
    """

@final
class ParameterPoint:
    """A parameter set of a scheme."""

    def __new__(
        cls,
        scheme: str,
        n: int,
        log2_q: float,
        log2_w: float,
        t: int,
        secret: str = "ternary",  # noqa: S107 - a distribution
        error_std: float | None = None,
    ) -> ParameterPoint:
        """`secret`: ternary, sparse-WEIGHT or gaussian-STD; an error without std has 2√n."""

    def depth(self, formula: str) -> int | None:
        """Multiplications in a row; None where fresh ciphertexts may not decrypt.

        Raises ValueError for parameters that the scheme cannot have.
        """

    def attack_status(self) -> tuple[float | None, str]:
        """Bits of security, where there is an estimate, and the verdict in words."""

@type_check_only
class PointColumns(TypedDict):
    """Many points of one scheme, as columns of equal length."""

    n: NDArray[np.uint32]
    log2_q: NDArray[np.float64]
    log2_w: NDArray[np.float64]
    t: NDArray[np.uint64]

def assess_points(
    scheme: str,
    formula: str,
    columns: PointColumns,
    secret: str,
    error_std: float | None,
    facts: Facts,
) -> dict[str, NDArray[Any]]:
    """What is known of many points without executing them, for an application with these facts.

    Columns of the result: depth (−1: not even fresh ciphertexts decrypt, −2: no
    such parameters), attack_status (0 estimated, 1 overstretched NTRU, 2 not estimated),
    security_bits (NaN without estimate), log2_failure (NaN for average formulas), digits,
    ring_products, ciphertext_bytes, key_bytes, data_bytes.
    """
