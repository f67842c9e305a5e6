//! Values of types that are tuples of tuples, as the tensors that they have in all.

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::types::{TensorType, TupleTypeNode, Type, type_text};

use crate::expr::{Tuple, TupleGetItem};

/// Tensors that are no value of a type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TupleTypeError {
    /// The type has something else inside.
    #[error("expected a tensor or a tuple of such, found {found}")]
    Type {
        /// The type, as text.
        found: String,
    },
    /// There are not as many tensors as the type has.
    #[error("expected an expression for each tensor of the type, found {found} in all")]
    TooFew {
        /// How many there are.
        found: usize,
    },
    /// The type has too many parts, though few objects may make it.
    #[error("expected a type of at most {limit} parts, each counted as often as it occurs")]
    TooManyParts {
        /// How many it may have.
        limit: usize,
    },
}

/// How many parts types may have, each counted as often as it occurs: a tuple of which both fields are one tuple, and so on, has a great
/// many.
const PART_LIMIT: usize = 1 << 20;

/// What a type is made of.
enum Part<'a> {
    Tensor(TensorType),
    Tuple(&'a [Type]),
}

/// What the next part of a type is made of, after that many others.
fn part<'a>(ty: &'a Type, before: &mut usize) -> Result<Part<'a>, TupleTypeError> {
    *before += 1;
    if *before > PART_LIMIT {
        return Err(TupleTypeError::TooManyParts { limit: PART_LIMIT });
    }
    match_node!(ty, {
        tuple: TupleTypeNode => Ok(Part::Tuple(&tuple.fields)),
        _ => match ty.downcast_ref::<TensorType>() {
            Some(tensor) => Ok(Part::Tensor(tensor.clone())),
            None => Err(TupleTypeError::Type { found: type_text(ty) }),
        },
    })
}

/// The tensors that a value of the type has, from left to right.
///
/// # Errors
/// If the type is no tensor, nor a tuple of what is; or if it has more than 2^20 parts, each counted as often as it occurs.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::types::{TensorType, TupleType, Type};
/// use objet_relay::op::memory::flatten_tuple_type;
///
/// let tensor = |bits| -> Type { TensorType::scalar(DataType::int(bits)).upcast() };
/// let inner: Type = TupleType::new([tensor(16), tensor(32)], None).upcast();
/// let tuple: Type = TupleType::new([tensor(8), inner], None).upcast();
/// let bits: Vec<_> = flatten_tuple_type(&tuple)?.iter().map(|tensor| tensor.dtype.bits).collect();
/// assert_eq!(bits, [8, 16, 32]);
/// # Ok::<(), objet_relay::op::memory::TupleTypeError>(())
/// ```
#[doc(alias = "FlattenTupleType")]
pub fn flatten_tuple_type(ty: &Type) -> Result<Vec<TensorType>, TupleTypeError> {
    let (mut tensors, mut rest, mut parts) = (Vec::new(), vec![ty], 0);
    while let Some(ty) = rest.pop() {
        match part(ty, &mut parts)? {
            Part::Tensor(tensor) => tensors.push(tensor),
            Part::Tuple(fields) => rest.extend(fields.iter().rev()),
        }
    }
    Ok(tensors)
}

/// The tensors of an expression of the type, from left to right, each as fields of fields of it.
///
/// # Errors
/// If the type is no tensor, nor a tuple of what is; or if it has more than 2^20 parts, each counted as often as it occurs.
#[doc(alias = "FromTupleType")]
pub fn from_tuple_type(ty: &Type, expr: RelayExpr) -> Result<Vec<RelayExpr>, TupleTypeError> {
    let (mut tensors, mut rest, mut parts) = (Vec::new(), vec![(ty, expr)], 0);
    while let Some((ty, expr)) = rest.pop() {
        match part(ty, &mut parts)? {
            Part::Tensor(_) => tensors.push(expr),
            Part::Tuple(fields) => {
                let first = rest.len();
                let item = |index| TupleGetItem::new(expr.clone(), index, None).upcast();
                rest.extend(fields.iter().zip((0..).map(item)));
                rest[first..].reverse();
            }
        }
    }
    Ok(tensors)
}

/// An expression of the type, of the tensors in it from left to right. Those that are left over are not looked at.
///
/// # Errors
/// If the type is no tensor, nor a tuple of what is; if it has more than 2^20 parts, each counted as often as it occurs; or if there are
/// too few tensors.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::types::{TensorType, TupleType, Type};
/// use objet_relay::expr::{TupleNode, Var};
/// use objet_relay::op::memory::{from_tuple_type, to_tuple_type};
///
/// let tensor: Type = TensorType::scalar(DataType::float(32)).upcast();
/// let pair: Type = TupleType::new([tensor.clone(), tensor], None).upcast();
/// let x = Var::new("x", None, None);
/// let fields = from_tuple_type(&pair, x.into())?; // [x.0, x.1]
/// let again = to_tuple_type(&pair, &fields)?; // (x.0, x.1)
/// assert_eq!(again.as_node::<TupleNode>().unwrap().fields[..], fields[..]);
/// # Ok::<(), objet_relay::op::memory::TupleTypeError>(())
/// ```
#[doc(alias = "ToTupleType")]
pub fn to_tuple_type(ty: &Type, exprs: &[RelayExpr]) -> Result<RelayExpr, TupleTypeError> {
    let mut tensors = exprs.iter();
    // Of each tuple that is begun: the fields that are missing, and those that are there. The first stands for a tuple around the whole.
    let (mut begun, mut parts) = (Vec::new(), 0);
    let mut current = (std::slice::from_ref(ty).iter(), Vec::new());
    loop {
        match current.0.next().map(|ty| part(ty, &mut parts)).transpose()? {
            Some(Part::Tensor(_)) => {
                let tensor = tensors.next().ok_or(TupleTypeError::TooFew { found: exprs.len() })?;
                current.1.push(tensor.clone());
            }
            Some(Part::Tuple(fields)) => {
                begun.push(std::mem::replace(&mut current, (fields.iter(), Vec::new())));
            }
            None => {
                let Some(around) = begun.pop() else { break };
                let (_, fields) = std::mem::replace(&mut current, around);
                current.1.push(Tuple::new(fields, None).upcast());
            }
        }
    }
    current.1.pop().ok_or(TupleTypeError::TooFew { found: exprs.len() })
}

/// The tensors that a value of the type has.
#[register_global("relay.op.memory._make.FlattenTupleType")]
fn flatten(ty: &Type) -> Result<Array<TensorType>, TupleTypeError> {
    Ok(flatten_tuple_type(ty)?.into())
}

/// The tensors of an expression of the type.
#[register_global("relay.op.memory._make.FromTupleType")]
fn from(ty: &Type, expr: RelayExpr) -> Result<Array<RelayExpr>, TupleTypeError> {
    Ok(from_tuple_type(ty, expr)?.into())
}

/// An expression of the type, of the tensors in it.
#[register_global("relay.op.memory._make.ToTupleType")]
fn to(ty: &Type, array: Array<RelayExpr>) -> Result<RelayExpr, TupleTypeError> {
    to_tuple_type(ty, &array)
}
