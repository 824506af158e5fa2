//! A tally that is wrong is noticed, and what is refused is refused by both.

use ringassay_kernels::Zq;
use ringassay_ring::{
    Crt, Powerful,
    meter::Meter,
    sample::{Distribution, Label, Sampler, Seed},
};
use ringassay_scheme::{Error, Fused, Ring};

use crate::common::{agree, both, differences, executed, ring, rings, tallied};

/// Two products and a sum, with one thing changed.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Variant {
    Right,
    OneKernelLess,
    OneKernelMore,
    OtherKernel,
    OneBufferMore,
    HeldLonger,
    OtherOrder,
    OtherPhase,
    OtherLimbs,
}

impl crate::common::Program for Variant {
    fn run<R: Ring>(&self, rings: &[R], phase: &dyn Fn(&str)) -> Result<(), Error> {
        let limbs = rings[0].moduli().len();
        let ring = match self {
            Self::OtherLimbs => rings[0].pick(&(1..limbs).collect::<Vec<_>>()),
            _ => rings[0].clone(),
        };
        let (mut x, y) = (ring.uniform(&Seed::from_bytes([1; 32])), ring.zero());
        if *self == Self::OneBufferMore {
            drop(ring.zero::<Crt>());
        }
        phase(if *self == Self::OtherPhase { "second" } else { "first" });
        let product = R::Fused::mul(&x, &y)?;
        if *self == Self::OtherOrder {
            R::neg_assign(&mut x);
            R::add_assign(&mut x, &product)?;
        } else {
            R::add_assign(&mut x, &product)?;
            R::neg_assign(&mut x);
        }
        if *self == Self::HeldLonger {
            let _copy = y.clone();
            drop(product);
        } else {
            drop(product);
            let _copy = y.clone();
        }
        match self {
            Self::OneKernelLess => {}
            Self::OtherKernel => R::sub_assign(&mut x, &y)?,
            _ => R::mul_assign(&mut x, &y)?,
        }
        if *self == Self::OneKernelMore {
            R::neg_assign(&mut x);
        }
        Ok(())
    }
}

#[test]
fn every_kind_of_error_is_noticed() {
    let rings = [ring(91, &[30, 30, 30])];
    agree(&rings, &Variant::Right);
    let (_, seen) = executed(&rings, &Variant::Right, Meter::new().traced());
    for wrong in [
        Variant::OneKernelLess,
        Variant::OneKernelMore,
        Variant::OtherKernel,
        Variant::OneBufferMore,
        Variant::HeldLonger,
        Variant::OtherOrder,
        Variant::OtherPhase,
        Variant::OtherLimbs,
    ] {
        let (_, tallied) = tallied(&rings, &wrong);
        assert!(!differences(&seen, &tallied).is_empty(), "{wrong:?} is not noticed");
    }
}

/// What is refused, and by whom.
#[derive(Debug, Clone, Copy)]
enum Misuse {
    Sum,
    Product,
    ProductAndSum,
    Factors,
    FactorTooLarge,
    NoUnit,
    NoUnitOfSecret,
    Picked,
    NothingGoes,
    NoPlaintext,
    NotCoprime,
    SwitchElsewhere,
    NoGroups,
    Gap,
    Digits,
    Target,
    EmptyTable,
    MixedTable,
    MixedIndices,
    TooManyDigits,
    NoSuchDigit,
    OtherLimbs,
    SecretFromErrors,
    OtherIndex,
    ErrorOfOtherIndex,
    SecretElsewhere,
    Plaintext,
    Message,
    NoSubring,
    OtherModuli,
    Embedded,
    Traced,
}

impl Misuse {
    const ALL: [Self; 32] = [
        Self::Sum,
        Self::Product,
        Self::ProductAndSum,
        Self::Factors,
        Self::FactorTooLarge,
        Self::NoUnit,
        Self::NoUnitOfSecret,
        Self::Picked,
        Self::NothingGoes,
        Self::NoPlaintext,
        Self::NotCoprime,
        Self::SwitchElsewhere,
        Self::NoGroups,
        Self::Gap,
        Self::Digits,
        Self::Target,
        Self::EmptyTable,
        Self::MixedTable,
        Self::MixedIndices,
        Self::TooManyDigits,
        Self::NoSuchDigit,
        Self::OtherLimbs,
        Self::SecretFromErrors,
        Self::OtherIndex,
        Self::ErrorOfOtherIndex,
        Self::SecretElsewhere,
        Self::Plaintext,
        Self::Message,
        Self::NoSubring,
        Self::OtherModuli,
        Self::Embedded,
        Self::Traced,
    ];
}

