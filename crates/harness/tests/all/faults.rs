//! Programs that misbehave at each step, the class under which that is booked, and that nothing of
//! them is left.

use std::time::{Duration, Instant};

use ringassay_harness::{Bounds, Class, Failure, Limit, Pair, Role, Stage, SutSpec};

use crate::common::{
    CLIENT, SERVER, STEPS, asked, assert_gone, bounds, bounds_from, options, run, shell, start,
    take,
};

/// Bound of every step in these tests.
const BOUND_S: f64 = 0.6;
/// What a failure may take beyond its bound on a busy machine: less than anything here sleeps.
const SLACK: Duration = Duration::from_secs(20);

/// The pair, with `snippet` run by the asked program in place of its answer at `stage`.
fn pair_with(stage: Stage, snippet: &str) -> SutSpec {
    let label = match stage {
        Stage::Start => panic!("not a step"),
        Stage::Keygen => "ENDKEY)",
        Stage::Ingest => "ENDCIRCUIT)",
        Stage::Encrypt => "ENDPDATA)",
        Stage::Evaluate | Stage::Decrypt => "*ENDEDATA)",
    };
    let bend = |script: &str| script.replacen(label, &format!("{label} {snippet}"), 1);
    match asked(stage) {
        Role::Client => shell(&bend(CLIENT), SERVER),
        Role::Server => shell(CLIENT, &bend(SERVER)),
    }
}

/// A mark that names one test case in the list of processes.
fn mark(stage: Stage, case: usize) -> String {
    format!("case-{}-{stage:?}-{case}", std::process::id())
}

fn fails(stage: Stage, case: usize, snippet: &str, bounds: &Bounds) -> Failure {
    let mark = mark(stage, case);
    let mut spec = pair_with(stage, &format!(": {mark}; {snippet};"));
    // Also where only the environment would tell.
    spec.env.insert("CASE".to_owned(), mark.clone());
    let begin = Instant::now();
    let failure = match run(&spec, bounds) {
        Err(failure) => failure,
        Ok(_) => panic!("{snippet} at {stage} went unnoticed"),
    };
    let took = begin.elapsed();
    assert!(took < bounds.evaluate + SLACK, "{snippet} at {stage} took {took:?}: {failure}");
    assert_eq!(failure.stage, stage, "{snippet}: {failure}");
    assert_eq!(failure.detail.survivors, 0);
    assert_gone(&mark);
    failure
}

/// Runs each snippet at each step.
fn table(rows: &[(&str, Class)], bounds: &Bounds, check: impl Fn(&str, &Failure)) {
    for stage in STEPS {
        for (case, (snippet, class)) in rows.iter().enumerate() {
            let failure = fails(stage, case, snippet, bounds);
            assert_eq!(failure.class, *class, "{snippet} at {stage}: {failure:?}");
            assert_eq!(failure.role, Some(asked(stage)), "{snippet} at {stage}: {failure:?}");
            check(snippet, &failure);
        }
    }
}

#[test]
fn ends_are_crashes_with_their_status() {
    let rows = [
        ("echo last words >&2; exit 0", Class::Crash),
        ("echo last words >&2; exit 3", Class::Crash),
        ("echo last words >&2; kill -SEGV $$", Class::Crash),
        ("echo last words >&2; kill -ABRT $$", Class::Crash),
        ("echo last words >&2; kill -KILL $$", Class::Crash),
        ("echo last words >&2; printf 'EDATA\\n5\\nab'; exit 1", Class::Crash),
    ];
    table(&rows, &bounds(10.0), |snippet, failure| {
        let expected = match snippet.rsplit_once(' ').unwrap().1 {
            "0" => (Some(0), None),
            "3" => (Some(3), None),
            "1" => (Some(1), None),
            "$$" if snippet.contains("SEGV") => (None, Some(11)),
            "$$" if snippet.contains("ABRT") => (None, Some(6)),
            _ => (None, Some(9)),
        };
        assert_eq!((failure.detail.exit_code, failure.detail.signal), expected, "{snippet}");
        assert_eq!(failure.detail.stderr, "last words\n");
        assert_eq!(failure.detail.got.as_deref(), Some("end of stream"));
        if snippet.contains("EDATA") {
            assert_eq!(failure.detail.received_bytes, 10);
            let expected = failure.detail.expected.as_deref().unwrap();
            assert!(expected.contains("3 more bytes"), "{expected}");
        }
    });
}

