//! Tests under the sanitizers that come with the toolchain.
//!
//! Whole packages run; the tests that cannot are left out by name, wherever they lie.

use std::process::Command;

use anyhow::Result;

use crate::repository;
use crate::shell::{Shell, command};

/// The packages that handle memory and threads.
const PACKAGES: &[&str] = &["objet", "objet-object", "objet-reflection", "objet-runtime"];

/// Tests that build a library, which would be instrumented too.
const COMPILING: &[&str] = &["library_that_is_loaded_later"];

/// Models of threads, which try each order of events by themselves.
const MODELS: &[&str] = &["every_interleaving"];

/// Makes the command that tests packages under a sanitizer, in a target folder of its own.
/// `RUSTC_BOOTSTRAP` unlocks the flags with the pinned toolchain.
fn cargo_test(sanitizer: &str, packages: &[&str], flags: &[&str], skipped: &[&[&str]]) -> Result<Command> {
    let mut cargo = command("cargo test --quiet --no-fail-fast --tests");
    for package in packages {
        cargo.args(["-p", package]);
    }
    cargo.args(["--target", repository::host()?]).args(flags);
    cargo.arg("--target-dir").arg(repository::target().join(sanitizer)).arg("--");
    for name in skipped.iter().copied().flatten() {
        cargo.args(["--skip", name]);
    }
    cargo.env("RUSTC_BOOTSTRAP", "1");
    cargo.env("RUSTFLAGS", format!("-Zsanitizer={sanitizer} -Cunsafe-allow-abi-mismatch=sanitizer"));
    Ok(cargo)
}

/// Runs tests under the address and leak sanitizers.
pub(crate) fn address(shell: &Shell) -> Result<()> {
    // Objects that refer to each other in a cycle are never freed, as this test shows.
    let leaking = ["what_goes_through_a_cycle_ends"];
    let skipped = [COMPILING, MODELS, &leaking];
    let mut tests = cargo_test("address", PACKAGES, &[], &skipped)?;
    shell.run(tests.env("ASAN_OPTIONS", "detect_leaks=1"))?;

    // Python is not instrumented, so it cannot load an instrumented library. The programs in C are
    // instrumented by their own compiler. Some ask for more memory than there is.
    let from_python = ["from_python"];
    let mut programs = cargo_test("address", &["objet-capi"], &[], &[&from_python])?;
    programs.env("OBJET_C_FLAGS", "-fsanitize=address,undefined -fno-sanitize-recover=all");
    shell.run(programs.env("ASAN_OPTIONS", "detect_leaks=1:allocator_may_return_null=1"))
}

/// Runs tests under the thread sanitizer.
pub(crate) fn thread(shell: &Shell) -> Result<()> {
    // The sanitizer cannot see threads that a forked process starts, nor what threads do in code of
    // C, which reads what the runtime has stored for it.
    let unseen = ["a_forked_process", "threads_load_and_drop_the_same_library"];
    let skipped = [COMPILING, MODELS, &unseen];
    // With a standard library that is not instrumented, its waiting and its fences would order
    // nothing, and what they order would look like races.
    let build = ["-Zbuild-std"];
    let packages = ["objet", "objet-object", "objet-runtime"];
    shell.run(&mut cargo_test("thread", &packages, &build, &skipped)?)?;
    // Most tests of reflection have one thread, and much to do.
    let mut reflection = cargo_test("thread", &["objet-reflection"], &build, &skipped)?;
    shell.run(reflection.args(["threads::", "versioned::"]))
}
