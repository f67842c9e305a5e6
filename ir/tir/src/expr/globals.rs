//! Global functions through which front ends create expressions.

use objet::String;
use objet::function::{BoxError, RetValue};
use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{ExprArg, PrimExpr, RelayExpr, exprs};
use objet_ir::span::Span;
use objet_ir::types::Type;

use super::{
    Add, And, Any, Broadcast, BufferLoad, Call, Cast, CommReducer, Div, EQ, FloorDiv, FloorMod, GE, GT,
    IterVar, IterVarType, LE, LT, Let, Load, Max, Min, Mod, Mul, NE, Not, Or, ProducerLoad, Ramp, Reduce,
    Select, Shuffle, SizeVar, StringImm, Sub, Var,
};
use crate::buffer::{Buffer, DataProducer};
use crate::expr::Range;
use crate::predicate::PredicateArg;

macro_rules! binary_operators {
    ($($name:literal $function:ident $operator:ident;)*) => {
        $(
            /// Creates the operator node. Both operands need the same data type.
            #[register_global($name, short)]
            fn $function(
                a: ExprArg,
                b: ExprArg,
                #[default(None)] span: Option<Span>,
            ) -> Result<$operator, ConstructError> {
                $operator::new(a.0, b.0, span)
            }
        )*
    };
}

binary_operators! {
    "tir.Add" add Add;
    "tir.Sub" sub Sub;
    "tir.Mul" mul Mul;
    "tir.Div" div Div;
    "tir.Mod" modulo Mod;
    "tir.FloorDiv" floor_div FloorDiv;
    "tir.FloorMod" floor_mod FloorMod;
    "tir.Min" min Min;
    "tir.Max" max Max;
    "tir.EQ" eq EQ;
    "tir.NE" ne NE;
    "tir.LT" lt LT;
    "tir.LE" le LE;
    "tir.GT" gt GT;
    "tir.GE" ge GE;
    "tir.And" and And;
    "tir.Or" or Or;
}

/// Creates a variable. `ty` is a type or a data type.
#[register_global("tir.Var", short)]
fn var(name_hint: String, ty: RetValue, #[default(None)] span: Option<Span>) -> Result<Var, BoxError> {
    match ty.get::<DataType>() {
        Ok(dtype) => Ok(Var::new(name_hint, dtype, span)),
        Err(_) => Ok(Var::typed(name_hint, ty.get::<Type>()?, span)?),
    }
}

/// Creates a size variable. `ty` is a type or a data type.
#[register_global("tir.SizeVar", short)]
fn size_var(
    name_hint: String,
    ty: RetValue,
    #[default(None)] span: Option<Span>,
) -> Result<SizeVar, BoxError> {
    match ty.get::<DataType>() {
        Ok(dtype) => Ok(SizeVar::new(name_hint, dtype, span)),
        Err(_) => Ok(SizeVar::typed(name_hint, ty.get::<Type>()?, span)?),
    }
}

/// Creates an iteration variable: `var` iterates over `dom`.
#[register_global("tir.IterVar", short)]
fn iter_var(
    dom: Option<Range>,
    var: Var,
    iter_type: IterVarType,
    thread_tag: String,
    #[default(None)] span: Option<Span>,
) -> Result<IterVar, ConstructError> {
    IterVar::new(dom, var, iter_type, thread_tag, span)
}

/// Creates a string constant.
#[register_global("tir.StringImm", short)]
fn string_imm(value: String, #[default(None)] span: Option<Span>) -> StringImm {
    StringImm::new(value, span)
}

/// Creates a cast of `value` to `dtype`.
#[register_global("tir.Cast", short)]
fn cast(
    dtype: DataType,
    value: ExprArg,
    #[default(None)] span: Option<Span>,
) -> Result<Cast, ConstructError> {
    Cast::new(dtype, value.0, span)
}

/// Creates the logical negation `!a`.
#[register_global("tir.Not", short)]
fn not(a: ExprArg, #[default(None)] span: Option<Span>) -> Result<Not, ConstructError> {
    Not::new(a.0, span)
}

/// Creates a selection of one of two values. Both values are evaluated.
#[register_global("tir.Select", short)]
fn select(
    condition: ExprArg,
    true_value: ExprArg,
    false_value: ExprArg,
    #[default(None)] span: Option<Span>,
) -> Result<Select, ConstructError> {
    Select::new(condition.0, true_value.0, false_value.0, span)
}

/// Creates the binding `let var = value in body`.
#[register_global("tir.Let", short)]
fn let_(
    var: Var,
    value: ExprArg,
    body: ExprArg,
    #[default(None)] span: Option<Span>,
) -> Result<Let, ConstructError> {
    Let::new(var, value.0, body.0, span)
}

