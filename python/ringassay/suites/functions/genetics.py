"""The χ² test of association with three genotypes (Lauter, López-Alt, Naehrig: "Private Computation
on Encrypted Genomic Data", 2014, section 3.1; the kernel of SoK, Viand and others, 2021)."""

from ringassay.trace import computation


@computation(length=1024, modulus=4295294977)
def chi_squared(n0, n1, n2):
    """Numerator and three denominators, for 1024 positions at once: division is the client's."""
    alpha = (4 * n0 * n2 - n1 * n1) ** 2
    first, second = 2 * n0 + n1, 2 * n2 + n1
    return alpha, 2 * first**2, first * second, 2 * second**2
