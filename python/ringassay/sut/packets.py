"""Packets of docs/protocol.md: reading from and writing to a file descriptor.

Large chunks go straight from the descriptor into the memory they stay in, and out of it again.
"""

from __future__ import annotations

import mmap
import os
from collections.abc import Sequence

from ringassay.sut.errors import ProtocolError

Blob = bytes | bytearray | memoryview
"""Anything that holds bytes: what the kit hands over and accepts."""

MAX_PACKET_BYTES = 4 << 30
"""The largest data packet the protocol knows."""

MAX_TEXT_BYTES = 1 << 30
"""The largest text body: an input (docs/formats.md, Limits)."""

_READ_BYTES = 1 << 16
_IN_PLACE_BYTES = 1 << 20  # chunks from here on get pages of their own, committed as they arrive
_SIZE_DIGITS = 20
_HEADER_BYTES = 16
_WRITE_BUFFERS = 512  # below IOV_MAX everywhere


def _shown(data: Blob) -> str:
    """The start of unexpected bytes, printable, for an error message."""
    text = repr(bytes(data[:40]))[1:]
    return text + ("…" if len(data) > 40 else "")


class PacketReader:
    """Reads packets from a descriptor. Offsets in errors count from the first byte read."""

    def __init__(
        self,
        fd: int,
        *,
        max_packet_bytes: int = MAX_PACKET_BYTES,
        max_text_bytes: int = MAX_TEXT_BYTES,
    ) -> None:
        self._fd = fd
        self._buffer = bytearray()
        self._offset = 0  # of the first byte in the buffer
        self._max_packet_bytes = max_packet_bytes
        self._max_text_bytes = max_text_bytes

    def header(self, known: Sequence[str]) -> str | None:
        """The next packet's header, one of `known`; None at a clean end of input."""
        if not self._buffer and not self._fill():
            return None
        expected = "a packet header (" + ", ".join(known) + ")"
        line = self._line(_HEADER_BYTES, expected)
        kind = line.decode("ascii", "replace")
        if kind not in known:
            raise ProtocolError(self._offset - len(line) - 1, expected, _shown(line))
        return kind

    def text(self, kind: str) -> bytes:
        """The body of a text packet, without its last line feed."""
        footer = f"END{kind}\n".encode()
        body = self._buffer
        searched = 0
        while True:
            end = 0 if body.startswith(footer) else body.find(b"\n" + footer, searched) + 1
            found = end > 0 or body.startswith(footer)
            if (end if found else len(body)) > self._max_text_bytes:
                at, most = self._offset + self._max_text_bytes, self._max_text_bytes
                raise ProtocolError(at, f"END{kind} within {most} bytes", "a longer text")
            if found:
                text = bytes(body[: max(0, end - 1)])
                self._take(end + len(footer))
                return text
            searched = max(0, len(body) - len(footer))
            if not self._fill(min(1 << 20, max(_READ_BYTES, len(body)))):
                at = self._offset + len(body)
                raise ProtocolError(at, f"the line END{kind}", "the end of input")

    def chunks(self, kind: str) -> list[Blob]:
        """The chunks of a data packet (at least one), footer consumed."""
        footer = f"END{kind}".encode()
        expected = f"a chunk size or END{kind}"
        chunks: list[Blob] = []
        left = self._max_packet_bytes
        while True:
            at = self._offset
            line = self._line(max(_SIZE_DIGITS, len(footer)), expected)
            if line == footer and chunks:
                return chunks
            canonical = line.isdigit() and line.isascii() and (line[:1] != b"0" or line == b"0")
            if not canonical or len(line) > _SIZE_DIGITS:
                raise ProtocolError(at, expected if chunks else "a chunk size", _shown(line))
            size = int(line)
            if size > left:
                raise ProtocolError(at, f"at most {left} more bytes in the packet", str(size))
            left -= size
            chunks.append(self._exactly(size))

    def _fill(self, size: int = _READ_BYTES) -> bool:
        data = os.read(self._fd, size)
        self._buffer += data
        return bool(data)

    def _take(self, size: int) -> None:
        del self._buffer[:size]
        self._offset += size

    def _line(self, limit: int, expected: str) -> bytes:
        """One line of at most `limit` bytes, without its line feed."""
        while (end := self._buffer.find(b"\n", 0, limit + 1)) < 0:
            if len(self._buffer) > limit:
                raise ProtocolError(self._offset, expected, _shown(self._buffer))
            if not self._fill():
                got = "the end of input" + (
                    f" after {_shown(self._buffer)}" if self._buffer else ""
                )
                raise ProtocolError(self._offset + len(self._buffer), expected, got)
        line = bytes(self._buffer[:end])
        self._take(end + 1)
        return line

    def _exactly(self, size: int) -> Blob:
        """The next `size` bytes, read in place."""
        held = min(size, len(self._buffer))
        if size < _IN_PLACE_BYTES:
            target: bytearray | mmap.mmap = bytearray(size)
        else:
            try:
                target = mmap.mmap(-1, size)
            except (OSError, ValueError, OverflowError) as error:
                raise ProtocolError(
                    self._offset, "a chunk that fits into memory", f"{size} bytes ({error})"
                ) from None
        view = memoryview(target)
        view[:held] = memoryview(self._buffer)[:held]
        self._take(held)
        filled = held
        while filled < size:
            count = os.readv(self._fd, [view[filled:]])
            if count == 0:
                raise ProtocolError(
                    self._offset, f"{size - filled} more bytes of a chunk", "the end of input"
                )
            filled += count
            self._offset += count
        return view


class PacketWriter:
    """Writes packets to a descriptor: whole, unbuffered, without copying the chunks."""

    def __init__(self, fd: int) -> None:
        self._fd = fd

    def text(self, kind: str, body: bytes) -> None:
        """Write a text packet."""
        self._write([f"{kind}\n".encode(), body, f"\nEND{kind}\n".encode()])

    def chunks(self, kind: str, chunks: Sequence[Blob]) -> None:
        """Write a data packet of one or more chunks."""
        parts: list[Blob] = [f"{kind}\n".encode()]
        for chunk in chunks:
            flat = memoryview(chunk).cast("B")
            parts += [f"{flat.nbytes}\n".encode(), flat]
        self._write([*parts, f"END{kind}\n".encode()])

    def _write(self, parts: Sequence[Blob]) -> None:
        queue = [memoryview(part) for part in parts if len(part)]
        first = 0
        while first < len(queue):
            written = os.writev(self._fd, queue[first : first + _WRITE_BUFFERS])
            while first < len(queue) and written >= len(queue[first]):
                written -= len(queue[first])
                first += 1
            if written:
                queue[first] = queue[first][written:]
