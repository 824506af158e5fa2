"""Proofs: points of an exploration executed, the predictions beside the truth.

What is executed is the application itself: keys, an encryption of each input, every gate, one
decryption, by the same code that the tally counts; the result is compared with that in the clear.
Kernels are measured in turns with the executions, so that a prediction can be had whose clock and
weather are those of the truth.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from ringassay import _native
from ringassay.explore.app import PARAMETERS, App, AppError
from ringassay.explore.selection import Place, Selection
from ringassay.explore.slices import anchor
from ringassay.predict.sweeps import SweepPoint
from ringassay.predict.truth import Truth, TruthError, execute
from ringassay.store import Store, add_proof, load_calibration, load_proofs, probe_machine

RNS_KEYS = ("index", "t")
"""What names a point of BGV or BFV."""

RECOMMENDED = "recommended"
"""The name of the point that an exploration recommends."""

REPEATS, ROUNDS, KERNEL_ROUNDS = 3, 3, 3
"""Executions of a point in a round, rounds, and rounds of kernels in each."""


class ProofError(AppError):
    """A point that cannot be executed; the message says why."""


@dataclass(frozen=True)
class Figures:
    """Time of the application on one processor, and the most memory that the process holds."""

    ns: float
    peak_bytes: float

    def errors(self, truth: Figures) -> tuple[float, float]:
        """How far these are from the truth, relative: of time and of memory."""
        return self.ns / truth.ns - 1, self.peak_bytes / truth.peak_bytes - 1


@dataclass(frozen=True)
class Proof:
    """A point, predicted and executed."""

    block: str
    scheme: str
    n: int
    log2_q: float
    log2_w: float
    t: int
    explored: Figures | None
    """As the exploration has it: sums of the basic functions' times."""
    tallied: Figures | None
    """By a tally of the whole application and the same calibration."""
    in_turns: Figures | None
    """By that tally and the kernels measured in turns with the executions."""
    truth: Figures
    """Medians over executions."""
    spread: float
    """Half the distance between the quartiles of the executions' times, relative."""
    executions: int
    functions_ns: tuple[float, ...]
    """Medians of the time of keys, encryptions, sums, products, decryption."""
    predicted_functions_ns: tuple[float, ...]
    """Likewise as tallied, in turns where there is that."""
    is_right: bool
    """Whether the result is that in the clear."""
    index: int | None = None
    """BGV and BFV: the ring's index."""
    log2_p: float | None = None
    """BGV and BFV: log2 of the special modulus of key switching."""

    @property
    def point(self) -> dict[str, float]:
        """The parameters."""
        named = {"n": self.n, "log2_q": self.log2_q, "log2_w": self.log2_w, "t": self.t}
        if self.index is None or self.log2_p is None:
            return named
        return named | {"index": self.index, "log2_p": self.log2_p}


def find_place(selection: Selection, name: str) -> Place:
    """The point of that name: `recommended`, or `block:n=4096,log2_q=281`.

    What is not named is as at the block's best point, or, where it has none, at the cheapest that
    is deep enough. Raises `ProofError`.
    """
    if name == RECOMMENDED:
        if selection.recommended is None:
            raise ProofError("nothing is recommended: name a point, such as fv:n=4096,log2_q=281")
        return selection.recommended
    block, _, rest = name.partition(":")
    blocks = [outcome.results.block.name for outcome in selection.outcomes]
    if block not in blocks:
        raise ProofError(f"no scheme is called {block!r}: choose from {', '.join(blocks)}")
    number = blocks.index(block)
    outcome = selection.outcomes[number]
    if not len(outcome.results):
        raise ProofError(f"{block} has no point")
    wanted = outcome.results.point(anchor(outcome))
    for part in filter(None, rest.split(",")):
        key, _, value = part.partition("=")
        keys = RNS_KEYS if outcome.results.block.is_rns else PARAMETERS
        if key.strip() not in keys:
            *others, last = [f"{name}=" for name in keys]
            raise ProofError(f"{part!r}: {', '.join(others)} or {last} is needed")
        try:
            wanted[key.strip()] = float(value)
        except ValueError:
            raise ProofError(f"{part!r} is no number") from None
    columns = outcome.results.columns
    mask = columns["secret"] == outcome.results.block.secret.index(wanted["secret"])
    for key in RNS_KEYS if outcome.results.block.is_rns else PARAMETERS:
        mask &= columns[key] == wanted[key]
    if not mask.any():
        raise ProofError(f"{name!r} is no point of the exploration")
    return Place(number, int(mask.argmax()))


