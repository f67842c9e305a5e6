//! Cases of the text form. The programs are ResNet-18 as TVM saved it, and a module of a hundred
//! copies.

use objet_relay::text::{as_text, parse_module};

use crate::case::{Case, Contestant, Goal};
use crate::graphs::File;
use crate::networks::{network, networks};

/// The maximum time to print a byte, in nanoseconds: 100 MB a second.
const PRINT: f64 = 10.0;

/// The name of the contestant that loads the same program from JSON.
const LOAD: &str = "load";

/// Returns all cases of the text form. The larger module has `count` copies.
pub fn text_cases(count: usize) -> Vec<Case> {
    [network(), networks(count)].iter().flat_map(|file| [parse(file), print(file)]).collect()
}

/// The objects are the nodes of the program.
fn parse(file: &File) -> Case {
    let text = as_text(Some(&file.load()), true, None).unwrap_or_else(|error| panic!("{error}"));
    let parse = move || parse_module("network.rly", &text).unwrap_or_else(|error| panic!("{error}"));
    let ours = Contestant::making("objet", file.nodes, parse);
    let peer = file.clone();
    let peer = Contestant::making(LOAD, file.nodes, move || peer.load());
    Case::new(format!("parse, {}", file.name), &[Goal::Times(LOAD, 1.5)], ours, vec![peer])
}

/// The objects are the bytes of the text.
fn print(file: &File) -> Case {
    let root = file.load();
    let text = move || as_text(Some(&root), false, None).unwrap_or_else(|error| panic!("{error}"));
    let ours = Contestant::making("objet", text().len(), text);
    Case::new(format!("print, {}", file.name), &[Goal::Nanoseconds(PRINT)], ours, Vec::new())
}
