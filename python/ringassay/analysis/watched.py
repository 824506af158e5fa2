"""The quantities that are watched over time: names for `compare --metric` and `store history`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ringassay.analysis.columns import STEPS
from ringassay.analysis.comparison import ASPECTS, Aspect
from ringassay.analysis.study import Study
from ringassay.errors import UserError

Kind = Literal["time", "memory", "size", "right"]

RIGHT = "right"
"""The name of what has no aspect: right answers."""


class UnknownMetricError(UserError):
    """A name that is none of a watched quantity; the message lists them."""


@dataclass(frozen=True)
class Watched:
    """A quantity by its name on the command line, smaller being better (but for right answers).

    - `time` is CPU time, a sample with noise;
    - `memory` is the most that either program held, a sample as well;
    - `size` is counted: it has no noise;
    - `right` is the share of right answers among those judged, and has no aspect.
    """

    name: str
    label: str
    kind: Kind
    aspect: Aspect | None


_NAMES = {
    "keygen": "key generation",
    "ingestion": "ingestion",
    "encryption": "encryption",
    "evaluation": "evaluation",
    "decryption": "decryption",
    "total": "total time",
    "first-answer": "first answer",
    "key-size": "key size",
    "ciphertext-size": "fresh ciphertexts",
    "result-size": "evaluated ciphertext",
}
_ASPECTS = {aspect.label: aspect for aspect in ASPECTS}


def _of_aspect(name: str, label: str) -> Watched:
    aspect = _ASPECTS[label]
    if aspect.quantity == "size":
        return Watched(name, label, "size", aspect)
    return Watched(name, f"{label.removesuffix(' time')} (CPU time)", "time", aspect)


WATCHED: dict[str, Watched] = {
    **{name: _of_aspect(name, label) for name, label in _NAMES.items()},
    "memory": Watched(
        "memory", "peak memory", "memory", Aspect("memory", "size", "evaluations", "peak_bytes")
    ),
    RIGHT: Watched(RIGHT, "right answers", "right", None),
}
"""Name to quantity, in the order in which they are listed."""

DEFAULT = ("evaluation", "key-size", "ciphertext-size", "result-size", "memory", RIGHT)
"""What a check looks at unless told otherwise."""


def watched(name: str) -> Watched:
    """The quantity of this name. Raises `UnknownMetricError`."""
    if name not in WATCHED:
        raise UnknownMetricError(f"no metric is called {name!r}: choose from {', '.join(WATCHED)}")
    return WATCHED[name]


def with_memory(study: Study) -> Study:
    """The study with `peak_bytes` of each evaluation: the most that either program held."""
    peaks = study.evaluations[[f"{step}_peak_bytes" for step in STEPS]].max(axis=1)
    return replace(study, evaluations=study.evaluations.assign(peak_bytes=peaks))
