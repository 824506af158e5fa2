//! Whether errors and public elements are distributed as they should be: statements with a p value.
//!
//! A p value far below 1/1000 is a reason to doubt the generator; one instance in a thousand has one by chance.

use std::f64::consts::PI;

use crate::{Instance, Kind, Layout, Secret, layout::residue, verify};

/// Coefficients to an interval, below which χ² says nothing.
const FEWEST: f64 = 5.0;

/// The p value of ‖g·e‖²/m̂ of all samples, which divided by its mean per dimension is χ² (two-sided). For continuous
/// ring-LWE; rounding changes the distribution of the others.
pub fn error_p_value(
    layout: &Layout,
    instance: &Instance,
    secret: &Secret,
    m_hat: u64,
) -> Option<f64> {
    let Kind::Continuous { svar, .. } = instance.parameters.kind else { return None };
    let mut sum = 0.0;
    for sample in &instance.samples {
        let e = verify::error_of(layout, sample, &secret.s, instance.parameters.q)?;
        sum += layout.norm(&e);
    }
    let freedom = (instance.samples.len() * layout.degree()) as f64;
    Some(two_sided(sum * 2.0 * PI / (svar * m_hat as f64), freedom))
}

/// The p value of the coefficients of a in up to 16 intervals of equal length (χ², two-sided); `None` where there are
/// too few for that.
pub fn uniform_p_value(instance: &Instance) -> Option<f64> {
    let all = instance.samples.iter().flat_map(|sample| &sample.a);
    uniform(all, instance.parameters.q)
}

/// The same of secrets of one challenge.
pub fn secrets_p_value<'a>(secrets: impl Iterator<Item = &'a Secret>) -> Option<f64> {
    let mut secrets = secrets.peekable();
    let q = secrets.peek()?.q;
    uniform(secrets.flat_map(|secret| &secret.s), q)
}

fn uniform<'a>(values: impl Iterator<Item = &'a i64>, q: u64) -> Option<f64> {
    let cells = q.min(16);
    let mut counts = vec![0.0; cells as usize];
    let mut total = 0.0;
    for &c in values {
        counts[(residue(c, q) * cells / q) as usize] += 1.0;
        total += 1.0;
    }
    if total < FEWEST * cells as f64 {
        return None;
    }
    // Residue x falls in cell ⌊x·cells/q⌋, so cells differ by one residue.
    let first = |cell: u64| (cell * q).div_ceil(cells);
    let statistic: f64 = (0..cells)
        .map(|cell| {
            let expected = total * (first(cell + 1) - first(cell)) as f64 / q as f64;
            (counts[cell as usize] - expected).powi(2) / expected
        })
        .sum();
    Some(two_sided(statistic, (cells - 1) as f64))
}

/// By Wilson and Hilferty's normal approximation of χ².
fn two_sided(statistic: f64, freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    let normal = (libm::cbrt(statistic / freedom) - (1.0 - spread)) / spread.sqrt();
    libm::erfc(normal.abs() / std::f64::consts::SQRT_2)
}
