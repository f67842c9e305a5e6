//! The users of each expression, with the patterns of calls and of uses.

use foldhash::HashMap;
use objet::String;
use objet::prelude::*;
use objet::progress::Steps;
use objet::walk::WalkEvent;
use objet_ir::adt::ConstructorNode;
use objet_ir::expr::{GlobalVarNode, Integer, PrimExpr, RelayExpr};
use objet_ir::op::{Op, OpAttrMap, OpNode, OpPatternKind};
use objet_ir::types::{TensorTypeNode, TupleTypeNode, Type};

use crate::analysis::is_dynamic;
use crate::attrs::StridedSliceAttrsNode;
use crate::expr::{CallNode, ConstantNode, FunctionNode, TupleGetItemNode, TupleNode};
use crate::functor::parts;
use crate::kernels::scalar::Scalar;
use crate::scope::{is_primitive, operands};
use crate::transform::typed_exprs::known_tensor;

/// A use of an expression.
#[derive(Clone, Copy)]
pub(super) struct Use {
    /// The position of the user.
    pub(super) user: usize,
    pub(super) pattern: OpPatternKind,
}

/// An expression with its users.
pub(super) struct Node {
    pub(super) expr: RelayExpr,
    pub(super) pattern: OpPatternKind,
    /// The users that a kernel can compute together with the expression.
    pub(super) uses: Vec<Use>,
    /// Whether the expression is needed outside of kernels.
    pub(super) is_needed: bool,
}

/// The expressions of a program in post-order. The parts of functions that are fused or belong to
/// external compilers are left out.
pub(super) struct Dataflow {
    pub(super) nodes: Vec<Node>,
    positions: HashMap<RelayExpr, usize>,
}

/// The attributes of operators that fusion reads.
struct OpAttributes {
    patterns: OpAttrMap<OpPatternKind>,
    data_dependent: OpAttrMap<Array<Integer>>,
}

impl Dataflow {
    pub(super) fn new(root: &RelayExpr) -> Self {
        let mut this = Self { nodes: Vec::new(), positions: HashMap::default() };
        let mut walk = parts(root);
        while let Some(event) = walk.next() {
            match event {
                WalkEvent::Enter(object) if object.as_node::<FunctionNode>().is_some_and(is_closed) => {
                    walk.skip_subtree();
                    if let Ok(function) = object.downcast() {
                        this.insert(function);
                    }
                }
                WalkEvent::Enter(_) => {}
                WalkEvent::Leave(object) => {
                    if let Ok(expr) = object.downcast::<RelayExpr>() {
                        this.insert(expr);
                    }
                }
            }
        }
        let attributes = OpAttributes {
            patterns: Op::get_attr_map("TOpPattern"),
            data_dependent: Op::get_attr_map("TShapeDataDependent"),
        };
        let mut steps = Steps::new("fuse", Some(this.nodes.len()));
        for position in 0..this.nodes.len() {
            steps.next();
            this.set_uses(position, &attributes);
        }
        if let Some(root) = this.nodes.last_mut() {
            root.is_needed = true;
        }
        this
    }

    fn insert(&mut self, expr: RelayExpr) {
        self.positions.insert(expr.clone(), self.nodes.len());
        let (pattern, uses, is_needed) = (OpPatternKind::Opaque, Vec::new(), false);
        self.nodes.push(Node { expr, pattern, uses, is_needed });
    }

    pub(super) fn position(&self, expr: &RelayExpr) -> Option<usize> {
        self.positions.get(expr).copied()
    }

    /// Whether the expression has a group: whether it computes or names a value.
    pub(super) fn is_value(&self, position: usize) -> bool {
        let expr = &self.nodes[position].expr;
        !(expr.is_instance::<OpNode>()
            || expr.is_instance::<FunctionNode>()
            || expr.is_instance::<GlobalVarNode>()
            || expr.is_instance::<ConstructorNode>())
    }

