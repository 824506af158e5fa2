"""`ringassay params` for the papers' schemes, which have no slots, and for all side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ringassay import _native
from ringassay.cli.applies import applies
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, emit_json, out
from ringassay.cli.params_options import (
    CircuitOption,
    DepthOption,
    ExpressionOption,
    IndexOption,
    InsistOption,
    LengthOption,
    PlaintextOption,
    SecurityOption,
    SlackOption,
    computation,
    given,
)
from ringassay.schemes import is_approximate, leveled_keys, scheme_name
from ringassay.security.asked import insecure


@dataclass(frozen=True)
class Wanted:
    """What is asked for."""

    length: int
    depth: float
    security: float
    plaintext: int
    index: int | None
    insist: bool
    slack: float | None = None


@applies(idle={"circuit": ("expression",)})
def paper(
    scheme: str,
    depth: DepthOption = None,
    security: SecurityOption = 128,
    plaintext: PlaintextOption = None,
    index: IndexOption = None,
    insist: InsistOption = False,
    circuit: CircuitOption = None,
    expression: ExpressionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Choose parameters of SCHEME, with an entry of a vector in each ciphertext.

    The computation is a depth, a circuit file, or an expression on integers mod --plaintext.
    """
    found = given(circuit, expression, None, depth, plaintext)
    length, depth, plaintext = computation((found[0] or 1, *found[1:]), f"params {scheme}")
    tell(scheme, Wanted(length, depth, security, plaintext, index, insist), as_json=as_json)


@applies(idle={"circuit": ("expression",)})
def all_schemes(
    length: LengthOption = None,
    depth: DepthOption = None,
    slack: SlackOption = None,
    security: SecurityOption = 128,
    plaintext: PlaintextOption = None,
    index: IndexOption = None,
    insist: InsistOption = False,
    circuit: CircuitOption = None,
    expression: ExpressionOption = None,
    as_json: JsonOption = False,
) -> None:
    """Choose parameters of every scheme that computes with integers, side by side.

    The computation is a vector length and a depth, a circuit file, or an expression on integers
    mod --plaintext.
    """
    found = computation(given(circuit, expression, length, depth, plaintext), "params all")
    length, depth, plaintext = found
    tell_all(Wanted(length, depth, security, plaintext, index, insist, slack), as_json=as_json)


def chosen(scheme: str, wanted: Wanted) -> dict[str, Any]:
    """The facts of the parameters that a scheme's chooser comes to. Raises `UsageError`."""
    if is_approximate(scheme):
        raise UsageError("it computes with real numbers: choose by `ringassay params ckks`")
    from ringassay.he.choice import Asked, choose

    asked = Asked(wanted.length, wanted.depth, wanted.plaintext)
    try:
        return choose(
            scheme,
            asked,
            wanted.security,
            index=wanted.index,
            slack=wanted.slack,
            insist=wanted.insist,
        )
    except _native.SchemeError as refused:
        # The systems under test call it --degree.
        raise UsageError(str(refused).replace("--degree with", "--index with")) from refused


def tell(scheme: str, wanted: Wanted, *, as_json: bool) -> None:
    """One scheme's parameters, and why."""
    facts = chosen(scheme, wanted)
    if as_json:
        asked = {"length": wanted.length, "depth": wanted.depth, "security_asked": wanted.security}
        emit_json(asked | facts)
        return
    out.table(("", ""), _lines(facts, wanted))
    out.print()
    for sentence in _reasons(facts, wanted.security):
        out.print(sentence)


def tell_all(wanted: Wanted, *, as_json: bool) -> None:
    """A row for each scheme; those that refuse say why."""
    rows: list[dict[str, Any]] = []
    for scheme in leveled_keys():
        try:
            rows.append(chosen(scheme, wanted))
        except UsageError as refused:
            rows.append({"scheme": scheme_name(scheme), "refused": str(refused)})
    if all("refused" in row for row in rows):
        raise UsageError(rows[0]["refused"])
    if as_json:
        emit_json({"security_asked": wanted.security, "schemes": rows})
        return
    columns = ("scheme", "index m", "n", "log2 Q", "with P", "entries", "security", "")
    out.table(columns, [_row(row, wanted.security) for row in rows])
    out.print()
    out.print("Which of them takes the least for a computation: `ringassay advise`.")


def _row(facts: dict[str, Any], asked: float) -> list[str]:
    if "refused" in facts:
        return [facts["scheme"], *[""] * 6, facts["refused"]]
    whole = facts["log2_q"] + facts.get("log2_p", 0.0)
    note = insecure(facts["security_bits"], str(facts.get("security", "")), asked)
    return [
        facts["scheme"],
        str(facts["m"]),
        str(facts["n"]),
        f"{facts['log2_q']:.1f}",
        f"{whole:.1f}",
        str(facts["slots"]),
        f"{facts['security_bits']:.1f} bits" if facts["is_secure"] else "none claimed",
        "" if note is None else f"it {note}",
    ]


def _lines(facts: dict[str, Any], wanted: Wanted) -> list[tuple[str, str]]:
    note = "" if facts["is_secure"] else f" — BELOW the {wanted.security:g} asked for"
    return [
        ("scheme", facts["scheme"]),
        ("index m", str(facts["m"])),
        ("n = φ(m)", str(facts["n"])),
        ("plaintext modulus t", str(facts["plaintext"])),
        ("slots", "1: an entry in each ciphertext"),
        ("log2 Q", f"{facts['log2_q']:.1f}"),
        ("base of digits", f"2^{facts['log2_w']}"),
        ("digits", str(facts["digits"])),
        ("secret, error", f"{facts['secret']}; {facts['error']}"),
        ("security", f"{facts['security_bits']:.1f} bits{note}"),
    ]


def _reasons(facts: dict[str, Any], asked: float) -> list[str]:
    return [
        f"Depth {facts['levels']} by the formula {facts['formula']} ({facts['formula_source']}), "
        "and the instance, run on shapes, bears it out.",
        f"It has {facts['security']}."
        if facts["is_secure"]
        else f"It {insecure(facts['security_bits'], facts['security'], asked)}.",
        f"The base of digits takes the fewest operations on words for a product: "
        f"{facts['product_operations']:,.0f}.",
    ]
