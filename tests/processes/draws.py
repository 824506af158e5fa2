"""`draws.py SCHEME COUNT`: encryptions in a parent, its children and a grandchild, in threads each.

Prints as JSON for each kind of random words how many were drawn, and how many were distinct.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import sys
import threading
from typing import Any

from schemes import SCHEMES, Scheme

HEAD_BYTES = 52
HASH_BYTES = 32
SEED_BYTES = 32
WINDOW_BYTES = 64
"""Of what no two ciphertexts have alike by chance: docs/serialisation.md."""


def draws(keys: Any, scheme: Scheme, count: int) -> dict[str, list[bytes]]:
    """`count` fresh ciphertexts under the secret and the public key, and a few keys."""
    secret = [keys.secret.encrypt(scheme.vector).save() for _ in range(count)]
    at = next(i for i in range(HEAD_BYTES, len(secret[0])) if secret[0][i] != secret[1][i])
    public = [keys.encrypt(scheme.vector).save() for _ in range(count // 20)]
    fresh = [keys.secret.parameters.keys() for _ in range(2)]
    return {
        "seeds": [one[at : at + SEED_BYTES] for one in secret],
        "secret": [part for one in secret for part in windows(one)],
        "public": [part for one in public for part in windows(one)],
        "keys": [hashlib.sha256(own.secret.save()).digest() for own in fresh],
    }


def windows(data: bytes) -> list[bytes]:
    """What lies at three places of the random part, each of which no other ciphertext may share."""
    end = len(data) - HASH_BYTES - WINDOW_BYTES
    return [data[at : at + WINDOW_BYTES] for at in (end // 2, end * 3 // 4, end)]


def with_threads(keys: Any, scheme: Scheme, count: int) -> dict[str, list[bytes]]:
    """In this thread and in another at the same time."""
    found: list[dict[str, list[bytes]]] = []
    threads = [
        threading.Thread(target=lambda: found.append(draws(keys, scheme, count // 2)))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return merged(found)


def merged(parts: list[dict[str, list[bytes]]]) -> dict[str, list[bytes]]:
    """All draws together."""
    return {kind: [one for part in parts for one in part[kind]] for kind in parts[0]}


def in_child(work: Any) -> Any:
    """What `work` returns in a child of fork."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        with os.fdopen(write, "wb") as out:
            pickle.dump(work(), out)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as answer:
        found = pickle.load(answer)
    os.waitpid(pid, 0)
    return found


def main(name: str, count: int) -> None:
    """Five processes with two threads each."""
    scheme = SCHEMES[name]
    keys = scheme.choose().keys()
    keys.encrypt(scheme.vector)
    each = count // 5

    def own() -> dict[str, list[bytes]]:
        return with_threads(keys, scheme, each)

    def with_grandchild() -> dict[str, list[bytes]]:
        return merged([in_child(own), own()])

    # The parent draws nothing between the forks: children start from the same state.
    children = [in_child(own), in_child(with_grandchild), in_child(own)]
    everything = merged([*children, own()])
    print(json.dumps({kind: [len(found), len(set(found))] for kind, found in everything.items()}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
