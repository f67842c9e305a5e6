//! Errors of passes.

use std::error::Error;
use std::panic::Location;

use objet::fields::ReflectError;
use objet::function::RuntimeError;

use crate::scope::LeaveError;

/// The error type of passes and instruments.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// The error of finding or running a pass, or of entering or leaving a pass context.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PassError {
    /// The pass returned an error or [`Panicked`](super::Panicked).
    #[error("the pass {pass:?}: {}", text(source))]
    Failed {
        /// The name of the pass.
        pass: String,
        /// The error of the pass.
        source: BoxError,
    },
    /// An instrument returned an error or [`Panicked`](super::Panicked).
    #[error("the instrument {instrument:?} {at}: {}", text(source))]
    Instrument {
        /// The name of the instrument.
        instrument: String,
        /// The event that the instrument handled.
        at: String,
        /// The error of the instrument.
        source: BoxError,
    },
    /// The pass has no function.
    #[error("the pass {pass:?} has no function: passes loaded from a file or made by name cannot run")]
    NoFunction {
        /// The name of the pass.
        pass: String,
    },
    /// No pass has the name.
    #[error("no pass {found:?} is registered{}", did_you_mean(*nearest))]
    Unknown {
        /// The requested name.
        found: String,
        /// The most similar registered name.
        nearest: Option<&'static str>,
    },
    /// Two registrations define the pass.
    #[error("the pass {name:?} is registered twice: at {first} and at {second}")]
    DuplicateRegistration {
        /// The name of the pass.
        name: &'static str,
        /// The source location of the first registration.
        first: &'static Location<'static>,
        /// The source location of the second registration.
        second: &'static Location<'static>,
    },
    /// The global function that creates a required pass failed.
    #[error("the function {function:?} did not create a pass: {source}")]
    CreationFailed {
        /// The name of the function.
        function: String,
        /// The cause.
        source: RuntimeError,
    },
    /// The context to be left is not current.
    #[error("wrong exit from a pass context: {0}")]
    Exit(#[from] LeaveError),
    /// The required passes form a cycle.
    #[error("cycle of required passes: {chain} -> {pass}")]
    Cyclic {
        /// The pass that closes the cycle.
        pass: String,
        /// The required passes up to this point, each of which requires the next.
        chain: String,
    },
}

/// Returns the text of an error without its kind, which is the kind of the whole error.
fn text(source: &BoxError) -> String {
    source
        .downcast_ref::<RuntimeError>()
        .map_or_else(|| source.to_string(), |error| error.message().to_owned())
}

/// The error of an option of a pass context.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// No option has the name.
    #[error("no option {found:?} is registered for passes{}", did_you_mean(*nearest))]
    Unknown {
        /// The requested name.
        found: String,
        /// The most similar registered name.
        nearest: Option<&'static str>,
    },
    /// The value of the option has the wrong type.
    #[error("the option {option:?}: expected {expected}, found {found}")]
    Type {
        /// The name of the option.
        option: String,
        /// The type of the option's values.
        expected: String,
        /// The type key of the value.
        found: &'static str,
    },
    /// The value of a boolean option is an integer other than 0 and 1.
    #[error("the option {option:?}: expected a boolean (0 or 1), found {found}")]
    NotBool {
        /// The name of the option.
        option: &'static str,
        /// The value.
        found: i64,
    },
    /// No node can be created from the map for the option.
    #[error("the option {option:?}: {source}")]
    Fields {
        /// The name of the option.
        option: &'static str,
        /// The cause.
        source: ReflectError,
    },
    /// Two registrations define the option.
    #[error("the option {option:?} is registered twice: at {first} and at {second}")]
    DuplicateOption {
        /// The name of the option.
        option: &'static str,
        /// The source location of the first registration.
        first: &'static Location<'static>,
        /// The source location of the second registration.
        second: &'static Location<'static>,
    },
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!(", did you mean {name:?}?"))
}
