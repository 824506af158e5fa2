//! Steps that end well, in the original protocol and in protocol 2.

use std::time::Duration;

use ringassay_harness::{Class, Handshake, Pair, Role, Stage};

use crate::common::{CIRCUIT, CLIENT, SERVER, STEPS, bounds, options, run, shell, start, take};

/// Says HELLO, then speaks as the original would, with the key in chunks.
fn greeting(role: &str, script: &str) -> String {
    let hello = format!(
        r#"printf 'HELLO\n{{"protocol":2,"role":"{role}","name":"shell","version":"1","extra":[1]}}\nENDHELLO\n'"#
    );
    let script = script.replace(r"KEY\npublic\nkey\nENDKEY", r"KEY\n3\npub4\n\nkeyENDKEY");
    format!("{hello}; {script}")
}

fn greeting_pair() -> ringassay_harness::SutSpec {
    let mut spec = shell(&greeting("client", CLIENT), &greeting("server", SERVER));
    spec.handshake = Handshake::Required;
    spec
}

#[test]
fn an_original_pair_goes_through_all_steps() {
    let mut pair = start(&shell(CLIENT, SERVER), &bounds(10.0)).unwrap();
    let keygen = pair.keygen(b"L=5,D=1.0,K=80").unwrap();
    assert_eq!(pair.key(), Some(&b"KEY\npublic\nkey\nENDKEY\n"[..]));
    assert_eq!(keygen.sent_bytes, b"KEY\nL=5,D=1.0,K=80\nENDKEY\n".len() as u64);
    assert_eq!(keygen.received_bytes, 22);
    assert_eq!(keygen.payload_bytes, 10);
    assert_eq!(keygen.key_send_ns, 0);

    let first = pair.ingest(CIRCUIT).unwrap();
    let second = pair.ingest(CIRCUIT).unwrap();
    // The key goes before the first circuit only.
    assert_eq!(first.sent_bytes, second.sent_bytes + 22);
    assert!(first.key_send_ns > 0 && first.key_send_ns <= first.send_ns);
    assert_eq!(second.key_send_ns, 0);

    let encrypt = pair.encrypt(b"[11010,01011]").unwrap();
    assert_eq!(encrypt.payload_bytes, 5);
    assert_eq!(pair.fresh(), Some(&b"EDATA\n5\nfreshENDEDATA\n"[..]));
    for _ in 0..3 {
        let evaluate = pair.evaluate().unwrap();
        assert_eq!(evaluate.sent_bytes, encrypt.received_bytes);
        assert_eq!(evaluate.payload_bytes, 5);
        assert_eq!(pair.evaluated(), Some(&b"EDATA\n2\nev3\nalsENDEDATA\n"[..]));
        let decrypt = pair.decrypt().unwrap();
        assert_eq!(decrypt.payload_bytes, 5);
        assert_eq!(pair.output(), Some(&b"00100"[..]));
        for step in [&evaluate, &decrypt] {
            assert_eq!(step.wall_ns, step.send_ns + step.wait_ns + step.receive_ns);
            assert!(step.wait_ns > 0 && !step.late_hello && step.report.is_none());
            assert!(step.client_peak_bytes > 100_000 && step.server_peak_bytes > 100_000);
        }
        assert!(decrypt.client_cpu_ns > 0);
    }
    assert!(pair.hello(Role::Client).is_none());
    let closed = pair.close();
    for ended in [closed.client, closed.server] {
        assert_eq!((ended.exit_code, ended.signal, ended.killed), (Some(0), None, false));
        assert!(ended.largest_process_bytes > 100_000);
    }
}

#[test]
fn steps_out_of_order_are_our_own_fault_and_harm_nothing() {
    let mut pair = start(&shell(CLIENT, SERVER), &bounds(10.0)).unwrap();
    for stage in [Stage::Ingest, Stage::Encrypt, Stage::Evaluate, Stage::Decrypt] {
        let failure = take(&mut pair, stage).unwrap_err();
        assert_eq!((failure.class, failure.stage), (Class::HarnessError, stage));
        assert!(pair.usable());
    }
    take(&mut pair, Stage::Keygen).unwrap();
    assert_eq!(take(&mut pair, Stage::Evaluate).unwrap_err().class, Class::HarnessError);
    take(&mut pair, Stage::Encrypt).unwrap();
    assert_eq!(take(&mut pair, Stage::Evaluate).unwrap_err().class, Class::HarnessError);
}