impl crate::common::Program for Misuse {
    /// In rings of the indices 7 and 91.
    fn run<R: Ring>(&self, rings: &[R], _: &dyn Fn(&str)) -> Result<(), Error> {
        let [small, big] = rings else { unreachable!() };
        let seed = Seed::from_bytes([2; 32]);
        let stream = &mut seed.stream(Label::new("test"), 0);
        let (x, y) = (big.uniform(&seed), small.uniform(&seed));
        let part = big.pick(&[0, 1]);
        let z = R::pick_limbs(&x, &part, &[0, 1])?;
        let gadget = big.gadget(std::slice::from_ref(&(0..2)))?;
        let sampler = |ring: &R, distribution| Sampler::new(ring.index(), distribution);
        let (ternary, spherical) = (Distribution::Ternary, Distribution::Spherical { sigma: 3.2 });
        let product = |limbs: &[usize], which: &[usize]| {
            let digits = R::digits(&z, &gadget, big)?;
            R::inner_product(&digits, &R::table(std::slice::from_ref(&x))?, limbs, which)
        };
        match self {
            Self::Sum => R::add_assign(&mut x.clone(), &y),
            Self::Product => R::Fused::mul(&x, &z).map(drop),
            Self::ProductAndSum => R::Fused::mul_add_assign(&mut x.clone(), &x, &z),
            Self::Factors => R::scale_assign(&mut x.clone(), &[1, 1]),
            Self::FactorTooLarge => R::scale_assign(&mut x.clone(), &[1, big.moduli()[1], 1]),
            Self::NoUnit => R::automorphism(&x, 13).map(drop),
            Self::NoUnitOfSecret => {
                let secret = big.secret(&sampler(big, ternary)?, stream)?;
                R::automorphism_of_secret(&secret, 7).map(drop)
            }
            Self::Picked => R::pick_limbs(&x, &part, &[1, 0]).map(drop),
            Self::NothingGoes => big.switch_between(&[0, 1], &[0, 1, 2], 2).map(drop),
            Self::NoPlaintext => big.switch_between(&[0, 1], &[0], 0).map(drop),
            Self::NotCoprime => big.switch_between(&[0, 1], &[0], 3 * big.moduli()[1]).map(drop),
            Self::SwitchElsewhere => {
                let switch = big.switch_between(&[0, 1], &[0], 2)?;
                R::switch(&x, &switch).map(drop)
            }
            Self::NoGroups => big.gadget(&[]).map(drop),
            Self::Gap => big.gadget(&[0..1, 2..3]).map(drop),
            Self::Digits => R::digits(&x, &gadget, big).map(drop),
            Self::Target => R::digits(&z, &gadget, &part).map(drop),
            Self::EmptyTable => R::table(&[]).map(drop),
            Self::MixedTable => R::table(&[x, z.clone()]).map(drop),
            Self::MixedIndices => R::table(&[x, y]).map(drop),
            Self::TooManyDigits => product(&[0, 1, 2], &[0, 0]).map(drop),
            Self::NoSuchDigit => product(&[0, 1, 2], &[1]).map(drop),
            Self::OtherLimbs => product(&[0, 2, 1], &[0]).map(drop),
            Self::SecretFromErrors => big.secret(&sampler(big, spherical)?, stream).map(drop),
            Self::OtherIndex => big.secret(&sampler(small, ternary)?, stream).map(drop),
            Self::ErrorOfOtherIndex => big.error(&sampler(small, spherical)?, stream, 2).map(drop),
            Self::SecretElsewhere => {
                let secret = small.secret(&sampler(small, ternary)?, stream)?;
                big.reduce(&secret).map(drop)
            }
            Self::Plaintext => {
                big.small_error(&sampler(big, spherical)?, stream, u64::MAX).map(drop)
            }
            Self::Message => big.message(&[1, 2], &Zq::new(257).unwrap()).map(drop),
            Self::NoSubring => big.extension(small).map(drop),
            Self::OtherModuli => small.extension(&part).map(drop),
            Self::Embedded => R::embed(&x, &small.extension(big)?).map(drop),
            Self::Traced => R::twace(&small.zero::<Powerful>(), &small.extension(big)?).map(drop),
        }
    }
}

#[test]
fn the_same_errors() {
    let rings = rings(&[7, 91], &[30, 30, 30]);
    for misuse in Misuse::ALL {
        let (executed, _) = executed(&rings, &misuse, Meter::new());
        let (tallied, seen) = tallied(&rings, &misuse);
        assert!(executed.is_err(), "{misuse:?}");
        assert_eq!(executed, tallied, "{misuse:?}");
        assert_eq!(seen.live_bytes, 0, "{misuse:?} leaks");
    }
}

#[test]
fn nothing_stays_alive() {
    let seen = both(&[ring(91, &[30, 30])], &Variant::Right);
    assert_eq!(seen.live_bytes, 0);
}
