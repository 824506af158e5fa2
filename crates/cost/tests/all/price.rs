//! Prices by a calibration that is made up.

use std::sync::Arc;

use ringassay_cost::{
    Call, CostRecord, CostRecorder, Draw, Kernel, TallyRing,
    price::{Calibration, CalibrationError, Cell, Family, Machine, Origin, Pricer},
};
use ringassay_ring::{BasisKind, Crt, index::Index, primes};
use ringassay_scheme::Ring;

fn call(kernel: Kernel, length: u32) -> Call {
    Call { kernel, length, wide: false }
}

fn cell(kernel: Kernel, length: u32, working_set_bytes: u64, cpu_ns: f64) -> Cell {
    let (wall_ns, spread) = (1.5 * cpu_ns, 0.02);
    Cell {
        call: call(kernel, length),
        family: Family::Rns,
        working_set_bytes,
        cpu_ns,
        wall_ns,
        spread,
    }
}

fn machine() -> Machine {
    Machine {
        processor: "abacus".into(),
        design: "1/2/3".into(),
        cores: 1,
        backend: "portable".into(),
        profile: "release".into(),
        version: "1".into(),
        kernels: "5eed".into(),
    }
}

/// Near, x += y takes 1 ns a word, 3 ns from far; copies 0.5; a transform of 512 words 10 µs.
fn calibration() -> Calibration {
    let mut calibration = Calibration::new(machine(), 1_800_000_000, 9);
    calibration.fresh_ns_per_byte = 0.25;
    let extension = |from, to| Kernel::BaseExtension { from, to };
    calibration.cells = vec![
        cell(Kernel::Add, 512, 1 << 14, 512.0),
        cell(Kernel::Add, 512, 1 << 20, 512.0),
        cell(Kernel::Add, 512, 1 << 24, 3.0 * 512.0),
        cell(Kernel::Add, 8192, 1 << 18, 8192.0),
        cell(Kernel::Copy, 512, 1 << 14, 256.0),
        cell(Kernel::CrtForward { m: 1024 }, 512, 1 << 14, 10_000.0),
        cell(extension(1, 1), 512, 1 << 14, 4.0 * 512.0),
        cell(extension(3, 1), 512, 1 << 14, 8.0 * 512.0),
    ];
    calibration
}

#[test]
fn cells_are_met_and_prices_between_them_grow_with_the_work() {
    let pricer = Pricer::new(&calibration());
    let price = |kernel, length, bytes| pricer.price(&call(kernel, length), bytes);
    assert_eq!(price(Kernel::Add, 512, 1 << 16).ns, 512.0);
    assert_eq!(price(Kernel::Add, 512, 1 << 24).ns, 3.0 * 512.0);
    assert_eq!(price(Kernel::Add, 512, 1 << 22).ns, 2.0 * 512.0, "linear in the logarithm");
    let between = price(Kernel::Add, 2048, 1 << 16);
    assert_eq!((between.ns, between.origin), (2048.0, Origin::Measured));
    // One nanosecond for each product and word at both: also between them.
    let extension = price(Kernel::BaseExtension { from: 2, to: 1 }, 512, 1 << 14);
    assert_eq!((extension.ns, extension.origin), (6.0 * 512.0, Origin::Measured));
}

#[test]
fn what_lies_beyond_the_cells_is_told() {
    let pricer = Pricer::new(&calibration());
    let price = |kernel, length| pricer.price(&call(kernel, length), 1 << 14);
    let long = price(Kernel::Add, 1 << 16);
    assert_eq!((long.ns, long.origin), (65_536.0, Origin::Extrapolated));
    let wide = Call { wide: true, ..call(Kernel::Add, 512) };
    assert_eq!(pricer.price(&wide, 1 << 14).origin, Origin::Extrapolated, "from narrow ones");
    // Of another ring: n·log2 n.
    let other = price(Kernel::CrtForward { m: 4096 }, 2048);
    assert_eq!(other.origin, Origin::Extrapolated);
    assert!((other.ns - 40_000.0 * 11.0 / 9.0).abs() < 1e-6, "{}", other.ns);
    let unknown = price(Kernel::Neg, 512);
    assert_eq!((unknown.ns, unknown.origin), (0.0, Origin::Unknown));
}

fn sums() -> CostRecord {
    let recorder = Arc::new(CostRecorder::new());
    let index = Index::new(1024).unwrap();
    let moduli = primes::search(&index, 40, 3, &[]).unwrap();
    let ring = TallyRing::new(&index, &moduli, &recorder).unwrap();
    let (x, y) = (ring.zero::<Crt>(), ring.zero::<Crt>());
    recorder.phase("sum");
    let mut sum = x.clone();
    TallyRing::add_assign(&mut sum, &y).unwrap();
    recorder.phase("negative");
    TallyRing::neg_assign(&mut sum);
    recorder.record()
}

