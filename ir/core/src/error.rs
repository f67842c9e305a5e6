//! Errors of constructing expressions, statements and types.

use objet::DataType;

/// The error of constructing a node from invalid operands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConstructError {
    /// An operand has the wrong data type.
    #[error("{node}: expected {operand} to be {expected}, found {found}")]
    DataType {
        /// The type key of the node.
        node: &'static str,
        /// The operand.
        operand: &'static str,
        /// The expected data type, in words.
        expected: &'static str,
        /// The data type of the operand.
        found: DataType,
    },
    /// Two operands have different data types, but need the same one.
    #[error("{node}: expected {lhs} and {rhs} to have the same data type, found {found_lhs} and {found_rhs}")]
    DataTypes {
        /// The type key of the node.
        node: &'static str,
        /// The first operand.
        lhs: &'static str,
        /// The second operand.
        rhs: &'static str,
        /// The data type of the first operand.
        found_lhs: DataType,
        /// The data type of the second operand.
        found_rhs: DataType,
    },
    /// A number is out of range.
    #[error("{node}: expected {operand} to be {expected}, found {found}")]
    Number {
        /// The type key of the node.
        node: &'static str,
        /// The operand.
        operand: &'static str,
        /// The expected range, in words.
        expected: &'static str,
        /// The value of the operand.
        found: i64,
    },
    /// The number of elements in a list is wrong.
    #[error("{node}: expected {expected} {what}, found {found}")]
    Count {
        /// The type key of the node.
        node: &'static str,
        /// The counted elements, in words.
        what: &'static str,
        /// The expected number of elements.
        expected: usize,
        /// The actual number of elements.
        found: usize,
    },
    /// A Rust operator is applied to expressions, but no linked crate provides an
    /// [`Arithmetic`](crate::expr::Arithmetic).
    #[error("no arithmetic on expressions is linked in: depend on the crate objet-tir and use it")]
    NoArithmetic,
    /// An operand is an object of the wrong kind.
    #[error("{node}: expected {operand} to be {expected}, found {found}")]
    Operand {
        /// The type key of the node.
        node: &'static str,
        /// The operand.
        operand: &'static str,
        /// The expected kind of object, in words.
        expected: &'static str,
        /// The operand as found, in words.
        found: String,
    },
}

impl ConstructError {
    /// Returns the type key of the node that could not be constructed.
    pub fn node(&self) -> &'static str {
        match self {
            Self::DataType { node, .. }
            | Self::DataTypes { node, .. }
            | Self::Number { node, .. }
            | Self::Count { node, .. }
            | Self::Operand { node, .. } => node,
            Self::NoArithmetic => "PrimExpr",
        }
    }
}

/// Lets code that rewrites graphs construct nodes with `?`.
impl From<ConstructError> for objet::walk::RewriteError {
    fn from(error: ConstructError) -> Self {
        let type_key = error.node();
        objet::fields::ReflectError::Invalid { type_key, source: std::sync::Arc::new(error) }.into()
    }
}
