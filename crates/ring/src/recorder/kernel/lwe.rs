//! Kernels on samples of learning with errors: see [`crate::lwe`]. The length is that of a sample, n + 1.

/// Declares the kernels of samples, in the notation of [`kernels`](crate::kernels).
#[doc(hidden)]
#[macro_export]
macro_rules! lwe_kernels {
    ([$($then:tt)*] $($more:tt)*) => { $($then)*! { $($more)*
        Lwe {
            /// A linear combination of samples.
            LweCombine { terms } "LWE combination" each((MUL + ADD) * terms + MOD)
                job lwe::combine(terms);
            /// A sample modulo another modulus.
            LweModulus "LWE modulus switch" each(MUL + DIV + ROUND) job lwe::switch_modulus();
            /// A coefficient of a ciphertext becomes a sample; the length is n.
            LweExtract "LWE extraction" each(SUB) job lwe::extract();
            /// A mask times a secret; the length is n.
            LweProduct "LWE product" each(PRODUCT + ADD) job lwe::product();
            /// A sample under another secret: so many rows of the key times digits. The length is that of the result.
            LweKeySwitch { terms } "LWE key switch" each((MUL + SUB) * terms)
                job lwe::switch(terms);
        }
    } };
}
