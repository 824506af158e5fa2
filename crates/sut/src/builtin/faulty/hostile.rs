//! Texts that are dangerous to whoever shows them without escaping.

/// Strings that attack a terminal, a web page, LaTeX, a spreadsheet, a shell, a log.
pub(super) const TEXTS: [&str; 9] = [
    "\u{1b}[2J\u{1b}[31mred\u{1b}]0;title\u{7}\u{1b}[8m",
    "<script>alert(1)</script><img src=x onerror=alert(2)>",
    "\\write18{touch pwned}\\input{/etc/passwd}$\\end{document}%",
    "=cmd|' /C calc'!A0",
    "'; DROP TABLE runs; --",
    "\u{202e}txet desrever\u{2066}",
    "{{7*7}}${7*7}`id`$(id)",
    "CIRCUIT READY\r\nENDCIRCUIT\n%s%n",
    "\u{feff}\u{0}&amp;\"'<",
];

/// All of them as one text for standard error, with bytes that are no UTF-8.
pub(super) fn stderr() -> Vec<u8> {
    let mut out = TEXTS.join("\n").into_bytes();
    out.extend_from_slice(b"\n\xff\xfe\x80\xc0\xaf\x9b31m\n");
    out
}
