"""`ringassay params bgv` and `bfv`: chosen for a computation, or with moduli of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ringassay.cli.applies import applies
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, emit_json, out
from ringassay.cli.params_options import (
    CircuitOption,
    DepthOption,
    DigitsOption,
    ExpressionOption,
    IndexOption,
    InsistOption,
    LengthOption,
    Log2POption,
    Log2QOption,
    MachineOption,
    MostOption,
    ObjectiveOption,
    PlaintextBitsOption,
    PlaintextOption,
    PrimesOption,
    RotationKeysOption,
    SecurityOption,
    SlackOption,
    SmallOption,
    SpecialOption,
    given,
)
from ringassay.cli.params_stated import Choice, Common, parameters_of, read_moduli
from ringassay.schemes import catalogue

if TYPE_CHECKING:
    from ringassay.he.integers import Parameters

STATED = ("primes", "log2_q")
"""Options that say that the parameters are the user's."""
CHOSEN = ("objective", "most_log2_qp", "for_this_machine")
"""Options that only a choice takes."""


@applies(
    needs=dict.fromkeys(("small", "special", "log2_p", "digits"), STATED),
    idle={
        "primes": ("log2_q", *CHOSEN),
        "log2_q": CHOSEN,
        "special": ("log2_p",),
        "index": ("for_this_machine",),
        "circuit": ("expression",),
        "plaintext": ("plaintext_bits",),
    },
)
def slots(
    scheme: str,
    length: LengthOption = None,
    depth: DepthOption = None,
    slack: SlackOption = None,
    security: SecurityOption = 128,
    plaintext: PlaintextOption = None,
    plaintext_bits: PlaintextBitsOption = None,
    objective: ObjectiveOption = "speed",
    index: IndexOption = None,
    insist: InsistOption = False,
    rotation_keys: RotationKeysOption = None,
    primes: PrimesOption = None,
    log2_q: Log2QOption = None,
    small: SmallOption = None,
    special: SpecialOption = None,
    log2_p: Log2POption = None,
    digits: DigitsOption = None,
    most_log2_qp: MostOption = None,
    for_this_machine: MachineOption = False,
    circuit: CircuitOption = None,
    expression: ExpressionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Choose parameters of SCHEME for vectors of integers mod t, or judge yours.

    The computation is a vector length and a depth, a circuit file, or an expression on integers
    mod --plaintext; a ciphertext holds a vector in its slots. With an --index alone, all its slots
    are used and the deepest parameters that it allows are chosen.

    With --primes or --log2-q the parameters are yours: how deep they carry, how secure they are
    and what to change is said.
    """
    length, depth, plaintext = given(circuit, expression, length, depth, plaintext)
    stated = read_moduli(primes, log2_q, small, special, log2_p, digits)
    if index is None and (length is None or depth is None):
        raise UsageError(
            "say --length and --depth, or take them from a --circuit or an --expression, or name "
            "an --index for the deepest that it allows"
        )
    choice: Choice = {
        "objective": objective,
        "slack": slack,
        "most_log2_qp": most_log2_qp,
        "for_this_machine": for_this_machine,
    }
    common: Common = {
        "length": length,
        "depth": depth,
        "security": security,
        "plaintext": 2 if plaintext is None else plaintext,
        "plaintext_bits": plaintext_bits,
        "insist": insist,
        "rotation_keys": rotation_keys,
    }
    chosen = parameters_of(scheme, index, stated, choice, common)
    if as_json:
        asked = {"length": chosen.length, "depth_asked": depth, "security_asked": security}
        emit_json(asked | {"objective": objective} | dict(chosen.facts))
        return
    out.table(("", ""), _lines(scheme, chosen, security))
    out.print()
    for sentence in chosen.explanation:
        out.print(sentence)


def _failure(log2: float | None) -> str:
    """The chosen probability as far as it is known; operands that are related are bounded apart."""
    if log2 is None:
        return ""
    average = "below 2^-128" if log2 <= -128 else f"2^{log2:.0f}"
    return f"{average}; below 2^-64 however operands are related"


def _reserve(slack: float | None) -> str:
    return f", and {slack:g} in reserve" if slack else ""


def _lines(scheme: str, chosen: Parameters, asked: float) -> list[tuple[str, str]]:
    facts = chosen.facts
    note = "" if facts["is_secure"] else f" — BELOW the {asked:g} asked for"
    log2_failure = facts["log2_failure"]
    helib = facts["helib_bits"]
    known: dict[str, Any] = dict(facts)
    groups = [(name, known.get(name)) for name in catalogue()[scheme].parameters]
    primes = [f"{len(group)} {name}" for name, group in groups if isinstance(group, list) and group]
    return [
        ("scheme", chosen.scheme),
        ("index m", str(facts["m"])),
        ("n = φ(m)", str(facts["n"])),
        ("plaintext modulus t", str(facts["plaintext"])),
        ("slots", f"{chosen.slots}, vectors of {chosen.length}"),
        ("depth", f"{facts['depth']:g}{_reserve(facts['slack'])}"),
        ("log2 Q", f"{facts['log2_q']:.1f}"),
        ("log2 P", f"{facts['log2_p']:.1f}"),
        ("log2 QP", f"{chosen.log2_qp:.1f}"),
        ("primes", ", ".join(primes)),
        ("digits of key switching", str(facts["digits"])),
        ("secret, error", f"{facts['secret']}; {facts['error']}"),
        ("security", f"{facts['security_bits']:.1f} bits{note}"),
        ("by HElib's formula", "" if helib is None else f"{helib:.0f} bits"),
        ("failure probability", _failure(log2_failure)),
        (
            "automorphisms in a rotation",
            f"{facts['mean_automorphisms']:.1f} on average, {facts['most_automorphisms']} at most",
        ),
        ("rotation keys", str(facts["rotation_keys"])),
        ("chosen in", f"{(facts['choice_ns'] or 0) / 1e6:.0f} ms"),
    ]
