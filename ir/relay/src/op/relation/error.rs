//! The errors of type relations.

use std::fmt::Display;

use objet::DataType;
use objet::String;
use objet_ir::ConstructError;
use objet_ir::types::TypeMismatch;

/// A violation of a type relation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RelationError {
    /// The call has another number of inputs than the relation relates.
    #[error("expected {expected} types of inputs and results, found {found}")]
    TypeCount {
        /// The number of types that the relation relates.
        expected: usize,
        /// The number of types of the call.
        found: usize,
    },
    /// The call has no attributes, or those of another operator.
    #[error("expected attributes of type {expected}, found {found}")]
    Attrs {
        /// The type key of the attributes of the operator.
        expected: &'static str,
        /// The type key of the attributes of the call, or `None`.
        found: std::string::String,
    },
    /// The type of an operand is of another kind.
    #[error("{operand}: expected {expected}, found {found}")]
    Type {
        /// The operand.
        operand: &'static str,
        /// The expected kind of type, in words.
        expected: &'static str,
        /// The type of the operand.
        found: std::string::String,
    },
    /// An operand has another number of axes.
    #[error("{operand}: expected {expected} axes, found {found}")]
    Rank {
        /// The operand.
        operand: &'static str,
        /// The expected number of axes.
        expected: usize,
        /// The number of axes of the operand.
        found: usize,
    },
    /// An operand has too few or too many axes.
    #[error("{operand}: expected {expected} axes, found {found}")]
    RankRange {
        /// The operand.
        operand: &'static str,
        /// The expected number of axes, in words.
        expected: &'static str,
        /// The number of axes of the operand.
        found: usize,
    },
    /// An axis does not exist.
    #[error("axis {axis} is out of range for {operand} with {ndim} axes")]
    Axis {
        /// The operand.
        operand: &'static str,
        /// The axis.
        axis: i64,
        /// The number of axes of the operand.
        ndim: usize,
    },
    /// An operand has another data type.
    #[error("{operand}: expected the data type {expected}, found {found}")]
    DataType {
        /// The operand.
        operand: &'static str,
        /// The expected data type, in words.
        expected: &'static str,
        /// The data type of the operand.
        found: DataType,
    },
    /// Operands that need one data type have different ones.
    #[error("expected operands of one data type, found {lhs} and {rhs}")]
    DataTypes {
        /// The data type of the first operand.
        lhs: DataType,
        /// The data type of the second operand.
        rhs: DataType,
    },
    /// Two operands cannot be broadcast to one shape.
    #[error("cannot broadcast operands of shapes {lhs} and {rhs}")]
    Broadcast {
        /// The shape of the first operand, as text.
        lhs: std::string::String,
        /// The shape of the second operand, as text.
        rhs: std::string::String,
    },
    /// An extent, a length or a count differs from the expected one.
    #[error("{what}: expected {expected}, found {found}")]
    Extent {
        /// The extent, in words, such as "the input channels of weight".
        what: &'static str,
        /// The expected extent, as text.
        expected: std::string::String,
        /// The actual extent, as text.
        found: std::string::String,
    },
    /// An attribute has an unsuitable value.
    #[error("attribute {name}: expected {expected}, found {found}")]
    Attribute {
        /// The name of the attribute.
        name: &'static str,
        /// The expected values, in words.
        expected: std::string::String,
        /// The value, as text.
        found: std::string::String,
    },
    /// A layout cannot be converted to another one.
    #[error("attribute {name}: cannot convert the layout {found} to {expected}")]
    Layout {
        /// The name of the attribute.
        name: &'static str,
        /// The layout that the operator computes in.
        expected: String,
        /// The value of the attribute.
        found: String,
    },
    /// The type of an operand differs from the type that the relation requires.
    #[error("{operand}: {source}")]
    Mismatch {
        /// The operand.
        operand: &'static str,
        /// Both types.
        source: TypeMismatch,
    },
    /// Two types that must be equal differ.
    #[error(transparent)]
    Types(#[from] TypeMismatch),
    /// The module of the call lacks a type that the operator needs.
    #[error("the module of the call does not define the type {name}")]
    NoType {
        /// The name of the type.
        name: &'static str,
    },
    /// The arithmetic of extents fails.
    #[error("cannot compute an extent: {0}")]
    Construct(#[from] ConstructError),
}

impl RelationError {
    /// Returns the error for an attribute with an unsuitable value. A void data type and an empty
    /// text are no value.
    pub(crate) fn attribute(
        name: &'static str,
        expected: impl Into<std::string::String>,
        found: impl Display,
    ) -> Self {
        let mut found = found.to_string();
        if found.is_empty() {
            found.push_str("no value");
        }
        Self::Attribute { name, expected: expected.into(), found }
    }
}
