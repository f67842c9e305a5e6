//! Global functions through which front ends create statements.

use objet::String;
use objet::function::{BoxError, ErrorKind, RuntimeError};
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{ExprArg, exprs};
use objet_ir::span::Span;

use super::{
    Allocate, AssertStmt, AttrStmt, Block, BlockRealize, BufferRealize, BufferRegion, BufferStore, Evaluate,
    For, ForKind, IfThenElse, LetStmt, MatchBufferRegion, Prefetch, ProducerRealize, ProducerStore, SeqStmt,
    Stmt, Store, While,
};
use crate::buffer::{Buffer, DataProducer};
use crate::expr::{IterVar, Range, Var};
use crate::predicate::PredicateArg;

/// Annotations for passes.
type Annotations = Map<String, Option<ObjectRef>>;

/// Creates the statement `let var = value; body`.
#[register_global("tir.LetStmt", short)]
fn let_stmt(
    var: Var,
    value: ExprArg,
    body: Stmt,
    #[default(None)] span: Option<Span>,
) -> Result<LetStmt, ConstructError> {
    LetStmt::new(var, value.0, body, span)
}

/// Creates a statement with the attribute `attr_key` of `node`.
#[register_global("tir.AttrStmt", short)]
fn attr_stmt(
    node: Option<ObjectRef>,
    attr_key: String,
    value: ExprArg,
    body: Stmt,
    #[default(None)] span: Option<Span>,
) -> AttrStmt {
    AttrStmt::new(node, attr_key, value.0, body, span)
}

/// Creates the statement `assert(condition, message); body`. The message may be a string.
#[register_global("tir.AssertStmt", short)]
fn assert_stmt(
    condition: ExprArg,
    message: ExprArg,
    body: Stmt,
    #[default(None)] span: Option<Span>,
) -> Result<AssertStmt, ConstructError> {
    AssertStmt::new(condition.0, message.0, body, span)
}

/// Creates a loop that runs `body` for `extent` values of `loop_var`, starting at `min`.
#[register_global("tir.For", short)]
#[expect(clippy::too_many_arguments, reason = "a loop has as many fields")]
fn for_(
    loop_var: Var,
    min: ExprArg,
    extent: ExprArg,
    kind: ForKind,
    body: Stmt,
    thread_binding: Option<IterVar>,
    annotations: Option<Annotations>,
    #[default(None)] span: Option<Span>,
) -> Result<For, ConstructError> {
    let annotations = annotations.unwrap_or_default();
    For::new(loop_var, min.0, extent.0, kind, body, thread_binding, annotations, span)
}

/// Creates a loop that runs `body` while `condition` is true.
#[register_global("tir.While", short)]
fn while_(
    condition: ExprArg,
    body: Stmt,
    #[default(None)] span: Option<Span>,
) -> Result<While, ConstructError> {
    While::new(condition.0, body, span)
}

/// Creates a store through a pointer. Without a predicate, all lanes are stored.
#[register_global("tir.Store", short)]
fn store(
    buffer_var: Var,
    value: ExprArg,
    index: ExprArg,
    #[default(PredicateArg::ALL_LANES)] predicate: PredicateArg,
    #[default(None)] span: Option<Span>,
) -> Result<Store, ConstructError> {
    let predicate = predicate.for_lanes(value.0.dtype.lanes)?;
    Store::new(buffer_var, value.0, index.0, predicate, span)
}

/// Creates a store to an element of a buffer.
#[register_global("tir.BufferStore", short)]
fn buffer_store(
    buffer: Buffer,
    value: ExprArg,
    indices: Array<Option<ObjectRef>>,
    #[default(None)] span: Option<Span>,
) -> Result<BufferStore, BoxError> {
    Ok(BufferStore::new(buffer, value.0, exprs(indices)?, span)?)
}

/// Creates a statement in which a region of a buffer must be available if `condition` is true.
#[register_global("tir.BufferRealize", short)]
fn buffer_realize(
    buffer: Buffer,
    bounds: Array<Range>,
    condition: ExprArg,
    body: Stmt,
    #[default(None)] span: Option<Span>,
) -> BufferRealize {
    BufferRealize::new(buffer, bounds, condition.0, body, span)
}

/// Creates a store to an element of a tensor.
#[register_global("tir.ProducerStore", short)]
fn producer_store(
    producer: DataProducer,
    value: ExprArg,
    indices: Array<Option<ObjectRef>>,
    #[default(None)] span: Option<Span>,
) -> Result<ProducerStore, BoxError> {
    Ok(ProducerStore::new(producer, value.0, exprs(indices)?, span))
}

