//! Tests under Miri, an interpreter that detects undefined behavior.
//!
//! Miri is about a thousand times slower than native code. It therefore runs only tests of code
//! that manages memory: the object core, reflection and calls. Long loops are shortened with
//! `cfg!(miri)`, and tests with many random inputs are excluded.

use std::process::Command;

use anyhow::Result;

use crate::repository;
use crate::shell::{Shell, command};

/// Test programs with filters for the names of tests. Without a filter, all tests run.
const PROGRAMS: &[(&str, &str, &[&str])] = &[
    ("objet-object", "suite", &[]),
    ("objet-object", "setup_race", &[]),
    ("objet-runtime", "suite", &["calls::", "typed::", "signatures::"]),
    ("objet-reflection-tests", "runtime_types", &["boxed::", "copies", "files"]),
];

/// Parts of the names of excluded tests.
const SKIPPED: &[&str] = &[
    // Many random inputs.
    "no_text_makes_the_parser_panic",
    "backend_",
    "million",
    // Reads the whole table of types several times.
    "the_table_can_be_inspected",
    // This test shows that reference cycles leak.
    "what_goes_through_a_cycle_ends",
];

/// Runs the tests under the rules of Tree Borrows.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    PROGRAMS.iter().try_for_each(|(package, program, names)| shell.run(&mut test(package, program, names)))
}

fn test(package: &str, program: &str, names: &[&str]) -> Command {
    let mut cargo = command("rustup run nightly cargo miri test --quiet --no-fail-fast");
    cargo.args(["-p", package, "--test", program]);
    cargo.arg("--target-dir").arg(repository::target().join("miri")).arg("--").args(names);
    for name in SKIPPED {
        cargo.args(["--skip", name]);
    }
    // Tests read files and the clock. References are restored from the addresses of objects (see
    // `object_ptr`).
    cargo.env("MIRIFLAGS", "-Zmiri-tree-borrows -Zmiri-disable-isolation -Zmiri-permissive-provenance");
    cargo.env("PROPTEST_CASES", "3");
    // The stack trace of a panic takes half a minute.
    cargo.env("RUST_BACKTRACE", "0");
    cargo
}
