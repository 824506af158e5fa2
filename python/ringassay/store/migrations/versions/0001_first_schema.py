"""The first schema: runs, suites, SUTs, circuits, inputs, baselines and measurements."""

from __future__ import annotations

from alembic import op

from ringassay.store.migrations import tables as t

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates every table."""
    t.create(
        "circuits",
        *t.identifiers("circuit", "content_hash"),
        *t.texts("recipe", "dialect", "family", "kind"),
        *t.texts("gate", null=True),
        *t.texts("space"),
        *t.bigs("modulus", null=True),
        *t.integers("batch"),
        *t.reals("depth"),
        *t.reals("requested_depth", null=True),
        *t.integers("width", "levels"),
        *t.bigs("gates"),
        *t.integers("multiplicative_depth"),
        *t.bigs(
            "circuit_bytes",
            "n_LADD",
            "n_LADDconst",
            "n_LMUL",
            "n_LMULconst",
            "n_LROTATE",
            "n_LSELECT",
            "n_LSUB",
            "n_LNEG",
            "n_AND",
            "n_OR",
            "n_XOR",
        ),
        *t.blobs("text_zlib"),
        *t.identifiers("row_hash"),
        primary=("circuit",),
    )
    t.create(
        "machines",
        *t.identifiers("machine"),
        *t.texts("cpu_model"),
        *t.integers("cores"),
        *t.texts("simd"),
        *t.bigs("memory_bytes"),
        *t.texts("kernel", "os"),
        *t.texts("governor", null=True),
        *t.texts("python"),
        *t.identifiers("row_hash"),
        primary=("machine",),
    )
    t.create(
        "run_locks",
        *t.identifiers("run"),
        primary=("run",),
    )
    t.create(
        "inputs",
        *t.identifiers("circuit"),
        *t.integers("input"),
        *t.bigs("seed"),
        *t.integers("ones"),
        *t.bigs("input_bytes"),
        *t.identifiers("content_hash"),
        *t.blobs("text_zlib", null=True),
        *t.identifiers("row_hash"),
        primary=("circuit", "input"),
        references=(t.refers("circuit", to="circuits"),),
    )
    t.create(
        "runs",
        *t.identifiers("run"),
        *t.texts("suite"),
        *t.identifiers("suite_hash"),
        *t.texts("suite_json"),
        *t.bigs("seed"),
        *t.integers("security"),
        *t.texts("started_at"),
        *t.texts("finished_at", null=True),
        *t.words("state"),
        *t.integers("resumed", "jobs"),
        *t.texts("version"),
        *t.identifiers("machine"),
        *t.reals("load_at_start"),
        *t.identifiers("row_hash"),
        primary=("run",),
        references=(t.refers("machine", to="machines"),),
    )
    t.create(
        "run_circuits",
        *t.identifiers("run", "circuit"),
        *t.integers("position", "inputs"),
        *t.texts("point", "own_params"),
        *t.identifiers("row_hash"),
        primary=("run", "circuit"),
        references=(
            t.refers("circuit", to="circuits"),
            t.refers("run", to="runs"),
        ),
        unique=("run", "position"),
    )
    t.create(
        "suts",
        *t.identifiers("run", "sut"),
        *t.integers("position"),
        *t.texts("version", "library", "library_version", "scheme", null=True),
        *t.integers("protocol", null=True),
        *t.texts("hello", null=True),
        *t.texts("command"),
        *t.identifiers("row_hash"),
        primary=("run", "sut"),
        references=(t.refers("run", to="runs"),),
    )
    t.create(
        "baselines",
        *t.identifiers("run", "circuit"),
        *t.integers("input"),
        *t.texts("expected"),
        *t.bigs("baseline_ns"),
        *t.integers("samples"),
        *t.identifiers("row_hash"),
        primary=("run", "circuit", "input"),
        references=(t.refers("run", "circuit", to="run_circuits"),),
    )
    t.create(
        "keys",
        *t.identifiers("key", "run", "sut"),
        *t.texts("params"),
        *t.integers("security"),
        *t.integers("batch", null=True),
        *t.reals("depth", null=True),
        *t.words("outcome"),
        *t.texts("detail"),
        *t.bigs("wall_ns", "send_ns", "wait_ns", "receive_ns"),
        *t.bigs("compute_ns", null=True),
        *t.bigs("client_cpu_ns", "client_peak_bytes", "key_bytes"),
        *t.texts("parameters", null=True),
        *t.bigs("n", "m", null=True),
        *t.reals("log2_q", "log2_qp", null=True),
        *t.bigs("t", null=True),
        *t.reals("security_bits", null=True),
        *t.texts("security_method", "secret", "error", "notes", null=True),
        *t.identifiers("row_hash"),
        primary=("key",),
        references=(t.refers("run", "sut", to="suts"),),
    )
    op.create_index("ix_keys_run_sut", "keys", ["run", "sut"], unique=False)
    t.create(
        "evaluations",
        *t.identifiers("run", "sut", "circuit"),
        *t.integers("input", "repetition"),
        *t.identifiers("key", null=True),
        *t.words("outcome"),
        *t.texts("detail"),
        *t.words("stage"),
        *t.flags("matches", null=True),
        *t.texts("got", null=True),
        *t.identifiers("output_hash", null=True),
        *t.integers("wrong_slots", null=True),
        *t.bigs(
            "encrypt_wall_ns",
            "encrypt_send_ns",
            "encrypt_wait_ns",
            "encrypt_receive_ns",
            "encrypt_compute_ns",
            "encrypt_cpu_ns",
            "encrypt_peak_bytes",
            "evaluate_wall_ns",
            "evaluate_send_ns",
            "evaluate_wait_ns",
            "evaluate_receive_ns",
            "evaluate_compute_ns",
            "evaluate_cpu_ns",
            "evaluate_peak_bytes",
            "decrypt_wall_ns",
            "decrypt_send_ns",
            "decrypt_wait_ns",
            "decrypt_receive_ns",
            "decrypt_compute_ns",
            "decrypt_cpu_ns",
            "decrypt_peak_bytes",
            "fresh_bytes",
            "evaluated_bytes",
            "input_bytes",
            null=True,
        ),
        *t.texts("at"),
        *t.reals("load1"),
        *t.identifiers("row_hash"),
        primary=("run", "sut", "circuit", "input", "repetition"),
        references=(
            t.refers("key", to="keys"),
            t.refers(
                "run", "circuit", "input", to="baselines", name="fk_evaluations_run_circuit_input"
            ),
            t.refers("run", "sut", to="suts"),
        ),
    )
    t.create(
        "ingestions",
        *t.identifiers("run", "sut", "circuit", "key"),
        *t.words("outcome"),
        *t.texts("detail"),
        *t.bigs("wall_ns", "send_ns", "wait_ns", "receive_ns"),
        *t.bigs("key_send_ns", "key_load_ns", "compute_ns", null=True),
        *t.bigs("server_cpu_ns", "server_peak_bytes", "circuit_bytes"),
        *t.texts("notes", null=True),
        *t.identifiers("row_hash"),
        primary=("run", "sut", "circuit"),
        references=(
            t.refers("key", to="keys"),
            t.refers("run", "circuit", to="run_circuits", name="fk_ingestions_run_circuit"),
            t.refers("run", "sut", to="suts"),
        ),
    )


def downgrade() -> None:
    """Drops every table."""
    op.drop_table("ingestions")
    op.drop_table("evaluations")
    op.drop_index("ix_keys_run_sut", table_name="keys")
    op.drop_table("keys")
    op.drop_table("baselines")
    op.drop_table("suts")
    op.drop_table("run_circuits")
    op.drop_table("runs")
    op.drop_table("inputs")
    op.drop_table("run_locks")
    op.drop_table("machines")
    op.drop_table("circuits")
