"""SEAL's adapter with a planted delay: `python slower_seal.py PERCENT client|server`.

Each evaluation burns PERCENT more of the CPU time that it took by itself; 0 plants nothing.
"""

from __future__ import annotations

import sys
import time

from ringassay.sut.packets import Blob
from ringassay.sut.seal.__main__ import main
from ringassay.sut.seal.backend import SealServer

evaluate = SealServer.evaluate
share = float(sys.argv.pop(1)) / 100


def evaluate_slower(server: SealServer, ciphertexts: list[Blob]) -> list[Blob]:
    """The answer of SEAL's adapter, later."""
    start = time.thread_time_ns()
    answer = evaluate(server, ciphertexts)
    now = time.thread_time_ns()
    while time.thread_time_ns() < now + (now - start) * share:
        pass
    return answer


if __name__ == "__main__":
    SealServer.evaluate = evaluate_slower  # type: ignore[method-assign]
    main()
