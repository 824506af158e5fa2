"""The HTML rendering: one file that stands alone."""
