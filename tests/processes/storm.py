"""`storm.py FORKS`: forks while other threads make keys, tables and products.

Each child computes with its parent's objects and with its own, and must end right within
`PATIENCE_S`. Prints as JSON how many did; exit code 1 unless all. The test runs some dozens,
`make test-long` some hundreds.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import sys
import threading
import time
from typing import Any

from schemes import SCHEMES, wrong_with_keys

PATIENCE_S = 60
"""On a machine that is loaded; a hang lasts for ever."""


class Storm:
    """Threads that compute until it is over."""

    def __init__(self, parameters: dict[str, bytes]) -> None:
        self.over = threading.Event()
        self.rounds = 0
        self.wrong: list[str] = []
        self._threads = [
            threading.Thread(target=self._compute, args=one, daemon=True)
            for one in parameters.items()
        ]
        for thread in self._threads:
            thread.start()

    def _compute(self, name: str, parameters: bytes) -> None:
        scheme = SCHEMES[name]
        while not self.over.is_set():
            # Anew each time: rings, tables and pools of buffers are made while others fork.
            keys = scheme.load(parameters).keys()
            a = keys.encrypt(scheme.vector)
            if not scheme.is_right(keys.decrypt(a * a), scheme.square):
                self.wrong.append(name)
            self.rounds += 1

    def end(self) -> None:
        """Waits for the threads."""
        self.over.set()
        for thread in self._threads:
            thread.join()


def child(given: tuple[Any, ...]) -> int:
    """Forks; the child's exit code, -1 where it hangs."""
    pid = os.fork()
    if pid == 0:
        faulthandler.dump_traceback_later(PATIENCE_S - 5, exit=False)
        code = 2
        try:
            code = 1 if wrong_with_keys(*given) else 0
        finally:
            os._exit(code)
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.005)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return -1


def main(forks: int) -> None:
    """Forks so many times, the schemes in turn."""
    given = []
    for name, scheme in SCHEMES.items():
        keys = scheme.choose().keys()
        ciphertext = keys.encrypt(scheme.vector)
        given.append((name, keys, ciphertext))
    storm = Storm({name: keys.secret.parameters.save() for name, keys, _ in given})
    codes: dict[int, int] = {}
    for number in range(forks):
        code = child(given[number % len(given)])
        codes[code] = codes.get(code, 0) + 1
        if code == -1:
            break
        # At another moment of what the threads do.
        time.sleep(0.001 * (number % 7))
    storm.end()
    right = codes.pop(0, 0)
    print(json.dumps({"right": right, "others": codes, "rounds": storm.rounds}))
    if right < forks or storm.wrong:
        raise SystemExit(f"wrong: {codes}, {storm.wrong}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
