//! Sessions whose ciphertexts are refreshed.

use ringassay::{
    ErrorKind, RotationKeys,
    circuit::{Circuit, text::read_circuit},
    ckks::{Keys, RefreshChoice, RefreshRequest, Session, choose_refreshed},
};

use super::fresh;

const LENGTH: usize = 8;

fn request(depth: usize) -> RefreshRequest {
    RefreshRequest {
        depth,
        range: 1.0,
        slots: LENGTH,
        security_bits: 128.0,
        degree: Some(1024),
        insist: true,
    }
}

fn keys(session: &Session, number: u8) -> Keys {
    session.keys_with(&RotationKeys::Chosen, fresh(number)).unwrap()
}

/// More products in a row than any chain of this degree has levels.
#[test]
fn computations_without_end() {
    let RefreshChoice { choice, shape } = choose_refreshed(&request(3)).unwrap();
    let session = Session::new(&choice.parameters, LENGTH).unwrap();
    let keys = keys(&session, 1).with_refresh(&shape).unwrap();
    let mut x = [0.5, -0.25, 0.875, -1.0, 1.0, 0.125, 0.0, 0.75];
    let mut a = keys.encrypt(&x).unwrap();
    // The logistic map: 0.9 - 1.5·x² stays within (-0.6, 0.9), and forgets no error quickly.
    for step in 0..12 {
        let square = a.square().unwrap();
        a = square.multiply_constant(-1.5).unwrap().add_constant(0.9).unwrap();
        x = x.map(|x| 0.9 - 1.5 * x * x);
        if a.noise().level < 2 {
            a = a.within(1.0).unwrap().refresh().unwrap();
            assert_eq!(a.noise().level, 3, "step {step}");
        }
        for (found, wanted) in keys.decrypt(&a).unwrap().iter().zip(x) {
            assert!((found - wanted).abs() <= a.worst_error(), "step {step}: {found} {wanted}");
            assert!((found - wanted).abs() < 1e-3, "step {step}: {found} {wanted}");
        }
    }
    let rotated = keys.decrypt(&a.rotate(1).unwrap()).unwrap();
    assert!((rotated[0] - x[1]).abs() < 1e-3);
}

#[test]
fn what_is_refused() {
    let RefreshChoice { choice, shape } = choose_refreshed(&request(1)).unwrap();
    assert!(!choice.is_secure);
    assert!(choice.explanation.iter().any(|line| line.contains("BELOW")));
    let session = Session::new(&choice.parameters, LENGTH).unwrap();
    let (own, others) = (keys(&session, 1), keys(&session, 2));
    let bare = own.encrypt(&[0.5; LENGTH]).unwrap();
    assert_eq!(bare.refresh().unwrap_err().kind(), ErrorKind::MissingKey);
    let refresher = session.refresher(&shape).unwrap();
    let foreign = refresher.keys(&others.secret).unwrap();
    assert_eq!(own.evaluation.attach(foreign).unwrap_err().kind(), ErrorKind::Mismatch);
    own.evaluation.attach(refresher.keys(&own.secret).unwrap()).unwrap();
    assert!(own.evaluation.attach(refresher.keys(&own.secret).unwrap()).is_err());
    // Ciphertexts of before carry them as well.
    assert_eq!(bare.refresh().unwrap().noise().level, 1);
    let large = bare.add_constant(0.75).unwrap();
    assert_eq!(large.refresh().unwrap_err().kind(), ErrorKind::Operand);
    assert!(large.within(1.0).unwrap().refresh().is_ok());

    for wrong in [
        RefreshRequest { depth: 0, ..request(1) },
        RefreshRequest { depth: 25, ..request(1) },
        RefreshRequest { range: 0.0, ..request(1) },
        RefreshRequest { range: f64::NAN, ..request(1) },
        RefreshRequest { range: 1e9, ..request(1) },
        RefreshRequest { slots: 1, ..request(1) },
        RefreshRequest { slots: 1024, ..request(1) },
        RefreshRequest { degree: Some(1000), ..request(1) },
        RefreshRequest { security_bits: 30.0, ..request(1) },
        RefreshRequest { insist: false, ..request(1) },
    ] {
        assert!(choose_refreshed(&wrong).is_err(), "{wrong:?}");
    }
}

/// At 128 bits, all published keys at their own moduli.
#[test]
fn secure_parameters() {
    for (depth, least, most) in [(1, 1 << 15, 1 << 15), (5, 1 << 16, 1 << 16)] {
        let wanted = RefreshRequest { degree: None, insist: false, ..request(depth) };
        let RefreshChoice { choice, .. } = choose_refreshed(&wanted).unwrap();
        let degree = choice.parameters.index.degree();
        assert!((least..=most).contains(&degree), "depth {depth}: {degree}");
        assert!(choice.is_secure && choice.security.bits >= 128.0);
        assert!(choice.keys.iter().all(|key| key.bits >= 128.0), "{:?}", choice.keys);
    }
}