#[test]
fn protocol_2_with_reports_and_errors() {
    let client = CLIENT.replace(
        "ENDPDATA)",
        r#"*99*) printf 'REPORT\n{"notes":["n"]}\nENDREPORT\nERROR\n{"kind":"refused","message":"too deep"}\nENDERROR\n'; read -r e;;
ENDPDATA) printf 'REPORT\n{"compute_ns":7,"parameters":{"n":8192},"new":1}\nENDREPORT\n';"#,
    );
    let mut spec = shell(&greeting("client", &client), &greeting("server", SERVER));
    spec.handshake = Handshake::Required;
    let mut pair = start(&spec, &bounds(10.0)).unwrap();
    let hello = pair.hello(Role::Client).unwrap();
    assert_eq!((hello.name.as_str(), hello.role), ("shell", Role::Client));
    assert_eq!(hello.other["extra"], serde_json::json!([1]));
    let keygen = pair.keygen(b"L=5,D=1.0,K=80").unwrap();
    assert_eq!(keygen.payload_bytes, 7);
    assert_eq!(pair.key(), Some(&b"KEY\n3\npub4\n\nkeyENDKEY\n"[..]));
    pair.ingest(CIRCUIT).unwrap();

    let refused = pair.encrypt(b"[99]").unwrap_err();
    assert_eq!((refused.class, refused.role), (Class::Refused, Some(Role::Client)));
    assert_eq!(refused.message, "too deep");
    assert_eq!(refused.detail.report.unwrap().notes, ["n"]);
    assert!(pair.usable());

    let report = pair.encrypt(b"[11010]").unwrap().report.unwrap();
    assert_eq!(report.compute_ns, Some(7));
    assert_eq!(report.parameters["n"], 8192);
    assert_eq!(report.other["new"], 1);
    pair.evaluate().unwrap();
    pair.decrypt().unwrap();
}

#[test]
fn auto_waits_for_the_grace_time_only_and_takes_a_late_hello() {
    let mut original = shell(CLIENT, SERVER);
    original.handshake = Handshake::Auto;
    let quick = {
        let mut options = options();
        options.handshake_grace = Duration::from_millis(300);
        options
    };
    let pair = Pair::start(&original, &bounds(10.0), &quick).unwrap();
    assert!(pair.start_ns() >= 300_000_000 && pair.start_ns() < 3_000_000_000);
    drop(pair);

    // Both greet, late by more than the grace time.
    let mut late = shell(
        &format!("sleep 1; {}", greeting("client", CLIENT)),
        &format!("sleep 1.2; {}", greeting("server", SERVER)),
    );
    late.handshake = Handshake::Auto;
    let mut pair = Pair::start(&late, &bounds(10.0), &quick).unwrap();
    assert!(pair.hello(Role::Client).is_none());
    let steps: Vec<_> = STEPS.iter().map(|&stage| take(&mut pair, stage).unwrap()).collect();
    assert_eq!(steps[0].payload_bytes, 7);
    assert!(steps[0].late_hello && !steps[2].late_hello);
    assert!(pair.hello(Role::Client).is_some() && pair.hello(Role::Server).is_some());

    // One greets at once, the other after the grace time: it is waited for.
    let mut uneven =
        shell(&greeting("client", CLIENT), &format!("sleep 1; {}", greeting("server", SERVER)));
    uneven.handshake = Handshake::Auto;
    let pair = Pair::start(&uneven, &bounds(10.0), &quick).unwrap();
    assert!(pair.hello(Role::Server).is_some());
}

