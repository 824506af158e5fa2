"""The LaTeX rendering: one file and its figures, for Debian's texlive-latex-recommended."""
