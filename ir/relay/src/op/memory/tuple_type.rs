//! Conversion between values of nested tuple types and flat lists of tensors.

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::types::{TensorType, TupleTypeNode, Type, type_text};

use crate::expr::{Tuple, TupleGetItem};

/// A failed conversion between a nested tuple type and a list of tensors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TupleTypeError {
    /// The type contains a part that is neither a tensor type nor a tuple type.
    #[error("expected a tensor type or a tuple of tensor types, found {found}")]
    Type {
        /// The type as text.
        found: String,
    },
    /// There are fewer expressions than tensors in the type.
    #[error("too few expressions for the tensors of the type: {found}")]
    TooFew {
        /// The number of expressions.
        found: usize,
    },
    /// The type has too many parts. A type with few shared objects may have very many parts.
    #[error("type has more than {limit} parts (shared parts count once per occurrence)")]
    TooManyParts {
        /// The maximum number of parts.
        limit: usize,
    },
}

/// Maximum number of parts of a type. A shared part counts once per occurrence, so the number of
/// parts may be exponential in the number of objects.
const PART_LIMIT: usize = 1 << 20;

/// A part of a nested tuple type.
enum Part<'a> {
    Tensor(TensorType),
    Tuple(&'a [Type]),
}

/// Classifies a part of a type. `before` counts the parts that were classified so far.
fn part<'a>(ty: &'a Type, before: &mut usize) -> Result<Part<'a>, TupleTypeError> {
    *before += 1;
    if *before > PART_LIMIT {
        return Err(TupleTypeError::TooManyParts { limit: PART_LIMIT });
    }
    match_node!(match ty {
        tuple @ TupleTypeNode => Ok(Part::Tuple(&tuple.fields)),
        _ => match ty.downcast_ref::<TensorType>() {
            Some(tensor) => Ok(Part::Tensor(tensor.clone())),
            None => Err(TupleTypeError::Type { found: type_text(ty) }),
        },
    })
}

/// Returns the types of the tensors in a value of the type, from left to right.
///
/// # Errors
/// Returns an error if the type is not a tensor type or a nested tuple of tensor types, or if it
/// has more than 2^20 parts, with shared parts counted once per occurrence.
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

/// Returns the tensors in an expression of the type, from left to right. Each tensor is a
/// projection, or nested projections, of `expr`.
///
/// # Errors
/// Returns an error if the type is not a tensor type or a nested tuple of tensor types, or if it
/// has more than 2^20 parts, with shared parts counted once per occurrence.
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

/// Builds an expression of the type from its tensors, from left to right. Surplus tensors are
/// ignored.
///
/// # Errors
/// Returns an error if the type is not a tensor type or a nested tuple of tensor types; if it has
/// more than 2^20 parts, with shared parts counted once per occurrence; or if there are too few
/// tensors.
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
    // For each unfinished tuple: the types of its missing fields, and the finished fields. The
    // first entry is an extra tuple around the whole.
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

/// Returns the types of the tensors in a value of the type.
#[register_global("relay.op.memory._make.FlattenTupleType")]
fn flatten(ty: &Type) -> Result<Array<TensorType>, TupleTypeError> {
    Ok(flatten_tuple_type(ty)?.into())
}

/// Returns the tensors in an expression of the type.
#[register_global("relay.op.memory._make.FromTupleType")]
fn from(ty: &Type, expr: RelayExpr) -> Result<Array<RelayExpr>, TupleTypeError> {
    Ok(from_tuple_type(ty, expr)?.into())
}

/// Builds an expression of the type from its tensors.
#[register_global("relay.op.memory._make.ToTupleType")]
fn to(ty: &Type, array: Array<RelayExpr>) -> Result<RelayExpr, TupleTypeError> {
    to_tuple_type(ty, &array)
}
