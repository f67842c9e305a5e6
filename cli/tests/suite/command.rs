//! Runs the command as a user does.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What a run of the command gave.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("text in UTF-8");
        Self {
            code: output.status.code().expect("an end of its own"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }
}

impl Run {
    /// The output of a run in which all went well.
    #[track_caller]
    pub(crate) fn ok(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }
}

/// The command, with nothing of the environment that colors could depend on.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_objet"));
    command.args(args);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM", "CI"] {
        command.env_remove(name);
    }
    command
}

/// Runs it.
pub(crate) fn objet(args: &[&str]) -> Run {
    command(args).output().expect("the command").into()
}

/// Runs it with `input` on standard input.
pub(crate) fn objet_reading(args: &[&str], input: &[u8]) -> Run {
    let mut command = command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command");
    let mut stdin = child.stdin.take().expect("its standard input");
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // It may end before it has read everything.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().expect("its output").into()
    })
}

/// A real file, by its name.
pub(crate) fn real(name: &str) -> String {
    let path = graphs().join(format!("{name}.json"));
    assert!(path.exists(), "{}", path.display());
    path.to_str().expect("a path in UTF-8").into()
}

/// The folder of real files.
pub(crate) fn graphs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/graphs")
}

/// Writes a file for a test, and gives its path.
pub(crate) fn file(name: &str, text: &str) -> String {
    let path = scratch(name);
    fs::write(&path, text).expect("a writable folder");
    path
}

/// A path for a test to write to.
pub(crate) fn scratch(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    folder.join(name).to_str().expect("a path in UTF-8").into()
}

/// A graph of these nodes behind node 0, as it is saved.
pub(crate) fn graph(nodes: &[&str]) -> String {
    let nodes: Vec<_> = ["\"type_key\": \"\""]
        .iter()
        .chain(nodes)
        .map(|node| format!("    {{\n      {node}\n    }}"))
        .collect();
    let end = "\n  ], \n  \"b64ndarrays\": [], \n  \"attrs\": {\"tvm_version\": \"0.8.0\"}\n}";
    format!("{{\n  \"root\": 1, \n  \"nodes\": [\n{}{end}", nodes.join(", \n"))
}

/// A node of that type with these attributes. A single one stands in the line of its node.
pub(crate) fn node(type_key: &str, attrs: &[(&str, &str)]) -> String {
    let texts: Vec<_> = attrs.iter().map(|(name, value)| format!("\"{name}\": \"{value}\"")).collect();
    let attrs = match attrs.len() {
        1 => texts.concat(),
        _ => format!("\n        {}\n      ", texts.join(", \n        ")),
    };
    format!("\"type_key\": \"{type_key}\", \n      \"attrs\": {{{attrs}}}")
}

/// A chain of so many nodes, each of which leads to the next; the last one has a value.
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
