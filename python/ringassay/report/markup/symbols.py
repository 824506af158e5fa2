"""The symbols formulas may contain: LaTeX command, character, and what kind of thing it is."""

from __future__ import annotations


def _table(words: str) -> dict[str, str]:
    pairs = words.split()
    return dict(zip(pairs[::2], pairs[1::2], strict=True))


LETTERS: dict[str, str] = _table(
    "alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ iota ι kappa κ "
    "lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ "
    "omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω ell ℓ infty ∞"
)
"""Commands that are identifiers."""

OPERATORS: dict[str, str] = _table(
    "cdot · times × div ÷ pm ± le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ approx ≈ equiv ≡ sim ∼ propto ∝ "
    "ll ≪ gg ≫ in ∈ notin ∉ to → rightarrow → mapsto ↦ oplus ⊕ otimes ⊗ wedge ∧ vee ∨ circ ∘ "
    "mid ∣ cdots ⋯ ldots … dots … sum ∑ prod ∏ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ Vert ‖ "
    "langle ⟨ rangle ⟩ prime ′ forall ∀ exists ∃ partial ∂ cup ∪ cap ∩ subset ⊂ setminus ∖"
)
"""Commands that are operators, relations or fences."""

FUNCTIONS: frozenset[str] = frozenset(
    ("log", "ln", "exp", "min", "max", "gcd", "deg", "det", "dim", "sin", "cos", "tan", "Pr")
)
"""Commands that are names set upright; each is its own LaTeX command."""

SPACES: dict[str, str] = {
    ",": "0.17em",
    ":": "0.22em",
    ";": "0.28em",
    "quad": "1em",
    "qquad": "2em",
}
"""Commands that are spaces, with their width."""

COMMAND_OF: dict[str, str] = {
    character: command
    for table in (OPERATORS, LETTERS)
    for command, character in reversed(table.items())
} | {"−": "-", "µ": "mu", "*": "ast"}
"""The command that writes a character; "-" for the minus sign, which needs none."""
