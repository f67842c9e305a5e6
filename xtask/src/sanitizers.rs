//! Tests under the sanitizers that come with the toolchain.
//!
//! Whole packages run. Tests that do not work under a sanitizer are excluded by name. Long graphs
//! are shorter with `cfg(sanitized)`, and tests with random inputs have fewer of them.

use std::process::Command;

use anyhow::Result;

use crate::repository;
use crate::shell::{Shell, command};

/// The packages that handle memory and threads.
const PACKAGES: &[&str] = &["objet", "objet-object", "objet-reflection-tests", "objet-runtime"];

/// Tests that build a library, which would be instrumented too.
const COMPILING: &[&str] = &["library_that_is_loaded_later"];

/// Models of threads, which try all interleavings themselves.
const MODELS: &[&str] = &["every_interleaving"];

/// Long tests that use one thread at a time.
const LONG: &[&str] = &[
    "a_long_chain_is_built_from_either_end",
    "as_repr_handles_long_chains_and_wide_graphs",
    "chains_of_metadata_modules_need_no_stack",
    "deep_calls_need_no_stack_and_end_by_a_limit",
    "many_modules_are_quick",
];

/// Tests of sessions within one process. Those of servers start processes with limited memory,
/// which is too small for a sanitizer.
const SESSIONS: &[&str] = &[
    "--no-default-features",
    "--features=inventory",
    "--lib",
    "--test",
    "session",
    "--test",
    "session_table",
    "--test",
    "wire",
];

/// Returns the command that tests packages under a sanitizer, in a separate target folder.
/// `RUSTC_BOOTSTRAP` unlocks the flags with the pinned toolchain.
fn cargo_test(sanitizer: &str, packages: &[&str], flags: &[&str], skipped: &[&[&str]]) -> Result<Command> {
    let mut cargo = command("cargo test --quiet --no-fail-fast");
    if !flags.contains(&"--test") {
        cargo.arg("--tests");
    }
    for package in packages {
        cargo.args(["-p", package]);
    }
    cargo.args(["--target", repository::host()?]).args(flags);
    cargo.arg("--target-dir").arg(repository::target().join(sanitizer)).arg("--");
    for name in skipped.iter().copied().flatten() {
        cargo.args(["--skip", name]);
    }
    cargo.env("RUSTC_BOOTSTRAP", "1");
    let flags = format!("-Zsanitizer={sanitizer} -Cunsafe-allow-abi-mismatch=sanitizer --cfg sanitized");
    cargo.env("RUSTFLAGS", flags).env("PROPTEST_CASES", "64");
    Ok(cargo)
}

/// Runs tests under the address and leak sanitizers.
pub(crate) fn address(shell: &Shell) -> Result<()> {
    // This test shows that reference cycles leak.
    let leaking = ["what_goes_through_a_cycle_ends"];
    let skipped = [COMPILING, MODELS, &leaking];
    let mut tests = cargo_test("address", PACKAGES, &[], &skipped)?;
    shell.run(tests.env("ASAN_OPTIONS", "detect_leaks=1"))?;
    let mut sessions = cargo_test("address", &["objet-rpc"], SESSIONS, &[])?;
    shell.run(sessions.env("ASAN_OPTIONS", "detect_leaks=1"))?;

    // Python is not instrumented, so it cannot load an instrumented library. The compiler of the C
    // programs instruments them. Some of the programs request more memory than the machine has.
    let from_python = ["from_python"];
    let mut programs = cargo_test("address", &["objet-capi"], &[], &[&from_python])?;
    programs.env("OBJET_C_FLAGS", "-fsanitize=address,undefined -fno-sanitize-recover=all");
    shell.run(programs.env("ASAN_OPTIONS", "detect_leaks=1:allocator_may_return_null=1"))
}

/// Runs tests under the thread sanitizer.
pub(crate) fn thread(shell: &Shell) -> Result<()> {
    // The sanitizer cannot see threads that a forked process starts, nor memory accesses of C code,
    // which reads data that the runtime stores.
    let unseen = ["a_forked_process", "threads_load_and_drop_the_same_library"];
    let skipped = [COMPILING, MODELS, &unseen, LONG];
    // Without an instrumented standard library, the sanitizer would not see its synchronization,
    // and would report false races.
    let build = ["-Zbuild-std"];
    let packages = ["objet", "objet-object", "objet-runtime"];
    shell.run(&mut cargo_test("thread", &packages, &build, &skipped)?)?;
    // Most tests of reflection use one thread and take long.
    let mut reflection = cargo_test("thread", &["objet-reflection-tests"], &build, &skipped)?;
    shell.run(reflection.args(["threads::", "field_cell::"]))
}