    /// Adds the uses of the operands of an expression, and sets its pattern.
    fn set_uses(&mut self, user: usize, attributes: &OpAttributes) {
        let expr = self.nodes[user].expr.clone();
        match_node!(match &expr {
            constant @ ConstantNode => {
                if is_simple(&constant.data) {
                    self.nodes[user].pattern = OpPatternKind::ElemWise;
                }
            }
            call @ CallNode => {
                let pattern = attributes.pattern(&expr, call);
                self.nodes[user].pattern = pattern;
                self.need(&call.op);
                for arg in &call.args {
                    let keeps_shape = pattern == OpPatternKind::Broadcast && has_shape_of(arg, &expr);
                    let pattern = if keeps_shape { OpPatternKind::ElemWise } else { pattern };
                    self.add_use(arg, Use { user, pattern });
                }
            }
            tuple @ TupleNode => {
                self.nodes[user].pattern = OpPatternKind::Tuple;
                for field in &tuple.fields {
                    match known_tensor(field) {
                        Some(_) => self.add_use(field, Use { user, pattern: OpPatternKind::Injective }),
                        None => self.need(field),
                    }
                }
            }
            item @ TupleGetItemNode => {
                if is_tuple_of_tensors(item.tuple_value.checked_type.as_ref()) {
                    self.nodes[user].pattern = OpPatternKind::Injective;
                    self.add_use(&item.tuple_value, Use { user, pattern: OpPatternKind::Injective });
                } else {
                    self.need(&item.tuple_value);
                }
            }
            function @ FunctionNode => {
                if !is_closed(function) {
                    function.params.iter().for_each(|param| self.need(param.upcast_ref()));
                    self.need(&function.body);
                }
            }
            // The other expressions are computed outside of kernels, and so are their operands.
            _ => {
                if let Some(binding) = expr.as_node::<crate::expr::LetNode>() {
                    self.need(binding.var.upcast_ref());
                }
                operands(&expr).for_each(|operand| self.need(&operand));
            }
        });
    }

    fn add_use(&mut self, expr: &RelayExpr, found: Use) {
        if let Some(position) = self.position(expr) {
            self.nodes[position].uses.push(found);
        }
    }

    fn need(&mut self, expr: &RelayExpr) {
        if let Some(position) = self.position(expr) {
            self.nodes[position].is_needed = true;
        }
    }
}

impl OpAttributes {
    fn pattern(&self, expr: &RelayExpr, call: &CallNode) -> OpPatternKind {
        let Some(op) = call.op.downcast_ref::<Op>() else { return OpPatternKind::Opaque };
        let is_dynamic = || expr.checked_type.as_ref().is_some_and(is_dynamic);
        if is_dynamic() && self.is_data_dependent(op, call) {
            return OpPatternKind::Opaque;
        }
        self.patterns.get(op).ok().flatten().unwrap_or(OpPatternKind::Opaque)
    }

    /// Whether the shape of the result depends on the elements of arguments.
    fn is_data_dependent(&self, op: &Op, call: &CallNode) -> bool {
        let Ok(Some(depends)) = self.data_dependent.get(op) else { return false };
        let slice = call.attrs.as_ref().and_then(|attrs| attrs.as_node::<StridedSliceAttrsNode>());
        let is_static = |slice: &StridedSliceAttrsNode| {
            slice.begin.is_some() && slice.end.is_some() && slice.strides.is_some()
        };
        !(op.name == "strided_slice" && slice.is_some_and(is_static))
            && depends.iter().any(|depends| depends.value != 0)
    }
}

/// Whether fusion leaves a function as it is.
pub(super) fn is_closed(function: &FunctionNode) -> bool {
    let compiler = function.attrs.as_ref().and_then(|attrs| attrs.get::<String>("Compiler"));
    is_primitive(function) || compiler.is_some()
}

/// Whether a kernel can contain the constant: a scalar of a common data type.
fn is_simple(data: &NDArray) -> bool {
    let dtype = data.dtype();
    let is_common = dtype == DataType::BOOL || ((dtype.is_int() || dtype.is_float()) && dtype.bits >= 32);
    is_common && Scalar::of(data).is_some()
}

fn has_shape_of(a: &RelayExpr, b: &RelayExpr) -> bool {
    match (known_tensor(a), known_tensor(b)) {
        (Some(a), Some(b)) => is_same_shape(&a.shape, &b.shape),
        _ => false,
    }
}

fn is_same_shape(a: &Array<PrimExpr>, b: &Array<PrimExpr>) -> bool {
    a.same_as(b) || objet::structural_equal(a, b)
}

fn is_tuple_of_tensors(ty: Option<&Type>) -> bool {
    let tuple = ty.and_then(|ty| ty.as_node::<TupleTypeNode>());
    tuple.is_some_and(|tuple| tuple.fields.iter().all(|field| field.is_instance::<TensorTypeNode>()))
}
