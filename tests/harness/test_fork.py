"""A session in a child of fork."""

from __future__ import annotations

import gc
import os

from ringassay.harness import Session
from ringassay.sut import registry

CIRCUIT = b"W=2,D=1,L=4\nG2:LMUL(W0,W1)\n"


def test_a_session_is_its_process_s_own() -> None:
    session = Session(registry.lookup("plaintext"))
    assert session.keygen(b"L=4,D=1.0,K=80").ok
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        said = "nothing"
        try:
            session.ingest(CIRCUIT)
        except RuntimeError as error:
            said = str(error)
        del session
        gc.collect()
        os.write(write, said.encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        said = pipe.read()
    assert os.waitpid(pid, 0)[1] == 0
    assert said == f"the session belongs to process {os.getpid()}: start one in this process"
    # The child has ended nothing.
    with session:
        assert session.ingest(CIRCUIT).ok
        assert session.encrypt(b"[1101,0111]").ok
        assert session.evaluate().ok
        assert session.decrypt().output == b"0101"
