//! The compiled Python module, which converts arguments, calls the other crates and holds no logic.
//!
//! Calls run without the interpreter's lock. `python/ringassay/_native.pyi` describes the same API in
//! Python's terms.

mod bench;
mod bench_lattice;
mod builder;
mod calibrate;
mod call;
mod challenge;
mod choose;
mod circuit;
mod ckks;
mod config;
mod document;
mod errors;
mod evaluation;
mod explore;
mod gates;
mod machine;
mod netlist;
mod packed;
mod predict;
mod ring;
mod schemes;
mod security;
mod session;

use pyo3::prelude::*;

/// The compiled part of ringassay.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::bench::{BenchError, BenchSuite, BgvBench};
    #[pymodule_export]
    use crate::bench_lattice::LatticeBench;
    #[pymodule_export]
    use crate::builder::CircuitBuilder;
    #[pymodule_export]
    use crate::calibrate::{
        CalibrationError, calibrate, calibration_differences, calibration_facts, check_calibration,
    };
    #[pymodule_export]
    use crate::call::set_threads;
    #[pymodule_export]
    use crate::challenge::{
        ChallengeParameters, ChallengeRequestError, ChallengeWrongError, beacon_record,
        challenge_exponents, challenge_samples, challenge_secret, generate_challenge,
        read_challenge, solve_toy, suppress_secret, verify_challenge,
    };
    #[pymodule_export]
    use crate::choose::choose_multiprecision;
    #[pymodule_export]
    use crate::circuit::{Circuit, Evaluator, KeyParameters, read_script};
    #[pymodule_export]
    use crate::ckks::{CkksParameters, CkksPolynomials, CkksSign, ckks_precision, judge_ckks};
    #[pymodule_export]
    use crate::errors::{FormatError, GenerateError};
    #[pymodule_export]
    use crate::evaluation::{EvaluationPredictor, EvaluationPrices};
    #[pymodule_export]
    use crate::explore::{ParameterPoint, assess_points, depth_formulas};
    #[pymodule_export]
    use crate::gates::{GateBits, GateEvaluator, GateSecretKey, GateWords, gate_parameters};
    #[pymodule_export]
    use crate::machine::{backends, build_facts};
    #[pymodule_export]
    use crate::netlist::{Netlist, library_functions, netlist_formats};
    #[pymodule_export]
    use crate::packed::{
        DataError, IntegerParameters, MismatchError, MissingKeyError, NoiseBudgetError, NoiseError,
        OperandError, PackedCiphertext, PackedEvaluationKeys, PackedGroup, PackedInstance,
        PackedParty, PackedProgram, PackedPublicKey, PackedSecretKey, PackedShare, PackedTransform,
        ParametersError, SchemeError, UndecryptableError, UnfitCircuitError, VectorError,
    };
    #[pymodule_export]
    use crate::predict::{PointPredictor, assess_rns, rns_points, tally_point, totients};
    #[pymodule_export]
    use crate::ring::{
        RingElement, RingError, RingRecorder, RnsRing, find_primes, index_of, slots,
    };
    #[pymodule_export]
    use crate::schemes::{CatalogueScheme, schemes};
    #[pymodule_export]
    use crate::security::{
        attack_status, error_std_of, estimate_attacks, max_log2_q, min_dimension, published_log2_q,
        secure_moduli, undecryptable,
    };
    #[pymodule_export]
    use crate::session::{Session, Step, StepFailed, ask_program, step_figures};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // From here on `fork` waits for locks, and children know that they are some.
        ringassay_kernels::fork::generation();
        module.add("BgvError", module.py().get_type::<SchemeError>())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