#[test]
fn whatever_does_not_answer_in_time_is_a_timeout() {
    let rows = [
        ("sleep 60", Class::Timeout),
        ("kill -STOP $$", Class::Timeout),
        ("trap '' TERM; while :; do sleep 60; done", Class::Timeout),
        ("printf 'EDATA\\n90\\n'; while :; do printf a; sleep 0.1; done", Class::Timeout),
        ("exec <&-; sleep 60", Class::Timeout),
    ];
    // The drip is valid only where ciphertexts are expected.
    for stage in STEPS {
        for (case, (snippet, class)) in rows.iter().enumerate() {
            if snippet.contains("EDATA") && !matches!(stage, Stage::Encrypt | Stage::Evaluate) {
                continue;
            }
            let failure = fails(stage, case, snippet, &bounds_from(stage, BOUND_S));
            assert_eq!(failure.class, *class, "{snippet} at {stage}: {failure:?}");
            let hit = failure.detail.limit.unwrap();
            assert_eq!((hit.limit, hit.bound), (Limit::WallNs, (BOUND_S * 1e9) as u64));
            assert!(failure.detail.wall_ns >= hit.bound);
            // What we ended ourselves has no status of its own.
            assert_eq!((failure.detail.exit_code, failure.detail.signal), (None, None));
        }
    }
}

#[test]
fn a_program_may_tidy_up_when_its_time_is_up() {
    let tidy = "trap 'echo tidied >&2; exit 0' TERM; while :; do sleep 0.05; done";
    for stage in STEPS {
        let failure = fails(stage, 50, tidy, &bounds_from(stage, BOUND_S));
        assert_eq!(failure.class, Class::Timeout, "{failure:?}");
        // The shell may have a word on its own child before.
        assert!(failure.detail.stderr.ends_with("tidied\n"), "{failure:?}");
    }
}

#[test]
fn wrong_bytes_are_protocol_errors_with_their_place() {
    let rows = [
        ("cat /dev/zero", Class::Protocol),
        ("yes", Class::Protocol),
        ("printf 'HELLO\\n{}\\nENDHELLO\\n'", Class::Protocol),
        ("printf 'ERROR\\n{\"kind\":\"refused\",\"message\":\"\"}\\nENDERROR\\n'", Class::Protocol),
        ("printf 'EDATA\\n+5\\nabcdeENDEDATA\\n'", Class::Protocol),
        ("printf 'EDATA\\n05\\nabcdeENDEDATA\\n'", Class::Protocol),
        ("printf 'EDATA\\n4\\nabcdeENDEDATA\\n'", Class::Protocol),
        ("printf 'EDATA\\nENDEDATA\\n'", Class::Protocol),
        ("printf 'PDATA\\n1\\nENDEDATA\\n'", Class::Protocol),
        ("printf 'KEY\\r\\n'", Class::Protocol),
        ("printf 'CIRCUIT\\nCIRCUIT READ\\nENDCIRCUIT\\n'", Class::Protocol),
        ("exec >&-; sleep 60", Class::Protocol),
        ("exec >&- <&-; sleep 60", Class::Protocol),
        // A second answer behind the first.
        ("printf 'KEY\\nk\\nENDKEY\\nKEY\\nk\\nENDKEY\\n'; sleep 60", Class::Protocol),
    ];
    table(&rows, &bounds(10.0), |snippet, failure| {
        let detail = &failure.detail;
        assert!(detail.expected.is_some() && detail.got.is_some(), "{snippet}: {failure:?}");
        assert!(detail.offset.is_some() && detail.signal.is_none(), "{snippet}: {failure:?}");
    });
}

