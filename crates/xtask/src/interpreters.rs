//! The programs that the examples in README.md and the guides are written for, and those that read
//! documents in tests.

use crate::machine;

/// Each program and the Debian package that has it.
const PROGRAMS: [(&str, &str); 8] = [
    ("bash", "bash"),
    ("curl", "curl"),
    ("node", "nodejs"),
    ("openssl", "openssl"),
    ("pdftotext", "poppler-utils"),
    ("php", "php-cli"),
    ("python3", "python3"),
    ("qpdf", "qpdf"),
];

/// The packages of the programs that are missing.
pub(crate) fn missing_packages() -> Vec<&'static str> {
    let missing = |(program, _): &&(&str, &str)| machine::find_program(program).is_none();
    let missing = PROGRAMS.iter().filter(missing);
    missing.map(|(_, package)| *package).collect()
}

/// The search path, if all of them are on it.
pub(crate) fn search_path() -> Option<String> {
    let path = machine::variable("PATH")?.into_string().ok()?;
    missing_packages().is_empty().then_some(path)
}
