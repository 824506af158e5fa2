//! Whether anything branches on secrets: see [`ringassay_engine::secrets`].

use num_bigint::BigUint;
use ringassay_bigring::MultiprecisionRing;
use ringassay_engine::secrets::{Failure, Watch, message};
use ringassay_ring::sample::Seed;

use crate::{
    MultiprecisionScheme,
    rlwe::{Parameters, Unchecked},
    scheme::{Family, FntruFamily, FvFamily, ShieldFamily, YasheFamily},
};

const INVERSE: &str = "the inverse of the secret key is computed with big integers";

/// Runs the functions that touch secrets.
///
/// # Errors
/// Returns an error if one fails.
pub fn check(watch: &mut Watch) -> Result<(), Failure> {
    let mersenne = |bits: u32| (BigUint::from(1_u32) << bits) - 1_u32;
    scheme::<FvFamily>(watch, 257, mersenne(100), 20)?;
    scheme::<YasheFamily>(watch, 2, mersenne(100), 20)?;
    scheme::<FntruFamily>(watch, 2, mersenne(40), 10)?;
    scheme::<ShieldFamily>(watch, 2, BigUint::from(1_u32) << 30, 1)
}

fn scheme<F: Family>(watch: &mut Watch, t: u64, q: BigUint, log2_w: u32) -> Result<(), Failure> {
    let parameters = Parameters { degree: 256, q, t, log2_w };
    let ring = MultiprecisionRing::new(parameters.degree, &parameters.q)?;
    let of = F::Over::<MultiprecisionRing>::new(&parameters, ring)?;
    let name = |what: &str| format!("{}: {what}", F::SCHEME);
    let keys = || Ok(of.generate_keys(&Seed::from_os()?)?);
    let (secret, public) = if F::SCHEME.is_ntru() {
        watch.check_variable(name("keys"), INVERSE, keys)?
    } else {
        watch.check(name("keys"), keys)?
    };
    watch.check(name("evaluation key"), || {
        Ok(of.draw_evaluation_vector(&secret, &public, &Seed::from_os()?)?)
    })?;
    let message = message(parameters.degree, t);
    let x =
        watch.check(name("encrypt"), || Ok(of.encrypt(&public, &message, &Seed::from_os()?)?))?;
    watch.check(name("decrypt"), || Ok(of.decrypt(&secret, &x, Unchecked::Never)?))?;
    Ok(())
}