#[test]
fn a_flood_is_bounded_wherever_it_goes() {
    let bounds = Bounds { packet_bytes: 1 << 20, ..bounds(20.0) };
    let flood = "printf 'EDATA\\n'; while :; do printf '9\\n123456789'; done";
    let declared = "printf 'EDATA\\n999999999999\\n'; cat /dev/zero";
    for stage in [Stage::Encrypt, Stage::Evaluate] {
        for (case, snippet) in [flood, declared].into_iter().enumerate() {
            let failure = fails(stage, case, snippet, &bounds);
            assert_eq!(failure.class, Class::Resource, "{snippet}: {failure:?}");
            let hit = failure.detail.limit.unwrap();
            assert_eq!((hit.limit, hit.bound), (Limit::PacketBytes, 1 << 20));
        }
    }
    // Standard error may be as long as it likes; its end is kept.
    let noisy = "head -c 200000000 /dev/zero | tr '\\0' e >&2; echo end >&2; exit 1;";
    let failure = run(&pair_with(Stage::Evaluate, noisy), &bounds).unwrap_err();
    assert_eq!((failure.class, failure.stage), (Class::Crash, Stage::Evaluate));
    assert_eq!(failure.detail.stderr.len(), 64 << 10);
    assert!(failure.detail.stderr.ends_with("eeend\n"));
    let quiet = noisy.replace("exit 1;", "");
    run(&pair_with(Stage::Evaluate, &quiet), &bounds).unwrap();
}

#[test]
fn resources_are_bounded() {
    let bounds = Bounds {
        memory_bytes: Some(60 << 20),
        processes: 12,
        file_bytes: Some(1 << 20),
        ..bounds(120.0)
    };
    for stage in STEPS {
        let hog = "x=$(head -c 300000000 /dev/zero | tr '\\0' a); sleep 60";
        let failure = fails(stage, 0, hog, &bounds);
        assert_eq!(failure.class, Class::Resource, "{failure:?}");
        let hit = failure.detail.limit.unwrap();
        assert_eq!((hit.limit, hit.bound), (Limit::MemoryBytes, 60 << 20));
        assert!(hit.reached.unwrap() > 60 << 20);

        let bomb = "b() { b & b; }; b; sleep 60";
        let failure = fails(stage, 1, bomb, &bounds);
        assert_eq!(failure.class, Class::Resource, "{failure:?}");
        assert_eq!(failure.detail.limit.unwrap().limit, Limit::Processes);

        let failure = fails(stage, 2, "exec head -c 9000000 /dev/zero >$TMPDIR/big", &bounds);
        assert_eq!(failure.class, Class::Resource, "{failure:?}");
        assert_eq!(failure.detail.limit.unwrap().limit, Limit::FileBytes);
    }
}

/// Whether this machine lets the guard cut programs off: it takes a privilege.
pub(crate) fn may_cut_off() -> bool {
    let status = std::process::Command::new("unshare").args(["-n", "true"]).status();
    status.is_ok_and(|status| status.success())
}

#[test]
fn a_program_reaches_nobody_over_the_network() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let call = format!("bash -c 'echo psst >/dev/tcp/127.0.0.1/{port}' 2>/dev/null;");
    for (network, reached) in [(true, true), (false, !may_cut_off())] {
        let bounds = Bounds { network, ..bounds(10.0) };
        for (client, server) in [(call.as_str(), ""), ("", call.as_str())] {
            let spec = shell(&format!("{client} {CLIENT}"), &format!("{server} {SERVER}"));
            let mut pair = start(&spec, &bounds).unwrap();
            for stage in STEPS {
                take(&mut pair, stage).unwrap();
            }
            let heard = (0..2).filter(|_| listener.accept().is_ok()).count();
            assert_eq!(heard > 0, reached, "network: {network}");
        }
    }
}

