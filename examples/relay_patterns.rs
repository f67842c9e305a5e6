//! Fusion by dataflow patterns: finds the dense layers of a network that TVM saved, rewrites each
//! bias into a sum, and moves each layer into a function of its own.
//!
//! The argument is the file of a module. Without an argument, the example uses a file in
//! `examples/data`.

use std::error::Error;
use std::path::PathBuf;

use objet::load_json;
use objet::prelude::*;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModule;
use objet_relay::dataflow_pattern::{
    DFPattern, PatternRewrite, find_all, is_op, partition, rewrite, wildcard,
};
use objet_relay::expr::FunctionNode;
use objet_relay::op::add;
use objet_relay::text::pretty_print;

/// A dense layer with a bias, and a `relu` if there is one.
fn layer() -> Result<DFPattern, Box<dyn Error>> {
    let dense = is_op("nn.dense")?.call([wildcard(), wildcard()]);
    let biased = is_op("nn.bias_add")?.call([&dense, &wildcard()]) | (&dense + wildcard());
    Ok(biased.optional(|biased| Ok(is_op("nn.relu")?.call([biased])))?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let default = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/data/mlp_b1.typed.json");
    let path = std::env::args_os().nth(1).map_or_else(default, PathBuf::from);
    let module: IRModule = load_json(&std::fs::read_to_string(path)?)?.downcast()?;
    let main = module.lookup_by_name("main")?;
    let body = &main.as_node::<FunctionNode>().ok_or("the module has no relay function `main`")?.body;
    println!("expressions that match: {}", find_all(&layer()?, body)?.len());

    // Each bias of a dense layer has the last axis, so the sum is the same.
    let (dense, bias) = (is_op("nn.dense")?.call([wildcard(), wildcard()]), wildcard());
    let biased = is_op("nn.bias_add")?.call([&dense, &bias]);
    let sums =
        PatternRewrite::new(biased, |found| Ok(add(found.expr(&dense)?, found.expr(&bias)?)?.upcast()));
    let body: RelayExpr = rewrite(&mut [sums], body, Some(&module))?;

    // Each layer becomes a function, which a code generator can take.
    let attrs = DictAttrs::new([("Composite", objet::String::from("demo.layer"))]);
    let mut layers = 0;
    let body = partition(&layer()?, &body, Some(&attrs), |_| {
        layers += 1;
        Ok(true)
    })?;
    println!("layers: {layers}\n{}", pretty_print(Some(body.upcast_ref())));
    Ok(())
}
