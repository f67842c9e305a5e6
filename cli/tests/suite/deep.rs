//! All commands on a chain of 1,000,000 nodes, with a stack of 1 MB.

use std::fs;
use std::process::Command;
use std::sync::LazyLock;

use crate::command::{Run, chain, file, scratch};

const LENGTH: usize = 1_000_000;

static CHAIN: LazyLock<String> = LazyLock::new(|| file("chain.json", &chain(LENGTH, "x")));

/// Runs the command with a small stack.
fn objet(args: &[&str]) -> Run {
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -s 1024; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_objet")]).args(args);
    shell.output().expect("a shell").into()
}

#[test]
fn check() {
    let out = objet(&["check", &CHAIN]).ok();
    let bytes = fs::metadata(&*CHAIN).unwrap().len();
    assert_eq!(out, format!("ok {} nodes={} types=3 bytes={bytes}\n", *CHAIN, LENGTH + 1));
}

#[test]
fn stats() {
    let out = objet(&["stats", &CHAIN, "--json"]).ok();
    let stats: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&stats["depth"], &stats["tree_nodes"]), (&(LENGTH - 1).into(), &(LENGTH as f64).into()));
}

#[test]
fn diff() {
    let other = file("other_chain.json", &chain(LENGTH, "y"));
    let run = objet(&["diff", &CHAIN, &other]);
    assert_eq!((run.code, run.out), (1, format!(".next{{{}}}.value: \"x\" vs \"y\"\n", LENGTH - 1)));
    fs::remove_file(other).unwrap();
}

#[test]
fn show() {
    let out = objet(&["show", &CHAIN]).ok();
    assert!(out.lines().next().unwrap().contains("far.End(value=x)"));
    assert!(out.lines().last().unwrap().starts_with("%1 = far.Link(next="));
    assert_eq!(out.matches("far.Link(").count(), LENGTH - 1);
}

#[test]
fn dot() {
    let path = scratch("chain.dot");
    assert_eq!(objet(&["dot", &CHAIN, "-o", &path]).ok(), "");
    let out = fs::read_to_string(&path).unwrap();
    assert_eq!(out.matches(" -> ").count(), LENGTH - 1);
    fs::remove_file(path).unwrap();
}

#[test]
fn svg() {
    let out = objet(&["svg", &CHAIN]).ok();
    assert_eq!(out.matches(">far.Link</text>").count(), 60);
    assert!(out.contains("… 1 more"));
}

#[test]
fn html() {
    let path = scratch("chain.html");
    assert_eq!(objet(&["html", &CHAIN, "-o", &path]).ok(), "");
    let page = fs::read_to_string(&path).unwrap();
    assert_eq!(page.matches(",\n[0,\"f\",0,").count(), LENGTH - 1);
    assert!(page.contains(",\n[1,\"f\",1,\"=x\"]]"));
    fs::remove_file(path).unwrap();
}
