//! Declarations that lie: refused, or planned within bounds.

use ringassay_slots::{Refusal, Target, plan};

use crate::common::{random, read, target};

const GOOD: &str = r#"{"batch":4,"row":16,"modulus":17,"steps":[1,-1],"noise":{"capacity":[50.0],
    "fresh":1,"key_switch":0,"multiply":{"sum":1},"multiply_plain":1}}"#;

#[test]
fn nonsense_is_refused() {
    Target::parse(GOOD.as_bytes()).unwrap();
    for (from, to) in [
        ("\"batch\":4", "\"batch\":0"),
        ("\"batch\":4", "\"batch\":17"),
        ("\"batch\":4", "\"batch\":-1"),
        ("\"row\":16", "\"row\":4294967295"),
        ("\"modulus\":17", "\"modulus\":1"),
        ("\"modulus\":17", "\"modulus\":4611686018427387904"),
        ("[1,-1]", "[0]"),
        ("[1,-1]", "[16]"),
        ("[1,-1]", "[-2147483648]"),
        ("[50.0]", "[]"),
        ("[50.0]", "[1,2]"),
        ("[50.0]", "[1e999]"),
        ("[50.0]", "[1e300]"),
        ("\"fresh\":1", "\"fresh\":null"),
        ("{\"sum\":1}", "{\"power\":1}"),
        ("\"fresh\"", "\"secret\":1,\"fresh\""),
        ("{\"batch\"", "[{\"batch\""),
    ] {
        assert!(GOOD.contains(from));
        Target::parse(GOOD.replacen(from, to, 1).as_bytes()).unwrap_err();
    }
    let many = format!("[{}1]", "1,".repeat(300));
    Target::parse(GOOD.replacen("[1,-1]", &many, 1).as_bytes()).unwrap_err();
    Target::parse(&[b' '; 1 << 17]).unwrap_err();
    Target::parse(b"").unwrap_err();
}

#[test]
fn keys_of_one_step_do_not_make_programs_of_millions() {
    let circuit = read("W=1,D=1,L=65536,T=17\nG1:LROTATE(W0,30000)");
    let mut one = target(65536, 1 << 17, 17);
    one.steps = vec![1];
    assert!(matches!(plan(&circuit, &one), Err(Refusal::NoKeys { .. })));
}

#[test]
fn extreme_noise_ends() {
    let circuit = random(5, 4, None, 60);
    for capacity in [vec![-1e5], vec![1e5], (0..128).map(f64::from).collect(), vec![0.0, 1e-9]] {
        let mut extreme = target(4, 16, 2);
        extreme.noise.capacity = capacity;
        extreme.noise.floor = Some(-1e5);
        for figure in [-1e5, 1e5] {
            extreme.noise.fresh = figure;
            let _ = plan(&circuit, &extreme);
        }
    }
}
