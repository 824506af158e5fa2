"""`ringassay params`: choose parameters and say why."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ringassay import _native
from ringassay.cli.errors import UsageError
from ringassay.cli.expressions import ExpressionOption, circuit_of
from ringassay.cli.output import JsonOption, emit_json, out, subcommand
from ringassay.cli.params_ckks import (
    ChainOption,
    CkksOption,
    DegreeOption,
    PrecisionOption,
    RangeOption,
    RefreshOption,
    RingOption,
    ScaleOption,
)
from ringassay.cli.params_options import refuse_others
from ringassay.cli.params_others import Wanted, tell, tell_all
from ringassay.cli.params_stated import (
    Choice,
    Common,
    DigitsOption,
    Log2POption,
    Log2QOption,
    PrimesOption,
    SmallOption,
    SpecialOption,
    parameters_of,
    read_moduli,
)
from ringassay.cli.schemes import scheme_option
from ringassay.schemes import MULTIPRECISION, catalogue, leveled_keys, scheme_keys

if TYPE_CHECKING:
    from ringassay.he.integers import Parameters

app = subcommand()


@app.command()
def params(
    context: typer.Context,
    length: Annotated[
        int | None, typer.Option("--length", "-l", min=1, help="Entries of a vector.")
    ] = None,
    depth: Annotated[
        float | None,
        typer.Option(
            "--depth",
            "-d",
            min=0,
            help="Depth: 1 for a product, 0.6 for a selection, 0.5 for a product with a constant "
            "or a rotation, 0.1 for a sum. None: the deepest that --index allows.",
        ),
    ] = None,
    slack: Annotated[
        float | None,
        typer.Option(
            "--slack",
            min=0,
            help="Depth in reserve beside it: 1, because generated circuits may exceed theirs; 0 "
            "where no depth is named.",
        ),
    ] = None,
    security: Annotated[
        float, typer.Option("--security", "-k", min=40, max=512, help="Security in bits.")
    ] = 128,
    plaintext: Annotated[
        int | None, typer.Option("--plaintext", "-t", min=2, help="Plaintext modulus t; 2: bits.")
    ] = None,
    plaintext_bits: Annotated[
        int | None,
        typer.Option(
            "--plaintext-bits",
            help="Instead: a prime t of this size with as many slots at --index as there can be.",
        ),
    ] = None,
    objective: Annotated[
        Literal["speed", "size"], typer.Option(help="What is to be small: times, or sizes.")
    ] = "speed",
    index: Annotated[
        int | None, typer.Option("--index", "-m", min=1, help="The index, if it is given.")
    ] = None,
    insist: Annotated[
        bool, typer.Option("--insist", help="Accept less security than asked, and say so.")
    ] = False,
    rotation_keys: Annotated[
        int | None,
        typer.Option("--rotation-keys", min=1, help="The largest number of rotation keys."),
    ] = None,
    primes: PrimesOption = None,
    log2_q: Log2QOption = None,
    small: SmallOption = None,
    special: SpecialOption = None,
    log2_p: Log2POption = None,
    digits: DigitsOption = None,
    most_log2_qp: Annotated[
        float | None, typer.Option("--most-log2-qp", help="The largest log2 of Q·P allowed.")
    ] = None,
    for_this_machine: Annotated[
        bool,
        typer.Option(
            "--for-this-machine",
            help="Rank indices by what transforms cost on this machine. Otherwise every machine "
            "chooses by the costs on AVX2, and comes to the same parameters.",
        ),
    ] = False,
    circuit: Annotated[
        Path | None,
        typer.Option("--circuit", help="Take length, depth and t from a circuit file."),
    ] = None,
    expression: ExpressionOption = None,
    scheme: Annotated[
        str,
        scheme_option(
            (*leveled_keys(), "all"),
            "--scheme",
            "-s",
            help="The scheme; all: each beside the others.",
        ),
    ] = "bgv",
    ckks: CkksOption = False,
    precision: PrecisionOption = None,
    value_range: RangeOption = 1.0,
    degree: DegreeOption = None,
    chain: ChainOption = None,
    scale: ScaleOption = None,
    ring: RingOption = None,
    refresh: RefreshOption = False,
    as_json: JsonOption = False,
) -> None:
    """Choose parameters of a scheme for a computation, and say why these; or judge yours.

    The computation is a vector length and a depth, a circuit file, or an expression on integers
    mod --plaintext. BGV and BFV hold a vector in the slots of a ciphertext; FV, YASHE', F-NTRU and
    SHIELD an entry in each, so that the length does not matter. With an --index alone, all its
    slots are used and the deepest parameters that it allows are chosen.

    With --primes or --log2-q the parameters are yours: how deep they carry, how secure they are
    and what to change is said.

    Parameters that would be less secure or less deep than asked are refused (exit code 2), unless
    you insist.

    `--ckks` chooses a modulus chain by `--depth` (products in a row), `--precision` and `--range`,
    or by a `--circuit` over reals and `--precision`, in the standard ring or (`--ring`) in the
    conjugate-invariant one, which has twice as many slots, for real numbers; with `--refresh` one
    whose ciphertexts are refreshed after `--depth` products (bootstrapping); or judges the chain of
    SEAL or Lattigo that `--chain` gives (exit code 1 if it is not sound).
    """
    refuse_others(context, scheme)
    if for_this_machine:
        _check_search(index)
    if ckks or chain is not None or scheme == "ckks":
        from ringassay.cli import params_ckks

        wanted_chain = params_ckks.Wanted(
            depth=depth,
            precision=precision,
            range=value_range,
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
        params_ckks.tell(wanted_chain, as_json=as_json)
        return
    length, depth, plaintext = _given(circuit, expression, length, depth, plaintext)
    if scheme in scheme_keys(MULTIPRECISION) and length is None:
        length = 1
    stated = read_moduli(primes, log2_q, small, special, log2_p, digits)
    if index is None and (length is None or depth is None):
        raise UsageError(
            "say --length and --depth, or take them from a --circuit or an --expression, or name "
            "an --index for the deepest that it allows"
        )
    if scheme == "all" or not catalogue()[scheme].has_slots:
        if length is None or depth is None:
            raise UsageError(f"--scheme {scheme} takes --length and --depth")
        _tell_others(
            scheme,
            Wanted(length, depth, security, plaintext or 2, index, insist, slack),
            as_json=as_json,
        )
        return
    if plaintext is not None and plaintext_bits is not None:
        raise UsageError("--plaintext and --plaintext-bits are two ways to say t: use one")
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


def _check_search(index: int | None) -> None:
    """Raises `UsageError` unless an index is searched for, on which costs can decide."""
    if index is not None:
        raise UsageError(
            "--for-this-machine ranks indices, and --index names the one there is: use one of them"
        )


def _given(
    circuit: Path | None,
    expression: str | None,
    length: int | None,
    depth: float | None,
    plaintext: int | None,
) -> tuple[int | None, float | None, int | None]:
    """Length, depth and t: as they were said, or else those of a circuit or an expression."""
    if circuit is not None and expression is not None:
        raise UsageError("a circuit file and an expression are two things: name one of them")
    if circuit is not None:
        found = _of_circuit(_native.Circuit.parse(circuit.read_bytes()))
    elif expression is not None:
        found = _of_circuit(circuit_of(expression, plaintext, length or 1))
    else:
        return length, depth, plaintext
    return (
        found[0] if length is None else length,
        found[1] if depth is None else depth,
        found[2] if plaintext is None else plaintext,
    )


def _tell_others(scheme: str, wanted: Wanted, *, as_json: bool) -> None:
    if scheme == "all":
        tell_all(wanted, as_json=as_json)
    else:
        tell(scheme, wanted, as_json=as_json)


def _of_circuit(circuit: _native.Circuit) -> tuple[int, float, int]:
    """Length, depth and plaintext modulus of a circuit."""
    summary = circuit.summary()
    is_simd = summary["dialect"] == "simd"
    depth = float(summary["depth"]) if is_simd else float(summary["multiplicative_depth"])
    return summary["batch"], depth, summary["modulus"] or 2


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
