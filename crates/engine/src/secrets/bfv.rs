//! BFV.

use ringassay_ring::{index::Index, primes::search, sample::Distribution, sample::Seed};
use ringassay_scheme::bfv::{Context, Parameters};

use super::{Failure, Watch, keys, message};

pub(super) fn check(watch: &mut Watch) -> Result<(), Failure> {
    let (m, t) = (1024, 65_537);
    let index = Index::new(m)?;
    let primes = search(&index, 49, 8, &[])?;
    let degree = index.degree();
    let context = Context::exact(&Parameters {
        index,
        t,
        primes: primes[..3].to_vec(),
        special: primes[3..4].to_vec(),
        auxiliary: primes[4..].to_vec(),
        digit_limbs: 1,
        secret: Distribution::Ternary,
        sigma: 3.2,
    })?;
    let name = |what: &str| format!("bfv {m} modulo {t}: {what}");
    let (secret, public) = keys::check(watch, name, &context, &[])?;
    let message = context.plaintext(message(degree, t))?;
    let x = watch
        .check(name("encrypt"), || Ok(context.encrypt(&public, &message, &Seed::from_os()?)?))?;
    watch.check(name("decrypt"), || Ok(context.decrypt(&secret, &x)?))?;
    Ok(())
}
