//! Analyses of relay expressions.

mod alpha_equal;
mod answers_of_tvm;
mod calibration;
mod call_graph;
mod features;
mod globals;
mod kinds;
mod matches;
mod operators;
mod variables;
mod well_formed;

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModule;
use objet_relay::expr::{Tuple, Var};

use crate::graphs;

fn var(name: &str) -> Var {
    Var::new(name, None, None)
}

fn unit() -> RelayExpr {
    Tuple::new([], None).into()
}

fn pair(a: impl Into<RelayExpr>, b: impl Into<RelayExpr>) -> RelayExpr {
    Tuple::new([a.into(), b.into()], None).into()
}

fn load(name: &str) -> IRModule {
    graphs::load(name).downcast().unwrap()
}
