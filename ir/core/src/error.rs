//! Why an expression, a statement or a type cannot be made of what is given.

use objet::DataType;

/// A node that cannot be made of these operands: what was expected of which of them, and what was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConstructError {
    /// An operand is of the wrong data type.
    #[error("{node}: expected {operand} to be {expected}, found {found}")]
    DataType {
        /// The type key of the node.
        node: &'static str,
        /// The operand.
        operand: &'static str,
        /// What it should be.
        expected: &'static str,
        /// What it is.
        found: DataType,
    },
    /// Two operands that should be of one data type are of two.
    #[error("{node}: expected {lhs} and {rhs} to be of one data type, found {found_lhs} and {found_rhs}")]
    DataTypes {
        /// The type key of the node.
        node: &'static str,
        /// One operand.
        lhs: &'static str,
        /// The other one.
        rhs: &'static str,
        /// The data type of the one.
        found_lhs: DataType,
        /// The data type of the other.
        found_rhs: DataType,
    },
    /// A number does not lie where it has to.
    #[error("{node}: expected {operand} to be {expected}, found {found}")]
    Number {
        /// The type key of the node.
        node: &'static str,
        /// The operand.
        operand: &'static str,
        /// What it should be.
        expected: &'static str,
        /// What it is.
        found: i64,
    },
    /// There are too many or too few of something.
    #[error("{node}: expected {expected} {what}, found {found}")]
    Count {
        /// The type key of the node.
        node: &'static str,
        /// What is counted.
        what: &'static str,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// An operator of Rust's is applied to expressions, and nothing linked in says what it makes of them.
    #[error("no arithmetic on expressions is linked in: depend on the crate objet-tir, and use it")]
    NoArithmetic,
    /// An operand is an object of the wrong kind.
    #[error("{node}: expected {operand} to be {expected}, found {found}")]
    Operand {
        /// The type key of the node.
        node: &'static str,
        /// The operand.
        operand: &'static str,
        /// What it should be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
}

impl ConstructError {
    /// The type key of the node that cannot be made.
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

/// So that what makes nodes can be called with `?` where graphs are rewritten.
impl From<ConstructError> for objet::RewriteError {
    fn from(error: ConstructError) -> Self {
        let type_key = error.node();
        objet::ReflectError::Refused { type_key, source: std::sync::Arc::new(error) }.into()
    }
}
