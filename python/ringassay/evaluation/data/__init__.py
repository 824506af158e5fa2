"""Inputs and answers as people have them: values in files of text, tables, arrays and data frames.

`notation` is the text of docs/formats.md, `tables` reads rows from files, `columns` says which
column is which argument, `rows` puts them together, `answers` gives back what came of each row.
"""
