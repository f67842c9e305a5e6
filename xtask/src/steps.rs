//! The table of all checks.

use crate::step::Work::{Commands, Function};
use crate::step::{Folder, Group, Step};
use crate::tool::Tool;
use crate::{book, examples, front_end, fuzz, miri, prose, python, sanitizers, size, wasm};

/// The steps, in the order of the summary. `runner.rs` says when each of them runs.
pub(crate) static STEPS: &[Step] = &[
    Step::new("format", Group::Lint, "rustfmt changes nothing", Commands(&["cargo fmt --all --check"])),
    Step::new(
        "prose",
        Group::Lint,
        "comments and pages follow the rules of xtask/prose/",
        Function(
            prose::check,
            "reads all tracked files; `cargo xtask prose FILE` shows all findings of a file",
        ),
    )
    .needs(&[Tool::Git]),
    Step::new(
        "clippy",
        Group::Lint,
        "clippy finds nothing in any target of the workspace",
        Commands(&["cargo clippy --workspace --all-targets -- -D warnings"]),
    )
    .concurrent(),
    Step::new(
        "doc",
        Group::Lint,
        "rustdoc builds without warnings",
        Commands(&["RUSTDOCFLAGS=-Dwarnings cargo doc --workspace --no-deps"]),
    )
    .concurrent(),
    Step::new(
        "tests",
        Group::Test,
        "unit, integration, compile-fail and doc tests, the command, programs in C",
        Commands(&[on_packages!("cargo test --no-fail-fast")]),
    ),
    Step::new(
        "capi-runtime",
        Group::Test,
        "tests of the C library without reflection and the IR",
        Commands(&["cargo test --no-fail-fast -p objet-capi"]),
    )
    .concurrent(),
    Step::new(
        "examples",
        Group::Test,
        "each example runs",
        Function(examples::check, "builds all examples, and runs each file of examples/"),
    )
    .concurrent(),
    Step::new(
        "python",
        Group::Test,
        "tests, examples, notebooks, stubs and types of the Python package, with quickly built wheels",
        Function(python::test, "builds and installs both wheels; pytest, stubtest and mypy over them"),
    )
    .needs(&[Tool::Python])
    // The displays of notebooks are looked at in a browser.
    .partly_needs(&[Tool::Chromium])
    .in_folder(Folder::Wheels)
    .concurrent(),
    Step::new(
        "clippy-features",
        Group::Extra,
        "clippy finds nothing with other sets of features",
        Commands(&[
            "cargo clippy -p objet -p objet-object -p objet-reflection -p objet-reflection-tests -p objet-runtime \
             -p downstream --all-targets --no-default-features -- -D warnings",
            // A dependency of tests would enable the default features again.
            "cargo clippy -p objet-reflection -p objet --lib --no-default-features -- -D warnings",
            "cargo clippy -p objet --lib --example quickstart --no-default-features --features json -- -D warnings",
            "cargo clippy -p objet --lib --no-default-features --features serde -- -D warnings",
            "cargo clippy -p objet --lib --no-default-features --features runtime -- -D warnings",
            "cargo clippy -p objet --lib --no-default-features --features json,runtime -- -D warnings",
            "cargo clippy -p objet --lib --no-default-features --features devices,inventory -- -D warnings",
            "cargo clippy -p objet-view --lib --no-default-features -- -D warnings",
            "cargo clippy -p objet-python --lib --no-default-features -- -D warnings",
            // The C library with only the runtime has these features, without reflection.
            "cargo clippy -p objet-profiling --lib -- -D warnings",
            "cargo clippy -p objet --lib --no-default-features --features rpc -- -D warnings",
            "cargo clippy -p objet-rpc --lib --no-default-features -- -D warnings",
            "cargo clippy -p objet-runtime --lib --features opencl -- -D warnings",
            "cargo clippy -p objet-runtime --lib --features cuda -- -D warnings",
            "cargo clippy -p objet-runtime --all-targets --features opencl,cuda -- -D warnings",
        ]),
    ),
    Step::new(
        "doc-devices",
        Group::Extra,
        "rustdoc builds with OpenCL and CUDA without warnings",
        Commands(&["RUSTDOCFLAGS=-Dwarnings cargo doc -p objet-runtime --no-deps --features opencl,cuda"]),
    ),
    Step::new(
        "by-hand",
        Group::Extra,
        "tests of the core without registration at link time, and without optimization",
        Commands(&["cargo --config profile.dev.package.objet-object.opt-level=0 \
             --config profile.dev.package.objet-reflection.opt-level=0 \
             test --no-fail-fast -p objet -p objet-object -p objet-reflection -p objet-reflection-tests \
             -p objet-runtime -p downstream --no-default-features"]),
    ),
    Step::new(
        "book",
        Group::Extra,
        "the pages of docs/ become HTML, and no link between them is broken",
        Function(book::check, "`mdbook build docs`, and a look at each link"),
    )
    .needs(&[Tool::MdBook]),
    Step::new(
        "cuda",
        Group::Extra,
        "tests of CUDA devices, with a stand-in for the driver",
        Commands(&[
            "cargo test --no-fail-fast -p objet-runtime --features opencl,cuda --lib --test cuda",
            "cargo test --no-fail-fast -p objet-runtime --features opencl,cuda --doc",
        ]),
    ),
    Step::new(
        "opencl",
        Group::Extra,
        "tests of OpenCL devices",
        Commands(&["cargo test --no-fail-fast -p objet-runtime --features opencl,cuda --test opencl"]),
    )
    .needs(&[Tool::OpenCl]),
    Step::new(
        "front-end",
        Group::Extra,
        "the tests of TVM's Python front end in tests/front-end/passed.txt pass on the C library",
        Function(front_end::check, "`../shared/front-end/run` on the library that tests use"),
    )
    .needs(&[Tool::Python]),
    Step::new(
        "browser",
        Group::Extra,
        "tests of the page of `objet html` in a browser",
        // These tests are ignored elsewhere, because they need a browser.
        Commands(&[on_packages!("cargo test --no-fail-fast", "--test suite -- --ignored html_in_browser")]),
    )
    .needs(&[Tool::Chromium]),
    Step::new(
        "benches",
        Group::Extra,
        "each benchmark runs once, without optimization, also under valgrind",
        Commands(&[
            on_packages!("cargo test", "--bench * -- --test"),
            // With `--bench`, the benchmark makes all sessions.
            on_packages!("cargo test", "--bench sessions -- --bench"),
        ]),
    )
    .partly_needs(&[Tool::Valgrind]),
    Step::new(
        "wheel",
        Group::Extra,
        "tests of optimized wheels: tags, contents, Python's stable ABI, and the test suites",
        Function(
            python::test_wheels,
            "builds and installs both wheels; abi3audit, auditwheel and pytest over them",
        ),
    )
    .needs(&[Tool::Python])
    .in_folder(Folder::Wheels),
    Step::new(
        "wasm",
        Group::Extra,
        "the framework builds for WebAssembly, and the tests of its crates pass in Node",
        Function(wasm::check, "`cargo build` for wasm32-unknown-unknown, `cargo test` for wasm32-wasip1"),
    )
    .needs(&[Tool::Node, Tool::WasmTargets]),
    // Steps with separate folders, the longest first.
    Step::new(
        "fuzz",
        Group::Extra,
        "readers of files withstand arbitrary bytes, for 20 seconds each",
        Function(fuzz::check, "`cargo xtask fuzz --seconds 20`"),
    )
    .needs(&[Tool::Sanitizers])
    .in_folder(Folder::Own),
    Step::new(
        "address-sanitizer",
        Group::Extra,
        "tests and programs in C have no memory errors and no leaks",
        Function(sanitizers::address, "`cargo test` with -Zsanitizer=address"),
    )
    .needs(&[Tool::Sanitizers])
    .in_folder(Folder::Own),
    Step::new(
        "thread-sanitizer",
        Group::Extra,
        "tests have no data races",
        Function(
            sanitizers::thread,
            "`cargo test` with -Zsanitizer=thread and an instrumented standard library",
        ),
    )
    .needs(&[Tool::Sanitizers, Tool::RustSource])
    .in_folder(Folder::Own),
    Step::new(
        "miri",
        Group::Extra,
        "tests of the object core, reflection and calls have no undefined behavior",
        Function(miri::check, "`cargo miri test` under Tree Borrows, with a nightly toolchain"),
    )
    .needs(&[Tool::Miri])
    .in_folder(Folder::Own),
    Step::new(
        "size",
        Group::Extra,
        "sizes of a library and of a program, and the number of crates without features",
        Function(
            size::check,
            "counts crates; builds `quickstart` for release, and `minimal` with the profile `size`",
        ),
    )
    .needs(&[Tool::RustSource])
    .in_folder(Folder::Own),
];

/// Returns the step of this name.
pub(crate) fn by_name(name: &str) -> Option<&'static Step> {
    STEPS.iter().find(|step| step.name == name)
}

/// Returns the steps of a group.
pub(crate) fn of_group(group: Group) -> Vec<&'static Step> {
    STEPS.iter().filter(|step| step.group == group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        for step in STEPS {
            assert!(std::ptr::eq(by_name(step.name).unwrap(), step), "{} is there twice", step.name);
        }
    }
}
