"""The content of the report: one file per section, each a pure function from a study to blocks.

A section without data is None and vanishes from the report.
"""
