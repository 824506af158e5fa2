//! Keys of small parameters, of no security: gates in a tenth of a millisecond.
#![expect(clippy::disallowed_types, reason = "of the tests, which do not fork")]

use std::sync::LazyLock;

use ringassay_gates::{Bit, Context, Evaluator, KeySwitch, Parameters, SecretKey};
use ringassay_ring::{RnsRing, sample::Seed};
use ringassay_scheme::FreshSeed;

pub(crate) fn fresh(byte: u8) -> FreshSeed {
    FreshSeed::repeatable(Seed::from_bytes([byte; 32]))
}

/// As [`Parameters::standard`], with dimensions of no security.
pub(crate) fn small() -> Parameters {
    let switch = KeySwitch { q: 1 << 16, width: 4, count: 3 };
    Parameters { dimension: 60, rank: 2, degree: 128, switch, ..Parameters::standard() }
}

pub(crate) struct Keys {
    pub(crate) context: Context<RnsRing>,
    pub(crate) secret: SecretKey<RnsRing>,
    pub(crate) evaluator: Evaluator<RnsRing>,
}

impl Keys {
    pub(crate) fn new(parameters: Parameters) -> Self {
        Self::over(Context::new(parameters).unwrap())
    }

    pub(crate) fn over(context: Context<RnsRing>) -> Self {
        let secret = SecretKey::new(&context, fresh(1)).unwrap();
        let key = secret.evaluation_key(&context, fresh(2)).unwrap();
        let evaluator = Evaluator::new(&context, &key).unwrap();
        Self { context, secret, evaluator }
    }

    pub(crate) fn encrypt(&self, bits: &[bool], byte: u8) -> Vec<Bit<RnsRing>> {
        self.secret.encrypt(&self.context, bits, fresh(byte)).unwrap()
    }

    pub(crate) fn decrypt(&self, bits: &[Bit<RnsRing>]) -> Vec<bool> {
        self.secret.decrypt(&self.context, bits).unwrap()
    }
}

pub(crate) static SMALL: LazyLock<Keys> = LazyLock::new(|| Keys::new(small()));
