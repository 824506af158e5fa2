//! CKKS: keys, encryption, decryption. Encoding looks at the largest number of a message, and is left out.

use ringassay_kernels::secrecy;
use ringassay_ring::{primes::search, sample::Distribution, sample::Seed};
use ringassay_scheme::ckks::{Context, Magnitude, Parameters, Plaintext, RingType};

use super::{Failure, Watch, keys};

pub(super) fn check(watch: &mut Watch) -> Result<(), Failure> {
    RingType::ALL.into_iter().try_for_each(|ring| in_ring(watch, ring))
}

fn in_ring(watch: &mut Watch, ring: RingType) -> Result<(), Failure> {
    let index = ring.index(512)?;
    let m = index.m();
    let primes = search(&index, 49, 4, &[])?;
    let degree = index.degree();
    let context = Context::exact(&Parameters {
        index,
        levels: primes[..3].iter().map(|&q| vec![q]).collect(),
        special: primes[3..].to_vec(),
        digit_limbs: 1,
        log2_scale: 40,
        generator: 5,
        secret: Distribution::Ternary,
        sigma: 3.2,
    })?;
    let name = |what: &str| format!("ckks {m}, {} ring: {what}", ring.name());
    let (secret, public) = keys::check(watch, name, &context, &[context.parameters().rotation(1)])?;
    // Of both signs, up to 2^36.
    let message: Vec<i128> =
        (0..degree as i128).map(|i| (i * i * 1_000_003 + 7 * i) % (1 << 37) - (1 << 36)).collect();
    secrecy::conceal(&message);
    let scale = context.parameters().scale();
    let message = Plaintext::new(message, scale, Magnitude::real(1.0));
    let x = watch
        .check(name("encrypt"), || Ok(context.encrypt(&public, &message, &Seed::from_os()?)?))?;
    let y = watch.check(name("encrypt under the secret key"), || {
        Ok(context.encrypt_secret(&secret, &message, &Seed::from_os()?)?)
    })?;
    for x in [x, y] {
        watch.check(name("decrypt"), || Ok(context.decrypt(&secret, &x)?))?;
    }
    Ok(())
}
