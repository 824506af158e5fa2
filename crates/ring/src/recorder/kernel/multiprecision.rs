//! Kernels on coefficients of several words: see [`crate::multiprecision`]. One call works on one element.

/// Declares the kernels of multiprecision rings, in the notation of [`kernels`](crate::kernels). They are
/// measured together, in stages, so that none has a job of its own.
#[doc(hidden)]
#[macro_export]
macro_rules! multiprecision_kernels {
    ([$($then:tt)*] $($more:tt)*) => { $($then)*! { $($more)*
        Multiprecision {
            /// x += y modulo q.
            WholeAdd { words } "whole add" each((ADD + SUB) * words);
            /// x -= y modulo q.
            WholeSub { words } "whole sub" each((ADD + SUB) * words);
            /// x = -x modulo q.
            WholeNeg { words } "whole neg" each(SUB * words);
            /// Product with a constant of one word, modulo q. (Barrett's product with q is counted in
            /// the reduction.)
            WholeScale { words } "whole scale" each(MUL * words + MOD);
            /// A multiple of small integers is added.
            WholeAddSmall { words } "whole add small" each(ADD * 2 * words + MOD);
            /// A message of one word is multiplied with a constant, modulo q.
            WholeMessage { words } "whole message" each(MUL * words + MOD);
            /// Uniform coefficients are expanded from a seed.
            WholeUniform { words } "whole uniform" each(RANDOM * words);
            /// round(t/q·x) modulo t.
            WholeDecode { words } "whole decode" each(MUL * words + DIV + ROUND);
            /// Centred coefficients modulo t.
            WholeResidues { words } "whole residues" each(MOD * words + ADD);
            /// Whole coefficients become residues modulo several primes: a product of each plane with
            /// each prime, reduced once. `centred`: those above q/2 stand for negative integers.
            Split { planes, limbs, centred } "split"
                each((MUL + ADD) * (planes + u32::from(centred)) * limbs + MOD * limbs)
                passes(products(planes + u32::from(centred), limbs));
            /// Residues modulo several primes, scaled, become whole coefficients modulo q.
            Join { words, limbs } "join" each(joining(words, limbs) + MOD * (limbs + 1));
            /// Likewise round(t/q·x) modulo q: joined twice, with a division in between.
            Round { words, limbs } "round"
                each(joining(words, limbs) * 2 + MOD * (limbs + 1) + DIV + ROUND);
            /// One digit of each coefficient.
            Digit { words } "digit" each(DIV) passes(1.0);
            /// The inverse of an element of degree at most 8, by the definition: 4·n² products of W
            /// words by W words in all degrees, and an inversion modulo q.
            InvertLast { words } "invert last"
                row(|n| (MUL * words * words + ADD * words + MOD) * 4 * n * n + DIV * 64 * words * words);
            /// x = factor·x + constant, of small integers.
            SmallAffine "small affine" each(MUL + ADD);
        }
    } };
}
