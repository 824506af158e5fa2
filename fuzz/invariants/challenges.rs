//! What must hold of files of challenges and of the beacon's records whatever the bytes are. The fuzz targets and a test
//! of `crates/challenge/tests/all` run these functions.
//!
//! Bytes are refused, or give an object that is within its bounds, and that is written so that it reads as the same.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]
#![allow(dead_code, reason = "each target uses one of the invariants")]

use ringassay_challenge::verify::{Seeds, opened};
use ringassay_challenge::{
    Challenge, Instance, Layout, Parameters, Right, Secret, beacon, folder, format, statistics,
};
use ringassay_ring::sample::Seed;

/// One of each problem, chosen by the first byte of an input.
fn parameters(choice: u8) -> Parameters {
    match choice % 3 {
        0 => Parameters::continuous(9, 17, 0.02, 2),
        1 => Parameters::discrete(15, 64, 0.25, 2),
        _ => Parameters::rounding(8, 16, 4, 3),
    }
    .unwrap()
}

fn of(parameters: Parameters) -> Challenge {
    Challenge { id: 7, instances: 4, epoch: 1_492_456_740, offset: 3, parameters }
}

fn made(choice: u8) -> (Challenge, Instance, Secret) {
    let challenge = of(parameters(choice));
    let (instance, secret) =
        ringassay_challenge::instance(&challenge, 1, &Seed::from_bytes([choice; 32])).unwrap();
    (challenge, instance, secret)
}

/// A challenge.
pub(crate) fn challenge(data: &[u8]) {
    let Ok(challenge) = format::read_challenge(data) else { return };
    assert_eq!(challenge.checked().unwrap(), challenge);
    assert_eq!(format::read_challenge(&format::write_challenge(&challenge)).unwrap(), challenge);
    assert!(challenge.suppressed(&[0xff; 64].into()).unwrap() < challenge.instances);
    let stem = folder::name(&challenge, "toy");
    assert_eq!(folder::annotation(&challenge, &stem), Some("toy"));
}

/// An instance: one byte that chooses the problem, then the message.
pub(crate) fn instance(data: &[u8]) {
    let Some((&choice, message)) = data.split_first() else { return };
    let (challenge, _, secret) = made(choice);
    let parameters = challenge.parameters;
    let Ok(read) = format::read_instance(message, &parameters) else { return };
    assert_eq!(read.samples.len(), parameters.samples);
    let degree = Layout::degree(&parameters.layout().unwrap());
    for sample in &read.samples {
        assert_eq!(sample.a.len(), degree);
        match &sample.b {
            Right::Real(b) => assert!(b.len() == degree && b.iter().all(|x| x.is_finite())),
            Right::Integer(b) => assert_eq!(b.len(), degree),
        }
    }
    assert_eq!(format::read_instance(&format::write_instance(&read), &parameters).unwrap(), read);
    let _ =
        (opened(&challenge, &read, &secret, Seeds::Foreign), statistics::uniform_p_value(&read));
}

/// A secret: one byte that chooses the problem, then the message.
pub(crate) fn secret(data: &[u8]) {
    let Some((&choice, message)) = data.split_first() else { return };
    let (challenge, instance, right) = made(choice);
    let Ok(read) = format::read_secret(message, &challenge.parameters) else { return };
    let again = format::read_secret(&format::write_secret(&read), &challenge.parameters).unwrap();
    assert!(again == read);
    let is_right = opened(&challenge, &instance, &read, Seeds::Ours).is_ok();
    // Coefficients have two representatives.
    let q = challenge.parameters.q as i64;
    let same = read.s.iter().zip(&right.s).all(|(x, y)| (x - y) % q == 0);
    assert!(!is_right || same && read.seed == right.seed);
}

/// A name: one byte that chooses the problem, then text.
pub(crate) fn name(data: &[u8]) {
    let Some((&choice, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let challenge = of(parameters(choice));
    let Some(annotation) = folder::annotation(&challenge, text) else { return };
    assert_eq!(folder::name(&challenge, annotation), text);
    assert!(!text.contains(['/', '.', '\0']) && text.len() < 200);
}

/// A record of the beacon.
pub(crate) fn record(data: &[u8]) {
    let Ok(record) = beacon::read(data) else { return };
    assert!(record.time.is_none_or(|time| time >= 0));
    let digits: String = record.output.iter().map(|byte| format!("{byte:02X}")).collect();
    assert_eq!(beacon::read(digits.as_bytes()).unwrap().output, record.output);
}

/// What each target starts from: its name, a number, bytes.
pub(crate) fn beginnings() -> Vec<(&'static str, usize, Vec<u8>)> {
    let mut all = Vec::new();
    for choice in 0..3u8 {
        let (challenge, instance, secret) = made(choice);
        let with_choice = |bytes: Vec<u8>| [vec![choice], bytes].concat();
        let number = usize::from(choice);
        all.push(("challenge_message", number, format::write_challenge(&challenge)));
        all.push(("challenge_instance", number, with_choice(format::write_instance(&instance))));
        all.push(("challenge_secret", number, with_choice(format::write_secret(&secret))));
        let stem = folder::name(&challenge, "short-toy").into_bytes();
        all.push(("challenge_name", number, with_choice(stem)));
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors/beacon/");
    for (number, name) in ["1471449900.xml", "2-1853305.json"].into_iter().enumerate() {
        let record = std::fs::read(format!("{folder}{name}")).unwrap_or_default();
        all.push(("beacon_record", number, record));
    }
    all.push(("beacon_record", 2, "0123456789abcDEF".repeat(8).into_bytes()));
    all
}