#[test]
fn what_a_program_leaves_behind_goes_with_it() {
    // A daemon that holds the pipes open, in a session of its own, twice forked.
    let daemon = "(setsid sh -c 'sleep 77 & sleep 78' &) ; (trap '' TERM HUP; sleep 79 &);";
    for stage in STEPS {
        let mark = mark(stage, 99);
        let mut pair =
            start(&pair_with(stage, &format!(": {mark}; {daemon}")), &bounds(10.0)).unwrap();
        for stage in STEPS {
            take(&mut pair, stage).unwrap();
        }
        let closed = pair.close();
        assert_eq!(closed.client.survivors + closed.server.survivors, 0);
        assert_gone(&mark);
        let failure = fails(stage, 98, &format!("{daemon} exit 5"), &bounds(10.0));
        assert_eq!(failure.detail.exit_code, Some(5));
    }
    for sleep in ["sleep 77", "sleep 78", "sleep 79"] {
        assert_gone(sleep);
    }
}

#[test]
fn the_idle_program_may_not_speak_nor_end() {
    // The server speaks, closes its output or ends while the client makes keys.
    let slow = CLIENT.replace("ENDKEY)", "ENDKEY) sleep 0.5;");
    for (server, class) in [
        (format!("sleep 0.2; printf x; {SERVER}"), Class::Protocol),
        (format!("sleep 0.2; exec >&-; {SERVER}"), Class::Protocol),
        ("sleep 0.2; exit 4".to_owned(), Class::Crash),
    ] {
        let failure = run(&shell(&slow, &server), &bounds(10.0)).unwrap_err();
        assert_eq!((failure.class, failure.stage), (class, Stage::Keygen), "{failure:?}");
        assert_eq!(failure.role, Some(Role::Server), "{failure:?}");
    }
}

#[test]
fn a_late_answer_is_never_booked_on_the_next_step() {
    // Answers the input, and once more when the next request comes, before reading it.
    let client = CLIENT.replace(
        "ENDPDATA) printf 'EDATA\\n5\\nfreshENDEDATA\\n'",
        "ENDPDATA) printf 'EDATA\\n5\\nfreshENDEDATA\\n'; sleep 0.2; printf 'EDATA\\n5\\nstaleENDEDATA\\n'; sleep 0.5",
    );
    let mut pair = start(&shell(&client, SERVER), &bounds(10.0)).unwrap();
    take(&mut pair, Stage::Keygen).unwrap();
    take(&mut pair, Stage::Encrypt).unwrap();
    let failure = take(&mut pair, Stage::Encrypt).unwrap_err();
    assert_eq!(failure.class, Class::Protocol, "{failure:?}");
    assert!(failure.detail.expected.as_deref().unwrap().contains("before the request"));
    assert!(!pair.usable());
    let again = take(&mut pair, Stage::Encrypt).unwrap_err();
    assert_eq!(again.class, Class::HarnessError);
}

