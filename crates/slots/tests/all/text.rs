use ringassay_slots::Program;

const GOOD: &str = "slots 1 batch=2 row=4 modulus=17 levels=2 wires=2 registers=2
note two lines
plain 1 3,-4
ones 0 1 3
input 0 1 1
addplain 1 0 0
free 0
lower 0 1 0 1
free 1
mulplain 1 0 1
output 1 2 -5
";

#[test]
fn what_is_written_is_read() {
    let program = Program::parse(GOOD.as_bytes()).unwrap();
    assert_eq!(program.text(), GOOD);
    assert_eq!(program.row(&program.plains()[0]), [3, 13, 3, 13]);
    assert_eq!(program.row(&program.plains()[1]), [0, 1, 1, 0]);
}

#[test]
fn several_outputs_are_read_and_counted() {
    let text = GOOD.replace("-5\n", "-5\noutput 1 0\noutput 1 2 -5\n");
    let program = Program::parse(text.as_bytes()).unwrap();
    assert_eq!((program.text(), program.outputs().len()), (text, 3));
    let most = |count: usize| GOOD.to_owned() + &"output 1 0\n".repeat(count);
    assert!(Program::parse(most((1 << 16) - 1).as_bytes()).is_ok());
    assert_eq!(Program::parse(most(1 << 16).as_bytes()).unwrap_err().line, 11 + (1 << 16));
}

#[test]
fn one_thing_wrong_is_named_with_its_line() {
    for (from, to, line) in [
        ("slots 1", "slots 2", 1),
        ("batch=2", "batch=5", 1),
        ("row=4", "row=4294967295", 1),
        ("modulus=17", "modulus=1", 1),
        ("levels=2", "levels=0", 1),
        ("registers=2", "registers=3", 11),
        ("3,-4", "3,-17", 3),
        ("3,-4", "3", 3),
        ("3,-4", "3,04", 3),
        ("ones 0 1 3", "ones 0 1 5", 4),
        ("input 0 1 1", "input 0 2 1", 5),
        ("input 0 1 1", "input 1 1 1", 5),
        ("input 0 1 1", "input 0 1 2", 5),
        ("addplain 1 0 0", "addplain 1 0 1", 6),
        ("addplain 1 0 0", "addplain 0 0 0", 6),
        ("addplain 1 0 0", "explode 1 0 0", 6),
        ("lower 0 1 0 1", "lower 0 1 1 0", 8),
        ("lower 0 1 0 1", "rotate 0 1 4", 8),
        ("mulplain 1 0 1", "mul 1 0 1", 10),
        ("output 1 2", "output 1 3", 11),
        ("output 1 2 -5", "free 1", 12),
        ("-5\n", "-5\nfree 1\n", 12),
        ("-5\n", "-5\noutput 1 3\n", 12),
        ("-5\n", "-5\noutput 2 0\n", 12),
        ("-5\n", "-5\noutput 1 0\nfree 1\n", 13),
    ] {
        assert!(GOOD.contains(from));
        let error = Program::parse(GOOD.replacen(from, to, 1).as_bytes()).unwrap_err();
        assert_eq!(error.line, line, "{to}: {error}");
    }
    assert!(Program::parse(b"").is_err());
    assert!(Program::parse(b"slots 1 \xff").is_err());
}

#[test]
fn a_message_is_short_whatever_the_word_is() {
    let long = "9é".repeat(500_000);
    for (from, to) in [
        ("ones 0 1 3", format!("ones 0 1 3 {long}")),
        ("ones 0 1 3", format!("ones 0 1 {long}")),
        ("batch=2", long.clone()),
        ("3,-4", format!("3,{long}")),
        ("mulplain", long.clone()),
    ] {
        let error = Program::parse(GOOD.replacen(from, &to, 1).as_bytes()).unwrap_err();
        let message = error.to_string();
        assert!(message.contains("9é9é") && message.len() < 200, "{} bytes", message.len());
    }
}
