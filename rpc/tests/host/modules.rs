//! Modules of compiled code that clients upload.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use objet_object::{DataType, DeviceType, NDArray};
use objet_rpc::{Session, TimerOptions};
use objet_runtime::{Module, NDArrayExt};

use crate::Host;

/// Runs a program, which is part of each system that compiles.
fn run(command: &mut Command) {
    let status = command.status().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(status.success(), "{command:?}");
}

/// Compiles `module.c`, and returns the content of the file.
fn compiled(directory: &Path, name: &str, flags: &[&str]) -> Vec<u8> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = directory.join(name);
    let mut command = Command::new("cc");
    command.args(["-fPIC", "-O1", "-Wall", "-Werror"]).args(flags).arg("-o").arg(&path);
    command.arg("-I").arg(manifest.join("../runtime/tests/c")).arg(manifest.join("tests/host/module.c"));
    run(&mut command);
    fs::read(path).expect("the compiled file")
}

/// Returns a directory for compiled files.
fn place() -> tempfile::TempDir {
    tempfile::tempdir().expect("a directory")
}

fn library() -> Vec<u8> {
    compiled(place().path(), "module.so", &["-shared"])
}

fn load(session: &Session, name: &str, content: &[u8]) -> Module {
    session.upload(name, content).expect("it is uploaded");
    session.load_module(name).expect("it is loaded")
}

#[track_caller]
fn assert_adds(module: &Module) {
    let add = module.expect_function("add").expect("a function");
    assert_eq!(add.call_as::<i64>((40, 2)).expect("a number"), 42);
}

fn elements(tensor: &NDArray) -> Vec<f32> {
    tensor.to_host().expect("a copy").to_vec().expect("its elements")
}

#[test]
fn a_library_is_loaded_and_called() {
    let host = Host::start(|_| {});
    let session = host.connect();
    let module = load(&session, "module.so", &library());
    assert_eq!(module.type_key(), "rpc");
    assert_adds(&module);
    assert!(module.function("subtract").expect("an answer").is_none());
    let error = module.expect_function("add").expect("a function").call((1,)).expect_err("one argument");
    assert!(error.to_string().contains("num_args should be 2"), "{error}");
    // The session ends with the module, not with the first reference.
    drop(session);
    assert_adds(&module);
    drop(module);
    assert!(host.all_ended());
}

#[test]
fn an_object_file_is_linked_by_the_server() {
    let host = Host::start(|_| {});
    let session = host.connect();
    let object = compiled(place().path(), "module.o", &["-c"]);
    assert_adds(&load(&session, "module.o", &object));

    let download = session.get_function("tvm.rpc.server.download_linked_module").expect("a function");
    let linked: Vec<u8> = download.call_as(("module.o",)).expect("a library");
    assert!(linked.starts_with(b"\x7fELF") && linked != object);
    assert_adds(&load(&host.connect(), "linked.so", &linked));

    session.upload("broken.o", b"no code").expect("it is uploaded");
    let error = session.load_module("broken.o").expect_err("it has no code").to_string();
    assert!(error.contains("broken.o") && error.contains("failed"), "{error}");
    download.call(("missing.o",)).expect_err("it does not exist");
    download.call(("../module.o",)).expect_err("it is not plain");
}

#[test]
fn an_archive_of_object_files_is_linked_by_the_server() {
    let host = Host::start(|_| {});
    let session = host.connect();
    let place = place();
    compiled(place.path(), "module.o", &["-c"]);
    let more: PathBuf = place.path().join("more.c");
    fs::write(&more, "int more(void) { return 1; }").expect("it is written");
    run(Command::new("cc").args(["-fPIC", "-c"]).arg(&more).arg("-o").arg(place.path().join("more.o")));
    let archive = place.path().join("module.tar");
    run(Command::new("tar")
        .arg("-cf")
        .arg(&archive)
        .arg("-C")
        .arg(place.path())
        .args(["module.o", "more.o"]));
    assert_adds(&load(&session, "module.tar", &fs::read(archive).expect("the archive")));
    assert_adds(&session.load_module("module.tar").expect("it is loaded again"));

    session.upload("broken.tar", b"no archive").expect("it is uploaded");
    let error = session.load_module("broken.tar").expect_err("it is no archive").to_string();
    assert!(error.contains("broken.tar") && error.contains("failed"), "{error}");
}

#[test]
fn a_function_writes_to_a_tensor_of_the_session_and_is_measured() {
    let host = Host::start(|_| {});
    let session = host.connect();
    let module = load(&session, "module.so", &library());
    let device = session.device(DeviceType::CPU, 0);
    let tensor = NDArray::empty(&[2, 3], DataType::float(32), device).expect("a tensor");
    module.expect_function("fill").expect("a function").call((&tensor, 1.5)).expect("it is filled");
    assert_eq!(elements(&tensor), [1.5; 6]);

    let options = TimerOptions { number: 3, repeat: 4, ..TimerOptions::default() };
    let timer = session.time_evaluator(Some(&module), "fill", device, &options).expect("a timer");
    let timing = timer.run((&tensor, 2.5)).expect("times");
    assert_eq!(timing.results().len(), 4);
    assert!(timing.mean() > 0.0 && timing.mean() < 10.0, "{timing:?}");
    assert_eq!(elements(&tensor), [2.5; 6]);
    let timer = session.time_evaluator(Some(&module), "missing", device, &options);
    timer.and_then(|timer| timer.run(())).expect_err("no such function");

    let local = NDArray::zeros(&[2], DataType::float(32)).expect("a tensor");
    let fill = module.expect_function("fill").expect("a function");
    let error = fill.call((&local, 1.0)).expect_err("a tensor of the client").to_string();
    assert!(error.contains("argument 0"), "{error}");
}

#[test]
fn a_library_that_crashes_ends_its_session_alone() {
    let host = Host::start(|_| {});
    let (crashing, other) = (host.connect(), host.connect());
    let library = library();
    let (module, unharmed) = (load(&crashing, "m.so", &library), load(&other, "m.so", &library));
    let crash = module.expect_function("crash").expect("a function");
    let error = crash.call(()).expect_err("the process aborts").to_string();
    assert!(error.contains(&host.address().to_string()), "{error}");
    module.function("add").expect_err("the session has ended");
    assert_adds(&unharmed);
    drop((crashing, module, crash, other, unharmed));
    assert!(host.all_ended() && host.serves());
}

#[test]
fn a_file_that_is_no_library_is_an_error() {
    let host = Host::start(|_| {});
    let session = host.connect();
    session.upload("text.so", b"no library").expect("it is uploaded");
    let error = session.load_module("text.so").expect_err("it is no library").to_string();
    assert!(error.contains("text.so"), "{error}");
    session.load_module("missing.so").expect_err("it does not exist");
    assert_adds(&load(&session, "module.so", &library()));
}
