"""Sizes of ciphertexts (HEtest Table 8) and their expansion."""

from __future__ import annotations

from ringassay.analysis.metrics import EXPANSION
from ringassay.analysis.parameters import encryption_modes
from ringassay.analysis.secrecy import in_the_clear
from ringassay.analysis.sizes import CiphertextSize, ciphertext_sizes, not_larger_than_plaintext
from ringassay.analysis.study import Study
from ringassay.report.document import (
    Block,
    Callout,
    Cell,
    Column,
    Paragraph,
    Section,
    Table,
    literal,
)
from ringassay.report.sections.plots import by_batch
from ringassay.report.sections.steps import statistics
from ringassay.report.sections.wording import (
    NONE,
    amount_cell,
    exact_cell,
    listed,
    name,
    number_cell,
)


def section(study: Study) -> Section | None:
    """The section, None without a ciphertext."""
    rows = ciphertext_sizes(study)
    if not rows:
        return None
    blocks: list[Block] = [*exposed(study)]
    blocks.append(_table(rows))
    blocks += _modes(study)
    blocks += statistics(study, EXPANSION, "input")
    blocks += by_batch(
        study, EXPANSION, "Bytes of fresh ciphertext per bit of plaintext, by batch size"
    )
    return Section(
        "Ciphertext sizes",
        "sizes",
        tuple(blocks),
        "Sizes of the data packets' content. A slot of `gf2` holds one bit, one of integers "
        "modulo $t$ $\\log_2 t$ bits; a real number counts as 64 bits, a complex one as 128.",
    )


def _modes(study: Study) -> list[Block]:
    """How the systems encrypt: seeded secret-key ciphertexts are half as long as others."""
    modes = [(s, said) for s, said in encryption_modes(study) if not in_the_clear(study, s)]
    if not modes:
        return []
    told = [
        f"{name(s)} {' or '.join(literal(one) for one in said) if said else 'does not say'}"
        for s, said in modes
    ]
    return [
        Paragraph(
            f"How the clients encrypt, by their own account: {'; '.join(told)}. A fresh ciphertext "
            "under the secret key can carry a seed in place of its random half, which about halves "
            "its size: fresh sizes of different modes are not to be compared as such."
        )
    ]


def exposed(study: Study) -> tuple[Block, ...]:
    """A warning for systems that claim to encrypt, but whose ciphertexts are too short for it."""
    systems = [s for s in not_larger_than_plaintext(study) if not in_the_clear(study, s)]
    if not systems:
        return ()
    return (
        Callout(
            "bad",
            f"The fresh ciphertexts of {listed([name(s) for s in systems])} are no longer than the "
            "plaintexts. An encryption that hides equal plaintexts must be longer: these are not "
            "encrypted.",
        ),
    )


def _table(rows: tuple[CiphertextSize, ...]) -> Table:
    return Table(
        "Average sizes of fresh and evaluated ciphertexts by batch size",
        (
            Column("system"),
            Column("space"),
            Column("K", "right"),
            Column("ℓ", "right"),
            Column("count", "right"),
            Column("fresh, per wire", "right"),
            Column("fresh, whole input", "right"),
            Column("evaluated", "right"),
            Column("bytes per bit", "right"),
        ),
        tuple(
            (
                name(r.system),
                literal(r.space) or NONE,
                exact_cell(r.security),
                exact_cell(r.batch),
                Cell(str(r.count), r.count),
                amount_cell(r.fresh_per_wire, "size"),
                amount_cell(r.fresh_bytes, "size"),
                amount_cell(r.evaluated_bytes, "size"),
                number_cell(r.bytes_per_bit, 3),
            )
            for r in rows
        ),
        "Wires that a circuit does not use count, whether or not a system encrypts them.",
    )
