//! Systems that take slot programs: what the harness demands of their keys, and what it refuses for
//! them.

use ringassay_harness::{Class, Failure, Handshake, Pair, Role, Stage, SutSpec};

use crate::common::{CIRCUIT, CLIENT, bounds, shell, start};

const TARGET: &str = r#"{"batch":5,"row":16,"modulus":65537,"steps":[-4,-2,-1,1,2,4],"noise":{"capacity":[40.0],"fresh":5,"key_switch":1,"multiply":{"sum":10},"multiply_plain":5}}"#;

/// A server that takes programs alone, and only those that begin as they should.
const SERVER: &str = r#"while IFS= read -r l; do case $l in
"slots 1 batch=5 row=16 modulus=65537 levels=1 wires=2"*) good=yes;;
ENDPROGRAM) if [ "$good" = yes ]; then printf 'CIRCUIT\nCIRCUIT READY\nENDCIRCUIT\n'; fi; good=;;
ENDCIRCUIT) printf 'ERROR\n{"kind":"failed","message":"a circuit"}\nENDERROR\n';;
*ENDEDATA) printf 'EDATA\n2\nev3\nalsENDEDATA\n';;
esac; done"#;

fn system(planner: &str, key: &str) -> SutSpec {
    let hello = |role: &str| {
        format!(
            r#"printf 'HELLO\n{{"protocol":2,"role":"{role}","name":"shell","version":"1","planner":"{planner}"}}\nENDHELLO\n'"#
        )
    };
    let keygen = format!("KEY\\n{}\\n{key}6\\npublicENDKEY", key.len());
    let client = CLIENT.replace(r"KEY\npublic\nkey\nENDKEY", &keygen);
    assert_ne!(client, CLIENT);
    let mut spec =
        shell(&format!("{}; {client}", hello("client")), &format!("{}; {SERVER}", hello("server")));
    spec.handshake = Handshake::Required;
    spec
}

fn keyed(planner: &str, key: &str) -> Result<Pair, Failure> {
    let mut pair = start(&system(planner, key), &bounds(10.0))?;
    pair.keygen(b"L=5,D=2.0,K=80")?;
    Ok(pair)
}

#[test]
fn a_key_without_a_target_is_a_fault_of_the_client() {
    let long = format!("{TARGET}{}", " ".repeat(1 << 16));
    for bad in [
        "",
        "public",
        "{}",
        "null",
        &TARGET.replace("\"batch\":5", "\"batch\":17"),
        &TARGET.replace("40.0", "1e999"),
        &TARGET.replace("{\"batch\"", "{\"colour\":1,\"batch\""),
        &TARGET.replace("\"fresh\":5,", ""),
        &TARGET.replace("[-4,-2,-1,1,2,4]", "[0]"),
        &long,
    ] {
        let failure = keyed("ringassay", bad).err().unwrap();
        assert_eq!(
            (failure.class, failure.stage, failure.role),
            (Class::Protocol, Stage::Keygen, Some(Role::Client)),
            "{bad:.80}: {failure:?}"
        );
        assert!(format!("{failure:?}").contains("target"), "{failure:?}");
    }
}

#[test]
fn a_system_that_plans_itself_needs_no_target_and_is_sent_the_circuit() {
    for planner in ["own", "Ringassay"] {
        let mut pair = keyed(planner, "no target").unwrap();
        let said = pair.ingest(CIRCUIT).unwrap_err();
        assert_eq!((said.outcome(), said.message.as_str()), ("failed", "a circuit"));
        assert!(pair.usable());
    }
}

#[test]
fn a_program_is_sent_in_place_of_the_circuit() {
    let mut pair = keyed("ringassay", TARGET).unwrap();
    let first = pair.ingest(CIRCUIT).unwrap();
    let second = pair.ingest(CIRCUIT).unwrap();
    assert!(first.sent_bytes > second.sent_bytes && second.sent_bytes > CIRCUIT.len() as u64);
    pair.encrypt(b"[11010,01011]").unwrap();
    pair.evaluate().unwrap();
}

#[test]
fn what_the_planner_refuses_is_a_refusal_of_the_system_and_the_session_goes_on() {
    let mut pair = keyed("ringassay", TARGET).unwrap();
    let chain: String = (2..12).map(|node| format!("\nG{node}:LMUL(W0,{})", named(node))).collect();
    for (circuit, reason) in [
        (format!("W=2,D=10,L=5{chain}"), "too deep"),
        ("W=2,D=1,L=6\nG2:LADD(W0,W1)".to_owned(), "batch is 6"),
        ("W=2,D=1,L=5,T=17\nG2:LADD(W0,W1)".to_owned(), "T"),
        ("W=2,D=1,L=5\nG2:LADD(W0,W9)".to_owned(), "circuit: line 2"),
        (String::new(), "circuit: "),
    ] {
        let failure = pair.ingest(circuit.as_bytes()).unwrap_err();
        assert_eq!(
            (failure.class, failure.stage, failure.role, failure.outcome()),
            (Class::Refused, Stage::Ingest, Some(Role::Server), "refused"),
            "{failure:?}"
        );
        assert!(failure.message.contains(reason), "{}", failure.message);
        // Nothing is left to evaluate, and the next circuit fits.
        pair.encrypt(b"[11010,01011]").unwrap();
        assert_eq!(pair.evaluate().unwrap_err().class, Class::HarnessError);
        assert!(pair.usable());
        pair.ingest(CIRCUIT).unwrap();
        pair.encrypt(b"[11010,01011]").unwrap();
        pair.evaluate().unwrap();
    }
}

fn named(node: u32) -> String {
    if node == 2 { "W1".to_owned() } else { format!("G{}", node - 1) }
}
