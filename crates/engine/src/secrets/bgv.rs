//! BGV and its encodings: one plaintext space for each way to encode.

use ringassay_ring::{index::Index, primes::search, sample::Distribution, sample::Seed};
use ringassay_scheme::{
    bgv::{Context, Parameters, PlaintextModulus},
    encoding::{Encoder, PlaintextRing},
};

use super::{Failure, Watch, keys, message};

/// m, p, r: bits, a transform, anything else.
const SPACES: [(u64, u64, u32); 3] = [(341, 2, 1), (256, 257, 1), (91, 3, 2)];

pub(super) fn check(watch: &mut Watch) -> Result<(), Failure> {
    for (m, p, r) in SPACES {
        let parameters = parameters(m, p, r)?;
        let t = p.pow(r);
        let name = |what: &str| format!("bgv {m} modulo {t}: {what}");
        let context = Context::exact(&parameters)?;
        let encoder = Encoder::new(&PlaintextRing::new(&parameters.index, p, r)?)?;
        let exponents: Vec<u32> = parameters.index.units().skip(1).take(1).collect();

        let (secret, public) = keys::check(watch, name, &context, &exponents)?;
        let slots = encoder.ring().slots().count();
        let values = message(slots, t);
        let coefficients = watch.check(name("encode"), || Ok(encoder.encode(&values)?))?;
        let plaintext =
            watch.check(name("plaintext"), || Ok(context.plaintext(coefficients.clone())?))?;
        let x = watch.check(name("encrypt with the public key"), || {
            Ok(context.encrypt(&public, &plaintext, &Seed::from_os()?)?)
        })?;
        watch.check(name("encrypt with the secret key"), || {
            Ok(context.encrypt_secret(&secret, &plaintext, &Seed::from_os()?)?)
        })?;
        let decrypted = watch.check(name("decrypt"), || Ok(context.decrypt(&secret, &x)?))?;
        watch.check(name("decode"), || Ok(encoder.decode(&decrypted)?))?;
    }
    Ok(())
}

fn parameters(m: u64, p: u64, r: u32) -> Result<Parameters, Failure> {
    // Primes that are 1 modulo m and t; odd ones are 1 modulo 2.
    let step = if p == 2 { m } else { m * p.pow(r) };
    let primes = search(&Index::new(step)?, 49, 4, &[])?;
    Ok(Parameters {
        index: Index::new(m)?,
        plaintext: PlaintextModulus { prime: p, exponent: r },
        large: primes[..3].to_vec(),
        small: Vec::new(),
        special: primes[3..].to_vec(),
        digit_limbs: 1,
        fresh_log2_q: f64::INFINITY,
        secret: Distribution::BoundedTernary,
        sigma: 3.2,
    })
}
