//! What a failure is called.

use ringassay_harness::{Class, Detail, Failure, STEP_FIGURES, Stage};
use ringassay_sut::hello::ErrorKind;

/// What broke inside a system may be mended; it is no refusal, whatever the packet was.
#[test]
fn what_broke_is_no_refusal() {
    for (class, error_kind, outcome) in [
        (Class::Refused, Some(ErrorKind::Refused), "refused"),
        (Class::Refused, None, "refused"),
        (Class::Refused, Some(ErrorKind::Failed), "failed"),
        (Class::Crash, None, "crash"),
        (Class::StartFailed, None, "start-failed"),
    ] {
        let detail = Box::new(Detail { error_kind, ..Detail::default() });
        let failure =
            Failure { class, stage: Stage::Keygen, role: None, message: String::new(), detail };
        assert_eq!(failure.outcome(), outcome);
    }
}

/// The last word of a figure's name is its unit.
#[test]
fn figures_are_called_by_their_unit() {
    for figure in STEP_FIGURES {
        assert!(figure.name.ends_with(&format!("_{}", figure.unit)), "{figure:?}");
        assert!(figure.meaning.len() > 20 && !figure.meaning.contains("  "), "{figure:?}");
    }
}
