//! Statements over tensors as hybrid scripts, from which hybrid operations can be made again.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::string::String;

use objet::function::{ErrorKind, RuntimeError};
use objet::prelude::*;
use objet_ir::expr::{FloatImmNode, IntImmNode, PrimExpr, number_text};
use objet_ir::op::OpNode;

use super::{Operation, Tensor, TensorOperation};
use crate::expr::{
    AddNode, AndNode, CallNode, CastNode, DivNode, EQNode, FloorDivNode, FloorModNode, GENode, GTNode,
    IterVarNode, LENode, LTNode, MaxNode, MinNode, ModNode, MulNode, NENode, NotNode, OrNode,
    ProducerLoadNode, SelectNode, StringImmNode, SubNode, Var,
};
use crate::op;
use crate::stmt::{
    AssertStmtNode, AttrStmtNode, EvaluateNode, ForNode, IfThenElseNode, LetStmtNode, ProducerRealizeNode,
    ProducerStoreNode, SeqStmtNode, Stmt,
};

/// An error of [`hybrid_script`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HybridScriptError {
    /// A statement or an expression has no form in a script.
    #[error("a hybrid script has no {0}: write the statement of a schedule before it is lowered")]
    Unsupported(&'static str),
    /// A data type has no name in a script.
    #[error("Unsupported type {0}: a hybrid script has scalars of 8 to 64 bits")]
    DType(DataType),
    /// An input is neither a tensor nor a variable.
    #[error("Input should either be a tensor or a variable: input {index} is a {found}")]
    Input {
        /// The index of the input.
        index: usize,
        /// The type key of the input.
        found: &'static str,
    },
}

impl From<HybridScriptError> for RuntimeError {
    fn from(error: HybridScriptError) -> Self {
        Self::with_source(ErrorKind::TVM_ERROR, error)
    }
}

type Result<T = ()> = std::result::Result<T, HybridScriptError>;

/// Names with a meaning in scripts, in the order in which TVM reserves them, and then the other
/// keywords of Python.
const RESERVED: &str = "
    def for in range True False unroll const_range parallel vectorize bind allocate output_tensor sqrt log tanh
    power exp sigmoid popcount likely int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32
    float64 ceil_div max_num_threads
    threadIdx.x threadIdx.y threadIdx.z blockIdx.x blockIdx.y blockIdx.z vthread
    and as assert async await break class continue del elif else except finally from global if import is lambda
    nonlocal not or pass raise return try while with yield None
";

/// Returns a hybrid script that performs a statement.
///
/// The script has the kinds of loops that all scripts have: it does not keep annotations.
///
/// # Errors
/// Returns an error in these cases:
///
/// - A part of the statement has no form in a script, as accesses of buffers do not.
/// - A data type has no name in scripts.
/// - An input is neither a tensor nor a variable.
///
/// ```
/// use objet::prelude::*;
/// use objet_tir::expr::Var;
/// use objet_tir::stmt::{For, ProducerStore};
/// use objet_tir::te::{Tensor, hybrid_script};
///
/// let [a, b] = ["a", "b"].map(|name| Tensor::placeholder(name, [8.into()], DataType::int(32)));
/// let i = Var::new("i", DataType::int(32), None);
/// let doubled = (a.at([i.clone().upcast()])? * 2).expr()?;
/// let store = ProducerStore::new(b.clone(), doubled, [i.clone().upcast()], None);
/// let script = hybrid_script(&For::serial(i, 8, store)?.upcast(), &[a.upcast()], &[b], "double")?;
/// assert_eq!(script, "\
/// def double(a):
///     b = output_tensor((8, ), 'int32')
///     for i in range(8):
///         b[i] = (a[i] * 2)
///     return b
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hybrid_script(stmt: &Stmt, inputs: &[ObjectRef], outputs: &[Tensor], name: &str) -> Result<String> {
    let mut script = Script::default();
    for name in RESERVED.split_whitespace() {
        script.unique(name);
    }
    script.unique(name);
    script.text.push_str("def ");
    script.text.push_str(name);
    script.text.push('(');
    for (index, input) in inputs.iter().enumerate() {
        let name = if let Some(tensor) = input.downcast_ref::<Tensor>() {
            script.tensor(tensor)
        } else if let Some(var) = input.downcast_ref::<Var>() {
            script.var(var)
        } else {
            return Err(HybridScriptError::Input { index, found: input.type_key() });
        };
        script.text.push_str(if index == 0 { "" } else { ", " });
        script.text.push_str(&name);
    }
    script.text.push_str("):\n");
    let mut names = Vec::new();
    let mut pending = Vec::new();
    for tensor in outputs {
        let name = script.tensor(tensor);
        pending.push(Part::Line(0));
        pending.push(Part::from(format!("{name} = output_tensor((")));
        pending.extend(list(tensor.shape.iter().cloned(), true));
        pending.push(Part::from(format!("), '{}')\n", tensor.dtype)));
        names.push(name);
        script.outputs.insert((tensor.op.clone(), tensor.value_index));
    }
    pending.push(Part::Stmt(stmt.clone(), 0));
    pending.push(Part::Line(0));
    pending.push(Part::from(format!("return {}\n", names.join(", "))));
    script.print(pending)?;
    Ok(script.text)
}

