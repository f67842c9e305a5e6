//! C and C++ test programs, compiled with the system compiler and linked to the library.
//!
//! The variable `OBJET_C_FLAGS` adds compiler flags, for example `-fsanitize=address`.

#[path = "../../../../docs/blocks.rs"]
mod blocks;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use blocks::{blocks, is_as_shown, pages};

/// Returns the folder of the test binaries, where cargo also puts the library.
fn libraries() -> PathBuf {
    std::env::current_exe().unwrap().parent().unwrap().to_owned()
}

/// Resolves a path relative to the folder of the crate.
fn source(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}

/// Runs a command that must succeed, and returns its standard output.
fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}\n{err}", output.status);
    out.into_owned()
}

/// Compiles a file with the given flags and returns the path of the output.
fn compile(file: &str, name: &str, flags: &[&str]) -> PathBuf {
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let is_cpp = Path::new(file).extension() == Some(OsStr::new("cpp"));
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

/// Compiles a program and links it to the library. Returns its path.
fn link(file: &str, name: &str) -> PathBuf {
    let libraries = libraries();
    let path = libraries.to_str().unwrap();
    compile(file, name, &["-L", path, "-lobjet_capi", &format!("-Wl,-rpath,{path}")])
}

/// Compiles a program, links it to the library, runs it, and returns its standard output.
fn run(file: &str, args: &[&OsStr]) -> String {
    let name = Path::new(file).file_stem().unwrap().to_str().unwrap();
    succeed(Command::new(link(file, name)).args(args))
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
    sizes_offsets_and_codes: "tests/c/layout.c",
    values_of_every_code: "tests/c/values.c",
    functions_of_c: "tests/c/functions.c",
    global_names: "tests/c/registry.c",
    objects_and_types: "tests/c/objects.c",
    tensors_and_dlpack: "tests/c/arrays.c",
    errors: "tests/c/errors.c",
    threads: "tests/c/threads.c",
    invalid_arguments: "tests/c/wrong.c",
    from_cpp: "tests/c/from_cpp.cpp",
}

#[test]
fn compiled_code() {
    let library = compile("tests/c/library.c", "library.so", &["-shared", "-fPIC"]);
    run("tests/c/compiled.c", &[library.as_os_str()]);
}

#[test]
fn compiled_networks() {
    let code = "../../runtime/tests/c";
    let [first, second] = ["functions", "network"].map(|name| source(&format!("{code}/{name}.c")));
    // Code that TVM compiles has unused parameters.
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("network.so");
    let mut command = Command::new("cc");
    succeed(command.args(["-shared", "-fPIC", "-o"]).arg(&made).args([first, second]));
    run("tests/c/executor.c", &[made.as_os_str(), source(&format!("{code}/network.json")).as_os_str()]);
}

#[test]
#[cfg(feature = "full")]
fn types_of_the_ir() {
    run("tests/c/full.c", &[]);
}

#[test]
fn the_example_of_functions() {
    let printed = run("../../examples/c/hello.c", &[]);
    assert!(
        printed.starts_with("example.sum(20, 22) = 42\nwith a float: TypeError: expected integers\n"),
        "{printed}"
    );
    assert!(printed.contains(" example.sum "), "{printed}");
}

#[test]
fn the_example_of_tensors() {
    let printed = run("../../examples/c/tensor.c", &[]);
    assert!(printed.starts_with("2 x 3: 2 4 6 8 10 12\nthe same memory: yes\nValueError: "), "{printed}");
}

/// Compiles the blocks of C in the book, and runs the programs. Each must print the text that the
/// page shows.
///
/// - A block `c` is a program, and a block `c,full` one that needs the library with the IR.
/// - A block `c,library` is a library, `deploy.so` in the folder of the later programs of the page.
/// - A block `c,ignore` is left out.
#[test]
fn programs_of_the_book() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book");
    fs::create_dir_all(&folder).unwrap();
    let mut count = 0;
    for page in pages() {
        let stem = page.file_stem().unwrap().display();
        for block in blocks(&fs::read_to_string(&page).unwrap()) {
            let is_left_out = block.info == "c,full" && cfg!(not(feature = "full"));
            if !["c", "c,full", "c,library"].contains(&&*block.info) || is_left_out {
                continue;
            }
            let name = format!("book/{stem}-{}", block.line);
            let file = folder.with_file_name(format!("{name}.c"));
            fs::write(&file, &block.code).unwrap();
            let file = file.to_str().unwrap();
            if block.info == "c,library" {
                compile(file, "book/deploy.so", &["-shared", "-fPIC"]);
                continue;
            }
            count += 1;
            let printed = succeed(Command::new(link(file, &name)).current_dir(&folder));
            if let Some(shown) = &block.shown {
                let at = format!("{}:{}", page.display(), block.line);
                assert!(is_as_shown(&printed, shown), "{at}:\nshown:\n{shown}printed:\n{printed}");
            }
        }
    }
    assert!(count >= 5, "{count}");
}