/// Creates a call of an operator, or of a function of the module. Strings among the arguments
/// become string constants.
#[register_global("tir.Call", short)]
fn call(
    dtype: DataType,
    op: RelayExpr,
    args: Array<Option<ObjectRef>>,
    #[default(None)] span: Option<Span>,
) -> Result<Call, BoxError> {
    Ok(Call::new(dtype, op, exprs(args)?, span)?)
}

/// Creates a dimension of any length.
#[register_global("tir.Any", short)]
fn any(#[default(None)] span: Option<Span>) -> Any {
    Any::new(span)
}

/// Creates a load through a pointer. Without a predicate, all lanes are loaded.
#[register_global("tir.Load", short)]
fn load(
    dtype: DataType,
    buffer_var: Var,
    index: ExprArg,
    #[default(PredicateArg::ALL_LANES)] predicate: PredicateArg,
    #[default(None)] span: Option<Span>,
) -> Result<Load, ConstructError> {
    let predicate = predicate.for_lanes(dtype.lanes)?;
    Load::new(dtype, buffer_var, index.0, predicate, span)
}

/// Creates a load of an element of a buffer.
#[register_global("tir.BufferLoad", short)]
fn buffer_load(
    buffer: Buffer,
    indices: Array<Option<ObjectRef>>,
    #[default(None)] span: Option<Span>,
) -> Result<BufferLoad, BoxError> {
    Ok(BufferLoad::new(buffer, exprs(indices)?, span)?)
}

/// Creates a load of an element of a tensor.
#[register_global("tir.ProducerLoad", short)]
fn producer_load(
    producer: DataProducer,
    indices: Array<Option<ObjectRef>>,
    #[default(None)] span: Option<Span>,
) -> Result<ProducerLoad, BoxError> {
    Ok(ProducerLoad::of_tensor(producer, exprs(indices)?, span)?)
}

/// Creates the vector `base, base + stride, …`.
#[register_global("tir.Ramp", short)]
fn ramp(
    base: ExprArg,
    stride: ExprArg,
    lanes: i32,
    #[default(None)] span: Option<Span>,
) -> Result<Ramp, ConstructError> {
    Ramp::new(base.0, stride.0, lanes, span)
}

/// Creates a vector that repeats a value.
#[register_global("tir.Broadcast", short)]
fn broadcast(
    value: ExprArg,
    lanes: i32,
    #[default(None)] span: Option<Span>,
) -> Result<Broadcast, ConstructError> {
    Broadcast::new(value.0, lanes, span)
}

/// Creates a vector of elements of `vectors`, selected by index.
#[register_global("tir.Shuffle", short)]
fn shuffle(
    vectors: Array<Option<ObjectRef>>,
    indices: Array<Option<ObjectRef>>,
    #[default(None)] span: Option<Span>,
) -> Result<Shuffle, BoxError> {
    Ok(Shuffle::new(exprs(vectors)?, exprs(indices)?, span)?)
}

/// Creates a commutative reducer, which combines the tuples `lhs` and `rhs` into `result`.
#[register_global("tir.CommReducer", short)]
fn comm_reducer(
    lhs: Array<Var>,
    rhs: Array<Var>,
    result: Array<Option<ObjectRef>>,
    identity_element: Array<Option<ObjectRef>>,
    #[default(None)] span: Option<Span>,
) -> Result<CommReducer, BoxError> {
    Ok(CommReducer::new(lhs, rhs, exprs(result)?, exprs(identity_element)?, span)?)
}

/// Combines two tuples of values with a reducer.
#[register_global("tir.CommReducerCombine")]
fn comm_reducer_combine(
    reducer: CommReducer,
    a: Array<Option<ObjectRef>>,
    b: Array<Option<ObjectRef>>,
) -> Result<Array<PrimExpr>, BoxError> {
    Ok(reducer.combine(exprs(a)?, exprs(b)?)?)
}

/// Creates one value of a reduction over some axes.
#[register_global("tir.Reduce", short)]
fn reduce(
    combiner: Option<CommReducer>,
    source: Array<Option<ObjectRef>>,
    axis: Array<IterVar>,
    condition: Option<ExprArg>,
    value_index: i32,
    init: Option<Array<Option<ObjectRef>>>,
    #[default(None)] span: Option<Span>,
) -> Result<Reduce, BoxError> {
    let init = exprs(init.unwrap_or_default())?;
    Ok(Reduce::new(
        combiner,
        exprs(source)?,
        axis,
        condition.map(|condition| condition.0),
        value_index,
        init,
        span,
    )?)
}
