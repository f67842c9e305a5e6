//! Devices for the expressions that no annotation decides.

use objet::prelude::*;
use objet::walk::WalkEvent;
use objet_ir::expr::RelayExpr;

use super::constraints::Planner;
use super::domains::Domain;
use crate::expr::{CallNode, FunctionNode, LetNode};
use crate::functor::parts;
use crate::scope::is_primitive;

/// Chooses devices for the functions, the calls and the variables of a global function, from the
/// outside to the inside.
pub(super) fn settle(planner: &mut Planner, root: &RelayExpr, default: i32) {
    let mut walk = parts(root);
    while let Some(event) = walk.next() {
        let WalkEvent::Enter(object) = event else { continue };
        match_node!(match &object {
            function @ FunctionNode => {
                if is_primitive(function) {
                    walk.skip_subtree();
                    continue;
                }
                let params: Vec<Domain> =
                    function.params.iter().map(|param| planner.domain(param.upcast_ref())).collect();
                let result = planner.domain(&function.body);
                planner.domains.settle_by_result(&params, result, default);
            }
            call @ CallNode => {
                let args: Vec<Domain> = call.args.iter().map(|arg| planner.domain(arg)).collect();
                let Some(expr) = object.downcast_ref::<RelayExpr>() else { continue };
                let result = planner.domain(expr);
                planner.domains.settle_by_result(&args, result, default);
            }
            node @ LetNode => {
                // A variable without a device is where the value of the `let` is.
                let [var, body] = [node.var.upcast_ref(), &node.body].map(|part| planner.domain(part));
                let device_type = planner.domains.device_type(body).unwrap_or(default);
                planner.domains.settle(var, device_type);
            }
            _ => {}
        });
    }
}
