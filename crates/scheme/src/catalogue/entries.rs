//! The schemes, an entry each.

use super::{Entry, HardProblem, ModulusForm, RingFamily, Saved, Space, SystemUnderTest};

/// Makes the enumeration and its table of one list, so that neither can lack what the other has.
macro_rules! catalogue {
    (beside { $(#[$beside:meta])* $other:ident: $of_other:expr; } $($(#[$doc:meta])* $scheme:ident: $entry:expr;)*) => {
        /// A homomorphic encryption scheme.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Scheme {
            $($(#[$doc])* $scheme,)*
            $(#[$beside])*
            $other,
        }

        impl Scheme {
            /// All of this workspace, the practical ones first.
            pub const ALL: &'static [Self] = &[$(Self::$scheme,)*];

            /// What the catalogue says of it.
            #[must_use]
            pub fn entry(self) -> &'static Entry {
                match self {
                    $(Self::$scheme => {
                        static ENTRY: Entry = $entry;
                        &ENTRY
                    })*
                    Self::$other => {
                        static ENTRY: Entry = $of_other;
                        &ENTRY
                    }
                }
            }
        }
    };
}

const BITS: &[Space] = &[Space::Gf2];
const BITS_AND_INTEGERS: &[Space] = &[Space::Gf2, Space::Zt];
const NUMBERS: &[Space] = &[Space::Real, Space::Complex];
const MULTIPRECISION: &[&str] = &["n", "log2_q", "log2_w", "t"];
const WIDE: &str = "discrete Gaussian, σ = 2√n";
const NARROW: &str = "spherical Gaussian, σ = 3.2";
const GATES: &[&str] = &["n", "k", "degree", "q", "digits", "switch_q", "switch_digits"];

catalogue! {
    beside {
        /// A scheme of packed integers of another crate: what implements the traits of [`hybrid`](crate::hybrid) without
        /// an entry of its own. Not in [`Scheme::ALL`]; its saved objects are told from those of other such schemes by
        /// their parameters alone.
        External: Entry {
            key: "external",
            name: "a scheme of another crate",
            reference: "none",
            serial: u8::MAX,
            saved: Saved::AllButPlaintexts,
            ring: RingFamily::RnsCyclotomic,
            spaces: BITS_AND_INTEGERS,
            has_slots: true,
            parameters: &[],
            modulus: ModulusForm::Primes,
            secret: "its own",
            error: "its own",
            problem: HardProblem::RingLwe,
            has_evaluation_key: true,
            sut: None,
        };
    }

    /// [`bgv`](crate::bgv): Brakerski, Gentry, Vaikuntanathan (2011/277).
    Bgv: Entry {
        key: "bgv",
        name: "BGV",
        reference: "Brakerski, Gentry and Vaikuntanathan (2011/277)",
        serial: 1,
        saved: Saved::All,
        ring: RingFamily::RnsCyclotomic,
        spaces: BITS_AND_INTEGERS,
        has_slots: true,
        parameters: &["m", "t", "large", "small", "special", "digits"],
        modulus: ModulusForm::Primes,
        secret: "ternary",
        error: NARROW,
        problem: HardProblem::RingLwe,
        has_evaluation_key: true,
        sut: Some(SystemUnderTest {
            name: "ringassay-bgv",
            arguments: &["bgv"],
            description: "ringassay's own engine, BGV (Rust)",
        }),
    };

    /// [`bfv`](crate::bfv): FV in RNS form (2018/589), over the rings of BGV.
    Bfv: Entry {
        key: "bfv",
        name: "BFV",
        reference: "Fan and Vercauteren (2012/144) in RNS form (2018/589)",
        serial: 6,
        saved: Saved::AllButPlaintexts,
        ring: RingFamily::RnsCyclotomic,
        spaces: BITS_AND_INTEGERS,
        has_slots: true,
        parameters: &["m", "t", "primes", "special", "auxiliary", "digits"],
        modulus: ModulusForm::Primes,
        secret: "ternary",
        error: NARROW,
        problem: HardProblem::RingLwe,
        has_evaluation_key: true,
        sut: Some(SystemUnderTest {
            name: "ringassay-bfv",
            arguments: &["bfv"],
            description: "ringassay's own engine, BFV (Rust)",
        }),
    };

    /// [`ckks`](crate::ckks): Cheon, Kim, Kim and Song (2016/421) in RNS form (2018/931).
    Ckks: Entry {
        key: "ckks",
        name: "CKKS",
        reference: "Cheon, Kim, Kim and Song (2016/421) in RNS form (2018/931)",
        serial: 7,
        saved: Saved::AllButPlaintexts,
        ring: RingFamily::RnsCyclotomic,
        spaces: NUMBERS,
        has_slots: true,
        parameters: &["n", "levels", "special", "digits", "log2_scale", "generator"],
        modulus: ModulusForm::Primes,
        secret: "ternary",
        error: NARROW,
        problem: HardProblem::RingLwe,
        has_evaluation_key: true,
        sut: Some(SystemUnderTest {
            name: "ringassay-ckks",
            arguments: &["ckks"],
            description: "ringassay's own engine, CKKS: real and complex numbers (Rust)",
        }),
    };

    /// Fan and Vercauteren (2012/144).
    Fv: Entry {
        key: "fv",
        name: "FV",
        reference: "Fan and Vercauteren (2012/144)",
        serial: 2,
        saved: Saved::ForServers,
        ring: RingFamily::Multiprecision,
        spaces: BITS_AND_INTEGERS,
        has_slots: false,
        parameters: MULTIPRECISION,
        modulus: ModulusForm::MultipleOfT,
        secret: "ternary",
        error: WIDE,
        problem: HardProblem::RingLwe,
        has_evaluation_key: true,
        sut: Some(SystemUnderTest {
            name: "ringassay-fv",
            arguments: &["positional", "fv"],
            description: "FV, an entry per ciphertext (Rust)",
        }),
    };

    /// Bos, Lauter, Loftus, Naehrig (2013/075), the practical variant.
    Yashe: Entry {
        key: "yashe",
        name: "YASHE'",
        reference: "Bos, Lauter, Loftus and Naehrig (2013/075)",
        serial: 3,
        saved: Saved::ForServers,
        ring: RingFamily::Multiprecision,
        spaces: BITS_AND_INTEGERS,
        has_slots: false,
        parameters: MULTIPRECISION,
        modulus: ModulusForm::OneModuloT,
        secret: "ternary",
        error: WIDE,
        problem: HardProblem::Ntru,
        has_evaluation_key: true,
        sut: Some(SystemUnderTest {
            name: "ringassay-yashe",
            arguments: &["positional", "yashe"],
            description: "YASHE', an entry per ciphertext (Rust); overstretched NTRU: protects nothing",
        }),
    };

    /// Doröz and Sunar (2016/315).
    Fntru: Entry {
        key: "f-ntru",
        name: "F-NTRU",
        reference: "Doröz and Sunar (2016/315)",
        serial: 4,
        saved: Saved::ForServers,
        ring: RingFamily::Multiprecision,
        spaces: BITS,
        has_slots: false,
        parameters: MULTIPRECISION,
        modulus: ModulusForm::OneModuloT,
        secret: "ternary",
        error: WIDE,
        problem: HardProblem::Ntru,
        has_evaluation_key: false,
        sut: Some(SystemUnderTest {
            name: "ringassay-fntru",
            arguments: &["positional", "fntru"],
            description: "F-NTRU, an entry per ciphertext (Rust); overstretched NTRU: protects nothing",
        }),
    };

    /// Khedr, Gulak, Vaikuntanathan (2014/838).
    Shield: Entry {
        key: "shield",
        name: "SHIELD",
        reference: "Khedr, Gulak and Vaikuntanathan (2014/838)",
        serial: 5,
        saved: Saved::ForServers,
        ring: RingFamily::Multiprecision,
        spaces: BITS,
        has_slots: false,
        parameters: MULTIPRECISION,
        modulus: ModulusForm::PowerOfTwo,
        secret: "ternary",
        error: WIDE,
        problem: HardProblem::RingLwe,
        has_evaluation_key: false,
        sut: Some(SystemUnderTest {
            name: "ringassay-shield",
            arguments: &["positional", "shield"],
            description: "SHIELD, an entry per ciphertext (Rust)",
        }),
    };

    /// Ducas and Micciancio (2014/816), Chillotti, Gama, Georgieva and Izabachène (2018/421): gates that refresh.
    Gates: Entry {
        key: "gates",
        name: "FHEW/TFHE",
        reference: "Ducas and Micciancio (2014/816), Chillotti, Gama, Georgieva and Izabachène (2018/421)",
        serial: 8,
        saved: Saved::Gates,
        ring: RingFamily::Samples,
        spaces: BITS,
        has_slots: false,
        parameters: GATES,
        modulus: ModulusForm::Primes,
        secret: "ternary, and binary for the switching key",
        error: "discrete Gaussian, σ = 3.19",
        problem: HardProblem::RingLwe,
        has_evaluation_key: true,
        sut: Some(SystemUnderTest {
            name: "ringassay-gates",
            arguments: &["gates"],
            description: "ringassay's own gates, which refresh: circuits of bits of any depth (Rust)",
        }),
    };
}
