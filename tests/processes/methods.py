"""`methods.py METHOD SCHEME`: every operation in workers, after the parent computed.

Prints as JSON what was wrong, and the seconds of parent and children. A program of its own, because
`spawn` and `forkserver` import the main module anew, and because a hang must not hang the tests.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
import threading
import time
from typing import Any

from schemes import SCHEMES, saved, wrong_from_bytes, wrong_with_keys

INHERITED: list[Any] = []


def inherited(_: int) -> list[str]:
    """With the parent's objects, which only `fork` passes on."""
    return wrong_with_keys(*INHERITED)


def timed(work: Any) -> tuple[Any, float]:
    """What `work` returns, and its seconds."""
    begun = time.perf_counter()
    return work(), time.perf_counter() - begun


def in_threads(given: tuple[Any, ...]) -> list[str]:
    """Four threads at the same time."""
    wrong: list[str] = []
    threads = [
        threading.Thread(target=lambda: wrong.extend(wrong_from_bytes(*given))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return wrong


def main(method: str, name: str) -> None:
    """Runs one scheme under one method."""
    scheme = SCHEMES[name]
    keys = scheme.choose().keys()
    given = (name, saved(keys, scheme))
    INHERITED.extend((name, keys, keys.encrypt(scheme.vector)))
    wrong, parent = timed(lambda: wrong_from_bytes(*given) + inherited(0))
    children = parent
    if method == "threads":
        wrong += in_threads(given)
    else:
        with multiprocessing.get_context(method).Pool(2) as pool:
            # Workers of spawn and forkserver import everything first, once each.
            pool.map(time.sleep, [0.1] * 4, chunksize=1)
            found, children = timed(lambda: pool.starmap_async(wrong_from_bytes, [given] * 4).get())
            if method == "fork":
                found += pool.map_async(inherited, range(4)).get()
        wrong += [operation for one in found for operation in one]
    print(json.dumps({"wrong": wrong, "parent_s": parent, "children_s": children}))


if __name__ == "__main__":
    main(*sys.argv[1:])
