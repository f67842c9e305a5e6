//! Cases over networks: loading, visiting, rewriting and saving. The networks are ResNet-18 as TVM
//! saved it, and a module of a hundred copies.

mod by_hand;

use std::fs;
use std::path::Path;

use objet::prelude::*;
use objet::save_json;
use objet::walk::deep_copy;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::op::Op;
use objet_relay::expr::Call;
use objet_relay::functor::{ExprMutator, ExprVisitor};

use crate::case::{Case, Contestant, Goal};
use crate::graphs::{File, SKIP};

/// Returns a network that TVM saved.
pub fn network() -> File {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/graphs/resnet18_b1_s224.typed.json");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    File::of_text("ResNet-18", text)
}

/// Returns a module with `count` copies of the network.
pub fn networks(count: usize) -> File {
    copies("100 x ResNet-18", &network(), count)
}

/// Returns a module with `count` copies of a network, which share no nodes.
pub(crate) fn copies(name: &'static str, network: &File, count: usize) -> File {
    let network = module(network);
    let mut module = IRModule::new();
    for number in 0..count {
        let functions = deep_copy(&network).functions.load();
        for function in functions.values() {
            let name = format!("main_{number}");
            let var = GlobalVar::new(name.as_str());
            let fields = module.make_mut();
            fields.global_var_map.get_mut().insert(name.into(), var.clone());
            fields.functions.get_mut().insert(var, function.clone());
        }
    }
    let text = save_json(&module).unwrap_or_else(|error| panic!("{name}: {error}"));
    File::of_text(name, text)
}

pub(crate) fn module(file: &File) -> IRModule {
    match file.load().downcast() {
        Ok(module) => module,
        Err(error) => panic!("{}: {error}", file.name),
    }
}

/// Returns all cases over networks. The larger module has `count` copies.
pub fn network_cases(count: usize) -> Vec<Case> {
    let files = [network(), networks(count)];
    files.iter().flat_map(|file| [walk(file), rewrite(file), load(file), save(file)]).collect()
}

fn load(file: &File) -> Case {
    let ours = file.clone();
    let ours = Contestant::making("objet", file.nodes, move || ours.load());
    Case::new(format!("load, {}", file.name), &[Goal::Times(SKIP, 3.5)], ours, vec![file.skip()])
}

fn save(file: &File) -> Case {
    let root = file.load();
    let ours = Contestant::making("objet", file.nodes, move || save_json(&root).ok());
    Case::new(format!("save, {}", file.name), &[Goal::Times(SKIP, 2.0)], ours, vec![file.skip()])
}

/// Counts the calls of an operator.
struct Calls<'a> {
    op: &'a Op,
    count: u64,
}

impl ExprVisitor for Calls<'_> {
    fn visit_call(&mut self, call: &Call) {
        self.count += u64::from(call.calls(self.op));
    }
}

/// Returns the case of counting the calls of an operator.
fn walk(file: &File) -> Case {
    let (module, op) = (module(file), op("nn.relu"));
    let (by_hand, of_hand) = (module.clone(), op.clone());
    let ours = Contestant::over("objet", file.nodes, move || {
        let mut calls = Calls { op: &op, count: 0 };
        calls.visit(&module);
        calls.count
    });
    let peer = Contestant::over(by_hand::NAME, file.nodes, move || {
        by_hand::count_calls(by_hand.functions.load().values(), &of_hand)
    });
    Case::new(format!("walk, {}", file.name), &[], ours, vec![peer])
}

/// Replaces calls of one operator by calls of another one.
struct Replace<'a> {
    from: &'a Op,
    to: &'a Op,
}

impl ExprMutator for Replace<'_> {
    type Error = objet::walk::RewriteError;

    fn visit_call(&mut self, mut call: Call) -> Result<RelayExpr, Self::Error> {
        if call.calls(self.from) {
            *call.make_mut().op = self.to.clone().upcast();
        }
        Ok(call.upcast())
    }
}

/// Replaces one operator by another. The network stays shared with the next round, so the mutator
/// copies all nodes that change.
fn rewrite(file: &File) -> Case {
    let (module, from, to) = (module(file), op("nn.relu"), op("tanh"));
    let (by_hand, hand_from, hand_to) = (module.clone(), from.clone(), to.clone());
    let ours = Contestant::making("objet", file.nodes, move || {
        Replace { from: &from, to: &to }.mutate(module.clone()).ok().map(|module| module.functions.load())
    });
    let peer = Contestant::making(by_hand::NAME, file.nodes, move || {
        let replaced = |function| by_hand::replace(function, &hand_from, &hand_to);
        by_hand.functions.load().values().map(replaced).collect::<Vec<_>>()
    });
    Case::new(format!("rewrite, {}", file.name), &[], ours, vec![peer])
}

fn op(name: &str) -> Op {
    Op::get(name).unwrap_or_else(|error| panic!("{error}"))
}
