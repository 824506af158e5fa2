"""A worker (ringassay/sut/worker.py) with HElib's operations, in the clear: rows mod p.

python clear_worker.py SLOTS
"""

from __future__ import annotations

import struct
import sys

SLOTS = int(sys.argv[1])


class Library:
    """Rows under numbers."""

    def __init__(self) -> None:
        self.p, self.held, self.next = 0, {}, 1

    def row(self, blob: bytes) -> list[int]:
        row = list(struct.unpack(f"<{SLOTS}Q", blob))
        if not all(0 <= value < self.p for value in row):
            raise ValueError("values outside [0, p)")
        return row

    def hold(self, row: list[int]) -> str:
        self.held[self.next] = [value % self.p for value in row]
        self.next += 1
        return str(self.next - 1)

    def call(self, name: str, words: list[str], blobs: list[bytes]) -> tuple[str, list[bytes]]:
        if name == "set_up":
            self.p = int(words[0])
            m = int(words[4]) or 21845
            return f"{m} 16384 {SLOTS} {words[1]} 40.5 129.7", []
        if name == "make_keys":
            return "", [str(self.p).encode(), b"public"]
        if name == "load_keys":
            self.p = int(blobs[0])
            return str(SLOTS), []
        if name in ("encrypt", "load"):
            return self.hold(self.row(blobs[0])), []
        if name == "decrypt":
            return "", [struct.pack(f"<{SLOTS}Q", *self.row(blobs[0]))]
        a = self.held[int(words[0])]
        if name == "save":
            return "", [struct.pack(f"<{SLOTS}Q", *a)]
        if name == "rotate":
            step = int(words[1]) % SLOTS
            return self.hold(a[-step:] + a[:-step] if step else a), []
        if name == "negate":
            return self.hold([-value for value in a]), []
        b = self.row(blobs[0]) if blobs else self.held[int(words[1])]
        pairs = list(zip(a, b, strict=True))
        made = {
            "add": [x + y for x, y in pairs],
            "sub": [x - y for x, y in pairs],
            "multiply": [x * y for x, y in pairs],
        }
        return self.hold(made[name.removesuffix("_plain")]), []


def main() -> None:
    library, pipe, out = Library(), sys.stdin.buffer, sys.stdout.buffer
    out.write(b"ok 0.0 ;\n")
    out.flush()
    for line in pipe:
        asked, sizes, unused = (part.split() for part in line.decode().split(";"))
        blobs = [pipe.read(int(size)) for size in sizes]
        for number in unused:
            library.held.pop(int(number))
        try:
            value, made = library.call(asked[0], asked[1:], blobs)
            head = f"ok {value} ; {' '.join(str(len(blob)) for blob in made)}\n"
        except (KeyError, ValueError, struct.error) as error:
            head, made = f"error {error!r}\n", []
        out.write(head.encode())
        for blob in made:
            out.write(blob)
        out.flush()


if __name__ == "__main__":
    main()
