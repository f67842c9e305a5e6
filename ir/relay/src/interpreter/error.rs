//! Errors of the evaluation of relay programs.

use objet::DataType;
use objet::function::BoxError;
use objet_ir::module::ModuleError;
use objet_ir::span::Span;

use super::evaluator::MAX_FRAMES;
use crate::analysis::WellFormedError;
use crate::infer::InferError;
use crate::transform::EtaExpandError;

/// The reason why a program cannot be evaluated.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluationError {
    /// The types are inconsistent.
    #[error(transparent)]
    Types(#[from] InferError),
    /// The program is not well formed.
    #[error(transparent)]
    WellFormed(#[from] WellFormedError),
    /// The module lacks a function or a type, or a function has free variables.
    #[error(transparent)]
    Module(#[from] ModuleError),
    /// A constructor cannot become a function.
    #[error(transparent)]
    Constructor(#[from] EtaExpandError),
    /// An operator of training cannot be simplified.
    #[error("cannot simplify the program for inference: {0}")]
    Inference(#[source] BoxError),
    /// A variable has no value.
    #[error("the variable %{name} has no value{at}")]
    Unbound {
        /// The name of the variable.
        name: String,
        /// The source location.
        at: Location,
    },
    /// A function is applied to another number of arguments than it has parameters.
    #[error("a function of {expected} parameter(s) is called with {found} argument(s){at}")]
    Arguments {
        /// The number of parameters.
        expected: usize,
        /// The number of arguments.
        found: usize,
        /// The source location of the function.
        at: Location,
    },
    /// A value is of another kind than the expression needs.
    #[error("expected {expected}, found a value of type {found}{at}")]
    Kind {
        /// The expected kind.
        expected: &'static str,
        /// The type key of the value.
        found: &'static str,
        /// The source location.
        at: Location,
    },
    /// A tuple has no field of that number.
    #[error("a tuple of {len} field(s) has no field {index}{at}")]
    Field {
        /// The number of fields.
        len: usize,
        /// The requested field.
        index: i32,
        /// The source location.
        at: Location,
    },
    /// No clause of a match fits the value.
    #[error("no clause of the match fits the value of {constructor}{at}: add a clause")]
    NoMatch {
        /// The constructor of the value, or `a tuple`.
        constructor: String,
        /// The source location.
        at: Location,
    },
    /// An operator has no kernel for its arguments.
    #[error(
        "the interpreter has no kernel of the operator `{op}` for ({types}){at}: the operator needs a code \
         generator, which this library does not have"
    )]
    NoKernel {
        /// The operator.
        op: String,
        /// The types of the arguments.
        types: String,
        /// The source location.
        at: Location,
    },
    /// The kernels do not support the data type that a value is cast to.
    #[error(
        "a cast to {dtype} is not implemented in the interpreter{at}: cast to bool, an integer of 8 to 64 \
         bits, a float of 16 to 64 bits or bfloat16"
    )]
    Cast {
        /// The data type.
        dtype: DataType,
        /// The source location.
        at: Location,
    },
    /// An operator has no result for these numbers.
    #[error(
        "the result of the operator `{op}` is undefined for its arguments{at}: an integer is divided by 0, \
         shifted by more than its bits, or too large for its type"
    )]
    Undefined {
        /// The operator.
        op: String,
        /// The source location.
        at: Location,
    },
    /// The program calls functions too deeply.
    #[error("the program has more than {MAX_FRAMES} unfinished calls and bindings{at}: use tail calls")]
    Depth {
        /// The source location of the innermost expression.
        at: Location,
    },
    /// The module has no relay function of that name.
    #[error("the function @{name} is not a relay function{at}: calls of it need a code generator")]
    NotRelay {
        /// The name of the function.
        name: String,
        /// The source location.
        at: Location,
    },
    /// The interpreter does not know the expression.
    #[error("the interpreter cannot evaluate a {key}{at}")]
    Expression {
        /// The type key of the expression.
        key: &'static str,
        /// The source location.
        at: Location,
    },
}

/// A source location, if it is known. Its text begins with a comma.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location(Option<Span>);

impl From<Option<&Span>> for Location {
    fn from(span: Option<&Span>) -> Self {
        Self(span.cloned())
    }
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Some(span) => write!(f, ", at {}:{}:{}", span.source_name.name, span.line, span.column),
            None => Ok(()),
        }
    }
}
