//! CUDA devices and modules: without a driver, with a fake driver, and with a real GPU. This is a
//! separate test program because it needs the feature `cuda`.
//!
//! The fake driver `fake_cuda.c` is built here as a library. Separate processes find it under the
//! name of NVIDIA's driver. These tests check the calls that the runtime makes, and how it handles
//! the results. Only the test in `gpu.rs` checks the behavior of a real driver. It is run by hand:
//!
//! ```text
//! cargo test -p objet-runtime --features cuda --test cuda gpu:: -- --ignored --nocapture
//! ```
#![cfg(target_os = "linux")]

mod fake;
mod fake_driver;
mod gpu;
mod no_driver;
mod vector_add;

use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the fake driver in a folder of that name, and returns the folder.
fn build_fake(name: &str, flags: &[&str]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let mut cc = Command::new("cc");
    cc.args(["-std=gnu11", "-g", "-Wall", "-Wextra", "-shared", "-fPIC"]).args(flags);
    cc.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cuda/fake_cuda.c"));
    cc.arg("-o").arg(folder.join("libcuda.so.1")).arg("-lpthread");
    let status = cc.status().expect("a C compiler named cc");
    assert!(status.success(), "{cc:?}");
    folder
}

/// Runs the tests of a module of this program one by one, in a process that finds the driver in
/// `folder`.
fn run(module: &str, folder: &Path, more: &[(&str, &str)]) {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args([module, "--ignored", "--test-threads=1"]);
    child.env("LD_LIBRARY_PATH", folder).env(fake::MARK, "1").envs(more.iter().copied());
    let output = child.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(!text.contains("running 0 tests"), "{text}");
    println!("{text}");
}

#[test]
fn devices_and_modules_with_a_fake_driver() {
    run("fake_driver::", &build_fake("fake_cuda", &[]), &[]);
}

#[test]
fn a_driver_that_lacks_a_function_is_an_error() {
    run("no_driver::too_old", &build_fake("old_fake_cuda", &["-DFAKE_CUDA_OLD"]), &[]);
}

#[test]
fn a_driver_that_finds_no_device_is_an_error() {
    let folder = build_fake("fake_cuda_alone", &[]);
    run("no_driver::without_device", &folder, &[("FAKE_CUDA_NO_DEVICE", "1")]);
}
