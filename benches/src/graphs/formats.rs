//! Cases of saving and loading graphs in plain JSON and in postcard, compared with TVM 0.8's form.

use objet::graph::{Format, Graph, SaveJson};
use objet::prelude::*;
use objet::{load_json, save_json};

use super::file::File;
use crate::case::{Case, Contestant, Goal};

/// The name of the contestant that reads and writes TVM 0.8's form.
const TVM: &str = "TVM 0.8's form";

/// Returns the cases of a graph.
pub(super) fn cases(file: &File) -> Vec<Case> {
    let (root, nodes) = (file.load(), file.nodes);
    let goal = [Goal::Times(TVM, 1.0)];
    let saves = |what: &str, save: fn(&ObjectRef) -> Vec<u8>| {
        let [ours, theirs] = [root.clone(), root.clone()];
        let ours = Contestant::making("objet", nodes, move || save(&ours));
        let theirs = Contestant::making(TVM, nodes, move || tvm(&theirs));
        Case::new(format!("save, {}, {what}", file.name), &goal, ours, vec![theirs])
    };
    let loads = |what: &str, saved: Vec<u8>, load: fn(&[u8]) -> ObjectRef| {
        let ours = Contestant::making("objet", nodes, move || load(&saved));
        let text = tvm(&root);
        let theirs = Contestant::making(TVM, nodes, move || text_loaded(&text));
        Case::new(format!("load, {}, {what}", file.name), &goal, ours, vec![theirs])
    };
    vec![
        saves("plain JSON", plain),
        loads("plain JSON", plain(&root), text_loaded),
        saves("postcard", postcard),
        loads("postcard", postcard(&root), tables_loaded),
    ]
}

fn tvm(root: &ObjectRef) -> Vec<u8> {
    save_json(root).unwrap_or_else(|error| panic!("cannot save: {error}")).into_bytes()
}

fn plain(root: &ObjectRef) -> Vec<u8> {
    let saved = SaveJson::new(Format::Plain).to_string(root);
    saved.unwrap_or_else(|error| panic!("cannot save: {error}")).into_bytes()
}

fn postcard(root: &ObjectRef) -> Vec<u8> {
    postcard::to_stdvec(&Graph(root.clone())).unwrap_or_else(|error| panic!("cannot save: {error}"))
}

fn text_loaded(text: &[u8]) -> ObjectRef {
    let text = str::from_utf8(text).unwrap_or_else(|error| panic!("a saved file: {error}"));
    load_json(text).unwrap_or_else(|error| panic!("cannot load: {error}"))
}

fn tables_loaded(bytes: &[u8]) -> ObjectRef {
    let graph: Graph<ObjectRef> =
        postcard::from_bytes(bytes).unwrap_or_else(|error| panic!("cannot load: {error}"));
    graph.0
}
