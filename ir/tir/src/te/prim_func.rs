//! Functions of tir that compute tensors.

use std::collections::{HashMap, HashSet};

use objet::function::{ErrorKind, RuntimeError};
use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::ConstructError;
use objet_ir::expr::{Bool, IntImm, PrimExpr};
use objet_ir::types::PrimType;

use super::{
    ComputeOp, ComputeOpNode, ExternOp, ExternOpNode, Operation, PlaceholderOpNode, Tensor, TensorOperation,
};
use crate::arith::Analyzer;
use crate::buffer::Buffer;
use crate::expr::{BufferLoad, IterVar, ProducerLoad, Range, ReduceNode, Var};
use crate::function::PrimFunc;
use crate::functor::{StmtExprMutator, substitute};
use crate::op::is_const_int;
use crate::script::{CompleteError, complete};
use crate::stmt::{Block, BlockRealize, BufferRegion, BufferStore, For, SeqStmt, Stmt};

/// An error in the creation of a function from tensors.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CreateFuncError {
    /// The kind of operation has no statement.
    #[error("Unsupported Operation: {0}. Only placeholders, te.compute and te.extern become statements")]
    Operation(&'static str),
    /// The reduction cannot be expressed by a block.
    #[error("operation {op:?}: {problem}")]
    Reduction {
        /// The name of the operation.
        op: String,
        /// The part of the reduction that a block cannot have.
        problem: &'static str,
    },
    /// An input of the computation is not a parameter.
    #[error("placeholder {0:?} is not in the list of arguments: a function has all its inputs as arguments")]
    Input(String),
    /// An axis has no range.
    #[error("operation {0:?} has an axis without a range")]
    Range(String),
    /// A statement cannot be built.
    #[error(transparent)]
    Construct(#[from] ConstructError),
    /// An expression does not fit.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
    /// The regions of a block are unknown.
    #[error(transparent)]
    Complete(#[from] CompleteError),
}

impl From<CreateFuncError> for RuntimeError {
    fn from(error: CreateFuncError) -> Self {
        let kind = match &error {
            CreateFuncError::Operation(_) => ErrorKind::TYPE_ERROR,
            _ => ErrorKind::TVM_ERROR,
        };
        Self::with_source(kind, error)
    }
}

/// The identity of a tensor: its operation and its index in the outputs.
type Output = (Operation, i32);

fn output_of(tensor: &Tensor) -> Output {
    (tensor.op.clone(), tensor.value_index)
}

/// Creates a function whose parameters are the buffers of `args`, and which computes those of them
/// that are not inputs. Each operation that they need becomes a block in loops.
///
/// # Errors
/// Returns an error in these cases:
///
/// - An operation is neither a placeholder nor a [`ComputeOp`] nor an [`ExternOp`].
/// - A placeholder that is needed is not in `args`.
/// - A reduction has several results, a condition or initial values.
///
/// ```
/// use objet::prelude::*;
/// use objet_tir::expr::{IterVar, IterVarType, Range, Var};
/// use objet_tir::te::{ComputeOp, Tensor, TensorOperation, create_prim_func};
///
/// let a = Tensor::placeholder("a", [8.into()], DataType::float(32));
/// let i = Var::new("i", DataType::int(32), None);
/// let load = a.at([i.clone().upcast()])?;
/// let axis = IterVar::new(Some(Range::new(0, 8, None)?), i, IterVarType::DataPar, "", None)?;
/// let doubled = ComputeOp::new("b", "", [axis], [(load * 2).expr()?])?.output(0)?;
/// let func = create_prim_func(&[a, doubled])?;
/// assert_eq!(func.params.len(), 2);
/// assert!(objet_tir::script::as_script(&func, "T", false)?.contains("b[i] = "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "CreatePrimFunc")]
pub fn create_prim_func(args: &[Tensor]) -> Result<PrimFunc, CreateFuncError> {
    let mut creation = Creation {
        args: args.iter().map(output_of).collect(),
        buffers: HashMap::new(),
        allocated: Vec::new(),
        analyzer: Analyzer::new(),
    };
    let order = inputs_first(args.iter().map(|tensor| tensor.op.clone()));
    let is_supported = |op: &Operation| {
        op.is_instance::<PlaceholderOpNode>()
            || op.is_instance::<ComputeOpNode>()
            || op.is_instance::<ExternOpNode>()
    };
    if let Some(other) = order.iter().find(|op| !is_supported(op)) {
        return Err(CreateFuncError::Operation(other.type_key().rsplit('.').next().unwrap_or_default()));
    }
    let mut stmts = Vec::new();
    for op in &order {
        if let Some(compute) = op.downcast_ref::<ComputeOp>() {
            stmts.push(creation.compute(compute)?);
        } else if let Some(external) = op.downcast_ref::<ExternOp>() {
            stmts.push(creation.external(external)?);
        } else {
            creation.input(op)?;
        }
    }
    let mut params = Vec::new();
    let mut buffer_map = Map::new();
    for tensor in args {
        let Some(buffer) = creation.buffers.get(&output_of(tensor)) else { continue };
        let param = Var::typed(format!("var_{}", tensor.name_hint()), PrimType::new(DataType::HANDLE), None)?;
        buffer_map.insert(param.clone(), buffer.clone());
        params.push(param);
    }
    let func = PrimFunc::new(params, SeqStmt::flatten(stmts), None, buffer_map, None, None);
    Ok(complete(func, &creation.allocated)?)
}

/// Creates a function that computes tensors. Its parameters are the inputs that the tensors need,
/// and then the tensors.
///
/// # Errors
/// Returns the errors of [`create_prim_func`].
#[doc(alias = "CreatePrimFuncFromOutputs")]
pub fn create_prim_func_from_outputs(outputs: &[Tensor]) -> Result<PrimFunc, CreateFuncError> {
    let mut entered: HashSet<Output> = HashSet::new();
    let mut pending: Vec<Tensor> = Vec::new();
    let mut args = Vec::new();
    let mut enter = |tensor: &Tensor, pending: &mut Vec<Tensor>| {
        if entered.insert(output_of(tensor)) {
            pending.push(tensor.clone());
        }
    };
    outputs.iter().for_each(|tensor| enter(tensor, &mut pending));
    while let Some(tensor) = pending.pop() {
        if tensor.op.is_instance::<PlaceholderOpNode>() {
            args.push(tensor);
        } else {
            tensor.op.inputs().iter().for_each(|input| enter(input, &mut pending));
        }
    }
    args.extend(outputs.iter().cloned());
    create_prim_func(&args)
}

/// Returns operations and those that they need, each once and after its inputs.
fn inputs_first(roots: impl Iterator<Item = Operation>) -> Vec<Operation> {
    let mut entered = HashSet::new();
    let mut order = Vec::new();
    let mut pending: Vec<(Operation, bool)> = roots.map(|op| (op, false)).collect();
    pending.reverse();
    while let Some((op, is_left)) = pending.pop() {
        if is_left {
            order.push(op);
        } else if entered.insert(op.clone()) {
            let inputs = op.inputs();
            pending.push((op, true));
            pending.extend(inputs.into_iter().rev().map(|input| (input.op.clone(), false)));
        }
    }
    order
}

struct Creation {
    args: HashSet<Output>,
    buffers: HashMap<Output, Buffer>,
    /// The buffers that are no parameters.
    allocated: Vec<Buffer>,
    analyzer: Analyzer,
}

impl Creation {
    fn input(&mut self, op: &Operation) -> Result<(), CreateFuncError> {
        let output = (op.clone(), 0);
        if !self.args.contains(&output) {
            return Err(CreateFuncError::Input(op.name.clone()));
        }
        let tensor = op.output(0)?;
        let buffer = Buffer::decl(tensor.shape.clone(), tensor.dtype, op.name.as_str(), "", None)?;
        self.buffers.insert(output, buffer);
        Ok(())
    }

    /// Returns the loops of an operation.
    fn compute(&mut self, op: &ComputeOp) -> Result<Stmt, CreateFuncError> {
        let axes: Vec<IterVar> = op.axis.iter().chain(&op.reduce_axis).cloned().collect();
        let mut loops = Vec::new();
        for (index, axis) in axes.iter().enumerate() {
            let range = axis.dom.as_ref().ok_or_else(|| CreateFuncError::Range(op.name.clone()))?;
            let bits = range.min.dtype.bits.max(range.extent.dtype.bits);
            let var = Var::new(format!("i{index}"), DataType::int(bits), None);
            let simple = |analyzer: &mut Analyzer, expr: &PrimExpr| analyzer.simplify(expr, 2);
            let min = simple(&mut self.analyzer, &range.min);
            loops.push((var, Range::from_min_extent(min, simple(&mut self.analyzer, &range.extent))));
        }
        let mut blocks = Vec::new();
        for (index, element) in op.body.iter().enumerate() {
            blocks.push(self.block(op, index, element, &axes, &loops)?);
        }
        let mut body = SeqStmt::flatten(blocks);
        for (var, range) in loops.into_iter().rev() {
            let kind = crate::stmt::ForKind::Serial;
            body = For::new(var, &range.min, &range.extent, kind, body, None, Map::new(), None)?.upcast();
        }
        Ok(body)
    }

    /// Returns the block that computes an output.
    fn block(
        &mut self,
        op: &ComputeOp,
        index: usize,
        element: &PrimExpr,
        axes: &[IterVar],
        loops: &[(Var, Range)],
    ) -> Result<Stmt, CreateFuncError> {
        let mut vars: HashMap<Var, PrimExpr> = HashMap::new();
        let mut iter_vars = Vec::new();
        for (axis, (_, range)) in axes.iter().zip(loops) {
            let var = Var::new(axis.var.name_hint.clone(), axis.var.dtype, None);
            vars.insert(axis.var.clone(), var.clone().upcast());
            let (kind, tag) = (axis.iter_type, axis.thread_tag.clone());
            iter_vars.push(IterVar::new(Some(range.clone()), var, kind, tag, axis.span.clone())?);
        }
        let indices: Array<PrimExpr> =
            iter_vars.iter().take(op.axis.len()).map(|axis| axis.var.clone().upcast()).collect();
        let tensor = op.output(index)?;
        let buffer = Buffer::decl(tensor.shape.clone(), tensor.dtype, tensor.name_hint(), "", None)?;
        let output = output_of(&tensor);
        if !self.args.contains(&output) {
            self.allocated.push(buffer.clone());
        }
        self.buffers.insert(output, buffer.clone());

        let store = |value: PrimExpr| BufferStore::new(buffer.clone(), value, indices.clone(), None);
        let (name, value, init) = match element.as_node::<ReduceNode>() {
            None => (tensor.name_hint(), self.loaded(element, &vars)?, None),
            Some(reduce) => {
                let problem = |problem| CreateFuncError::Reduction { op: op.name.clone(), problem };
                let combiner =
                    reduce.combiner.as_ref().ok_or_else(|| problem("the reduction has no combiner"))?;
                if reduce.source.len() != 1 {
                    return Err(problem("a block reduces to one value, but the reduction has several"));
                }
                if reduce.condition.as_ref().is_some_and(|condition| !is_const_int(condition, 1)) {
                    return Err(problem("a block has no condition for the elements of a reduction"));
                }
                if reduce.init.as_ref().is_some_and(|init| !init.is_empty()) {
                    return Err(problem("a block begins with the identity element, not with another value"));
                }
                let known = BufferLoad::new(buffer.clone(), indices.clone(), None)?;
                let combined =
                    combiner.combine([known.upcast()], [self.loaded(&reduce.source[0], &vars)?])?;
                let init = store(combiner.identity_element[0].clone())?.upcast();
                (op.name.clone(), combined[0].clone(), Some(init))
            }
        };
        let mut annotations = op.attrs.clone();
        let both: ObjectRef = IntImm::from(3).into();
        annotations.insert("tir.script_parsing_detect_access".into(), Some(both));
        let block = Block::new(iter_vars, [], [], name, store(value)?, init, [], [], annotations, None);
        let values: Array<PrimExpr> = loops.iter().map(|(var, _)| var.clone().upcast()).collect();
        Ok(BlockRealize::new(values, Bool::from(true), block, None)?.upcast())
    }

    /// Returns an expression that loads from buffers, with other variables.
    fn loaded(&self, expr: &PrimExpr, vars: &HashMap<Var, PrimExpr>) -> Result<PrimExpr, CreateFuncError> {
        let expr = Loads(&self.buffers).mutate(expr.clone())?;
        Ok(substitute(expr, |var| vars.get(var).cloned())?)
    }

    /// Returns the block of an operation that a statement performs.
    fn external(&mut self, op: &ExternOp) -> Result<Stmt, CreateFuncError> {
        let mut pointers: HashMap<Var, PrimExpr> = HashMap::new();
        let mut reads = Vec::new();
        for (input, placeholder) in op.inputs.iter().zip(&op.input_placeholders) {
            let Some(buffer) = self.buffers.get(&output_of(input)) else { continue };
            pointers.insert(placeholder.data.clone(), buffer.data.clone().upcast());
            reads.push(BufferRegion::full(buffer.clone())?);
        }
        let mut writes = Vec::new();
        for (index, buffer) in op.output_placeholders.iter().enumerate() {
            let output = output_of(&op.output(index)?);
            if !self.args.contains(&output) {
                self.allocated.push(buffer.clone());
            }
            self.buffers.insert(output, buffer.clone());
            writes.push(BufferRegion::full(buffer.clone())?);
        }
        let body = substitute(op.body.clone(), |var| pointers.get(var).cloned())?;
        let block =
            Block::new([], reads, writes, op.name.as_str(), body, None, [], [], op.attrs.clone(), None);
        Ok(BlockRealize::new([], Bool::from(true), block, None)?.upcast())
    }
}

/// Replaces elements of tensors by elements of their buffers.
struct Loads<'a>(&'a HashMap<Output, Buffer>);

impl StmtExprMutator for Loads<'_> {
    type Error = CreateFuncError;

    fn visit_producer_load(&mut self, load: ProducerLoad) -> Result<PrimExpr, CreateFuncError> {
        let buffer = load.producer.downcast_ref::<Tensor>().and_then(|tensor| self.0.get(&output_of(tensor)));
        match buffer {
            Some(buffer) => Ok(BufferLoad::new(buffer.clone(), load.indices.clone(), None)?.upcast()),
            None => Ok(load.upcast()),
        }
    }
}

/// Creates a function whose parameters are the buffers of tensors, and which computes those of them
/// that are not inputs.
#[register_global("te.CreatePrimFunc")]
fn create_from_args(arg_list: Array<Tensor>) -> Result<PrimFunc, RuntimeError> {
    Ok(create_prim_func(&arg_list)?)
}

/// Creates a function that computes tensors. Its parameters are the inputs that the tensors need,
/// and then the tensors.
#[register_global("te.CreatePrimFuncFromOutputs")]
fn create_from_outputs(outputs: Array<Tensor>) -> Result<PrimFunc, RuntimeError> {
    Ok(create_prim_func_from_outputs(&outputs)?)
}
