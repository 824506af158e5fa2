"""What a scheme written on `Ring` costs, counted instead of computed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ringassay import _native


class Tally:
    """Kernels and memory that rings write which were made with it.

        tally = Tally()
        R = Ring(2048, limbs=3, tally=tally)
        with tally.function("multiply"):
            ...

    Elements of such a ring have no coefficients: a lift gives zeros. Everything else that a scheme
    does is the same code, and is written down as the ring that computes would do it.
    """

    def __init__(self) -> None:
        self.native = _native.RingRecorder()

    @contextmanager
    def function(self, name: str) -> Iterator[None]:
        """What runs inside belongs to the function of that name, without spaces.

        `keys`, `encrypt`, `add`, `multiply` and `decrypt` are the basic ones; any other goes.
        """
        self.native.phase(name)
        try:
            yield
        finally:
            self.native.phase("")

    def calls(self) -> dict[tuple[str, str, int], int]:
        """How often each kernel ran: function, kernel and length to times."""
        found: dict[tuple[str, str, int], int] = {}
        for phase, kernel, length, times in self.native.counts():
            key = (phase.split(" ")[0], kernel, length)
            found[key] = found.get(key, 0) + times
        return found

    def account(self, calibration: str | None = None) -> dict[str, Any]:
        """A dictionary for `ringassay.predict.read_account`; with times by a calibration (JSON)."""
        predictor = None if calibration is None else _native.PointPredictor(calibration)
        return self.native.account(predictor)
