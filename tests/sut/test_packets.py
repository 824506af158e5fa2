"""Packets through pipes, against bytes written down by hand."""

from __future__ import annotations

import os
import threading
import tracemalloc
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringassay.sut.errors import ProtocolError
from ringassay.sut.packets import PacketReader, PacketWriter


def feed(data: bytes, cuts: Sequence[int] = ()) -> int:
    """A descriptor that yields `data`, written in pieces that end at `cuts`."""
    read_fd, write_fd = os.pipe()

    def write() -> None:
        ends = [*sorted(cut for cut in cuts if cut < len(data)), len(data)]
        start = 0
        for end in ends:
            view = memoryview(data)[start:end]
            while view:
                view = view[os.write(write_fd, view) :]
            start = end
        os.close(write_fd)

    threading.Thread(target=write, daemon=True).start()
    return read_fd


def read_one(reader: PacketReader) -> None:
    """One packet, as a client reads it."""
    kind = reader.header(("KEY", "PDATA", "EDATA"))
    assert kind is not None
    if kind == "EDATA":
        reader.chunks(kind)
    else:
        reader.text(kind)


def test_the_example_of_the_protocol() -> None:
    fd = feed(
        b"KEY\nL=5,D=4.0,K=80\nENDKEY\n"
        b"EDATA\n5\nab\ncd0\n10\nENDEDATA\n\nENDEDATA\n"
        b"PDATA\n\nENDPDATA\nPDATA\nENDPDATA\n"
    )
    reader = PacketReader(fd)
    known = ("KEY", "EDATA", "PDATA")
    assert reader.header(known) == "KEY"
    assert reader.text("KEY") == b"L=5,D=4.0,K=80"
    assert reader.header(known) == "EDATA"
    assert [bytes(chunk) for chunk in reader.chunks("EDATA")] == [b"ab\ncd", b"", b"ENDEDATA\n\n"]
    assert reader.header(known) == "PDATA"
    assert reader.text("PDATA") == b""
    assert reader.header(known) == "PDATA"
    assert reader.text("PDATA") == b""
    assert reader.header(known) is None
    os.close(fd)


@settings(deadline=None, max_examples=50)
@given(
    st.lists(st.integers(0, 40) | st.integers(65_500, 65_600), min_size=1, max_size=5),
    st.lists(st.integers(1, 400), max_size=6),
)
def test_chunks_arrive_however_they_are_cut(sizes: list[int], cuts: list[int]) -> None:
    chunks = [bytes([65 + index]) * size for index, size in enumerate(sizes)]
    data = b"EDATA\n" + b"".join(b"%d\n%b" % (len(c), c) for c in chunks) + b"ENDEDATA\nEDATA\n"
    fd = feed(data, cuts)
    reader = PacketReader(fd)
    assert reader.header(("EDATA",)) == "EDATA"
    assert [bytes(chunk) for chunk in reader.chunks("EDATA")] == chunks
    assert reader.header(("EDATA",)) == "EDATA"
    os.close(fd)


def test_a_large_chunk_is_read_in_place() -> None:
    size = 64 << 20
    fd = feed(b"EDATA\n%d\n" % size + b"\x5a" * size + b"ENDEDATA\n")
    reader = PacketReader(fd)
    reader.header(("EDATA",))
    tracemalloc.start()
    (chunk,) = reader.chunks("EDATA")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(chunk) == size and bytes(chunk[-2:]) == b"\x5a\x5a"
    assert peak < 1 << 20  # the chunk's own pages are not the interpreter's
    os.close(fd)


def test_text_is_bounded() -> None:
    fd = feed(b"PDATA\n" + b"0" * 5000 + b"\nENDPDATA\n")
    reader = PacketReader(fd, max_text_bytes=1000)
    reader.header(("PDATA",))
    with pytest.raises(ProtocolError, match="ENDPDATA within 1000 bytes"):
        reader.text("PDATA")
    os.close(fd)


def test_packets_are_bounded_over_all_chunks() -> None:
    fd = feed(b"EDATA\n600\n" + b"x" * 600 + b"401\n")
    reader = PacketReader(fd, max_packet_bytes=1000)
    reader.header(("EDATA",))
    with pytest.raises(ProtocolError, match="at most 400 more bytes") as caught:
        reader.chunks("EDATA")
    assert caught.value.offset == 610
    os.close(fd)


def test_many_chunks_are_written_whole() -> None:
    read_fd, write_fd = os.pipe()
    chunks = [bytes([i % 251]) * (i * 37 % 900) for i in range(2000)]
    received = bytearray()

    def read() -> None:
        while data := os.read(read_fd, 1 << 16):
            received.extend(data)

    thread = threading.Thread(target=read)
    thread.start()
    PacketWriter(write_fd).chunks("EDATA", [*chunks, bytearray(b"xy"), memoryview(b"z")])
    os.close(write_fd)
    thread.join()
    os.close(read_fd)
    body = b"".join(b"%d\n%b" % (len(c), c) for c in [*chunks, b"xy", b"z"])
    assert received == b"EDATA\n" + body + b"ENDEDATA\n"
