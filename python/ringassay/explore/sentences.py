"""An exploration's answer in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ringassay import _native
from ringassay.explore import rns
from ringassay.explore.app import Block
from ringassay.explore.selection import (
    ESTIMATED,
    NOT_ESTIMATED,
    BlockOutcome,
    Place,
    Selection,
    work_of,
)
from ringassay.explore.walk import Walk
from ringassay.schemes import catalogue, scheme_name
from ringassay.security.asked import insecure

if TYPE_CHECKING:
    from ringassay.explore.proof import Proof


def point_text(point: Mapping[Any, Any]) -> str:
    """The parameters of a point."""
    if point.get("index") is not None and "log2_p" in point:
        return (
            f"m = {point['index']:g}, n = {point['n']:g}, log2 Q = {point['log2_q']:.0f} (with P "
            f"{point['log2_q'] + point['log2_p']:.0f}), t = {point['t']:g}"
        )
    text = f"n = {point['n']:g}, log2 q = {point['log2_q']:g}, w = 2^{point['log2_w']:g}"
    text += f", t = {point['t']:g}"
    drawn = point.get("secret")
    return text if drawn in {None, "ternary"} else f"{text}, secret {drawn}"


def security_text(point: dict[str, Any]) -> str:
    """What is known of attacks on a point."""
    match point["attack_status"]:
        case 1:
            return "overstretched NTRU, broken (2021/999)"
        case 2:
            return "not estimated"
        case _:
            return f"{point['security_bits']:.0f} bits"


def held(facts: Mapping[Any, Any]) -> str:
    """Whose counts the facts are, for vectors."""
    entries = facts.get("entries", 1)
    if entries == 1:
        return ""
    return (
        f", where each of the {entries} entries of a vector is a ciphertext (BGV and BFV hold "
        "vectors in one)"
    )


def figures_text(point: dict[str, Any]) -> str:
    """Time and memory where they are predicted; what follows from the definitions."""
    parts = []
    if np.isfinite(point["wall_ns"]):
        parts.append(f"{point['wall_ns'] / 1e9:.3g} s")
    if np.isfinite(point["peak_bytes"]):
        parts.append(f"peak {_size(point['peak_bytes'])}")
    parts.append(f"{point['ring_products']:.0f} products of ring elements")
    parts.append(f"keys and live ciphertexts {_size(point['data_bytes'])}")
    if not np.isfinite(point["wall_ns"]):
        parts.append("time not predicted")
    return ", ".join(parts)


def scheme_row(selection: Selection, place: Place) -> tuple[str, ...]:
    """A scheme's best point in a table: rank, name, parameters, figures, security; no rank where it
    does not satisfy everything."""
    point = selection.point(place)
    block = selection.outcomes[place.block].results.block
    known = selection.ranking.index(place) + 1 if place in selection.ranking else None
    times = f"{point['wall_ns'] / 1e9:.3g} s" if np.isfinite(point["wall_ns"]) else "not predicted"
    peak = _size(point["peak_bytes"]) if np.isfinite(point["peak_bytes"]) else ""
    return (
        "" if known is None else str(known),
        scheme_name(block.scheme) if block.name == block.scheme else block.name,
        point_text(point),
        times,
        peak,
        _size(point["ciphertext_bytes"]),
        _size(point["key_bytes"]),
        security_text(point),
    )


def answer(selection: Selection) -> list[str]:
    """What to use and why; first the conclusion."""
    explored = selection.explored
    depth = explored.facts["multiplicative_depth"]
    asked = explored.app.constraints.security_bits
    place = selection.recommended
    if place is None:
        return [
            f"Nothing can be recommended: no point reaches depth {depth} and {asked:g} bits of "
            "security and satisfies the other constraints. What excluded each scheme stands below; "
            "widen the ranges it names, or the constraints."
        ]
    point = selection.point(place)
    block = selection.outcomes[place.block].results.block
    said = [
        f"Use {scheme_name(block.scheme)} with {point_text(point)}: depth {point['depth']} "
        f"({depth} needed, {_source(block, ': ')}), {security_text(point)} "
        f"of security ({asked:g} asked for); {figures_text(point)}.",
        f"Points are ranked by {selection.objective.name}.",
        *_other_formulas(block, point),
    ]
    said += _comparison(selection)
    failure = point["log2_failure"]
    if np.isfinite(failure):
        cause = (
            "by its noise"
            if block.is_rns
            else ("that of any Gaussian coefficient beyond 9.2 deviations")
        )
        said.append(
            f"A run at this point fails with a probability of at most 2^{failure:.0f}, {cause}."
        )
    return said


def excluded(outcome: BlockOutcome, selection: Selection) -> list[str]:
    """What became of the points of a block, and why."""
    block, judged = outcome.results.block, outcome.verdicts
    explored = selection.explored
    depth, asked = explored.facts["multiplicative_depth"], explored.app.constraints.security_bits
    total = len(outcome.results)
    if block.refused is not None:
        return [f"{block.name} ({scheme_name(block.scheme)}): no point. {block.refused}."]
    enough = judged.works
    said = [
        f"{block.name} ({scheme_name(block.scheme)}, depth {_source(block, ', ')}): "
        f"points: {total}; with depth {depth}: {int(enough.sum())}; of these with {asked:g} bits "
        f"of security: {int((enough & judged.secure).sum())}; satisfying all constraints: "
        f"{int(judged.all.sum())}."
    ]
    if not enough.any() and block.is_rns:
        said.append(f"Excluded: {rns.refusal(explored.app.application, block)}.")
    elif not enough.any():
        deepest = int(outcome.results.columns["depth"].max())
        said.append(
            f"Excluded by depth: the deepest point reaches {deepest}."
            if deepest >= 0
            else "Excluded by depth: no point decrypts a fresh ciphertext for sure."
        )
    elif not (enough & judged.secure).any():
        said.append(_insecure(outcome, asked))
    elif not judged.all.any():
        said.append(_bounded(outcome))
    if outcome.cheapest is not None:
        said.append(_cheapest(outcome, outcome.cheapest, selection))
    return said


def walked(walk: Walk, asked: float) -> list[str]:
    """A study step by step, with the verdict on where it leads."""
    start = point_text(walk.study.start)
    said = [f"{walk.study.name} ({scheme_name(walk.block.scheme)}, from {start}):"]
    for number, curve in enumerate(walk.curves, 1):
        said.append(f"{number}. {curve.reason}.")
        if not curve.chosen:
            continue
        last_before_n = curve.step.choose != "secure" and (
            number == len(walk.curves) or walk.curves[number].step.choose == "secure"
        )
        if last_before_n:
            status = _status(walk.block, curve.chosen, asked)
            said.append(f"   Selected: {point_text(curve.chosen)}: {status}.")
    if walk.end is not None and walk.curves[-1].step.choose == "secure":
        said.append(f"   At {asked:g} bits: {point_text(walk.end)}.")
    return said


def proof_sentences(proof: Proof) -> list[str]:
    """A point that was executed, the predictions beside the truth."""
    truth = proof.truth
    said = [
        f"Executed: {scheme_name(proof.scheme)} with {point_text(proof.point)}: "
        f"{truth.ns / 1e9:.4g} s (median of {proof.executions}, quartiles "
        f"{200 * proof.spread:.1f} % apart), peak {_size(truth.peak_bytes)}; the result is "
        f"{'right' if proof.is_right else 'WRONG'}."
    ]
    for name, figures in (
        ("As explored", proof.explored),
        ("By a tally of the whole application", proof.tallied),
        ("By that tally and kernels measured in turns", proof.in_turns),
    ):
        if figures is not None:
            time, memory = figures.errors(truth)
            said.append(
                f"{name}: {figures.ns / 1e9:.4g} s ({100 * time:+.1f} %), peak "
                f"{_size(figures.peak_bytes)} ({100 * memory:+.1f} %)."
            )
    return said


def _point(block: Block, values: Any, drawn: str) -> _native.ParameterPoint:
    return _native.ParameterPoint(
        block.scheme,
        int(values["n"]),
        values["log2_q"],
        values["log2_w"],
        int(values["t"]),
        drawn,
        block.std,
    )


def _status(block: Block, values: Any, asked: float) -> str:
    bits, words = _point(block, values, block.secret[0]).attack_status()
    if bits is None:
        return words
    verdict = "secure" if bits >= asked else f"not secure by today's estimate, {asked:g} asked for"
    return f"{bits:.0f} bits, {verdict}"


def _other_formulas(block: Block, point: dict[str, Any]) -> list[str]:
    """The depth of a point by the formulas that did not decide."""
    if block.is_rns:
        return []
    depths = _point(block, point, point["secret"])
    others = [
        f"{'no' if (depth := depths.depth(name)) is None else depth} by {name}"
        for name, _, _ in _native.depth_formulas(block.scheme)
        if name != block.formula
    ]
    return [f"Its depth by other formulas: {', '.join(others)}."] if others else []


def _comparison(selection: Selection) -> list[str]:
    said = []
    first = selection.ranking[0]
    for place in selection.ranking[1:]:
        ours, theirs = selection.point(first), selection.point(place)
        block = selection.outcomes[place.block].results.block
        costs = [
            float(selection.objective.cost({k: np.array([v]) for k, v in one.items()})[0])
            for one in (ours, theirs)
        ]
        times = costs[1] / costs[0]
        said.append(
            f"{block.name} at its best, {point_text(theirs)}, costs {times:.2f} times "
            "as much "
            f"({figures_text(theirs)}; {security_text(theirs)})."
        )
    return said


def _cheapest(outcome: BlockOutcome, at: int, selection: Selection) -> str:
    """The least that the scheme takes for the application, security aside, beside the others."""
    point = outcome.results.point(at)
    said = f"The least work for this depth, security aside: {point_text(point)}"
    said += f" ({security_text(point)}"
    if catalogue()[outcome.results.block.scheme].problem == "ntru":
        said += "; the inverse in its key is not counted"
    said += ")"
    least = selection.least_work
    if least is None or selection.outcomes[least.block] is outcome:
        return f"{said}." if len(selection.outcomes) < 2 else f"{said}, less than any other's."
    other = selection.outcomes[least.block].results.block.name
    times = work_of(point) / work_of(selection.point(least))
    return f"{said}, {times:.3g} times that of {other}."


def _insecure(outcome: BlockOutcome, asked: float) -> str:
    """Why no point that is deep enough is secure: the reason of the one with the most bits."""
    columns, works = outcome.results.columns, outcome.verdicts.works
    estimated = works & (columns["attack_status"] == ESTIMATED)
    if estimated.any():
        found = insecure(float(columns["security_bits"][estimated].max()), "", asked)
        return f"Excluded by security: at best it {found}. A larger n gives more."
    point = outcome.results.point(int(np.flatnonzero(works)[0]))
    how = "the estimator does not cover these parameters"
    if outcome.results.block.is_rns or (columns["attack_status"][works] == NOT_ESTIMATED).all():
        return f"Excluded by security: it {insecure(None, how, asked)}."
    _, words = _point(outcome.results.block, point, point["secret"]).attack_status()
    return f"Excluded by security: it {insecure(0.0, words, asked)}."


def _bounded(outcome: BlockOutcome) -> str:
    judged = outcome.verdicts
    left = judged.works & judged.secure
    reasons = [
        f"{name} excludes {int((left & ~mask).sum())}"
        for name, mask in (
            ("the probability of failure", judged.reliable),
            ("time", judged.fast),
            ("memory", judged.small),
        )
        if (left & ~mask).any()
    ]
    return f"Of {int(left.sum())} points deep and secure enough, {', '.join(reasons)}."


def _source(block: Block, after: str) -> str:
    if block.is_rns:
        return "by the noise of the circuit itself, run on shapes"
    formulas = _native.depth_formulas(block.scheme)
    source = next(source for name, source, _ in formulas if name == block.formula)
    return f"by {block.formula}{after}{source}"


def _size(size: float) -> str:
    for unit in ("B", "kB", "MB"):
        if size < 999.5:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:.3g} GB"


__all__ = ["Place", "answer", "excluded", "point_text", "security_text", "walked"]
