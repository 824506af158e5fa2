"""AND and XOR of encrypted bits as a module of Concrete's, client and server over it."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from concrete import fhe
from concrete.fhe.compilation.configuration import SecurityLevel

from ringassay.sut.bit_party import BitClient, BitServer, Form
from ringassay.sut.bits import Bit, Gates, Held
from ringassay.sut.errors import Failed, Refused
from ringassay.sut.packets import Blob
from ringassay.sut.texts import KeyParameters

SECURITY = 128
"""What Concrete's parameters have, as its documentation states."""
FAILURE = 2.0**-40
"""Of a gate, by which Concrete chooses parameters."""


_AND = fhe.LookupTable([0, 0, 1, 0])
_XOR = fhe.LookupTable([0, 1, 0, 0])
"""By the sum of two bits. `a & b` would take three look-ups: one for each operand beside that."""


@fhe.module()
class _Gates:
    """Both gates return a bit, which either may take."""

    @fhe.function({"a": "encrypted", "b": "encrypted"})  # type: ignore[untyped-decorator]
    def conjunction(a: Any, b: Any) -> Any:  # noqa: N805 - no method
        """a AND b."""
        return _AND[a + b]

    @fhe.function({"a": "encrypted", "b": "encrypted"})  # type: ignore[untyped-decorator]
    def difference(a: Any, b: Any) -> Any:  # noqa: N805
        """a XOR b."""
        return _XOR[a + b]

    @fhe.function({"a": "encrypted"})  # type: ignore[untyped-decorator]
    def inversion(a: Any) -> Any:  # noqa: N805
        """NOT a, without a look-up."""
        return 1 - a

    composition = fhe.AllComposable()


def compiled() -> Any:
    """The module, for bits."""
    bits = [(a, b) for a in (0, 1) for b in (0, 1)]
    configuration = fhe.Configuration(
        p_error=FAILURE,
        security_level=SecurityLevel.SECURITY_128_BITS,
        # Into the working folder, that is.
        dump_artifacts_on_unexpected_failures=False,
    )
    inputs = {"conjunction": bits, "difference": bits, "inversion": [0, 1]}
    module: Any = _Gates  # by its decorator
    return module.compile(inputs, configuration)


def _read(data: Blob) -> Any:
    try:
        return fhe.Value.deserialize(bytes(data))
    except RuntimeError as error:
        raise Failed(f"Concrete cannot read a ciphertext: {error}") from error


FORM = Form(write=lambda value: bytes(value.serialize()), read=_read)


class GateClient(BitClient):
    """Encrypts with the secret key: Concrete has no public one."""

    def __init__(self) -> None:
        super().__init__(FORM)
        self._client: Any = None

    def _make_keys(self, params: KeyParameters) -> list[Blob]:
        """The batch, the compiled gates, the evaluation keys."""
        if params.security > SECURITY:
            raise Refused(f"security of {params.security} bits: {SECURITY} are offered")
        with self.part("choose_ns"):
            module = compiled()
            with tempfile.TemporaryDirectory() as folder:
                module.server.save(str(Path(folder) / "server.zip"))
                server = (Path(folder) / "server.zip").read_bytes()
        self._client = fhe.Client(module.server.client_specs)
        self._client.keygen()
        self.parameters = {
            "scheme": "TFHE",
            "secret": "binary",
            "security_method": "none of ours: Concrete states its parameters as strategies alone",
            "security_checked_by_library": f"{SECURITY} bits, as its documentation states",
            "failure_probability": "2^-40 for each gate, as asked of Concrete",
            "encryption": "secret key",
        }
        return [str(params.batch).encode(), server, self._client.evaluation_keys.serialize()]

    def _encrypt_bit(self, bit: int) -> Any:
        encrypted, _ = self._client.encrypt(bit, None, function_name="conjunction")
        return encrypted

    def _decrypt_bit(self, bit: Any) -> int:
        return int(self._client.decrypt(bit, function_name="conjunction"))


class GateServer(BitServer):
    """Evaluates circuits over bits, gate by gate."""

    def __init__(self) -> None:
        super().__init__(FORM)
        self._on: Any = None

    def _load_keys(self, key: list[Blob]) -> int:
        """The compiled gates and the evaluation keys."""
        if len(key) != 3 or not bytes(key[0][:8]).isdigit():
            raise Failed("a key of three chunks, the first a number, expected")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "server.zip"
            file.write_bytes(bytes(key[1]))
            self._on = fhe.Server.load(str(file))
        self._keys = fhe.EvaluationKeys.deserialize(bytes(key[2]))
        return int(bytes(key[0]))

    def _gates(self) -> Gates:
        return Gates(
            self._counted(lambda a, b: self._run("conjunction", a, b)),
            self._counted(lambda a, b: self._run("difference", a, b)),
            lambda a: self._run("inversion", a),
        )

    def _known(self, bit: bool, held: Bit) -> Any:
        """What is known is made of an encrypted bit: x XOR x, or its negation.

        Bootstrapping is deterministic: the same input gives the same bytes, another encryption
        other ones.
        """
        assert isinstance(held, Held)
        zero = self._run("difference", held.cipher, held.cipher)
        return self._run("inversion", zero) if bit else zero

    def _run(self, name: str, *bits: Any) -> Any:
        return self._on.run(*bits, evaluation_keys=self._keys, function_name=name)
