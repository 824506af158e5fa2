"""What stood around the programs of a system under test.

Revision: 0010, on 0009.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column; it is not known of older runs."""
    op.add_column("suts", sa.Column("isolation", sa.Text(), nullable=True))


def downgrade() -> None:
    """Removes it."""
    op.drop_column("suts", "isolation")