/// Creates a statement in which a region of a tensor must be available in a memory if `condition`
/// is true.
#[register_global("tir.ProducerRealize", short)]
fn producer_realize(
    producer: DataProducer,
    bounds: Array<Range>,
    condition: ExprArg,
    body: Stmt,
    storage_scope: String,
    #[default(None)] span: Option<Span>,
) -> Result<ProducerRealize, ConstructError> {
    ProducerRealize::new(producer, bounds, condition.0, body, storage_scope, span)
}

/// Creates an allocation: in `body`, `buffer_var` points to memory for the product of `extents`
/// elements, if `condition` is true.
#[register_global("tir.Allocate", short)]
fn allocate(
    buffer_var: Var,
    dtype: DataType,
    extents: Array<Option<ObjectRef>>,
    condition: ExprArg,
    body: Stmt,
    #[default(None)] annotations: Option<Annotations>,
    #[default(None)] span: Option<Span>,
) -> Result<Allocate, BoxError> {
    let annotations = annotations.unwrap_or_default();
    Ok(Allocate::new(buffer_var, dtype, exprs(extents)?, condition.0, body, annotations, span)?)
}

/// Creates a sequence of statements.
#[register_global("tir.SeqStmt", short)]
fn seq_stmt(seq: Array<Stmt>, #[default(None)] span: Option<Span>) -> SeqStmt {
    SeqStmt::new(seq, span)
}

/// Creates the statement `if (condition) { then_case } else { else_case }`.
#[register_global("tir.IfThenElse", short)]
fn if_then_else(
    condition: ExprArg,
    then_case: Stmt,
    #[default(None)] else_case: Option<Stmt>,
    #[default(None)] span: Option<Span>,
) -> Result<IfThenElse, ConstructError> {
    IfThenElse::new(condition.0, then_case, else_case, span)
}

/// Creates a statement that evaluates an expression for its side effects.
#[register_global("tir.Evaluate", short)]
fn evaluate(value: ExprArg, #[default(None)] span: Option<Span>) -> Evaluate {
    Evaluate::new(value.0, span)
}

/// Creates a prefetch of a region of a buffer.
#[register_global("tir.Prefetch", short)]
fn prefetch(buffer: Buffer, bounds: Array<Range>, #[default(None)] span: Option<Span>) -> Prefetch {
    Prefetch::new(buffer, bounds, span)
}

/// Creates a region of a buffer.
#[register_global("tir.BufferRegion", short)]
fn buffer_region(buffer: Buffer, region: Array<Range>) -> Result<BufferRegion, ConstructError> {
    BufferRegion::new(buffer, region)
}

/// Creates a match of a buffer with a region of another buffer.
#[register_global("tir.MatchBufferRegion", short)]
fn match_buffer_region(buffer: Buffer, source: BufferRegion) -> Result<MatchBufferRegion, ConstructError> {
    MatchBufferRegion::new(buffer, source)
}

/// Creates a block.
#[register_global("tir.Block", short)]
#[expect(clippy::too_many_arguments, reason = "a block has as many fields")]
fn block(
    iter_vars: Array<IterVar>,
    reads: Array<BufferRegion>,
    writes: Array<BufferRegion>,
    name_hint: String,
    body: Stmt,
    init: Option<Stmt>,
    alloc_buffers: Option<Array<Buffer>>,
    match_buffers: Option<Array<MatchBufferRegion>>,
    annotations: Option<Annotations>,
    #[default(None)] span: Option<Span>,
) -> Block {
    let (alloc_buffers, match_buffers) =
        (alloc_buffers.unwrap_or_default(), match_buffers.unwrap_or_default());
    let annotations = annotations.unwrap_or_default();
    Block::new(
        iter_vars,
        reads,
        writes,
        name_hint,
        body,
        init,
        alloc_buffers,
        match_buffers,
        annotations,
        span,
    )
}

/// Creates an execution of a block with values for its variables, if `predicate` is true.
#[register_global("tir.BlockRealize", short)]
fn block_realize(
    iter_values: Array<Option<ObjectRef>>,
    predicate: ExprArg,
    block: Block,
    #[default(None)] span: Option<Span>,
) -> Result<BlockRealize, BoxError> {
    // Front ends expect these kinds of errors.
    let kind = match iter_values.len() == block.iter_vars.len() {
        true => ErrorKind::TYPE_ERROR,
        false => ErrorKind::VALUE_ERROR,
    };
    let realize = BlockRealize::new(exprs(iter_values)?, predicate.0, block, span);
    realize.map_err(|error| RuntimeError::with_source(kind, error).into())
}
