//! Our schemes by the public crate alone, apart from the code of the benchmark: a product with relinearisation, a
//! rotation, encoding and encryption.
//!
//! Usage: `independent SCHEME N T LOG2_SCALE Q_BITS P_BITS`, sizes of primes with commas. For each line that it reads it
//! prints nanoseconds of CPU time as JSON. `benches/independent/compare.py` starts it.

use std::{error::Error, io::stdin};

use ringassay::{
    FreshSeed, RotationKeys, Scheme, Session, Threads, bfv,
    bgv::{self, Moduli, Part, Prime, Request},
    ckks,
    vectors::{IntegerVectors, Vectors},
};
use ringassay_params::{
    Choosable,
    ckks::{Asked, Chain, judge},
    stated,
};
use rustix::time::{ClockId, Timespec, clock_gettime};

type Fallible<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Fallible<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [scheme, n, t, scale, q, p] = &arguments[..] else {
        return Err("usage: SCHEME N T LOG2_SCALE Q_BITS P_BITS".into());
    };
    let bits = |list: &str| list.split(',').map(str::parse).collect::<Result<Vec<u64>, _>>();
    let (n, t, scale, q, p) = (n.parse()?, t.parse()?, scale.parse()?, bits(q)?, bits(p)?);
    Threads::new(1)?.run(|| match &**scheme {
        "CKKS" => reals(&Chain::lattigo(n, &q, &p, scale)?),
        "BFV" => integers::<bfv::Parameters>(n, t, &q, &p),
        _ => integers::<bgv::Parameters>(n, t, &q, &p),
    })
}

fn reals(chain: &Chain) -> Fallible<()> {
    let asked = Asked { security_bits: 40.0, range: 1.0, precision_bits: None, depth: None };
    let parameters = judge(chain, &asked)?.parameters.ok_or("no parameters")?;
    let session = ckks::Session::new(&parameters, parameters.slots())?;
    let length = session.length();
    measured(&session, &Vec::from_iter((0..length).map(|i| i as f64 / length as f64)))
}

fn integers<P>(n: usize, t: u64, q: &[u64], p: &[u64]) -> Fallible<()>
where
    P: Choosable + Scheme<Vectors = IntegerVectors>,
{
    let part = |bits: &[u64]| Part::Primes(bits.iter().map(|&b| Prime::Bits(b as f64)).collect());
    let digits = Some(q.len().div_ceil(p.len()));
    let moduli = Moduli { q: part(q), small: Vec::new(), p: Some(part(p)), digits };
    let (plaintext, index) = (t.try_into()?, Some(2 * n as u64));
    let bits = Request::bits(n / 2, 0.0);
    let request = Request { plaintext, index, slack: 0.0, insist: true, ..bits };
    let session = Session::<P>::of(&stated::judge(&request, &moduli)?, n / 2)?;
    measured(&session, &Vec::from_iter(0..n as u64 / 2))
}

fn measured<P: Scheme>(
    session: &Session<P>,
    x: &[<P::Vectors as Vectors<P>>::Entry],
) -> Fallible<()> {
    let keys = session.keys_with(&RotationKeys::For([1].into()), FreshSeed::from_os()?)?;
    let (a, b) = (keys.encrypt(x)?, keys.encrypt(x)?);
    let (rotate, encrypt) = (|| Ok(a.rotate(1).map(drop)?), || Ok(keys.encrypt(x).map(drop)?));
    rounds(&|| Ok((&a * &b).map(drop)?), &rotate, &encrypt)
}

type Work<'a> = &'a dyn Fn() -> Fallible<()>;

fn rounds(multiply: Work, rotate: Work, encrypt: Work) -> Fallible<()> {
    for _ in stdin().lines() {
        let [multiply, rotate, encrypt] = [timed(multiply)?, timed(rotate)?, timed(encrypt)?];
        println!(r#"{{"multiply": {multiply}, "rotate": {rotate}, "encode_encrypt": {encrypt}}}"#);
    }
    Ok(())
}

/// Nanoseconds of CPU time of one of ten.
fn timed(work: Work) -> Fallible<f64> {
    const TIMES: u32 = 10;
    let start = cpu_ns();
    for _ in 0..TIMES {
        work()?;
    }
    Ok((cpu_ns() - start) / f64::from(TIMES))
}

/// What all threads of this process had, to the nanosecond: other counts of the system move by whole
/// ticks of its timer on some machines.
fn cpu_ns() -> f64 {
    let Timespec { tv_sec, tv_nsec } = clock_gettime(ClockId::ProcessCPUTime);
    tv_sec as f64 * 1e9 + tv_nsec as f64
}
