"""Labels of runs: what a person calls them.

Revision: 0012, on 0011.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column; older runs have no label."""
    op.add_column("runs", sa.Column("label", sa.Text(), nullable=True))


def downgrade() -> None:
    """Removes it."""
    op.drop_column("runs", "label")
