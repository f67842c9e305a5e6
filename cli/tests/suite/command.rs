//! Runs the command like a user, and writes graphs for tests.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The result of a run.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the output is not UTF-8");
        Self {
            code: output.status.code().expect("the command was killed by a signal"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }
}

impl Run {
    /// Returns the output of a successful run.
    #[track_caller]
    pub(crate) fn ok(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }
}

/// Returns the command without the environment variables that affect colors.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_objet"));
    command.args(args);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM", "CI"] {
        command.env_remove(name);
    }
    command
}

/// Runs the command.
pub(crate) fn objet(args: &[&str]) -> Run {
    command(args).output().expect("the command").into()
}

/// Runs the command with `input` on standard input.
pub(crate) fn objet_reading(args: &[&str], input: &[u8]) -> Run {
    let mut command = command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command");
    let mut stdin = child.stdin.take().expect("its standard input");
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // The command may exit before it reads all input.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().expect("its output").into()
    })
}

/// Returns the path of a real file.
pub(crate) fn real(name: &str) -> String {
    let path = graphs().join(format!("{name}.json"));
    assert!(path.exists(), "{}", path.display());
    path.to_str().expect("a path in UTF-8").into()
}

/// Returns the folder of real files.
pub(crate) fn graphs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/graphs")
}

/// Writes a file for a test, and returns its path.
pub(crate) fn file(name: &str, text: &str) -> String {
    let path = scratch(name);
    fs::write(&path, text).expect("a writable folder");
    path
}

/// Returns a path for a test to write to.
pub(crate) fn scratch(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    folder.join(name).to_str().expect("a path in UTF-8").into()
}

/// Returns a saved graph of node 0 and these nodes.
pub(crate) fn graph(nodes: &[&str]) -> String {
    let nodes: Vec<_> = ["\"type_key\": \"\""]
        .iter()
        .chain(nodes)
        .map(|node| format!("    {{\n      {node}\n    }}"))
        .collect();
    let end = "\n  ], \n  \"b64ndarrays\": [], \n  \"attrs\": {\"tvm_version\": \"0.8.0\"}\n}";
    format!("{{\n  \"root\": 1, \n  \"nodes\": [\n{}{end}", nodes.join(", \n"))
}

/// Returns a saved node with these attributes. A single attribute is on the same line as its
/// braces.
pub(crate) fn node(type_key: &str, attrs: &[(&str, &str)]) -> String {
    let texts: Vec<_> = attrs.iter().map(|(name, value)| format!("\"{name}\": \"{value}\"")).collect();
    let attrs = match attrs.len() {
        1 => texts.concat(),
        _ => format!("\n        {}\n      ", texts.join(", \n        ")),
    };
    format!("\"type_key\": \"{type_key}\", \n      \"attrs\": {{{attrs}}}")
}

/// Returns a saved chain of `length` nodes. Each node refers to the next one; the last one has a
/// value.
pub(crate) fn chain(length: usize, value: &str) -> String {
    let mut text = String::from("{\n  \"root\": 1, \n  \"nodes\": [\n    {\n      \"type_key\": \"\"\n    }");
    for number in 1..=length {
        text += ", \n    {\n      ";
        text += &match number == length {
            true => node("far.End", &[("value", value)]),
            false => node("far.Link", &[("next", &(number + 1).to_string())]),
        };
        text += "\n    }";
    }
    text + "\n  ], \n  \"b64ndarrays\": [], \n  \"attrs\": {\"tvm_version\": \"0.8.0\"}\n}"
}
