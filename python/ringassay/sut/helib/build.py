"""What a build of HElib may be called.

Most of HElib's time are transforms of NTL, which take vector instructions only where NTL was
configured with NTL_ENABLE_AVX_FFT=on. The worker says whether it was (`adapters/helib/build.h`).
"""

from __future__ import annotations

from collections.abc import Sequence

from ringassay.sut.worker import Worker

UNKNOWN = "HElib of an unknown build"


def build_of(command: Sequence[str]) -> tuple[str, str]:
    """The name under which its results are shown, and its version. Raises `Failed`.

    Only the best build is called HElib: of a stock one its name says that it is.
    """
    version, _, name = Worker(command).version.partition(" ")
    return name or UNKNOWN, version
