"""The compiled module: circuits, the plaintext evaluator and the harness."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypedDict, final

__version__: str

class FormatError(ValueError):
    """A text that is not in its format; the message names place and expectation."""

    line: int
    column: int
    expected: str
    found: str

class GenerateError(ValueError):
    """A circuit that cannot be generated as asked; the message says what to change."""

class Summary(TypedDict):
    """Shape, counts and depths of a circuit."""

    dialect: Literal["simd", "fan-in"]
    space: Literal["gf2", "zt"]
    modulus: int | None
    wires: int
    batch: int
    depth: str
    levels: int
    gates: int
    counts: dict[str, int]
    multiplicative_depth: int

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
        xor_gates, share, xor_share (in 1024ths), levels (family 3), gate.

        Raises GenerateError where the configuration cannot be met, ValueError where it is none.
        """

    def to_bytes(self) -> bytes:
        """The circuit in its canonical text form."""

    def summary(self) -> Summary:
        """Shape, counts and depths; linear in the size of the circuit."""

    def random_input(self, seed: int, ones: int = 512) -> bytes:
        """A random input in its text form; bits are one with probability ones/1024."""

    def key_parameters(self, security: int, levels: int | None = None) -> bytes:
        """Key parameters for this circuit: its depth rounded up, or the levels given as D."""

    def instructions(
        self,
    ) -> list[tuple[int, str, list[int], list[int] | int | None]]:
        """The gates in order: node, name, operand nodes, constant.

        Wires are nodes 0 to W - 1, gates follow, the last is the output. The constant is a list
        with an entry for each slot, or the amount of a rotation. Fan-in gates are lowered to
        LADD, LADDconst and LMUL of batch 1.
        """

    def evaluator(self) -> Evaluator:
        """The circuit compiled for plaintext evaluation."""

@final
class Evaluator:
    """A compiled circuit with the memory it runs in."""

    def evaluate(self, input: bytes) -> bytes:
        """Evaluate one input; both are texts of docs/formats.md. Raises FormatError."""

    def time_ns(self, input: bytes, samples: int) -> list[int]:
        """Nanoseconds of each of `samples` evaluations of one input, its reading included."""

    @property
    def executed_gates(self) -> int:
        """Gates executed: those that lead to the output and are not decided beforehand."""

@final
class KeyParameters:
    """Key parameters as a system under test reads them."""

    batch: int
    depth: str
    security: int
    modulus: int | None
    fan_in: bool
    @staticmethod
    def parse(data: bytes) -> KeyParameters:
        """Read key parameters of either dialect; raises FormatError."""

def read_script(data: bytes) -> list[tuple[str, str]]:
    """Entries of a test script: ("KEY" | "CIRCUIT" | "INPUT", path); raises FormatError."""

class StepFailed(Exception):  # noqa: N818 - an outcome, not an error of the program
    """A step without the answer asked for; the one argument is the failure as JSON text."""

@final
class Session:
    """A running client and server; `ringassay.harness.Session` is the typed form."""

    def __new__(
        cls,
        command: str,
        bounds: str,
        guard: str,
        interrupted: Callable[[], bool] | None = None,
    ) -> Session: ...
    @property
    def start_ns(self) -> int: ...
    @property
    def usable(self) -> bool: ...
    @property
    def output(self) -> bytes | None: ...
    def hello(self, role: Literal["client", "server"]) -> str | None: ...
    def keygen(self, parameters: bytes) -> str: ...
    def ingest(self, circuit: bytes) -> str: ...
    def encrypt(self, input: bytes) -> str: ...
    def evaluate(self) -> str: ...
    def decrypt(self) -> str: ...
    def ciphertext(self, which: Literal["fresh", "evaluated"]) -> bytes | None: ...
    def close(self) -> str | None: ...