/// A circuit with more products in a row than there are levels, of which some values are used again long after.
fn deep() -> Circuit {
    let mut gates = vec!["LMUL(W0,W1)".to_owned()];
    for at in 1..8 {
        gates.push(format!("LMUL(G{},{})", at - 1, if at % 3 == 2 { "G1" } else { "W0" }));
    }
    gates.push("LADD(G7,G0)".to_owned());
    gates.push("LROTATE(G8,3)".to_owned());
    circuit_of(&gates)
}

/// The circuit of two reals up to 1 with the gates G0, G1, …
fn circuit_of<G: AsRef<str>>(gates: &[G]) -> Circuit {
    let line = |(at, gate): (usize, &G)| format!("G{at}:{}", gate.as_ref());
    let lines: Vec<String> = gates.iter().enumerate().map(line).collect();
    read_circuit(format!("W=2,D=8,L=8,R=1\n{}", lines.join("\n")).as_bytes()).unwrap()
}

#[test]
fn circuits_of_any_depth() {
    let RefreshChoice { choice, shape } = choose_refreshed(&request(3)).unwrap();
    let session = Session::new(&choice.parameters, LENGTH).unwrap();
    let keys = keys(&session, 1);
    let circuit = deep();
    assert!(keys.evaluation.compile(&circuit).unwrap_err().to_string().contains("too deep"));
    let keys = keys.with_refresh(&shape).unwrap();
    let program = keys.evaluation.compile(&circuit).unwrap();
    let x = [[0.5, -0.25, 0.875, -1.0, 1.0, 0.125, 0.0, 0.75], [1.0; LENGTH]];
    let inputs = x.map(|x| keys.encrypt(&x).unwrap());
    let output = &program.evaluate(&inputs).unwrap()[0];
    let found = keys.decrypt(output).unwrap();
    for (k, found) in found.iter().enumerate() {
        // G1 is x², and stands for x in every third product.
        let x: f64 = x[0][(k + LENGTH - 3) % LENGTH];
        let product = x.powi(10);
        assert!((found - (product + x)).abs() <= output.worst_error(), "{k}: {found} {product}");
    }
    assert!(output.worst_error() < 0.05, "{}", output.worst_error());
    // What is refreshed must not exceed the range; an output may.
    let doubled =
        circuit_of(&["LADD(W0,W0)", "LMUL(G0,W1)", "LMUL(G1,W1)", "LMUL(G2,W1)", "LMUL(G3,W1)"]);
    let error = keys.evaluation.compile(&doubled).unwrap().evaluate(&inputs).unwrap_err();
    assert!(error.to_string().contains("may reach 2"), "{error}");
}

#[test]
fn saved_keys() {
    let RefreshChoice { choice, shape } = choose_refreshed(&request(1)).unwrap();
    let session = Session::new(&choice.parameters, LENGTH).unwrap();
    let own = keys(&session, 1).with_refresh(&shape).unwrap();
    let mut saved = Vec::new();
    own.evaluation.refresh().unwrap().save(&mut saved).unwrap();
    let evaluation = session.load_evaluation_keys(&own.evaluation.save().unwrap()).unwrap();
    evaluation.load_refresh(&mut &saved[..]).unwrap();
    let a = own.encrypt(&[0.5; LENGTH]).unwrap();
    let sent = session.load_ciphertext(&a.save().unwrap()).unwrap().using(&evaluation).unwrap();
    assert_eq!(sent.refresh().unwrap().save().unwrap(), a.refresh().unwrap().save().unwrap());
    assert!(evaluation.load_refresh(&mut &saved[..]).is_err());
    let again = session.load_evaluation_keys(&own.evaluation.save().unwrap()).unwrap();
    for end in [0, 10, 100, saved.len() / 2, saved.len() - 1] {
        assert!(again.load_refresh(&mut &saved[..end]).is_err(), "{end}");
    }
    // Of another packing, and behind the end.
    let other = Session::new(&choice.parameters, 2 * LENGTH).unwrap();
    let others = keys(&other, 1).evaluation;
    assert!(others.load_refresh(&mut &saved[..]).unwrap_err().to_string().contains("refresh"));
    saved.push(0);
    assert!(again.load_refresh(&mut &saved[..]).is_err());
    assert!(again.refresh().is_none());
}
