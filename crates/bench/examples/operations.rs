//! CPU times of single operations of BGV, for comparing two builds of this program.
//!
//! Usage: `operations INDEX T LENGTH DEPTH LOG2_QP ROUNDS OPERATION…`, with LOG2_QP 0 for what 128 bits of
//! security allow and one more level in reserve; otherwise nothing is in reserve, as in the rows of `ringassay
//! bench bgv` beside HElib. Prints the parameters, bytes, and a line for each operation: name, median and
//! least time in microseconds. Two builds are compared by running them in turns.

use std::{error::Error, sync::Arc};

use ringassay_bench::bgv::{Instance, Operation, suite};
use ringassay_params::bgv::Request;
use ringassay_scheme::bgv::PlaintextModulus;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [m, t, length, depth, log2_qp, rounds, operations @ ..] = &arguments[..] else {
        return Err("usage: INDEX T LENGTH DEPTH LOG2_QP ROUNDS OPERATION…".into());
    };
    let most: f64 = log2_qp.parse()?;
    let request = Request {
        plaintext: PlaintextModulus { prime: t.parse()?, exponent: 1 },
        index: Some(m.parse()?),
        most_log2_qp: (most > 0.0).then_some(most),
        insist: most > 0.0,
        slack: if most > 0.0 { 0.0 } else { 1.0 },
        ..Request::bits(length.parse()?, depth.parse()?)
    };
    let instance = Arc::new(Instance::new(&request, None)?);
    let facts = instance.facts()?;
    println!(
        "m {} n {} log2_q {:.1} log2_p {:.1} limbs {}+{} digits {} keys {} memory {} saved {} relin {}",
        facts.m,
        facts.n,
        facts.log2_q,
        facts.log2_p,
        facts.limbs,
        facts.special_limbs,
        facts.digits,
        facts.rotation_keys,
        facts.evaluation_keys.memory,
        facts.evaluation_keys.saved,
        facts.relinearisation_key.memory,
    );
    let operations =
        operations.iter().map(|name| name.parse()).collect::<Result<Vec<Operation>, _>>()?;
    let mut suite = suite(&instance, &operations, &[1], 20_000_000)?;
    let mut samples = vec![Vec::new(); operations.len()];
    for _ in 0..rounds.parse()? {
        for (samples, sample) in samples.iter_mut().zip(suite.round()?) {
            samples.push(sample / 1000.0);
        }
    }
    for (operation, mut samples) in operations.into_iter().zip(samples) {
        samples.sort_by(f64::total_cmp);
        let (median, least) = (samples[samples.len() / 2], samples[0]);
        println!("{:22} {median:12.1} {least:12.1}", operation.name());
    }
    Ok(())
}
