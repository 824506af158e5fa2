//! The keys of a scheme with hybrid key switching.

use ringassay_ring::{RnsRing, sample::Seed};
use ringassay_scheme::hybrid::{Context, HybridScheme, PublicKey, SecretKey};

use super::{Failure, Watch};

type KeyPair<P> = (SecretKey<P, RnsRing>, PublicKey<P, RnsRing>);

/// Makes secret key, public key, and evaluation keys for products and these automorphisms; `name` says of
/// which instance something is.
pub(super) fn check<P: HybridScheme>(
    watch: &mut Watch,
    name: impl Fn(&str) -> String,
    context: &Context<P, RnsRing>,
    exponents: &[u32],
) -> Result<KeyPair<P>, Failure> {
    let secret =
        watch.check(name("secret key"), || Ok(context.generate_secret_key(&Seed::from_os()?)?))?;
    let public = watch.check(name("public key"), || {
        Ok(context.generate_public_key(&secret, &Seed::from_os()?)?)
    })?;
    watch.check(name("evaluation keys"), || {
        Ok(context.generate_evaluation_keys(&secret, true, exponents, &Seed::from_os()?)?)
    })?;
    Ok((secret, public))
}
