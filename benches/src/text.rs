//! Cases of the text form. The programs are ResNet-18 as TVM saved it, and a module of a hundred
//! copies.

use objet_relay::text::as_text;

use crate::case::{Case, Contestant, Goal};
use crate::graphs::File;
use crate::networks::{network, networks};

/// The maximum time to print a byte, in nanoseconds: 100 MB a second.
const PRINT: f64 = 10.0;

/// Returns all cases of the text form. The larger module has `count` copies.
pub fn text_cases(count: usize) -> Vec<Case> {
    [network(), networks(count)].iter().map(print).collect()
}

/// The objects are the bytes of the text.
fn print(file: &File) -> Case {
    let root = file.load();
    let text = move || as_text(Some(&root), false, None).unwrap_or_else(|error| panic!("{error}"));
    let ours = Contestant::making("objet", text().len(), text);
    Case::new(format!("print, {}", file.name), &[Goal::Nanoseconds(PRINT)], ours, Vec::new())
}
