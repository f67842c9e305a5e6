//! Cases of type inference, compared with loading the same program. The programs are MobileNet as
//! TVM saved it before inference, a module of a hundred copies, and chains of calls.

use std::fs;
use std::path::Path;

use objet::prelude::*;
use objet::save_json;
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

/// Returns cases over chains of calls: `length` of them in one function, and twice as many. Half of
/// the cases have the calls in `let`s.
pub fn chain_cases(length: usize) -> Vec<Case> {
    let chain = |name, body: RelayExpr, x: Var| {
        let main = Function::new([x], body, None, [], None, None);
        let module = IRModule::from_parts([(GlobalVar::new("main"), main)], []);
        let module = module.unwrap_or_else(|error| panic!("{name}: {error}"));
        let text = save_json(&module).unwrap_or_else(|error| panic!("{name}: {error}"));
        case(&File::of_text(name, text))
    };
    let relu = Op::get("nn.relu").unwrap_or_else(|error| panic!("{error}"));
    let call = |operand: RelayExpr| Call::new(relu.clone(), [operand], None, [], None);
    let vector: Type = TensorType::new([4.into()], DataType::float(32)).upcast();
    let calls = |name, length| {
        let x = Var::new("x", Some(vector.clone()), None);
        let body = (0..length).fold(x.clone().upcast(), |below, _| call(below).upcast());
        chain(name, body, x)
    };
    let lets = |name, length| {
        let x = Var::new("x", Some(vector.clone()), None);
        let vars: Vec<Var> = (0..length).map(|_| Var::new("v", None, None)).collect();
        let operands = std::iter::once(&x).chain(&vars);
        let last = vars.last().unwrap_or(&x).clone().upcast();
        let bindings: Vec<_> = operands.zip(&vars).collect();
        let body = bindings.into_iter().rev().fold(last, |body: RelayExpr, (operand, var)| {
            Let::new(var.clone(), call(operand.clone().upcast()), body, None).upcast()
        });
        chain(name, body, x)
    };
    vec![
        calls("a chain of calls", length),
        calls("twice as many calls", 2 * length),
        lets("a chain of lets", length),
        lets("twice as many lets", 2 * length),
    ]
}

fn case(file: &File) -> Case {
    let module = module(file);
    let infer = move || infer_module(&module).unwrap_or_else(|error| panic!("{error}"));
    let ours = Contestant::making("objet", file.nodes, infer);
    let peer = file.clone();
    let peer = Contestant::making(LOAD, file.nodes, move || peer.load());
    Case::new(format!("infer, {}", file.name), &[Goal::Times(LOAD, 2.0)], ours, vec![peer])
}
