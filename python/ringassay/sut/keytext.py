"""The public key in the original protocol, where it travels as lines of text.

Base64 in lines of 76 characters, one blank line between chunks: no line can be the footer.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence

from ringassay.sut.errors import Failed
from ringassay.sut.packets import Blob


def key_to_text(chunks: Sequence[Blob]) -> bytes:
    """The body of a KEY packet of the original protocol."""
    return b"\n\n".join(base64.encodebytes(chunk).rstrip(b"\n") for chunk in chunks)


def key_from_text(text: bytes) -> list[Blob]:
    """The chunks that `key_to_text` wrote."""
    try:
        return [
            base64.b64decode(part.replace(b"\n", b""), validate=True)
            for part in text.split(b"\n\n")
        ]
    except binascii.Error as error:
        raise Failed(f"the key is not base64 text ({error})") from None
