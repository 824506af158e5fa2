"""Rounds of several libraries, one after the other."""

from __future__ import annotations

from collections import defaultdict
from contextlib import ExitStack
from dataclasses import dataclass

from ringassay import security
from ringassay.bench.beside.program import LIBRARIES, Program
from ringassay.bench.beside.shapes import SCHEMES, SHAPES, Shape
from ringassay.bench.measure import LEAST_ROUNDS, Progress, silent, summary
from ringassay.bench.peers import PeersError
from ringassay.store import BenchmarkRow, PeerFacts


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


def measure_beside(settings: BesideSettings, progress: Progress = silent) -> Beside:
    """Every library that is installed at every shape: a round of each, again and again.

    Each is a process of its own on one thread; CPU time. A library that is not installed or cannot
    be measured is named in `missing`, with the reason. Raises `PeersError` where ours cannot.
    """
    rows: list[BenchmarkRow] = []
    peers: list[PeerFacts] = []
    missing: dict[str, None] = {}
    try:
        for name in settings.shapes:
            found = _measure_shape(SHAPES[name], settings, progress)
            rows += found.rows
            peers += found.peers
            missing |= dict.fromkeys(found.missing)
    except KeyboardInterrupt:
        if not rows:
            raise
    return Beside(tuple(rows), tuple(peers), tuple(missing))


def _measure_shape(shape: Shape, settings: BesideSettings, progress: Progress) -> Beside:
    started: list[Program] = []
    missing: list[str] = []
    with ExitStack() as running:
        for library in LIBRARIES:
            for scheme in (one for one in settings.schemes if one in library.schemes):
                progress(f"{shape.name}: keys of {library.name}'s {scheme}", 0, settings.rounds)
                try:
                    program = Program(library, shape.asked(scheme, settings.sample_us))
                except PeersError as error:
                    if library is LIBRARIES[0]:
                        raise
                    missing.append(f"{shape.name}, {scheme}: {error}")
                    continue
                running.callback(program.kill)
                started.append(program)
        samples: dict[int, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for done in range(max(settings.rounds, LEAST_ROUNDS)):
            progress(f"measuring {shape.name}", done, settings.rounds)
            for program in started:
                for operation, ns in program.round().items():
                    samples[id(program)][operation].append(ns)
        peers = [_facts(shape, program) for program in started]
    rows = [
        row
        for program, facts in zip(started, peers, strict=True)
        for row in _rows(facts, samples[id(program)], program.facts.get("backend"))
    ]
    return Beside(tuple(rows), tuple(peers), tuple(missing))


def _facts(shape: Shape, program: Program) -> PeerFacts:
    said = program.facts
    log2_qp = said["log2_q"] + said["log2_p"]
    return PeerFacts(
        shape=shape.name,
        library=said["library"],
        version=said["version"],
        scheme=said["scheme"],
        n=shape.n,
        plaintext=shape.t,
        log2_q=said["log2_q"],
        log2_p=said["log2_p"],
        digits=said["digits"],
        levels=said["levels"],
        certain_levels=said.get("certain_levels"),
        security_bits=security.estimate(shape.n, log2_qp).bits,
        ciphertext_bytes=said["ciphertext_bytes"],
        keys_bytes=said["keys_bytes"],
        rotation_keys=said.get("rotation_keys", 1),
        peak_bytes=program.end(),
    )


def _rows(
    facts: PeerFacts, samples: dict[str, list[float]], backend: str | None
) -> list[BenchmarkRow]:
    return [
        BenchmarkRow(
            library=facts.library,
            library_version=facts.version,
            operation=operation,
            basis="none",
            m=2 * facts.n,
            m_big=None,
            n=facts.n,
            limbs=facts.digits,
            modulus_bits=round(facts.log2_q + facts.log2_p),
            backend=backend or "its own",
            threads=1,
            clock="cpu",
            parameter_set=facts.place,
            **summary(column),
        )
        for operation, column in samples.items()
    ]
