//! Tests under Miri, the interpreter that finds undefined behaviour.
//!
//! It is some thousand times slower than the machine. So the tests are those of what holds memory: the
//! object core, reflection and calls, with long loops cut short (`cfg!(miri)`), and without those that
//! try many random inputs.

use std::process::Command;

use anyhow::Result;

use crate::repository;
use crate::shell::{Shell, command};

/// A test program, with the parts of names of the tests that run; without any, all do.
const PROGRAMS: &[(&str, &str, &[&str])] = &[
    ("objet-object", "suite", &[]),
    ("objet-object", "setup_race", &[]),
    ("objet-runtime", "suite", &["calls::", "typed::", "signatures::"]),
    ("objet-reflection", "suite", &["boxed::", "described_types::copies", "described_types::files"]),
];

/// Parts of the names of tests that are left out.
const SKIPPED: &[&str] = &[
    // Random inputs, and many.
    "no_text_makes_the_parser_panic",
    "backend_",
    "million",
    // Objects that refer to each other in a cycle are never freed, as this test shows.
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
    // Tests read files and the clock. The address of an object leads back to it (see `object_ptr`).
    cargo.env("MIRIFLAGS", "-Zmiri-tree-borrows -Zmiri-disable-isolation -Zmiri-permissive-provenance");
    cargo.env("PROPTEST_CASES", "3");
    cargo
}
