"""`ringassay params ckks`: a modulus chain, chosen or judged."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ringassay.cli.applies import applies
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, emit_json, out
from ringassay.cli.params_options import (
    ChainOption,
    CircuitOption,
    DegreeOption,
    DepthOption,
    InsistOption,
    LengthOption,
    PrecisionOption,
    RangeOption,
    RefreshOption,
    RingOption,
    ScaleOption,
    SecurityOption,
)

if TYPE_CHECKING:
    from ringassay.ckks import Judgement, Parameters, WantedRing


@applies(
    needs={"scale": ("chain",)},
    idle={
        "chain": ("length", "ring", "insist", "circuit", "refresh"),
        "circuit": ("depth", "length", "range", "refresh"),
    },
)
def ckks(
    depth: DepthOption = None,
    precision: PrecisionOption = None,
    range: RangeOption = 1.0,
    length: LengthOption = None,
    security: SecurityOption = 128,
    degree: DegreeOption = None,
    insist: InsistOption = False,
    chain: ChainOption = None,
    scale: ScaleOption = None,
    ring: RingOption = None,
    circuit: CircuitOption = None,
    refresh: RefreshOption = False,
    as_json: JsonOption = False,
) -> None:
    """Choose a modulus chain of CKKS for real and complex numbers, or judge one.

    By `--depth` (products in a row), `--precision` and `--range`, or by a `--circuit` over reals
    and `--precision`, in the standard ring or (`--ring`) in the conjugate-invariant one, which has
    twice as many slots, for real numbers; with `--refresh` one whose ciphertexts are refreshed
    after `--depth` products (bootstrapping).

    With `--chain` the chain is that of SEAL or Lattigo, and is judged (exit code 1 if it is not
    sound).
    """
    wanted = Wanted(
        depth=depth,
        precision=precision,
        range=range,
        length=length,
        security=security,
        degree=degree,
        insist=insist,
        chain=chain,
        scale=scale,
        ring=ring,
        circuit=circuit,
        refresh=refresh,
    )
    tell(wanted, as_json=as_json)


@dataclass(frozen=True)
class Wanted:
    """What is asked for."""

    depth: float | None
    precision: float | None
    range: float
    length: int | None
    security: float
    degree: int | None
    insist: bool
    chain: str | None
    scale: int | None
    ring: WantedRing | None = None
    circuit: Path | None = None
    refresh: bool = False

    @property
    def levels(self) -> int | None:
        """The depth as a number of products."""
        if self.depth is not None and self.depth != int(self.depth):
            raise UsageError(
                f"CKKS counts products in a row: --depth {self.depth:g} is no whole number"
            )
        return None if self.depth is None else int(self.depth)


def tell(wanted: Wanted, *, as_json: bool) -> None:
    """Chooses, or judges the chain that was given. Ends with code 1 if that is not sound."""
    from ringassay import ckks

    try:
        if wanted.chain is not None:
            _judge(wanted, wanted.chain, as_json=as_json)
            return
        chosen = _choose(wanted)
    except ckks.SchemeError as refused:
        raise UsageError(str(refused)) from refused
    if as_json:
        emit_json({"security_asked": wanted.security} | dict(chosen.facts))
        return
    out.table(("", ""), _lines(chosen, wanted))
    out.print()
    _print_steps(chosen.facts["steps"])
    out.print()
    for sentence in chosen.explanation:
        out.print(sentence)


def _choose(wanted: Wanted) -> Parameters:
    from ringassay import _native, ckks
    from ringassay.ckks.parameters import DEFAULT_PRECISION

    degree, insist = wanted.degree, wanted.insist
    if wanted.circuit is not None:
        precision = DEFAULT_PRECISION if wanted.precision is None else wanted.precision
        circuit = _native.Circuit.parse(wanted.circuit.read_bytes())
        ring = wanted.ring or "cheaper"
        return ckks.choose_for(
            circuit, precision, wanted.security, ring=ring, degree=degree, insist=insist
        )
    if wanted.levels is None:
        raise UsageError("say --depth, or give a --circuit, or a --chain to be judged")
    return ckks.choose(
        wanted.levels,
        wanted.precision,
        wanted.range,
        wanted.security,
        length=wanted.length,
        ring=wanted.ring or "standard",
        degree=degree,
        insist=insist,
        refresh=wanted.refresh,
    )


def _judge(wanted: Wanted, text: str, *, as_json: bool) -> None:
    from ringassay import ckks

    if wanted.degree is None or wanted.scale is None:
        raise UsageError("a --chain is judged with its degree, -n, and log2 of its scale, --scale")
    primes, slash, special = text.partition("/")
    found = ckks.judge(
        wanted.degree,
        _primes(primes),
        wanted.scale,
        _primes(special) if slash else None,
        security=wanted.security,
        range=wanted.range,
        precision=wanted.precision,
        depth=wanted.levels,
    )
    if as_json:
        emit_json({"chain": text, "security_asked": wanted.security} | dict(found.facts))
    else:
        _print_judgement(found)
    if not found.is_sound:
        raise typer.Exit(1)


def _primes(text: str) -> list[int]:
    """Sizes or primes: exactly, so that no double comes between."""
    try:
        found = [int(part) for part in text.split(",")]
    except ValueError:
        found = [-1]
    if any(not 0 <= number < 2**64 for number in found):
        raise UsageError(f"--chain: {text!r} is no list of sizes or primes, as 60,40,40,60")
    return found


def _print_judgement(found: Judgement) -> None:
    facts = found.facts
    most = facts["log2_most"]
    log2_qp = facts["log2_q"] + facts["log2_p"]
    limit = "" if most is None else f" of {most:.0f} at the security asked for"
    rows = [
        ("degree N", str(facts["n"])),
        ("levels", str(found.levels)),
        ("scale", f"2^{facts['log2_scale']}"),
        ("log2 QP", f"{log2_qp:.0f}{limit}"),
        ("digits of key switching", str(facts["digits"])),
        ("security", facts["security"]),
    ]
    out.table(("", ""), rows)
    out.print()
    if facts["steps"]:
        _print_steps(facts["steps"])
        out.print()
    for finding in found.findings:
        text = f"{finding.severity} ({finding.rule}): {finding.what}. Remedy: {finding.remedy}."
        out.print(text)
    out.print("The chain is sound." if found.is_sound else "The chain is not sound.")


def _print_steps(steps: list[Any]) -> None:
    columns = ("level", "scale", "bits on average", "bits in the worst slot", "room, bits")
    rows = [
        (
            str(step["level"]),
            f"2^{step['log2_scale']:.2f}",
            f"{step['average_bits']:.1f}",
            f"{step['worst_bits']:.1f}",
            f"{step['budget_bits']:.0f}",
        )
        for step in steps
    ]
    out.table(columns, rows)


def _lines(chosen: Parameters, wanted: Wanted) -> list[tuple[str, str]]:
    facts = chosen.facts
    note = "" if facts["is_secure"] else f" — BELOW the {wanted.security:g} asked for"
    sizes = ["+".join(f"{prime.bit_length()}" for prime in level) for level in facts["levels"]]
    special = [str(prime.bit_length()) for prime in facts["special"]]
    return [
        ("scheme", "CKKS"),
        ("ring", chosen.ring),
        ("degree N", str(chosen.n)),
        ("slots", str(chosen.slots)),
        ("levels", str(chosen.depth)),
        ("scale", f"2^{chosen.log2_scale}"),
        ("bits of the primes, level 0 first", ", ".join(sizes)),
        ("bits of the special primes", ", ".join(special)),
        ("log2 Q", f"{chosen.log2_q:.1f}"),
        ("log2 P", f"{chosen.log2_p:.1f}"),
        ("digits of key switching", str(facts["digits"])),
        ("secret, error", f"{facts['secret']}; {facts['error']}"),
        ("security", f"{chosen.security_bits:.1f} bits{note}"),
        *(
            (
                f"  of {key['name']}",
                f"{key['security_bits']:.1f} bits at log2 {key['log2_modulus']:.1f}",
            )
            for key in facts["keys"]
        ),
        ("chosen in", f"{(facts['choice_ns'] or 0) / 1e6:.0f} ms"),
    ]