/// A part of a script that is not printed yet.
enum Part {
    Text(Cow<'static, str>),
    /// The start of a line at a depth.
    Line(usize),
    /// An expression. An operand has parentheses where it is a conditional expression.
    Expr(PrimExpr, bool),
    /// A statement at a depth.
    Stmt(Stmt, usize),
}

impl From<&'static str> for Part {
    fn from(text: &'static str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Part {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

/// Returns expressions with commas between them. A tuple of one element has a comma after it.
fn list(elements: impl IntoIterator<Item = PrimExpr>, is_tuple: bool) -> Vec<Part> {
    let mut parts = Vec::new();
    for element in elements {
        if !parts.is_empty() {
            parts.push(", ".into());
        }
        parts.push(Part::Expr(element, false));
    }
    if is_tuple && parts.len() == 1 {
        parts.push(", ".into());
    }
    parts
}

fn operand(expr: &PrimExpr) -> Part {
    Part::Expr(expr.clone(), true)
}

fn binary(a: &PrimExpr, operator: &'static str, b: &PrimExpr) -> Vec<Part> {
    vec!["(".into(), operand(a), operator.into(), operand(b), ")".into()]
}

fn call(name: impl Into<Part>, args: impl IntoIterator<Item = PrimExpr>) -> Vec<Part> {
    let mut parts = vec![name.into(), "(".into()];
    parts.extend(list(args, false));
    parts.push(")".into());
    parts
}

fn conditional(condition: &PrimExpr, then: &PrimExpr, otherwise: &PrimExpr, is_operand: bool) -> Vec<Part> {
    let otherwise = Part::Expr(otherwise.clone(), false);
    let parts = [operand(then), " if ".into(), operand(condition), " else ".into(), otherwise];
    match is_operand {
        true => std::iter::once("(".into()).chain(parts).chain([")".into()]).collect(),
        false => parts.into(),
    }
}

/// Returns the name of a data type.
fn dtype_name(dtype: DataType) -> Result<String> {
    let is_known = dtype.is_scalar()
        && match dtype.bits {
            8 => dtype.is_int() || dtype.is_uint(),
            16 | 32 | 64 => dtype.is_int() || dtype.is_uint() || dtype.is_float(),
            _ => false,
        };
    if is_known { Ok(dtype.to_string()) } else { Err(HybridScriptError::DType(dtype)) }
}

fn without_dots(name: &str) -> String {
    name.replace('.', "_")
}

#[derive(Default)]
struct Script {
    text: String,
    /// The names in use, with the greatest number behind each that was tried.
    used: HashMap<String, usize>,
    vars: HashMap<Var, String>,
    tensors: HashMap<(Operation, i32), String>,
    /// The tensors that are allocated already.
    outputs: HashSet<(Operation, i32)>,
}

impl Script {
    /// Returns a name that is not in use.
    fn unique(&mut self, name: &str) -> String {
        let name = without_dots(name);
        let mut unique = name.clone();
        if let Some(mut count) = self.used.get(&name).copied() {
            while self.used.contains_key(&unique) {
                count += 1;
                unique = format!("{name}{count}");
            }
            self.used.insert(name, count);
        }
        self.used.insert(unique.clone(), 0);
        unique
    }

    fn var(&mut self, var: &Var) -> String {
        if let Some(name) = self.vars.get(var) {
            return name.clone();
        }
        let name = self.unique(&var.name_hint);
        self.vars.insert(var.clone(), name.clone());
        name
    }

    fn tensor(&mut self, tensor: &Tensor) -> String {
        let key = (tensor.op.clone(), tensor.value_index);
        if let Some(name) = self.tensors.get(&key) {
            return name.clone();
        }
        let name = match tensor.op.output_types().len() {
            0 | 1 => self.unique(&tensor.op.name),
            _ => self.unique(&format!("{}_v{}", tensor.op.name, tensor.value_index)),
        };
        self.tensors.insert(key, name.clone());
        name
    }

    fn producer(&mut self, producer: &impl IsObjectRef) -> Result<String> {
        match producer.as_object_ref().downcast_ref::<Tensor>() {
            Some(tensor) => Ok(self.tensor(tensor)),
            None => Err(HybridScriptError::Unsupported(producer.as_object_ref().type_key())),
        }
    }

    /// Prints parts in order.
    fn print(&mut self, parts: Vec<Part>) -> Result {
        let mut pending = parts;
        pending.reverse();
        while let Some(part) = pending.pop() {
            let parts = match part {
                Part::Text(text) => {
                    self.text.push_str(&text);
                    continue;
                }
                Part::Line(depth) => {
                    self.text.extend(std::iter::repeat_n("    ", depth + 1));
                    continue;
                }
                Part::Expr(expr, is_operand) => self.expr(&expr, is_operand)?,
                Part::Stmt(stmt, depth) => self.stmt(&stmt, depth)?,
            };
            pending.extend(parts.into_iter().rev());
        }
        Ok(())
    }

    fn expr(&mut self, expr: &PrimExpr, is_operand: bool) -> Result<Vec<Part>> {
        if let Some(var) = expr.downcast_ref::<Var>() {
            return Ok(vec![self.var(var).into()]);
        }
        let quotient = if expr.dtype.is_int() { " // " } else { " / " };
        Ok(match_node!(match expr {
            int @ IntImmNode => vec![int.value.to_string().into()],
            float @ FloatImmNode => {
                vec![format!("{}({})", dtype_name(float.dtype)?, number_text(float.value, 20)).into()]
            }
            string @ StringImmNode => vec![format!("'{}'", string.value).into()],
            cast @ CastNode if cast.dtype == cast.value.dtype => {
                vec![Part::Expr(cast.value.clone(), is_operand)]
            }
            cast @ CastNode => call(dtype_name(cast.dtype)?, [cast.value.clone()]),
            node @ AddNode => binary(&node.a, " + ", &node.b),
            node @ SubNode => binary(&node.a, " - ", &node.b),
            node @ MulNode => binary(&node.a, " * ", &node.b),
            node @ DivNode => binary(&node.a, quotient, &node.b),
            node @ FloorDivNode => binary(&node.a, quotient, &node.b),
            node @ ModNode => binary(&node.a, " % ", &node.b),
            node @ FloorModNode => binary(&node.a, " % ", &node.b),
            node @ MinNode => call("min", [node.a.clone(), node.b.clone()]),
            node @ MaxNode => call("max", [node.a.clone(), node.b.clone()]),
            node @ EQNode => binary(&node.a, " == ", &node.b),
            node @ NENode => binary(&node.a, " != ", &node.b),
            node @ LTNode => binary(&node.a, " < ", &node.b),
            node @ LENode => binary(&node.a, " <= ", &node.b),
            node @ GTNode => binary(&node.a, " > ", &node.b),
            node @ GENode => binary(&node.a, " >= ", &node.b),
            node @ AndNode => binary(&node.a, " and ", &node.b),
            node @ OrNode => binary(&node.a, " or ", &node.b),
            node @ NotNode => vec!["not ".into(), operand(&node.a)],
            load @ ProducerLoadNode => {
                let mut parts = vec![self.producer(&load.producer)?.into(), "[".into()];
                parts.extend(list(load.indices.iter().cloned(), false));
                parts.push("]".into());
                parts
            }
            select @ SelectNode => {
                let mut parts =
                    conditional(&select.condition, &select.true_value, &select.false_value, is_operand);
                if !is_operand {
                    parts.push("\n".into());
                }
                parts
            }
            node @ CallNode => call_parts(node, is_operand)?,
            _ => return Err(HybridScriptError::Unsupported(expr.type_key())),
        }))
    }

    fn stmt(&mut self, stmt: &Stmt, depth: usize) -> Result<Vec<Part>> {
        let line = || Part::Line(depth);
        Ok(match_node!(match stmt {
            binding @ LetStmtNode => {
                let name = self.var(&binding.var);
                let value = Part::Expr(binding.value.clone(), false);
                let body = Part::Stmt(binding.body.clone(), depth);
                vec![line(), format!("{name} = ").into(), value, "\n".into(), body]
            }
            attr @ AttrStmtNode => self.attr(attr, depth),
            realize @ ProducerRealizeNode => self.realize(realize, depth)?,
            assertion @ AssertStmtNode => {
                let (condition, message) = (operand(&assertion.condition), operand(&assertion.message));
                let body = Part::Stmt(assertion.body.clone(), depth);
                vec![line(), "assert ".into(), condition, ", ".into(), message, "\n".into(), body]
            }
            store @ ProducerStoreNode => {
                let mut parts = vec![line(), self.producer(&store.producer)?.into(), "[".into()];
                parts.extend(list(store.indices.iter().cloned(), false));
                parts.extend(["] = ".into(), Part::Expr(store.value.clone(), false), "\n".into()]);
                parts
            }
            node @ ForNode => {
                let name = self.var(&node.loop_var);
                let mut parts = vec![line(), format!("for {name} in range(").into()];
                if !op::is_const_int(&node.min, 0) {
                    parts.extend([operand(&node.min), ", ".into(), operand(&node.min), " + ".into()]);
                }
                parts.extend([operand(&node.extent), "):\n".into()]);
                parts.push(Part::Stmt(node.body.clone(), depth + 1));
                parts
            }
            node @ IfThenElseNode => {
                let mut parts = vec![line(), "if ".into(), operand(&node.condition), ":\n".into()];
                parts.push(Part::Stmt(node.then_case.clone(), depth + 1));
                if let Some(otherwise) = &node.else_case {
                    parts.extend([line(), "else:\n".into(), Part::Stmt(otherwise.clone(), depth + 1)]);
                }
                parts
            }
            seq @ SeqStmtNode => seq.seq.iter().map(|stmt| Part::Stmt(stmt.clone(), depth)).collect(),
            node @ EvaluateNode if op::as_const_int(&node.value).is_some() => vec![],
            node @ EvaluateNode => vec![line(), Part::Expr(node.value.clone(), false), "\n".into()],
            _ => return Err(HybridScriptError::Unsupported(stmt.type_key())),
        }))
    }

    /// Returns the parts of an attribute. Only threads have a form in scripts.
    fn attr(&mut self, attr: &AttrStmtNode, depth: usize) -> Vec<Part> {
        let thread = attr.node.as_ref().and_then(|node| node.as_node::<IterVarNode>());
        let Some(thread) = thread.filter(|_| attr.attr_key == "thread_extent") else {
            return vec![Part::Stmt(attr.body.clone(), depth)];
        };
        let hint = thread.var.name_hint.as_str();
        let name = without_dots(hint);
        let head = format!("for {name} in bind('{hint}', ");
        self.vars.insert(thread.var.clone(), name);
        let body = Part::Stmt(attr.body.clone(), depth + 1);
        vec![Part::Line(depth), head.into(), operand(&attr.value), "):\n".into(), body]
    }

    /// Returns the parts of a realization. Outputs in the default memory exist already.
    fn realize(&mut self, realize: &ProducerRealizeNode, depth: usize) -> Result<Vec<Part>> {
        let body = Part::Stmt(realize.body.clone(), depth);
        let name = self.producer(&realize.producer)?;
        let Some(tensor) = realize.producer.downcast_ref::<Tensor>() else { return Ok(vec![body]) };
        let scope = match realize.storage_scope.as_str() {
            "" if self.outputs.contains(&(tensor.op.clone(), tensor.value_index)) => return Ok(vec![body]),
            "" => "global",
            scope => scope,
        };
        let mut parts = vec![Part::Line(depth), format!("{name} = allocate((").into()];
        parts.extend(list(realize.bounds.iter().map(|range| range.extent.clone()), true));
        parts.extend([format!("), '{}', '{scope}')\n", tensor.dtype).into(), body]);
        Ok(parts)
    }
}

/// Returns the parts of a call.
fn call_parts(node: &CallNode, is_operand: bool) -> Result<Vec<Part>> {
    let Some(callee) = node.op.as_node::<OpNode>() else {
        return Err(HybridScriptError::Unsupported("call of a function"));
    };
    let args = node.args.as_slice();
    Ok(match (callee.name.as_str(), args) {
        ("tir.bitwise_and", [a, b]) => binary(a, "&", b),
        ("tir.bitwise_xor", [a, b]) => binary(a, "^", b),
        ("tir.bitwise_or", [a, b]) => binary(a, "|", b),
        ("tir.shift_left", [a, b]) => binary(a, "<<", b),
        ("tir.shift_right", [a, b]) => binary(a, ">>", b),
        ("tir.bitwise_not", [a]) => vec!["(~".into(), operand(a), ")".into()],
        ("tir.if_then_else", [condition, then, otherwise]) => {
            conditional(condition, then, otherwise, is_operand)
        }
        ("tir.call_extern" | "tir.call_pure_extern", [name, args @ ..]) => {
            match name.as_node::<StringImmNode>() {
                Some(name) => call(format!("\"{}\"", name.value), args.iter().cloned()),
                None => return Err(HybridScriptError::Unsupported("call of an unnamed function")),
            }
        }
        (name, args) => {
            let name = name.strip_prefix("tir.").unwrap_or(name);
            call(name.to_owned(), args.iter().cloned())
        }
    })
}

/// Returns a hybrid script that performs a statement.
#[register_global("hybrid._Dump")]
fn dump(
    stmt: Stmt,
    inputs: Array<ObjectRef>,
    outputs: Array<Tensor>,
    name: &str,
) -> std::result::Result<String, HybridScriptError> {
    hybrid_script(&stmt, &inputs, &outputs, name)
}
