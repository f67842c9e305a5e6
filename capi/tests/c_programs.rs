//! Programs in C and C++ against the library, compiled by the system's compiler. With `OBJET_C_FLAGS` the compiler is given more:
//! `-fsanitize=address`, say.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder in which cargo puts the library, beside the tests.
fn libraries() -> PathBuf {
    std::env::current_exe().unwrap().parent().unwrap().to_owned()
}

fn source(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c").join(file)
}

fn succeed(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}\n{err}", output.status);
}

/// Compiles a file, as what `flags` say, and gives where it is.
fn compile(file: &str, name: &str, flags: &[&str]) -> PathBuf {
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let is_cpp = file.ends_with(".cpp");
    let compiler = if is_cpp { ("CXX", "c++", "-std=c++17") } else { ("CC", "cc", "-std=c11") };
    let mut command = Command::new(std::env::var_os(compiler.0).as_deref().unwrap_or(OsStr::new(compiler.1)));
    command
        .args([compiler.2, "-g", "-Wall", "-Wextra", "-Werror", "-pthread", "-o"])
        .arg(&made)
        .arg(source(file));
    command.arg("-I").arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("include")).args(flags);
    let more = std::env::var("OBJET_C_FLAGS").unwrap_or_default();
    succeed(command.args(more.split_whitespace()));
    made
}

/// Compiles a program, links it to the library and runs it.
fn run(file: &str, args: &[&OsStr]) {
    let libraries = libraries();
    let path = libraries.to_str().unwrap();
    let (name, _) = file.split_once('.').unwrap();
    let program = compile(file, name, &["-L", path, "-lobjet_capi", &format!("-Wl,-rpath,{path}")]);
    succeed(Command::new(program).args(args));
}

macro_rules! programs {
    ($($name:ident: $file:literal),+ $(,)?) => {
        $(
            #[test]
            fn $name() {
                run($file, &[]);
            }
        )+
    };
}

programs! {
    sizes_offsets_and_codes: "layout.c",
    values_of_every_code: "values.c",
    functions_of_c: "functions.c",
    global_names: "registry.c",
    objects_and_types: "objects.c",
    tensors_and_dlpack: "arrays.c",
    errors: "errors.c",
    threads: "threads.c",
    whatever_is_passed_wrongly: "wrong.c",
    from_cpp: "from_cpp.cpp",
}

#[test]
fn compiled_code() {
    let library = compile("library.c", "library.so", &["-shared", "-fPIC"]);
    run("compiled.c", &[library.as_os_str()]);
}
