"""The small circuits of a conformance check over numbers, judged within a tolerance."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ringassay.circuit import Circuit
from ringassay.evaluation.conformance.circuits import Trial
from ringassay.evaluation.conformance.explain import Asked
from ringassay.evaluation.judgement import (
    Approximate,
    complexes_of,
    judge,
    numbers_of,
    tolerance_of,
)
from ringassay.sut.complexes import format_complex

PRECISION = 15
"""Bits that are asked for: few, so that what is wrong is the gate."""
MAGNITUDE, GAIN = 64, 8
"""What the circuits here stay below: of values, of growing errors in bits."""
POLYNOMIAL = (0.25, -0.5, 0.125, 0.5)
LEVELS = {"LMUL": 1, "LMULconst": 1, "LSELECT": 1, "LPOLY": 2}
"""What gates take of the depth; nothing otherwise."""


@dataclass(frozen=True)
class RealSpace:
    """Vectors of reals from -1 to 1, or of complex numbers of at most 1 in absolute value, with the
    batch and the key that they are tried with."""

    batch: int
    security: int
    depth: int
    is_complex: bool = False

    @property
    def name(self) -> str:
        """For people."""
        return "complex numbers" if self.is_complex else "reals"

    @property
    def key(self) -> bytes:
        """The key parameters."""
        return (
            f"L={self.batch},D={self.depth}.0,K={self.security},"
            f"{self._bound},P={PRECISION},M={MAGNITUDE},G={GAIN}"
        ).encode()

    def smaller(self) -> RealSpace:
        """Vectors that are an entry shorter, if they can be."""
        return replace(self, batch=max(1, self.batch - 1))

    def gates(self, declared: Sequence[str]) -> list[str]:
        """Those of the declared gates that fit the key."""
        return [
            gate
            for gate in declared
            if LEVELS.get(gate, 0) <= self.depth and (self.is_complex or gate != "LCONJ")
        ]

    def single(self, gate: str) -> Iterator[Trial]:
        """A gate alone; rotations by several amounts."""
        if gate == "LROTATE":
            for amount in sorted({0, 1, self.batch // 2, self.batch - 1}):
                call = f"G2:LROTATE(W0,{amount})"
                yield self._trial(f"LROTATE by {amount}", [call], gate, amount)
            return
        yield self._trial(gate, [f"G2:{gate}({self._arguments(gate, 'W0')})"], gate)

    def together(self, gates: Sequence[str]) -> Trial | None:
        """One circuit of all declared gates, as deep as the key; ids with gaps."""
        lines: list[str] = []
        last, left = "W0", self.depth
        for gate in sorted(gates, key=lambda name: name != "LMUL"):
            if LEVELS.get(gate, 0) > left:
                continue
            left -= LEVELS.get(gate, 0)
            node = f"G{10 + 3 * len(lines)}"
            lines.append(f"{node}:{gate}({self._arguments(gate, last)})")
            last = node
        return self._trial("all gates in one circuit", lines) if len(lines) > 1 else None

    def several_outputs(self, gates: Sequence[str]) -> Trial | None:
        """A circuit of three outputs: a gate, a wire, and the gate again."""
        gate = next((one for one in ("LADD", "LMUL", "LSUB") if one in gates), None)
        if gate is None:
            return None
        lines = [f"G2:{gate}(W0,W1)", "OUTPUT(G2,W1,G2)"]
        return self._trial("several outputs", lines, "outputs")

    def matches(self, trial: Trial, output: bytes) -> bool:
        """Whether an answer is right within the tolerance."""
        return not self.explain(trial, output)[0]

    def explain(self, trial: Trial, output: bytes) -> tuple[str, str]:
        """What is wrong with an answer, and what to do; empty if nothing is."""
        assert isinstance(trial.expected, Approximate)
        found = judge(trial.expected, output, trial.expected.tolerance)
        if found.matches:
            return "", ""
        if found.verdict in ("malformed", "not-finite"):
            said = f"the answer {output[:60].decode('utf-8', 'replace')!r}: {found.detail['form']}"
            form = "[0.5-1i,-1e-3i,0.25]" if self.is_complex else "[0.5,-1e-3,0.25]"
            return said, f"write L numbers for each output: {form} (`ringassay --page formats`)"
        got, want = self._slots(output), self._slots(trial.expected)
        said = f"expected {_shown(want[0])}, got {_shown(got[0])}"
        if found.verdict == "imprecise":
            short = found.detail["short_bits"]
            do = "take a larger scale: P, M and G of the key parameters say what is asked for"
            return f"{said}: {short} bits too imprecise", do
        return said, _cause(trial.asked, got[0])

    @property
    def _bound(self) -> str:
        return "C=1" if self.is_complex else "R=1"

    def _slots(self, text: bytes) -> Sequence[Sequence[complex]]:
        """The numbers of each output."""
        return complexes_of(text) if self.is_complex else numbers_of(text)

    def _arguments(self, gate: str, last: str) -> str:
        values: list[complex] = [round((7 * i % 5 - 2) / 3, 3) for i in range(self.batch)]
        if self.is_complex:
            values = [value * (1, 1j, 0.6 - 0.8j)[i % 3] for i, value in enumerate(values)]
        return {
            "LADDconst": f"{last},{_written(values)}",
            "LMULconst": f"{last},{_written(values)}",
            "LSELECT": f"{last},W1,{_written([i % 2 for i in range(self.batch)])}",
            "LPOLY": f"{last},{_written(POLYNOMIAL)}",
            "LROTATE": f"{last},1",
            "LNEG": last,
            "LCONJ": last,
        }.get(gate, f"{last},W1")

    def _trial(
        self, name: str, gates: Sequence[str], gate: str = "", amount: int | None = None
    ) -> Trial:
        """A circuit of these gates over two wires, on the one input of this space."""
        rng = random.Random(str(self))  # noqa: S311 - the same every time, no secret

        def number() -> complex:
            if not self.is_complex:
                return round(rng.uniform(-1, 1), 6)
            return complex(*(round(rng.uniform(-0.7, 0.7), 6) for _ in range(2)))

        operands = [[number() for _ in range(self.batch)] for _ in range(2)]
        operands[0][0], operands[1][0] = 1.0, -1.0
        operands[0][-1] = 0.0
        text = "\n".join([f"W=2,D={self.depth},L={self.batch},{self._bound}", *gates]).encode()
        given = f"[{','.join(map(_written, operands))}]".encode()
        circuit = Circuit.parse(text)
        tolerance = tolerance_of(circuit.summary(), self.key.decode())
        assert tolerance is not None
        expected = Approximate.of(circuit.evaluator().evaluate(given), tolerance)
        asked = Asked(gate, amount, operands, self._slots(expected)[0], 0)
        return Trial(name, text, given, asked, expected)


def _written(values: Sequence[complex]) -> str:
    rounded = (
        complex(round(value.real, 6), round(value.imag, 6)) for value in map(complex, values)
    )
    return f"[{','.join(f'{z.real:g}' if z.imag == 0 else format_complex(z) for z in rounded)}]"


def _cause(asked: Asked, got: Sequence[complex]) -> str:
    first = list(asked.operands[0])

    def is_near(other: Sequence[complex]) -> bool:
        return all(abs(x - y) < 2.0**-8 for x, y in zip(got, other, strict=True))

    if asked.gate == "LROTATE" and asked.amount is not None:
        k = asked.amount
        if is_near(first[k:] + first[:k]):
            return "it rotates the wrong way: out[(i + k) mod L] = in[i]"
        if is_near([0.0] * k + first[: len(first) - k]):
            return "it shifts: what leaves at the end comes in again at the front"
        return "a vector of L slots rotates by itself, however long the library's rows are"
    wanted = list(asked.expected)
    lost = "imaginary parts are lost or negated: encode and decode complex numbers as they are"
    causes = (
        ([z.real for z in wanted], lost),
        ([z.conjugate() for z in wanted], lost),
        (first, "it is the first operand unchanged: is the gate's result stored?"),
        (wanted[::-1], "the last slot comes first: slot 0 is the first of the text"),
    )
    found = (cause for slots, cause in causes if is_near(slots))
    return next(found, "compare the gate with `ringassay --page formats`, Real numbers")


def _shown(slots: Sequence[complex]) -> str:
    text = ",".join(f"{slot:.6g}".replace("j", "i") for slot in slots[:8])
    return f"[{text},…]" if len(slots) > 8 else f"[{text}]"
