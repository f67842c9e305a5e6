//! The inputs of shape functions.

use foldhash::{HashMap, HashSet};
use objet::prelude::*;
use objet_ir::expr::{Integer, RelayExpr};
use objet_ir::op::{Op, OpAttrMap};

use super::ManifestAllocError;
use crate::expr::{CallNode, ConstantNode, FunctionNode, Id, TupleGetItemNode, TupleNode, VarNode};

/// The part of an argument that decides the shape of a result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ShapeInput {
    Shape,
    Values,
}

/// Returns the input of the shape function of a fused function, for each parameter.
pub(super) fn shape_inputs(function: &FunctionNode) -> Result<Vec<ShapeInput>, ManifestAllocError> {
    let refused = |found| ManifestAllocError::Shape { found };
    let data_dependent: OpAttrMap<Array<Integer>> = Op::get_attr_map("TShapeDataDependent");
    let shape_functions: OpAttrMap<ObjectRef> = Op::get_attr_map("FShapeFunc");
    let mut inputs: HashMap<Id, ShapeInput> = HashMap::default();
    let mut seen = HashSet::default();
    // The root is neither a shape nor values.
    let mut waiting: Vec<(&RelayExpr, Option<ShapeInput>)> = vec![(&function.body, None)];
    while let Some((expr, input)) = waiting.pop() {
        match_node!(match expr {
            var @ VarNode => {
                let input = input.unwrap_or(ShapeInput::Shape);
                if inputs.insert(var.vid.clone(), input).is_some_and(|before| before != input) {
                    return Err(refused("the values and the shape of a parameter decide it"));
                }
            }
            ConstantNode => {}
            tuple @ TupleNode => waiting.extend(tuple.fields.iter().map(|field| (field, input))),
            item @ TupleGetItemNode => waiting.push((&item.tuple_value, input)),
            call @ CallNode => {
                let Some(op) = call.op.downcast_ref::<Op>() else {
                    return Err(refused("it calls another function"));
                };
                if input == Some(ShapeInput::Values) {
                    return Err(refused("the values of an intermediate result decide it"));
                }
                if !seen.insert(expr.clone()) {
                    continue;
                }
                let missing = |attr| ManifestAllocError::ShapeFunction { op: op.name.to_string(), attr };
                shape_functions.get(op)?.ok_or_else(|| missing("FShapeFunc"))?;
                let dependent = data_dependent.get(op)?.ok_or_else(|| missing("TShapeDataDependent"))?;
                for (index, arg) in call.args.iter().enumerate() {
                    // One mark is that of all arguments.
                    let mark = if dependent.len() == 1 { dependent.first() } else { dependent.get(index) };
                    let by_values = mark.is_some_and(|mark| mark.value != 0);
                    let input = if by_values { ShapeInput::Values } else { ShapeInput::Shape };
                    waiting.push((arg, Some(input)));
                }
            }
            _ => return Err(refused("it has an expression other than calls and tuples")),
        });
    }
    let inputs = function.params.iter().map(|param| inputs.get(&param.vid).copied());
    inputs.collect::<Option<_>>().ok_or(refused("a parameter is not used"))
}
