//! Builds and tests for WebAssembly, whose words have 32 bits.

use anyhow::Result;

use crate::repository;
use crate::shell::{Shell, command};

/// The targets: one for web pages, and one for programs with files and a clock, such as tests.
pub(crate) const TARGETS: [&str; 2] = ["wasm32-unknown-unknown", "wasm32-wasip1"];

/// Builds the framework, and runs the tests of its crates in Node.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    let [page, program] = TARGETS;
    shell.run(command("cargo build -p objet --target").arg(page))?;
    shell.run(command("cargo check -p objet-rpc --no-default-features --target").arg(page))?;
    let core = "cargo test --no-fail-fast -p objet-object -p objet-reflection-tests --test suite --target";
    let calls = "cargo test --no-fail-fast -p objet-runtime --test suite --target";
    let names = ["--", "calls::", "typed::", "signatures::", "params::", "--skip", "backend_"];
    let script = repository::root().join("xtask/src/wasm/run.mjs");
    // A background compilation of JavaScript may wait for a garbage collection by the main thread,
    // while the main thread waits at its end for the compilation. Node 20 then never exits.
    let runner = format!("node --no-warnings --no-concurrent-recompilation {}", script.display());
    for (tests, names) in [(core, &[][..]), (calls, &names)] {
        let mut tests = command(tests);
        tests.arg(program).args(names);
        shell.run(tests.env("CARGO_TARGET_WASM32_WASIP1_RUNNER", &runner))?;
    }
    Ok(())
}
