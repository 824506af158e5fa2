"""Libraries in other languages: a worker program holds their objects and computes.

The kit does the rest. A request on the worker's standard input is a line, and blobs behind it:

    OPERATION WORD ... ; BYTES ... ; NUMBER ...

with the sizes of the blobs, and numbers of objects that nobody refers to any more. The answer on
its standard output is `ok VALUE ; BYTES ...` and blobs, or `error TEXT`. When it is ready, it
answers the version of its library. What an operation makes stays there under a number.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence

from ringassay.sut.errors import Failed
from ringassay.sut.packets import Blob


class Held:
    """An object of the worker, at a level; given back when nobody refers to it any more."""

    __slots__ = ("level", "number", "worker")

    def __init__(self, worker: Worker, number: int, level: int) -> None:
        self.worker, self.number, self.level = worker, number, level

    def __del__(self) -> None:
        self.worker.unused.append(self.number)


Word = Held | int | str


class Worker:
    """A library in a process of its own, which ends with us."""

    def __init__(self, command: Sequence[str]) -> None:
        self.unused: list[int] = []
        self._name = command[0]
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe)
        assert process.stdin is not None and process.stdout is not None
        self._process, self._requests, self._answers = process, process.stdin, process.stdout
        self.version, _ = self._answer()

    def call(self, operation: str, *words: Word, blobs: Sequence[Blob] = ()) -> list[bytes]:
        """The blobs that an operation answers. Raises `Failed` with the library's own words."""
        return self._asked(operation, words, blobs)[1]

    def value(self, operation: str, *words: Word, blobs: Sequence[Blob] = ()) -> str:
        """The value that an operation answers, as text."""
        return self._asked(operation, words, blobs)[0]

    def made(self, level: int, operation: str, *words: Word, blobs: Sequence[Blob] = ()) -> Held:
        """What an operation makes, at a level."""
        return Held(self, int(self._asked(operation, words, blobs)[0]), level)

    def _asked(
        self, operation: str, words: Sequence[Word], blobs: Sequence[Blob]
    ) -> tuple[str, list[bytes]]:
        unused, self.unused = self.unused, []
        said = (str(word.number if isinstance(word, Held) else word) for word in words)
        parts = ([operation, *said], map(str, map(len, blobs)), map(str, unused))
        try:
            self._requests.write(" ; ".join(map(" ".join, parts)).encode() + b"\n")
            for blob in blobs:
                self._requests.write(blob)
            self._requests.flush()
        except OSError as error:
            raise Failed(f"{self._name} has ended: {error}") from error
        return self._answer()

    def _answer(self) -> tuple[str, list[bytes]]:
        line = self._answers.readline().decode("utf-8", "replace").rstrip("\n")
        if not line:
            status = self._process.wait()
            raise Failed(f"{self._name} ended with status {status}: its last words are above")
        kind, _, said = line.partition(" ")
        if kind != "ok":
            raise Failed(f"the library: {said}")
        value, _, sizes = said.partition(";")
        return value.strip(), [self._exactly(int(size)) for size in sizes.split()]

    def _exactly(self, size: int) -> bytes:
        data = self._answers.read(size)
        if len(data) != size:
            raise Failed(f"{self._name} ended within an answer")
        return data


def words_of(row: Sequence[int]) -> bytes:
    """A row as words of 64 bits, the lowest byte first."""
    return b"".join(value.to_bytes(8, "little") for value in row)
