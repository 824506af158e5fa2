"""Rounds of several libraries, one after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from statistics import median
from typing import Any, Protocol

from ringassay import security
from ringassay.bench.beside.program import LIBRARIES, Library, Program
from ringassay.bench.beside.shapes import SCHEMES, SHAPES
from ringassay.bench.beside.shared_memory import shared_peaks
from ringassay.bench.measure import LEAST_ROUNDS, Progress, silent, summary
from ringassay.bench.peers import PeersError
from ringassay.store import BenchmarkRow, PeerFacts


class Asking(Protocol):
    """What libraries are asked for."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def n(self) -> int:
        """The dimension of the ring."""

    @property
    def t(self) -> int:
        """The plaintext modulus."""

    def asked(self, scheme: str, sample_us: int, library: str) -> dict[str, object]:
        """As the program of a library takes it."""


@dataclass(frozen=True)
class BesideSettings:
    """Which shapes, schemes and how many rounds."""

    shapes: tuple[str, ...] = tuple(SHAPES)
    schemes: tuple[str, ...] = SCHEMES
    rounds: int = 9
    sample_us: int = 20_000


@dataclass(frozen=True)
class Beside:
    """What was measured, and who could not be."""

    rows: tuple[BenchmarkRow, ...]
    peers: tuple[PeerFacts, ...]
    missing: tuple[str, ...]
    is_cut: bool = False
    """Whether it was interrupted with fewer samples than asked for."""


def measure_beside(settings: BesideSettings, progress: Progress = silent) -> Beside:
    """Every library that is installed at every shape: a round of each, again and again.

    Each is a process of its own on one thread; CPU time. A library that is not installed or cannot
    be measured is named in `missing`, with the reason. Raises `PeersError` where ours cannot.
    """
    places: list[tuple[Asking, tuple[str, ...]]] = [
        (SHAPES[name], settings.schemes) for name in settings.shapes
    ]
    return measure_places(places, LIBRARIES, settings.rounds, settings.sample_us, progress)


def measure_places(
    places: Sequence[tuple[Asking, tuple[str, ...]]],
    libraries: Sequence[Library],
    rounds: int,
    sample_us: int,
    progress: Progress,
) -> Beside:
    """Shapes one after the other, at each these schemes of all libraries in rounds.

    The first library is ours. An interrupt (Ctrl-C) ends the measurement: what there is is kept.
    """
    rows: list[BenchmarkRow] = []
    peers: list[PeerFacts] = []
    missing: dict[str, None] = {}
    is_cut = False
    try:
        for shape, schemes in places:
            found = _measure_shape(shape, schemes, libraries, (rounds, sample_us), progress)
            rows += found.rows
            peers += found.peers
            missing |= dict.fromkeys(found.missing)
            is_cut = found.is_cut
            if is_cut:
                break
    except KeyboardInterrupt:
        if not rows:
            raise
        is_cut = True
    return Beside(tuple(rows), tuple(peers), tuple(missing), is_cut)


def _measure_shape(
    shape: Asking,
    schemes: Sequence[str],
    libraries: Sequence[Library],
    length: tuple[int, int],
    progress: Progress,
) -> Beside:
    rounds, sample_us = length
    started: list[Program] = []
    missing: list[str] = []
    with ExitStack() as running:
        for library in libraries:
            for scheme in (one for one in schemes if one in library.schemes):
                progress(f"{shape.name}: keys of {library.name}'s {scheme}", 0, rounds)
                try:
                    asked = shape.asked(scheme, sample_us, library.name)
                    program = Program(library, asked)
                except PeersError as error:
                    if library is libraries[0]:
                        raise
                    missing.append(f"{shape.name}, {scheme}: {error}")
                    continue
                running.callback(program.kill)
                started.append(program)
        what = f"measuring {shape.name}, {', '.join(schemes)}"
        samples, is_cut = _rounds(what, started, max(rounds, LEAST_ROUNDS), progress)
        peers = [
            replace(_facts(shape, program), ratios=_ratios(program, started, samples))
            for program in started
        ]
    if not is_cut:
        progress(f"{shape.name}: memory for what all libraries do", rounds, rounds)
        measured = [tuple(samples[id(program)]) for program in started]
        peaks = shared_peaks(started, measured, [facts.peak_bytes for facts in peers])
        peers = [
            replace(facts, shared_peak_bytes=peak) for facts, peak in zip(peers, peaks, strict=True)
        ]
    rows = [
        row
        for program, facts in zip(started, peers, strict=True)
        for row in _rows(facts, samples[id(program)], program.facts.get("backend"))
    ]
    return Beside(tuple(rows), tuple(peers), tuple(missing), is_cut)


