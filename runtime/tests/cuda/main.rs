//! A program of its own, which needs the feature `cuda`: CUDA devices and modules, without a
//! driver, with a stand-in for it, and with a real GPU.
//!
//! The stand-in, `fake_cuda.c`, is a library that is built here and found by a process of its own under the name of NVIDIA's driver. It
//! shows what the runtime asks the driver for, and what it makes of the answers. What a real driver answers, only the test
//! in `gpu.rs` shows, which is run by hand:
//!
//! ```text
//! cargo test -p objet-runtime --features cuda --test cuda gpu:: -- --ignored --nocapture
//! ```
#![cfg(target_os = "linux")]

mod fake;
mod gpu;
mod no_driver;
mod stand_in;
mod vector_add;

use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the stand-in into a folder of that name, which it gives.
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

/// Runs the tests of a module of this file, one after the other, in a process that finds the driver in `folder`.
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
fn devices_and_modules_with_a_stand_in_for_the_driver() {
    run("stand_in::", &build_fake("fake_cuda", &[]), &[]);
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
