"""Plots: declared once (`model`), drawn twice (`web` for HTML, `vector` for SVG and PDF)."""
