//! The four schemes, over any ring.

use ringassay_scheme::{
    Homomorphic, Positional, depth::Scheme, fntru::FNtru, fv::Fv, shield::Shield, yashe::Yashe,
};

/// A scheme, whatever the ring.
pub trait Family: Send + Sync + 'static {
    /// The scheme over a ring.
    type Over<R: Positional>: Homomorphic<R>;

    /// Which scheme.
    const SCHEME: Scheme;
}

macro_rules! family {
    ($(#[$doc:meta])* $name:ident, $over:ident, $scheme:ident) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub enum $name {}

        impl Family for $name {
            type Over<R: Positional> = $over<R>;

            const SCHEME: Scheme = Scheme::$scheme;
        }
    };
}

family!(
    /// Fan and Vercauteren.
    FvFamily, Fv, Fv
);
family!(
    /// YASHE'.
    YasheFamily, Yashe, Yashe
);
family!(
    /// F-NTRU.
    FntruFamily, FNtru, Fntru
);
family!(
    /// SHIELD.
    ShieldFamily, Shield, Shield
);
