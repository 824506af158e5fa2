"""Which options of `ringassay params` belong to which question; others are refused, not ignored."""

from __future__ import annotations

from typing import Any

from ringassay.cli.errors import UsageError
from ringassay.schemes import MULTIPRECISION, RNS, scheme_keys

_EVERY = {"security", "scheme", "as_json"}
_COMPUTATION = {"length", "depth", "plaintext", "circuit", "expression", "index", "insist"}
_MODULI = {"primes", "log2_q", "small", "special", "log2_p", "digits"}
_SLOTS = _COMPUTATION | {"plaintext_bits", "rotation_keys"}
_CKKS = {"ckks", "precision", "value_range", "degree", "ring", "depth"}

CHOSEN_SLOTS = "a choice of BGV or BFV parameters"
STATED_SLOTS = "a judgement of your own BGV or BFV moduli (--primes or --log2-q)"
PAPERS = "a choice of FV, YASHE', F-NTRU or SHIELD parameters"
ALL = "--scheme all"
CHAIN = "a judgement of a CKKS chain (--chain)"
CKKS = "a choice of CKKS parameters"

OPTIONS: dict[str, set[str]] = {
    CHOSEN_SLOTS: _SLOTS | {"objective", "slack", "most_log2_qp", "for_this_machine"},
    STATED_SLOTS: _SLOTS | _MODULI | {"slack"},
    PAPERS: _COMPUTATION,
    ALL: _COMPUTATION | {"slack"},
    CKKS: _CKKS | {"length", "insist", "circuit", "refresh"},
    CHAIN: (_CKKS | {"chain", "scale"}),
}
"""The parameters of the command that each question takes, beside those that all take."""


def question(scheme: str, given: set[str]) -> str:
    """Which question the options ask."""
    if "chain" in given:
        return CHAIN
    if scheme == "ckks" or "ckks" in given:
        return CKKS
    if scheme == "all":
        return ALL
    if scheme in scheme_keys(MULTIPRECISION):
        return PAPERS
    assert scheme in scheme_keys(RNS), scheme
    return STATED_SLOTS if given & {"primes", "log2_q"} else CHOSEN_SLOTS


def refuse_others(context: Any, scheme: str) -> None:
    """Raises `UsageError` for options on the command line that the question does not take.

    `context` is typer's, whose type is private.
    """
    parameters = {one.name: one for one in context.command.params}
    given = {
        name
        for name in parameters
        if getattr(context.get_parameter_source(name), "name", "") == "COMMANDLINE"
    }
    asked = question(scheme, given)
    for name in sorted(given - OPTIONS[asked] - _EVERY):
        takers = [one for one, taken in OPTIONS.items() if name in taken]
        option = max(parameters[name].opts, key=len)
        raise UsageError(f"{asked} takes no {option}: it is for {'; '.join(takers)}")
    if "scheme" in given and scheme != "ckks" and asked in (CKKS, CHAIN):
        raise UsageError(f"--scheme {scheme} and {asked} are two questions: leave one out")
