//! Cases of files in the format of tvm-ffi.

use objet::graph::{Format, LoadJson, SaveJson};
use objet::prelude::*;

use super::file::{File, SKIP};
use crate::case::{Case, Contestant, Goal};
use crate::graph_nodes::dag;

/// A file of TVM 0.27, whose types are unknown.
const RELAX: &str = include_str!("../../../tests/graphs/tvm-ffi/mlp.calltir.json");

/// Returns the cases of saving and loading a DAG, a file of TVM with unknown types, and a large
/// file of constants.
pub(super) fn cases(count: usize) -> Vec<Case> {
    let root: ObjectRef = dag(count).upcast();
    let text = saved(&root);
    let dag = File { name: "DAG, tvm-ffi", nodes: text.matches("{\"type\":").count(), text: text.into() };
    let nodes = RELAX.matches("{\"type\":").count();
    let relax = File { name: "relax, tvm-ffi, unknown types", nodes, text: RELAX.into() };
    let text = constants(3 * count / 10);
    let nodes = text.matches("{\"type\":").count();
    let wide = File { name: "constants, tvm-ffi, unknown types", nodes, text: text.into() };
    [dag, relax, wide].iter().flat_map(|file| [save(file), load(file)]).collect()
}

/// Returns a file of an array of constants of an unknown type, with two nodes for each, as TVM
/// writes them.
fn constants(count: usize) -> String {
    let mut nodes = vec![r#"{"type":"None"}"#.to_owned()];
    for value in 0..count {
        let number = nodes.len();
        nodes.push(format!(r#"{{"type":"int","data":{}}}"#, 1000 + value));
        nodes
            .push(format!(r#"{{"type":"far.IntImm","data":{{"span":0,"dtype":"int64","value":{number}}}}}"#));
    }
    let root = nodes.len();
    let indices: Vec<_> = (0..count).map(|value| (2 * value + 2).to_string()).collect();
    nodes.push(format!(r#"{{"type":"ffi.Array","data":[{}]}}"#, indices.join(",")));
    format!(r#"{{"root_index":{root},"nodes":[{}]}}"#, nodes.join(","))
}

fn save(file: &File) -> Case {
    let root = loaded(file);
    let ours = Contestant::making("objet", file.nodes, move || saved(&root));
    Case::new(format!("save, {}", file.name), &[Goal::Times(SKIP, 2.0)], ours, vec![file.skip()])
}

fn load(file: &File) -> Case {
    let ours = file.clone();
    let ours = Contestant::making("objet", file.nodes, move || loaded(&ours));
    Case::new(format!("load, {}", file.name), &[Goal::Times(SKIP, 3.5)], ours, vec![file.skip()])
}

fn saved(root: &ObjectRef) -> String {
    SaveJson::new(Format::TvmFfi).to_string(root).unwrap_or_else(|error| panic!("cannot save: {error}"))
}

fn loaded(file: &File) -> ObjectRef {
    match LoadJson::new().keep_unknown(true).load(file.text.as_bytes()) {
        Ok(Some(root)) => root,
        result => panic!("{}: {result:?}", file.name),
    }
}