def _rounds(
    what: str, started: Sequence[Program], rounds: int, progress: Progress
) -> tuple[dict[int, dict[str, list[float]]], bool]:
    """Samples by program and operation, and whether they were cut short."""
    samples: dict[int, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    done = 0
    try:
        for done in range(rounds):
            progress(what, done, rounds)
            found = [(program, program.round()) for program in started]
            for program, figures in found:
                for operation, ns in figures.items():
                    samples[id(program)][operation].append(ns)
    except KeyboardInterrupt:
        if done < LEAST_ROUNDS:
            raise
        return samples, True
    return samples, False


def _ratios(
    program: Program, started: Sequence[Program], samples: dict[int, dict[str, list[float]]]
) -> dict[str, tuple[float, float, float]]:
    """Its times over ours of the same round by operation: the least, the median, the most.

    A machine has phases in which some code is slower than other code. A ratio of medians hides
    them; those of single rounds show how far they move it.
    """
    own = next(one for one in started if one.facts["scheme"] == program.facts["scheme"])
    if own is program:
        return {}
    ours = samples[id(own)]
    found = {}
    for operation, theirs in samples[id(program)].items():
        if operation in ours:
            each = [b / a for a, b in zip(ours[operation], theirs, strict=True) if a > 0]
            if each:
                found[operation] = (min(each), median(each), max(each))
    return found


def _facts(shape: Asking, program: Program) -> PeerFacts:
    said = program.facts
    return PeerFacts(
        shape=shape.name,
        library=said["library"],
        version=said["version"],
        scheme=said["scheme"],
        n=shape.n,
        plaintext=0 if said["scheme"] == "CKKS" else shape.t,
        log2_q=said["log2_q"],
        log2_p=said["log2_p"],
        digits=said["digits"],
        levels=said["levels"],
        certain_levels=said.get("certain_levels"),
        security_bits=security.estimate(shape.n, said["log2_q"] + said["log2_p"]).bits,
        ciphertext_bytes=said["ciphertext_bytes"],
        keys_bytes=said["keys_bytes"],
        rotation_keys=said.get("rotation_keys", 1),
        peak_bytes=program.end(),
        limbs=said.get("limbs"),
        special_limbs=said.get("special_limbs"),
        log2_scale=said.get("log2_scale"),
        precision_bits=said.get("precision_bits"),
        objects=said.get("objects", {}),
        compressed=said.get("compressed", {}),
        counted=said.get("counted", {}),
        technique=said.get("technique") or None,
    )


def _rows(
    facts: PeerFacts, samples: dict[str, list[float]], backend: str | None
) -> list[BenchmarkRow]:
    measured = {"n": facts.n, "backend": backend or "its own", "clock": "cpu"}
    return [
        row_of(facts, operation, 1, **measured, **summary(column))
        for operation, column in samples.items()
    ]


def row_of(facts: PeerFacts, operation: str, threads: int, **measured: Any) -> BenchmarkRow:
    """The row of an operation of a scheme at these parameters, with what was measured of it."""
    return BenchmarkRow(
        library=facts.library,
        library_version=facts.version,
        operation=operation,
        basis="none",
        m=2 * facts.n,
        m_big=None,
        limbs=facts.limbs or facts.digits,
        modulus_bits=round(facts.log2_q + facts.log2_p),
        threads=threads,
        parameter_set=facts.place,
        **measured,
    )