#[test]
fn never_sets_no_variable_and_passes_the_environment_on() {
    let tell = r#"printf 'KEY\n%s|%s|%s\nENDKEY\n' "${RINGASSAY_PROTOCOL-none}" "$GIVEN" "$PWD""#;
    let client = format!("read -r k; read -r p; {tell}; cat >/dev/null");
    let mut spec = shell(&client, SERVER);
    spec.env.insert("GIVEN".to_owned(), "a b\nc".to_owned());
    spec.cwd = Some("/usr".into());
    let mut pair = start(&spec, &bounds(10.0)).unwrap();
    // It answers while the footer is still unread, which a line reader may.
    pair.keygen(b"80").unwrap();
    assert_eq!(pair.key(), Some(&b"KEY\nnone|a b\nc|/usr\nENDKEY\n"[..]));
}

#[test]
fn a_program_starts_with_signals_as_they_should_be() {
    let tell = "printf 'KEY\\n'; grep -E 'SigBlk|SigIgn' /proc/self/status; printf 'ENDKEY\\n'";
    let client = format!("read -r k; read -r p; {tell}; cat >/dev/null");
    let mut pair = start(&shell(&client, SERVER), &bounds(10.0)).unwrap();
    pair.keygen(b"80").unwrap();
    let key = String::from_utf8_lossy(pair.key().unwrap()).into_owned();
    // Signals 1 to 31; those above belong to runtimes, and are inherited from who started us.
    let standard = |status: &str, name: &str| {
        let mask = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        u64::from_str_radix(mask.trim(), 16).unwrap() & 0x7fff_ffff
    };
    // What this program ignores since its own start (nohup, a shell's background), without SIGPIPE.
    let own =
        standard(&std::fs::read_to_string("/proc/self/status").unwrap(), "SigIgn:") & !(1 << 12);
    assert_eq!((standard(&key, "SigBlk:"), standard(&key, "SigIgn:")), (0, own), "{key}");
}

#[test]
fn required_takes_a_slow_start_and_keeps_it_out_of_the_steps() {
    let mut spec = greeting_pair();
    spec.client[2] = format!("sleep 1; {}", spec.client[2]);
    let mut pair = start(&spec, &bounds(10.0)).unwrap();
    assert!(pair.start_ns() >= 1_000_000_000);
    assert!(take(&mut pair, Stage::Keygen).unwrap().wall_ns < 500_000_000);
}

#[test]
fn a_mebibyte_each_way_at_once_does_not_block() {
    // Answers while it reads: both pipes are full at some time.
    let client = CLIENT.replace(
        "ENDPDATA)",
        r"[*) printf 'EDATA\n3000000\n'; head -c 3000000 /dev/zero;;
ENDPDATA) printf 'ENDEDATA\n';; NEVER)",
    );
    let mut pair = start(&shell(&client, SERVER), &bounds(20.0)).unwrap();
    take(&mut pair, Stage::Keygen).unwrap();
    let mut input = vec![b'1'; 3_000_000];
    input[0] = b'[';
    let step = pair.encrypt(&input).unwrap();
    assert_eq!(step.payload_bytes, 3_000_000);
    assert!(step.sent_bytes > 3_000_000);
}

#[test]
fn memory_of_children_counts_and_cpu_time_too() {
    // The work is done by a child of the client.
    let client = CLIENT.replace(
        "ENDPDATA)",
        "ENDPDATA) x=$(head -c 40000000 /dev/zero | tr '\\0' a | tail -c 40000000 | wc -c);",
    );
    let mut pair = start(&shell(&client, SERVER), &bounds(30.0)).unwrap();
    let keygen = take(&mut pair, Stage::Keygen).unwrap();
    let encrypt = take(&mut pair, Stage::Encrypt).unwrap();
    assert!(encrypt.client_peak_bytes > keygen.client_peak_bytes);
    assert!(encrypt.client_cpu_ns > 10_000_000, "{}", encrypt.client_cpu_ns);
    assert!(encrypt.server_cpu_ns < encrypt.client_cpu_ns);
}

#[test]
fn a_whole_run_is_repeatable_under_new_keys() {
    let spec = greeting_pair();
    assert_eq!(run(&spec, &bounds(10.0)).unwrap().len(), STEPS.len());
    let mut pair = start(&spec, &bounds(10.0)).unwrap();
    for _ in 0..3 {
        for stage in STEPS {
            take(&mut pair, stage).unwrap();
        }
    }
}