def sweep_point(app: App, selection: Selection, place: Place, folder: Path) -> SweepPoint:
    """A point as it is executed. Raises `ProofError` for one that cannot be."""
    point = selection.point(place)
    block = selection.outcomes[place.block].results.block
    if point["secret"] != "ternary":  # noqa: S105 - a distribution
        raise ProofError(f"only ternary secrets are executed, not {point['secret']}")
    whole = {name: round(point[name]) for name in PARAMETERS}
    circuit = app.application.text or None
    if app.application.circuit is not None and circuit is None:
        path = folder / app.application.circuit
        try:
            circuit = path.read_text()
        except (OSError, UnicodeDecodeError) as error:
            raise ProofError(f"{path}: cannot be read ({error})") from None
    return SweepPoint(
        scheme=block.scheme,
        expression=app.application.expression,
        circuit=circuit,
        index=point["index"] if block.is_rns else None,
        depth=block.depth if block.is_rns else None,
        **whole,
    )


def prove(
    store: Store,
    exploration: str,
    selection: Selection,
    places: Sequence[Place],
    *,
    folder: Path = Path(),
    calibration: str | None = None,
    rounds: int = ROUNDS,
    kernel_rounds: int = KERNEL_ROUNDS,
    progress: Callable[[int, int], object] | None = None,
) -> list[Proof]:
    """Executes points of an exploration, and stores what came of it; `folder` has the circuit,
    `calibration` is the name of the one that the exploration was predicted by.

    Raises `ProofError`.
    """
    app = selection.explored.app
    points = [sweep_point(app, selection, place, folder) for place in places]
    priced = None
    if calibration is not None:
        priced = _native.PointPredictor(load_calibration(store, calibration).document)
    for point in points:
        # What cannot be tallied cannot be executed either, and says so sooner.
        try:
            _native.tally_point(point.applied())
        except ValueError as error:
            raise ProofError(f"this application cannot be executed: {error}") from None
    try:
        truths = execute(
            points,
            rounds=rounds,
            repeats=REPEATS,
            kernel_rounds=kernel_rounds,
            progress=progress,
        )
    except TruthError as error:
        raise ProofError(str(error)) from error
    turns = None if truths.calibration is None else _native.PointPredictor(truths.calibration)
    proofs = []
    for point, place, truth in zip(points, places, truths.points, strict=True):
        proof = _proof(selection, place, point, truth, (priced, turns))
        document = json.dumps(asdict(proof) | {"cpu_ns": truth.cpu_ns}, allow_nan=False)
        add_proof(store, exploration, document, _native.__version__, probe_machine())
        proofs.append(proof)
    return proofs


def proofs_of(store: Store, exploration: str) -> list[tuple[str, Proof]]:
    """The proofs of an exploration, oldest first, each with when it was made."""
    found = []
    for at, document in load_proofs(store, exploration):
        fields = json.loads(document)
        fields.pop("cpu_ns", None)
        for name in ("explored", "tallied", "in_turns", "truth"):
            fields[name] = None if fields[name] is None else Figures(**fields[name])
        for name in ("functions_ns", "predicted_functions_ns"):
            fields[name] = tuple(fields[name])
        found.append((at, Proof(**fields)))
    return found


def _proof(
    selection: Selection,
    place: Place,
    executed: SweepPoint,
    truth: Truth,
    predictors: tuple[_native.PointPredictor | None, _native.PointPredictor | None],
) -> Proof:
    if truth.error is not None or not truth.cpu_ns:
        raise ProofError(f"the execution failed: {truth.error or 'no time was measured'}")
    point = selection.point(place)
    block = selection.outcomes[place.block].results.block
    tallied, in_turns = (
        None if one is None else one.predict_application(executed.applied()) for one in predictors
    )
    latest = in_turns or tallied
    return Proof(
        block=block.name,
        scheme=block.scheme,
        n=int(point["n"]),
        log2_q=point["log2_q"],
        log2_w=point["log2_w"],
        t=int(point["t"]),
        explored=None
        if math.isnan(point["wall_ns"])
        else Figures(point["wall_ns"], point["peak_bytes"]),
        tallied=_figures(tallied),
        in_turns=_figures(in_turns),
        truth=Figures(truth.total_ns, truth.peak_bytes),
        spread=0.0 if math.isnan(truth.spread) else truth.spread,
        executions=len(truth.cpu_ns),
        functions_ns=truth.function_medians,
        predicted_functions_ns=() if latest is None else tuple(latest["ns"]),
        is_right=bool(truth.is_right),
        index=int(point["index"]) if block.is_rns else None,
        log2_p=point["log2_p"] if block.is_rns else None,
    )


def _figures(found: _native.PredictedApplication | None) -> Figures | None:
    return None if found is None else Figures(found["total_ns"], float(found["peak_bytes"]))