#[test]
fn what_cannot_start_fails_within_a_second() {
    let directory = std::env::temp_dir().join(format!("ringassay-start-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let write = |name: &str, content: &[u8], mode: u32| {
        use std::os::unix::fs::PermissionsExt as _;
        let path = directory.join(name);
        std::fs::write(&path, content).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let mut foreign = std::fs::read("/bin/true").unwrap();
    foreign[18..20].copy_from_slice(&0xF7_u16.to_le_bytes());
    let cases = [
        ("/does/not/exist".to_owned(), "os error 2"),
        ("no-such-program-in-path".to_owned(), "no directory of PATH"),
        (write("plain", b"#!/bin/sh\n", 0o644), "os error 13"),
        (write("naked", b"echo a script without its first line\n", 0o755), "os error 8"),
        (write("foreign", &foreign, 0o755), "os error 8"),
        (write("lost", b"#!/does/not/exist\n", 0o755), "os error 2"),
        (directory.to_str().unwrap().to_owned(), "os error 13"),
        (write("empty", b"", 0o755), "os error 8"),
    ];
    for (program, reason) in cases {
        for role in [Role::Client, Role::Server] {
            let mut spec = shell(CLIENT, SERVER);
            match role {
                Role::Client => spec.client = vec![program.clone()],
                Role::Server => spec.server = vec![program.clone()],
            }
            let begin = Instant::now();
            let failure = start(&spec, &bounds(60.0)).unwrap_err();
            assert!(begin.elapsed() < SLACK, "{program}: waited for although it cannot start");
            assert_eq!((failure.class, failure.role), (Class::StartFailed, Some(role)));
            assert!(failure.message.contains(reason), "{}", failure.message);
        }
    }
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn ends_and_silence_before_being_ready() {
    use ringassay_harness::Handshake::{Auto, Required};
    let garbage = "printf 'garbage\\n'; sleep 60";
    let half = "printf 'HELLO\\n'; sleep 60";
    let foreign = r#"printf 'HELLO\n{"protocol":2,"role":"server","name":"","version":""}\nENDHELLO\n'; sleep 60"#;
    let third = r#"printf 'HELLO\n{"protocol":3,"role":"client","name":"","version":""}\nENDHELLO\n'; sleep 60"#;
    for (client, handshake, class) in [
        ("exit 2", Required, Class::StartFailed),
        ("exit 0", Auto, Class::StartFailed),
        ("kill -SEGV $$", Auto, Class::StartFailed),
        ("exec >&-; sleep 60", Auto, Class::Protocol),
        ("sleep 60", Required, Class::StartFailed),
        (garbage, Auto, Class::Protocol),
        (garbage, Required, Class::Protocol),
        (half, Required, Class::Timeout),
        (half, Auto, Class::Timeout),
        (foreign, Required, Class::Protocol),
        (third, Required, Class::Protocol),
        ("cat /dev/zero", Auto, Class::Protocol),
    ] {
        let mut spec = shell(client, SERVER);
        spec.handshake = handshake;
        let begin = Instant::now();
        // Only the silent ones wait for the bound, in which the others have to speak on a slow machine too.
        let bound = match client {
            "sleep 60" => 1.0,
            _ if client == half => 5.0,
            _ => 60.0,
        };
        let failure = start(&spec, &bounds(bound)).unwrap_err();
        assert!(begin.elapsed() < SLACK, "{client}: {:?}", begin.elapsed());
        assert_eq!((failure.class, failure.stage), (class, Stage::Start), "{client}: {failure:?}");
        assert_eq!(failure.role, Some(Role::Client), "{client}: {failure:?}");
    }
}

#[test]
fn the_host_can_give_up() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    // Silent, and never silent.
    for does in ["sleep 60;", "printf 'KEY\\n'; while :; do printf x; sleep 0.05; done;"] {
        let stop = Arc::new(AtomicBool::new(false));
        let mut options = options();
        options.interrupted = Some({
            let stop = Arc::clone(&stop);
            Arc::new(move || stop.load(Ordering::Relaxed))
        });
        let mut pair =
            Pair::start(&pair_with(Stage::Keygen, does), &bounds(30.0), &options).unwrap();
        let begin = Instant::now();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            stop.store(true, Ordering::Relaxed);
        });
        let failure = take(&mut pair, Stage::Keygen).unwrap_err();
        assert_eq!((failure.class, failure.role), (Class::Interrupted, None), "{does}");
        assert!(begin.elapsed() < SLACK, "{does}");
    }
}

#[test]
fn a_scratch_folder_that_cannot_be_made_is_nobodys_fault_but_ours() {
    let bounds = bounds(10.0);
    let mut options = options();
    options.scratch = std::env::temp_dir().join(format!("ringassay-none-{}", std::process::id()));
    let failure = Pair::start(&shell(CLIENT, SERVER), &bounds, &options).unwrap_err();
    assert_eq!((failure.class, failure.role), (Class::HarnessError, None), "{failure}");
    assert!(failure.message.contains("cannot be made"), "{failure}");
    // A program that does not exist is its own.
    let mut spec = shell(CLIENT, SERVER);
    spec.client = vec!["/no/such/program".to_owned()];
    let failure = Pair::start(&spec, &bounds, &crate::common::options()).unwrap_err();
    assert_eq!(failure.class, Class::StartFailed, "{failure}");
}
