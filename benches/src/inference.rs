//! Cases of type inference, compared with loading the same program. The programs are MobileNet as
//! TVM saved it before inference, and a module of a hundred copies. Chains of calls show that the
//! time is linear.

use std::fs;
use std::path::Path;

use objet::prelude::*;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::op::Op;
use objet_ir::types::{TensorType, Type};
use objet_relay::expr::{Call, Function, Let, Var};
use objet_relay::infer::infer_module;

use crate::case::{Case, Contestant, Goal};
use crate::graphs::File;
use crate::networks::{copies, module};

/// The name of the contestant that loads the program.
const LOAD: &str = "load its graph";

/// Returns the cases over networks. The larger module has `count` copies.
pub fn inference_cases(count: usize) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/graphs/mobilenet_b1_s224.raw.json");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let network = File::of_text("MobileNet", text);
    let networks = copies("100 x MobileNet", &network, count);
    [network, networks].iter().map(case).collect()
}

/// The name of the contestant with half as many calls.
const HALF: &str = "half as many";

/// Returns cases over chains of `length` calls in one function, the second with a `let` for each
/// call. Twice as many calls take at most 2.2 times as long.
pub fn chain_cases(length: usize) -> [Case; 2] {
    let case = |what: &str, module: fn(usize) -> (IRModule, usize)| {
        let contestant = |name, length| {
            let (module, calls) = module(length);
            Contestant::making(name, calls, move || infer(&module))
        };
        let goals = [Goal::Times(HALF, 1.1)];
        Case::new(what, &goals, contestant("objet", length), vec![contestant(HALF, length / 2)])
    };
    [case("infer, a chain of calls", calls), case("infer, a chain of lets", lets)]
}

/// Returns a module with a chain of calls, and the number of calls.
fn calls(length: usize) -> (IRModule, usize) {
    let (x, relu) = (vector(), relu());
    let call = |below| Call::new(relu.clone(), [below], None, [], None).upcast();
    let body = (0..length).fold(x.clone().upcast(), |below: RelayExpr, _| call(below));
    (of_function(x, body), length)
}

/// Returns a module with a chain of `let`s, each with a call, and the number of calls.
fn lets(length: usize) -> (IRModule, usize) {
    let (x, relu) = (vector(), relu());
    let vars: Vec<Var> = (0..length).map(|_| Var::new("v", None, None)).collect();
    let operands = std::iter::once(&x).chain(&vars);
    let last: RelayExpr = vars.last().unwrap_or(&x).clone().upcast();
    let bindings: Vec<_> = operands.zip(&vars).collect();
    let body = bindings.into_iter().rev().fold(last, |body, (operand, var)| {
        let value = Call::new(relu.clone(), [operand.clone().upcast()], None, [], None);
        Let::new(var.clone(), value, body, None).upcast()
    });
    (of_function(x, body), length)
}

fn vector() -> Var {
    let ty: Type = TensorType::new([4.into()], DataType::float(32)).upcast();
    Var::new("x", Some(ty), None)
}

fn relu() -> Op {
    Op::get("nn.relu").unwrap_or_else(|error| panic!("{error}"))
}

fn of_function(x: Var, body: RelayExpr) -> IRModule {
    let main = Function::new([x], body, None, [], None, None);
    let module = IRModule::from_parts([(GlobalVar::new("main"), main)], []);
    module.unwrap_or_else(|error| panic!("{error}"))
}

fn infer(module: &IRModule) -> IRModule {
    infer_module(module).unwrap_or_else(|error| panic!("{error}"))
}

fn case(file: &File) -> Case {
    let module = module(file);
    let ours = Contestant::making("objet", file.nodes, move || infer(&module));
    let peer = file.clone();
    let peer = Contestant::making(LOAD, file.nodes, move || peer.load());
    Case::new(format!("infer, {}", file.name), &[Goal::Times(LOAD, 2.0)], ours, vec![peer])
}
