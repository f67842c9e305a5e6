//! What can go wrong with passes.

use std::error::Error;
use std::panic::Location;

use objet::{ReflectError, RuntimeError};

/// Any error, as passes and instruments may give one.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// A pass that did not do its work, or cannot.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PassError {
    /// The pass said why, or [`Panicked`](super::Panicked).
    #[error("the pass {pass:?}: {source}")]
    Failed {
        /// The pass.
        pass: String,
        /// What it said.
        source: BoxError,
    },
    /// An instrument said why, or [`Panicked`](super::Panicked).
    #[error("the instrument {instrument:?} {at}: {source}")]
    Instrument {
        /// The instrument.
        instrument: String,
        /// When it was asked.
        at: String,
        /// What it said.
        source: BoxError,
    },
    /// There is nothing that the pass could do.
    #[error(
        "the pass {pass:?} holds no function: one that was read from a file, or was made by name, has none"
    )]
    NoFunction {
        /// The pass.
        pass: String,
    },
    /// No pass has this name.
    #[error("no pass {found:?} is registered{}", did_you_mean(*nearest))]
    Unknown {
        /// The name asked for.
        found: String,
        /// The nearest name that there is.
        nearest: Option<&'static str>,
    },
    /// Two crates register a pass of the name.
    #[error("the pass {name:?} is registered twice: at {first} and at {second}")]
    Twice {
        /// The name.
        name: &'static str,
        /// One place.
        first: &'static Location<'static>,
        /// The other one.
        second: &'static Location<'static>,
    },
    /// A function that was to make a pass, because another one requires it, did not.
    #[error("the function {function:?} makes no pass: {source}")]
    NotMade {
        /// The name of the function.
        function: String,
        /// Why not.
        source: RuntimeError,
    },
    /// A context is left that is not the current one.
    #[error("expected the context that is left to be the one that was entered last on this thread")]
    NotCurrent,
    /// The pass requires itself, by way of others.
    #[error("the pass {pass:?} is required while it runs because it is required: {chain}")]
    Cyclic {
        /// The pass.
        pass: String,
        /// The passes that are required at this point, each on the way to the next.
        chain: String,
    },
}

/// A configuration that a context cannot have.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// There is no option of this name.
    #[error("no option {found:?} is registered for passes{}", did_you_mean(*nearest))]
    Unknown {
        /// The name.
        found: String,
        /// The nearest name that there is.
        nearest: Option<&'static str>,
    },
    /// The value of the option is of another type.
    #[error("the option {option:?}: expected {expected}, found {found}")]
    Type {
        /// The option.
        option: String,
        /// The type that its values have.
        expected: String,
        /// The type of the value.
        found: &'static str,
    },
    /// The value of the option is an integer that is no truth value.
    #[error("the option {option:?}: expected a truth value, 0 or 1, found {found}")]
    NotBool {
        /// The option.
        option: &'static str,
        /// The integer.
        found: i64,
    },
    /// The map that was given for the option does not make a node of its type.
    #[error("the option {option:?}: {source}")]
    Fields {
        /// The option.
        option: &'static str,
        /// Why not.
        source: ReflectError,
    },
    /// Two crates register the option.
    #[error("the option {option:?} is registered twice: at {first} and at {second}")]
    Twice {
        /// The option.
        option: &'static str,
        /// One place.
        first: &'static Location<'static>,
        /// The other one.
        second: &'static Location<'static>,
    },
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!(", did you mean {name:?}?"))
}