#[test]
fn a_record_is_the_sum_of_its_calls() {
    let (pricer, seen) = (Pricer::new(&calibration()), sums());
    let prediction = pricer.predict(&seen);
    let sum = prediction.phase("sum").unwrap();
    // Three rows copied, three added; what is visited is near.
    assert!((sum.ns - 3.0 * (256.0 + 512.0)).abs() < 1e-6, "{}", sum.ns);
    let parts: Vec<_> = sum.kernels.iter().map(|part| (&*part.name, part.calls)).collect();
    assert_eq!(parts, [("add", 3), ("copy", 3)]);
    assert_eq!(prediction.phase("negative").unwrap().unknown, 3);
    assert!((prediction.spread - 0.02).abs() < 1e-9);
    let first = pricer.predict_first(&seen);
    let fresh = 3.0 * 512.0 * 8.0 * 0.25;
    assert!((first.phase("sum").unwrap().ns - sum.ns - fresh).abs() < 1e-6, "a new buffer");
    let unmeasured = pricer.unmeasured(&seen);
    assert!(unmeasured.contains(&call(Kernel::Neg, 512)));
    assert!(!unmeasured.contains(&call(Kernel::Add, 512)));
}

#[test]
fn what_is_visited_first_comes_from_memory_when_caches_are_cold() {
    let (pricer, seen) = (Pricer::new(&calibration()), sums());
    let (warm, cold) = (pricer.predict(&seen), pricer.predict_cold(&seen, 0));
    // Rows of 512 words take two nanoseconds a word more from there, those of 8192 none, those of 4096 (a
    // quarter of the way) a half: for 16 bytes of sums. Copies take no more: in the mean 1/64 a byte.
    // Of x, y and the sum three rows each are visited for the first time.
    let rows = 3.0 * 3.0 * 512.0 * 8.0;
    let first = cold.phase("sum").unwrap().ns - warm.phase("sum").unwrap().ns;
    assert!((first - rows / 64.0).abs() < 1e-6, "{first}");
    // The next phase meets the sum again: it may have been long ago.
    let again = cold.phase("negative").unwrap().ns - warm.phase("negative").unwrap().ns;
    assert!((again - rows / 3.0 / 64.0).abs() < 1e-6, "{again}");
    let tables = pricer.predict_cold(&seen, 1600).ns - cold.ns;
    assert!((tables - 25.0).abs() < 1e-6, "{tables}: tables once, whatever the phases");
}

#[test]
fn calibrations_that_are_stored_stay_readable() {
    let stored = [
        (r#""add""#, Kernel::Add),
        (r#"{"crt_forward_reduced":{"m":16}}"#, Kernel::CrtForwardReduced { m: 16 }),
        (r#"{"move_axis":{"m":91,"prime":7}}"#, Kernel::MoveAxis { m: 91, prime: 7 }),
        (r#"{"base_extension":{"from":2,"to":3}}"#, Kernel::BaseExtension { from: 2, to: 3 }),
        (
            r#"{"mul_g":{"m":91,"basis":"decoding"}}"#,
            Kernel::MulG { m: 91, basis: BasisKind::Decoding },
        ),
        (
            r#"{"sample":{"centered_binomial":{"eta":21}}}"#,
            Kernel::Sample(Draw::CenteredBinomial { eta: 21 }),
        ),
        (r#"{"sample":"ternary"}"#, Kernel::Sample(Draw::Ternary)),
        (
            r#"{"split":{"planes":5,"limbs":7,"centred":true}}"#,
            Kernel::Split { planes: 5, limbs: 7, centred: true },
        ),
    ];
    for (json, kernel) in stored {
        assert_eq!(serde_json::from_str::<Kernel>(json).unwrap(), kernel);
        assert_eq!(serde_json::to_string(&kernel).unwrap(), json);
    }
}

#[test]
fn calibrations_come_back_from_json() {
    let calibration = calibration();
    let json = calibration.to_json().unwrap();
    assert_eq!(Calibration::from_json(&json).unwrap(), calibration);
    let other = json.replacen("\"format\":1", "\"format\":2", 1);
    assert!(matches!(Calibration::from_json(&other), Err(CalibrationError::Format { found: 2 })));
    let negative = json.replacen("\"cpu_ns\":512.0", "\"cpu_ns\":-1.0", 1);
    assert!(matches!(Calibration::from_json(&negative), Err(CalibrationError::Price { .. })));
    assert!(matches!(Calibration::from_json("{"), Err(CalibrationError::Json(_))));
}

#[test]
fn machines_differ_in_words() {
    let other = Machine { backend: "avx2".into(), ..machine() };
    assert_eq!(machine().differences(&other), ["backend: portable, now avx2"]);
    assert!(machine().differences(&machine()).is_empty());
    let stepping = Machine { design: "1/2/4".into(), ..machine() };
    assert_eq!(machine().differences(&stepping), ["family/model/stepping: 1/2/3, now 1/2/4"]);
    let older = Machine { kernels: String::new(), ..machine() };
    assert_eq!(older.differences(&machine()), ["sources of the kernels: not known, now 5eed"]);
}
