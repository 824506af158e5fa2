//! What is counted without executing is what is executed: every step that both rings take.

use std::sync::Arc;

use ringassay_cost::{CostRecord, CostRecorder, TallyRing};
use ringassay_parties::{Error, Group, Guard, Members, SecretShare, Share, Step, Subject};
use ringassay_ring::meter::{self, Meter};
use ringassay_scheme::{Ring, bfv, bgv, ckks, hybrid::Context};

use crate::common::{EXPONENT, Tried, fresh, permit, seed};

/// Keys by two parties, an encryption, its decryption and its switch to a receiver.
fn program<P: Tried, R: Ring>(
    context: &Context<P, R>,
    message: &P::Plaintext,
    phase: &dyn Fn(&str),
) -> Result<(), Error> {
    let group = Group::new(context, Members::all(2), "tally", &[1; 32], 40.0)?;
    phase("secrets");
    let secret = |party| SecretShare::generate(&group, party, Guard::None, fresh(1));
    let secrets = [secret(1)?, secret(2)?];
    let of = |step| permit(group.subject(step));
    phase("public key");
    let share = |own| group.public_key_share(own, of(Step::PublicKey), fresh(2));
    let sum = Share::sum([&share(&secrets[0])?, &share(&secrets[1])?])?;
    let public = group.public_key(&sum)?;
    phase("relinearisation key");
    let one = |own| group.relinearisation_share_one(own, of(Step::RelinearisationOne), fresh(3));
    let [(a, kept), (b, other)] = [one(&secrets[0])?, one(&secrets[1])?];
    let first = Share::sum([&a, &b])?;
    drop((a, b));
    let two = |own, kept| {
        let permit = of(Step::RelinearisationTwo);
        group.relinearisation_share_two(own, kept, &first, permit, fresh(4))
    };
    let second = Share::sum([&two(&secrets[0], kept)?, &two(&secrets[1], other)?])?;
    phase("rotation key");
    let share =
        |own| group.automorphism_share(own, EXPONENT, of(Step::Automorphism(EXPONENT)), fresh(5));
    let rotation = Share::sum([&share(&secrets[0])?, &share(&secrets[1])?])?;
    group.evaluation_keys(Some([&first, &second]), &[rotation])?;
    phase("encrypt");
    let a = group.context().encrypt(&public, message, &seed(6))?;
    phase("decrypt");
    let subject = Subject::of(&a)?;
    let share =
        |own: &SecretShare<P, R>| group.decryption_share(own.part(), &a, permit(subject), fresh(7));
    let sum = Share::sum([&share(&secrets[0])?, &share(&secrets[1])?])?;
    group.opened(&a, &sum)?;
    phase("switch");
    let receiver = context.generate_secret_key(&seed(8))?;
    let key = context.generate_public_key(&receiver, &seed(9))?;
    let share = |own: &SecretShare<P, R>| {
        group.switch_share(own.part(), &a, &key, permit(subject), fresh(7))
    };
    let sum = Share::sum([&share(&secrets[0])?, &share(&secrets[1])?])?;
    group.switched(&a, &key, &sum)?;
    phase("t of n");
    let deal = |own| group.deal(own, 2, fresh(10));
    let mut dealt = [deal(&secrets[0])?, deal(&secrets[1])?];
    let own: Vec<_> = dealt.iter_mut().map(|from| from.remove(0)).collect();
    group.part(&group.collect(1, Guard::None, &own)?)?;
    Ok(())
}

fn counts(record: &CostRecord) -> Vec<(String, String, u64)> {
    let phases = record.phases.iter();
    phases
        .map(|phase| (phase.name.clone(), format!("{:?}", phase.counts), phase.peak_bytes))
        .collect()
}

fn agrees<P: Tried>() {
    let parameters = P::numbered(0);
    let exact = Context::exact(&parameters).unwrap();
    let message = P::message(&exact, 1);
    let shape = parameters.shape();
    let ring = ringassay_ring::RnsRing::new(shape.index, &shape.primes).unwrap();
    let run = || program(&Context::new(&parameters, &ring).unwrap(), &message, &meter::phase);
    let (result, executed) = Meter::new().observe(run).unwrap();
    result.unwrap();
    let recorder = Arc::new(CostRecorder::new());
    let tallied = TallyRing::with_backend(
        shape.index,
        &shape.primes,
        &recorder,
        exact.ring().zq(0).backend(),
    );
    let context = Context::new(&parameters, &tallied.unwrap()).unwrap();
    program(&context, &message, &|name| recorder.phase(name)).unwrap();
    for (a, b) in counts(&executed).iter().zip(counts(&recorder.record())) {
        assert_eq!(*a, b);
    }
    assert_eq!(counts(&executed).len(), counts(&recorder.record()).len());
}

#[test]
fn steps_are_counted_as_they_are_executed() {
    agrees::<bgv::Parameters>();
    agrees::<bfv::Parameters>();
    agrees::<ckks::Parameters>();
}
