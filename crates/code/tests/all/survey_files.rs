//! Which files are counted, and what is said of the others.

use std::fs;
use std::path::Path;

use ringassay_code::{Options, Survey, SurveyError, survey};

fn options() -> Options {
    Options {
        exclude: Vec::new(),
        hidden: false,
        ignore_files: true,
        inline_tests: true,
        max_bytes: 1 << 20,
    }
}

fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    folder
}

fn names(found: &Survey, root: &Path) -> Vec<String> {
    let name = |path: &Path| path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
    found.files.iter().map(|file| name(&file.path)).collect()
}

#[test]
fn ignore_files_and_patterns_hold() {
    let folder = folder(&[
        (".ignore", b"out/\n"),
        ("a.rs", b"fn a() {}\n"),
        ("out/b.rs", b"fn b() {}\n"),
        ("tests/c.rs", b"fn c() {}\n"),
        ("deep/vendor/d.c", b"int d(void) { return 1; }\n"),
        (".hidden/e.rs", b"fn e() {}\n"),
        ("picture.png", b"\x89PNG"),
    ]);
    let root = folder.path();
    let found = survey(root, &options()).unwrap();
    assert_eq!(names(&found, root), ["a.rs", "deep/vendor/d.c", "tests/c.rs"]);
    let exclude = vec!["tests/".to_owned(), "vendor".to_owned()];
    let found = survey(root, &Options { exclude, ..options() }).unwrap();
    assert_eq!(names(&found, root), ["a.rs"]);
    let found = survey(root, &Options { ignore_files: false, hidden: true, ..options() }).unwrap();
    assert_eq!(found.files.len(), 5);
}

#[test]
fn what_cannot_be_read_is_named() {
    let big = vec![b'\n'; 5000];
    let folder = folder(&[
        ("big.c", &big),
        ("binary.c", b"int\0"),
        ("broken.rs", b"fn a( {}\n"),
        ("latin.c", b"/* caf\xe9 */\nint a;\n"),
        ("wide.c", b"\xff\xfei\0n\0t\0 \0a\0;\0\n\0"),
    ]);
    let found = survey(folder.path(), &Options { max_bytes: 4999, ..options() }).unwrap();
    let reasons: Vec<_> = found.skipped.iter().map(|s| s.reason.as_str()).collect();
    assert_eq!(reasons, ["larger than 4999 bytes", "binary"]);
    assert_eq!(names(&found, folder.path()), ["broken.rs", "latin.c", "wide.c"]);
    let [broken, latin, wide] = found.files.as_slice() else { panic!("{found:?}") };
    assert!(broken.functions.is_none() && broken.remark.as_ref().unwrap().contains("line 1"));
    assert_eq!((latin.lines.code, latin.lines.comments), (1, 1));
    assert!(latin.remark.as_ref().unwrap().contains("Latin-1"));
    assert_eq!((wide.lines.code, wide.remark.as_deref()), (1, None));
}

#[test]
fn inline_tests_can_be_left_out() {
    let text =
        b"fn a() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn t() {}\n}\n\nfn b() {}\n";
    let folder = folder(&[("a.rs", text), ("b.rs", b"#![cfg(test)]\nfn t() {}\n")]);
    let all = survey(folder.path(), &options()).unwrap();
    assert_eq!(all.files[0].lines.code, 7);
    let core = survey(folder.path(), &Options { inline_tests: false, ..options() }).unwrap();
    let [file] = core.files.as_slice() else { panic!("{core:?}") };
    assert_eq!((file.lines.code, file.lines.blanks), (2, 2));
    let functions = file.functions.as_ref().unwrap();
    assert_eq!(
        functions.iter().map(|f| (f.name.as_str(), f.line)).collect::<Vec<_>>(),
        [("a", 1), ("b", 9)]
    );
}

#[test]
fn no_root_and_no_pattern_are_errors() {
    let folder = folder(&[("a.rs", b"fn a() {}\n")]);
    let missing = survey(&folder.path().join("none"), &options());
    assert!(matches!(missing, Err(SurveyError::Root(_))));
    let exclude = vec!["a{".to_owned()];
    let bad = survey(folder.path(), &Options { exclude, ..options() }).unwrap_err();
    assert!(bad.to_string().contains("a{"), "{bad}");
    let one = survey(&folder.path().join("a.rs"), &options()).unwrap();
    assert_eq!(one.files.len(), 1);
}
