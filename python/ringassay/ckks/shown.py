"""What notebooks show of CKKS."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ringassay.notebook import card, facts, table

if TYPE_CHECKING:
    from ringassay._native import _CkksStep
    from ringassay.ckks.ciphertext import Ciphertext
    from ringassay.ckks.judgement import Judgement
    from ringassay.ckks.parameters import Parameters
    from ringassay.ckks.vectors import Precision


def steps(shown: list[_CkksStep]) -> str:
    """Precision level by level."""
    columns = ("level", "scale", "bits on average", "bits in the worst slot")
    rows = (
        (
            step["level"],
            f"2^{step['log2_scale']:.1f}",
            f"{step['average_bits']:.1f}",
            f"{step['worst_bits']:.1f}",
        )
        for step in shown
    )
    return table(columns, rows)


def parameters(shown: Parameters) -> str:
    """Degree, moduli, security, precision by level."""
    below = "" if shown.is_secure is not False else " — BELOW what was asked for"
    rows = [
        ("ring, degree N, slots", f"{shown.ring}, {shown.n}, {shown.slots}"),
        ("levels, scale", f"{shown.depth}, 2^{shown.log2_scale}"),
        ("log2 Q, log2 P", f"{shown.log2_q:.1f}, {shown.log2_p:.1f}"),
        ("security", f"{shown.security_bits:.1f} bits{below}"),
        ("secret, error", f"{shown.facts['secret']}; {shown.facts['error']}"),
    ]
    return card("CKKS parameters", shown.security, facts(rows) + steps(shown.facts["steps"]))


def judgement(shown: Judgement) -> str:
    """Findings, then precision by level."""
    rows = ((f.severity, f.rule, f.what, f.remedy) for f in shown.findings)
    found = table(("", "rule", "found", "remedy"), rows) if shown.findings else ""
    headline = "modulus chain: sound" if shown.is_sound else "modulus chain: not sound"
    return card(headline, shown.facts["security"], found + steps(shown.facts["steps"]))


def ciphertext(shown: Ciphertext) -> str:
    """Level, precision, room."""
    noise = shown.noise
    rows = [
        ("level", f"{noise.level} of {shown.parameters.depth}"),
        ("bits on average", f"{noise.average_bits:.1f}"),
        ("bits in the worst slot", f"{noise.worst_bits:.1f}"),
        ("largest entry", f"{noise.largest:.4g}"),
        ("room in the modulus", f"{noise.budget_bits:.0f} of {noise.modulus_bits:.0f} bits"),
    ]
    kind = "complex" if shown.is_complex else "real"
    return card(f"ciphertext of {shown.parameters.length} {kind} numbers", "", facts(rows))


def precision(shown: Precision) -> str:
    """Bits of real parts, imaginary parts and both."""
    from ringassay.ckks.vectors import bits  # noqa: PLC0415

    rows = [
        (
            name,
            f"{bits(errors.worst):.1f}",
            errors.worst_slot,
            f"{bits(errors.mean):.1f}",
            f"{bits(errors.median):.1f}",
            f"{bits(errors.least):.1f}",
        )
        for name, errors in (
            ("real", shown.real),
            ("imaginary", shown.imaginary),
            ("L2", shown.l2),
        )
    ]
    return card(
        "precision in bits", "", table(("", "worst", "slot", "mean", "median", "best"), rows)
    )
