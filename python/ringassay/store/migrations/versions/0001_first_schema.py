"""The first schema: runs, suites, SUTs, circuits, inputs, baselines and measurements.

Revision: 0001, on an empty database.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates every table."""
    op.create_table(
        "circuits",
        sa.Column("circuit", sa.String(length=64), nullable=False),
        sa.Column("content_hash", sa.String(length=64), nullable=False),
        sa.Column("recipe", sa.Text(), nullable=False),
        sa.Column("dialect", sa.Text(), nullable=False),
        sa.Column("family", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("gate", sa.Text(), nullable=True),
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("modulus", sa.BigInteger(), nullable=True),
        sa.Column("batch", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("depth", sa.Double(), nullable=False),
        sa.Column("requested_depth", sa.Double(), nullable=True),
        sa.Column("width", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("levels", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("gates", sa.BigInteger(), nullable=False),
        sa.Column("multiplicative_depth", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("circuit_bytes", sa.BigInteger(), nullable=False),
        sa.Column("n_LADD", sa.BigInteger(), nullable=False),
        sa.Column("n_LADDconst", sa.BigInteger(), nullable=False),
        sa.Column("n_LMUL", sa.BigInteger(), nullable=False),
        sa.Column("n_LMULconst", sa.BigInteger(), nullable=False),
        sa.Column("n_LROTATE", sa.BigInteger(), nullable=False),
        sa.Column("n_LSELECT", sa.BigInteger(), nullable=False),
        sa.Column("n_LSUB", sa.BigInteger(), nullable=False),
        sa.Column("n_LNEG", sa.BigInteger(), nullable=False),
        sa.Column("n_AND", sa.BigInteger(), nullable=False),
        sa.Column("n_OR", sa.BigInteger(), nullable=False),
        sa.Column("n_XOR", sa.BigInteger(), nullable=False),
        sa.Column("text_zlib", sa.LargeBinary(), nullable=False),
        sa.Column("row_hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("circuit", name=op.f("pk_circuits")),
    )
    op.create_table(
        "machines",
        sa.Column("machine", sa.String(length=64), nullable=False),
        sa.Column("cpu_model", sa.Text(), nullable=False),
        sa.Column("cores", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("simd", sa.Text(), nullable=False),
        sa.Column("memory_bytes", sa.BigInteger(), nullable=False),
        sa.Column("kernel", sa.Text(), nullable=False),
        sa.Column("os", sa.Text(), nullable=False),
        sa.Column("governor", sa.Text(), nullable=True),
        sa.Column("python", sa.Text(), nullable=False),
        sa.Column("row_hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("machine", name=op.f("pk_machines")),
    )
    op.create_table(
        "run_locks",
        sa.Column("run", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("run", name=op.f("pk_run_locks")),
    )
    op.create_table(
        "inputs",
        sa.Column("circuit", sa.String(length=64), nullable=False),
        sa.Column("input", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("ones", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("input_bytes", sa.BigInteger(), nullable=False),
        sa.Column("content_hash", sa.String(length=64), nullable=False),
        sa.Column("text_zlib", sa.LargeBinary(), nullable=True),
        sa.Column("row_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["circuit"], ["circuits.circuit"], name=op.f("fk_inputs_circuit")),
        sa.PrimaryKeyConstraint("circuit", "input", name=op.f("pk_inputs")),
    )
    op.create_table(
        "runs",
        sa.Column("run", sa.String(length=64), nullable=False),
        sa.Column("suite", sa.Text(), nullable=False),
        sa.Column("suite_hash", sa.String(length=64), nullable=False),
        sa.Column("suite_json", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("security", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("started_at", sa.Text(), nullable=False),
        sa.Column("finished_at", sa.Text(), nullable=True),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("resumed", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("jobs", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("machine", sa.String(length=64), nullable=False),
        sa.Column("load_at_start", sa.Double(), nullable=False),
        sa.Column("row_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["machine"], ["machines.machine"], name=op.f("fk_runs_machine")),
        sa.PrimaryKeyConstraint("run", name=op.f("pk_runs")),
    )
    op.create_table(
        "run_circuits",
        sa.Column("run", sa.String(length=64), nullable=False),
        sa.Column("circuit", sa.String(length=64), nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("inputs", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("point", sa.Text(), nullable=False),
        sa.Column("own_params", sa.Text(), nullable=False),
        sa.Column("row_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["circuit"], ["circuits.circuit"], name=op.f("fk_run_circuits_circuit")
        ),
        sa.ForeignKeyConstraint(["run"], ["runs.run"], name=op.f("fk_run_circuits_run")),
        sa.PrimaryKeyConstraint("run", "circuit", name=op.f("pk_run_circuits")),
        sa.UniqueConstraint("run", "position", name=op.f("uq_run_circuits_run")),
    )
    op.create_table(
        "suts",
        sa.Column("run", sa.String(length=64), nullable=False),
        sa.Column("sut", sa.String(length=64), nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Text(), nullable=True),
        sa.Column("library", sa.Text(), nullable=True),
        sa.Column("library_version", sa.Text(), nullable=True),
        sa.Column("scheme", sa.Text(), nullable=True),
        sa.Column("protocol", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("hello", sa.Text(), nullable=True),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("row_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["run"], ["runs.run"], name=op.f("fk_suts_run")),
        sa.PrimaryKeyConstraint("run", "sut", name=op.f("pk_suts")),
    )
    op.create_table(
        "baselines",
        sa.Column("run", sa.String(length=64), nullable=False),
        sa.Column("circuit", sa.String(length=64), nullable=False),
        sa.Column("input", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("expected", sa.Text(), nullable=False),
        sa.Column("baseline_ns", sa.BigInteger(), nullable=False),
        sa.Column("samples", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("row_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["run", "circuit"],
            ["run_circuits.run", "run_circuits.circuit"],
            name=op.f("fk_baselines_run"),
        ),
        sa.PrimaryKeyConstraint("run", "circuit", "input", name=op.f("pk_baselines")),
    )
    op.create_table(
        "keys",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("run", sa.String(length=64), nullable=False),
        sa.Column("sut", sa.String(length=64), nullable=False),
        sa.Column("params", sa.Text(), nullable=False),
        sa.Column("security", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("batch", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("depth", sa.Double(), nullable=True),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("wall_ns", sa.BigInteger(), nullable=False),
        sa.Column("send_ns", sa.BigInteger(), nullable=False),
        sa.Column("wait_ns", sa.BigInteger(), nullable=False),
        sa.Column("receive_ns", sa.BigInteger(), nullable=False),
        sa.Column("compute_ns", sa.BigInteger(), nullable=True),
        sa.Column("client_cpu_ns", sa.BigInteger(), nullable=False),
        sa.Column("client_peak_bytes", sa.BigInteger(), nullable=False),
        sa.Column("key_bytes", sa.BigInteger(), nullable=False),
        sa.Column("parameters", sa.Text(), nullable=True),
        sa.Column("n", sa.BigInteger(), nullable=True),
        sa.Column("m", sa.BigInteger(), nullable=True),
        sa.Column("log2_q", sa.Double(), nullable=True),
        sa.Column("log2_qp", sa.Double(), nullable=True),
        sa.Column("t", sa.BigInteger(), nullable=True),
        sa.Column("security_bits", sa.Double(), nullable=True),
        sa.Column("security_method", sa.Text(), nullable=True),
        sa.Column("secret", sa.Text(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("notes", sa.Text(), nullable=True),
        sa.Column("row_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["run", "sut"], ["suts.run", "suts.sut"], name=op.f("fk_keys_run")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_keys")),
    )
    op.create_index("ix_keys_run_sut", "keys", ["run", "sut"], unique=False)
    op.create_table(
        "evaluations",
        sa.Column("run", sa.String(length=64), nullable=False),
        sa.Column("sut", sa.String(length=64), nullable=False),
        sa.Column("circuit", sa.String(length=64), nullable=False),
        sa.Column("input", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("repetition", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=64), nullable=True),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("stage", sa.String(length=16), nullable=False),
        sa.Column("matches", sa.Boolean(), nullable=True),
        sa.Column("got", sa.Text(), nullable=True),
        sa.Column("output_hash", sa.String(length=64), nullable=True),
        sa.Column("wrong_slots", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("encrypt_wall_ns", sa.BigInteger(), nullable=True),
        sa.Column("encrypt_send_ns", sa.BigInteger(), nullable=True),
        sa.Column("encrypt_wait_ns", sa.BigInteger(), nullable=True),
        sa.Column("encrypt_receive_ns", sa.BigInteger(), nullable=True),
        sa.Column("encrypt_compute_ns", sa.BigInteger(), nullable=True),
        sa.Column("encrypt_cpu_ns", sa.BigInteger(), nullable=True),
        sa.Column("encrypt_peak_bytes", sa.BigInteger(), nullable=True),
        sa.Column("evaluate_wall_ns", sa.BigInteger(), nullable=True),
        sa.Column("evaluate_send_ns", sa.BigInteger(), nullable=True),
        sa.Column("evaluate_wait_ns", sa.BigInteger(), nullable=True),
        sa.Column("evaluate_receive_ns", sa.BigInteger(), nullable=True),
        sa.Column("evaluate_compute_ns", sa.BigInteger(), nullable=True),
        sa.Column("evaluate_cpu_ns", sa.BigInteger(), nullable=True),
        sa.Column("evaluate_peak_bytes", sa.BigInteger(), nullable=True),
        sa.Column("decrypt_wall_ns", sa.BigInteger(), nullable=True),
        sa.Column("decrypt_send_ns", sa.BigInteger(), nullable=True),
        sa.Column("decrypt_wait_ns", sa.BigInteger(), nullable=True),
        sa.Column("decrypt_receive_ns", sa.BigInteger(), nullable=True),
        sa.Column("decrypt_compute_ns", sa.BigInteger(), nullable=True),
        sa.Column("decrypt_cpu_ns", sa.BigInteger(), nullable=True),
        sa.Column("decrypt_peak_bytes", sa.BigInteger(), nullable=True),
        sa.Column("fresh_bytes", sa.BigInteger(), nullable=True),
        sa.Column("evaluated_bytes", sa.BigInteger(), nullable=True),
        sa.Column("input_bytes", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("load1", sa.Double(), nullable=False),
        sa.Column("row_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["key"], ["keys.key"], name=op.f("fk_evaluations_key")),
        sa.ForeignKeyConstraint(
            ["run", "circuit", "input"],
            ["baselines.run", "baselines.circuit", "baselines.input"],
            name="fk_evaluations_run_circuit_input",
        ),
        sa.ForeignKeyConstraint(
            ["run", "sut"], ["suts.run", "suts.sut"], name=op.f("fk_evaluations_run")
        ),
        sa.PrimaryKeyConstraint(
            "run", "sut", "circuit", "input", "repetition", name=op.f("pk_evaluations")
        ),
    )
    op.create_table(
        "ingestions",
        sa.Column("run", sa.String(length=64), nullable=False),
        sa.Column("sut", sa.String(length=64), nullable=False),
        sa.Column("circuit", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("wall_ns", sa.BigInteger(), nullable=False),
        sa.Column("send_ns", sa.BigInteger(), nullable=False),
        sa.Column("wait_ns", sa.BigInteger(), nullable=False),
        sa.Column("receive_ns", sa.BigInteger(), nullable=False),
        sa.Column("key_send_ns", sa.BigInteger(), nullable=True),
        sa.Column("key_load_ns", sa.BigInteger(), nullable=True),
        sa.Column("compute_ns", sa.BigInteger(), nullable=True),
        sa.Column("server_cpu_ns", sa.BigInteger(), nullable=False),
        sa.Column("server_peak_bytes", sa.BigInteger(), nullable=False),
        sa.Column("circuit_bytes", sa.BigInteger(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=True),
        sa.Column("row_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["key"], ["keys.key"], name=op.f("fk_ingestions_key")),
        sa.ForeignKeyConstraint(
            ["run", "circuit"],
            ["run_circuits.run", "run_circuits.circuit"],
            name="fk_ingestions_run_circuit",
        ),
        sa.ForeignKeyConstraint(
            ["run", "sut"], ["suts.run", "suts.sut"], name=op.f("fk_ingestions_run")
        ),
        sa.PrimaryKeyConstraint("run", "sut", "circuit", name=op.f("pk_ingestions")),
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
