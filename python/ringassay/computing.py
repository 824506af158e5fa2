"""How many threads compute."""

from __future__ import annotations

from types import TracebackType

from ringassay import _native


class threads:  # noqa: N801 - called like a function
    """Has every operation from now on computed on so many threads; None: on all processors.

    As a context manager, until its block ends:

        with ringassay.threads(1):
            product = a * b

    Operations on ciphertexts and ring elements share out their primes, or parts of one, where that
    pays. Results are the same for any number. It applies to the whole process; processes that the
    harness starts have options of their own. Raises `ValueError` for less than one thread.
    """

    def __init__(self, count: int | None) -> None:
        self._before = _native.set_threads(count)

    def __enter__(self) -> None:
        """It has begun already."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """As many threads as before."""
        _native.set_threads(self._before)
