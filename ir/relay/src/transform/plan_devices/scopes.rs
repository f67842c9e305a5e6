//! The devices of expressions in a function whose devices are planned.

use foldhash::HashMap;
use objet::prelude::*;
use objet::walk::WalkEvent;
use objet_ir::expr::{Integer, RelayExpr};

use super::annotations::on_device;
use super::constraints::param_device_types;
use crate::expr::{FunctionNode, Id, LetNode, VarNode};
use crate::functor::parts;
use crate::scope::is_primitive;

/// The types of the devices of expressions.
#[derive(Default)]
pub(crate) struct Scopes {
    vars: HashMap<Id, i32>,
    /// The device at each expression.
    exprs: HashMap<RelayExpr, i32>,
}

impl Scopes {
    /// Finds the devices in a function.
    pub(crate) fn of(root: &RelayExpr) -> Self {
        let mut this = Self::default();
        let mut open: Vec<Option<i32>> = Vec::new();
        let mut walk = parts(root);
        while let Some(event) = walk.next() {
            match event {
                WalkEvent::Enter(object) => {
                    let Some(expr) = object.downcast_ref::<RelayExpr>() else { continue };
                    let here = open.last().copied().flatten();
                    if let Some(here) = here {
                        this.exprs.insert(expr.clone(), here);
                    }
                    match_node!(match expr {
                        function @ FunctionNode => {
                            if is_primitive(function) {
                                walk.skip_subtree();
                            } else {
                                open.push(this.enter_function(function));
                            }
                        }
                        node @ LetNode => {
                            let device_type = this.of_value(&node.value, here);
                            if let Some(device_type) = device_type {
                                this.vars.insert(node.var.vid.clone(), device_type);
                            }
                        }
                        _ => {
                            if let Some(annotation) = on_device(expr).filter(|found| found.is_fixed) {
                                open.push(Some(annotation.device_type));
                            }
                        }
                    });
                }
                WalkEvent::Leave(object) => {
                    let is_fixed = |expr: &RelayExpr| on_device(expr).is_some_and(|found| found.is_fixed);
                    if object.is_instance::<FunctionNode>()
                        || object.downcast_ref::<RelayExpr>().is_some_and(is_fixed)
                    {
                        open.pop();
                    }
                }
            }
        }
        this
    }

    /// Returns the device of the result of a function.
    fn enter_function(&mut self, function: &FunctionNode) -> Option<i32> {
        let attrs = function.attrs.as_ref()?;
        let params = param_device_types(attrs).unwrap_or_default();
        let vars = function.params.iter().map(|param| param.vid.clone());
        self.vars.extend(vars.zip(params));
        attrs.get::<Integer>("result_device_type").map(|number| number.value as i32)
    }

    /// Returns the device of an expression in a place on the device `here`.
    fn of_value(&self, expr: &RelayExpr, here: Option<i32>) -> Option<i32> {
        match (on_device(expr), expr.as_node::<VarNode>()) {
            (Some(annotation), _) if annotation.is_fixed => Some(annotation.device_type),
            (_, Some(var)) => self.vars.get(&var.vid).copied().or(here),
            _ => here,
        }
    }

    /// Returns the device at an expression.
    pub(crate) fn at(&self, expr: &RelayExpr) -> Option<i32> {
        self.exprs.get(expr).copied()
    }

    /// Returns the device of a part of an expression.
    pub(crate) fn of_part(&self, part: &RelayExpr, parent: &RelayExpr) -> Option<i32> {
        self.of_value(part, self.at(parent))
    }
}
