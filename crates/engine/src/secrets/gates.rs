//! Gates: keys, saved keys, encryption and decryption of bits and words.

use ringassay_gates::{Context, KeySwitch, Parameters, SecretKey};
use ringassay_scheme::FreshSeed;

use super::{Failure, Watch, message};

pub(super) fn check(watch: &mut Watch) -> Result<(), Failure> {
    let switch = KeySwitch { q: 1 << 16, width: 4, count: 3 };
    let parameters = Parameters {
        dimension: 20,
        rank: 2,
        degree: 128,
        switch,
        ..Parameters::words(3).ok_or("no words")?
    };
    let parameters = Parameters { q: Parameters::standard().q, ..parameters };
    let context = Context::new(parameters)?;
    let secret = watch
        .check("gates: secret key", || Ok(SecretKey::new(&context, FreshSeed::from_os()?)?))?;
    watch.check("gates: evaluation key", || {
        Ok(secret.evaluation_key(&context, FreshSeed::from_os()?)?)
    })?;
    let saved = watch.check("gates: save the secret key", || Ok(secret.save(&context)?))?;
    watch.check("gates: load the secret key", || Ok(SecretKey::load(&context, &saved)?))?;
    let bits: Vec<bool> = message(64, 2).into_iter().map(|bit| bit != 0).collect();
    let bits = watch.check("gates: encrypt bits", || {
        Ok(secret.encrypt(&context, &bits, FreshSeed::from_os()?)?)
    })?;
    watch.check("gates: decrypt bits", || Ok(secret.decrypt(&context, &bits)?))?;
    let words = message(64, 8);
    let words = watch.check("gates: encrypt words", || {
        Ok(secret.encrypt_words(&context, 3, &words, FreshSeed::from_os()?)?)
    })?;
    watch.check("gates: decrypt words", || Ok(secret.decrypt_words(&context, &words)?))?;
    Ok(())
}
