//! Cases of programs in text form: parsing, compared with loading the graph of the same program,
//! and printing. The programs are networks that TVM saved, modules of a hundred copies, and nested
//! programs.

use std::fs;
use std::path::Path;

use objet::prelude::*;
use objet::save_json;
use objet_relay::text::{as_text, parse_module};

use crate::case::{Case, Contestant, Goal};
use crate::graphs::File;
use crate::networks::{copies, module, network, networks};

/// The name of the contestant that loads the program.
const LOAD: &str = "load its graph";

/// The maximum time to print a byte, in nanoseconds: 100 MB a second.
const PRINT: f64 = 10.0;

/// Returns the cases of parsing networks. The larger module has `count` copies.
pub fn parsing_cases(count: usize) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/graphs");
    let saved = |name, file| {
        let path = folder.join(file);
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        File::of_text(name, text)
    };
    let mobilenet = saved("MobileNet", "mobilenet_b1_s224.raw.json");
    let mobilenets = copies("100 x MobileNet", &mobilenet, count);
    let resnet = saved("ResNet-18, typed", "resnet18_b1_s224.typed.json");
    [mobilenet, mobilenets, resnet].iter().map(case).collect()
}

/// Returns cases over programs of `length` parts, and twice as many. Half of the cases have the
/// parts in `let`s, and half nested in each other.
pub fn nested_cases(length: usize) -> Vec<Case> {
    let lets = |name, length| {
        of_text(name, &format!("def @main(%x: int32) {{ {} %x }}", "let %x = nn.relu(%x);\n".repeat(length)))
    };
    let calls = |name, length| {
        let (begin, end) = ("nn.relu(".repeat(length), ")".repeat(length));
        of_text(name, &format!("def @main(%x: int32) {{ {begin}%x{end} }}"))
    };
    vec![
        lets("lets", length),
        lets("twice as many lets", 2 * length),
        calls("nested calls", length),
        calls("twice as many nested calls", 2 * length),
    ]
}

/// Returns a case over a text. The graph of its program has spans too.
fn of_text(name: &'static str, text: &str) -> Case {
    let module = parse_module("parsed", text).unwrap_or_else(|error| panic!("{error}"));
    let graph = save_json(&module).unwrap_or_else(|error| panic!("{name}: {error}"));
    compare(&File::of_text(name, graph), text.to_owned())
}

fn case(file: &File) -> Case {
    let text = as_text(Some(&module(file).upcast()), true, None);
    compare(file, text.unwrap_or_else(|error| panic!("{error}")))
}

fn compare(file: &File, text: String) -> Case {
    let parse = move || parse_module("parsed", &text).unwrap_or_else(|error| panic!("{error}"));
    let ours = Contestant::making("objet", file.nodes, parse);
    let peer = file.clone();
    let peer = Contestant::making(LOAD, file.nodes, move || peer.load());
    Case::new(format!("parse, {}", file.name), &[Goal::Times(LOAD, 1.5)], ours, vec![peer])
}

/// Returns the cases of printing networks, with inferred types. The larger module has `count`
/// copies.
pub fn printing_cases(count: usize) -> Vec<Case> {
    [network(), networks(count)].iter().map(print).collect()
}

/// The objects are the bytes of the text.
fn print(file: &File) -> Case {
    let root = file.load();
    let text = move || as_text(Some(&root), false, None).unwrap_or_else(|error| panic!("{error}"));
    let ours = Contestant::making("objet", text().len(), text);
    Case::new(format!("print, {}", file.name), &[Goal::Nanoseconds(PRINT)], ours, Vec::new())
}
