//! What was executed beside what is predicted, function by function.
//!
//! `ringassay-runtime execute < ORDER > OUT; cargo run --release -p ringassay-predict --example compare -- ORDER OUT`
//!
//! A point's number as a third argument lists its kernels. Last, how many points are predicted in a
//! second.

use std::{collections::BTreeMap, hint::black_box, time::Instant};

use ringassay_cost::price::Calibration;
use ringassay_predict::{FUNCTIONS, Point, Predictor, tally};
use ringassay_scheme::Scheme;
use serde_json::Value;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [order, out, ..] = &arguments[..] else { return Err("ORDER and OUT are needed".into()) };
    let order: Value = serde_json::from_str(&std::fs::read_to_string(order)?)?;
    let points: Vec<Point> =
        order["points"].as_array().into_iter().flatten().filter_map(point).collect();
    let (mut times, mut peaks, mut calibration) = (BTreeMap::new(), BTreeMap::new(), None);
    for line in std::fs::read_to_string(out)?.lines() {
        let line: Value = serde_json::from_str(line)?;
        if let Some(text) = line["calibration"].as_str() {
            calibration = Some(Calibration::from_json(text)?);
        }
        let at = line["point"].as_u64().unwrap_or_default() as usize;
        if let Some(peak) = line["peak_bytes"].as_u64() {
            peaks.insert(at, peak as f64);
        }
        if let Some(ns) = line["cpu_ns"].as_array() {
            let ns: Vec<f64> = ns.iter().filter_map(Value::as_f64).collect();
            times.entry(at).or_insert_with(Vec::new).push(ns);
        }
    }
    let calibration = calibration.ok_or("there is no calibration in OUT")?;
    let predictor = Predictor::new(&calibration);
    let chosen: Option<usize> = arguments.get(2).and_then(|at| at.parse().ok());
    for (at, point) in points.iter().enumerate() {
        let predicted = predictor.predict(point)?;
        let Some(samples) = times.get(&at) else { continue };
        let of = |f: &dyn Fn(&Vec<f64>) -> f64| {
            let mut all: Vec<f64> = samples.iter().map(f).collect();
            all.sort_by(f64::total_cmp);
            let at = |share: f64| all[((all.len() - 1) as f64 * share) as usize];
            (at(0.5), (at(0.75) - at(0.25)) / 2.0 / at(0.5))
        };
        let (total, spread) = of(&|ns| ns.iter().sum());
        let peak = peaks.get(&at).copied().unwrap_or(f64::NAN);
        print!(
            "{at:>3} {:<6} q 2^{:<3} w 2^{:<2} t {:<2} {:>9.0} us {:+6.1} % spread {:4.1} memory {:+5.1} % |",
            point.scheme.key(),
            point.log2_q,
            point.log2_w,
            point.t,
            total / 1e3,
            100.0 * (predicted.total_ns / total - 1.0),
            100.0 * spread,
            100.0 * (predicted.peak_bytes as f64 / peak - 1.0),
        );
        for function in 0..FUNCTIONS.len() {
            let (ns, _) = of(&|all| all[function]);
            print!(" {:.0} {:+.0}%", ns / 1e3, 100.0 * (predicted.ns[function] / ns - 1.0));
        }
        println!(" x{}", predicted.extrapolated);
        if chosen == Some(at) {
            let priced = predictor.pricer().predict_first(&tally(point, false)?);
            for phase in &priced.phases {
                println!("    {} {:.0} us", phase.name, phase.ns / 1e3);
                for kernel in phase.kernels.iter().filter(|kernel| kernel.ns > 0.003 * phase.ns) {
                    let each = kernel.ns / kernel.calls.max(1) as f64 / 1e3;
                    println!("        {:<18}{:>7} x {each:>9.3} us", kernel.name, kernel.calls);
                }
            }
        }
    }
    for point in points.iter().step_by(points.len().div_ceil(12)) {
        let (start, mut count) = (Instant::now(), 0);
        while start.elapsed().as_millis() < 100 {
            black_box(predictor.predict(point)?);
            count += 1;
        }
        let rate = f64::from(count) / start.elapsed().as_secs_f64();
        println!("{}: {rate:.0} predictions a second", point.scheme.key());
    }
    Ok(())
}

fn point(value: &Value) -> Option<Point> {
    let name = value["scheme"].as_str()?;
    Some(Point {
        scheme: Scheme::find(name)?,
        degree: value["n"].as_u64()? as usize,
        log2_q: value["log2_q"].as_u64()? as u32,
        log2_w: value["log2_w"].as_u64()? as u32,
        t: value["t"].as_u64()?,
    })
}
