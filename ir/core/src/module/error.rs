//! What can go wrong with modules.

/// A function or a type that a module does not have, or cannot take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModuleError {
    /// Nothing in the module has this name.
    #[error("the module has no {what} {found:?}{}", did_you_mean(nearest))]
    Unknown {
        /// Whether a function was asked for, or what else.
        what: &'static str,
        /// The name asked for.
        found: String,
        /// The nearest name that the module has.
        nearest: Option<String>,
    },
    /// The module has another object for the name.
    #[error(
        "the module has the {what} {name:?} under another {var}: two objects of one text are two names, so look the name up"
    )]
    AnotherVar {
        /// Whether it is about a function or a type.
        what: &'static str,
        /// The type key of the name.
        var: &'static str,
        /// The text of the name.
        name: String,
    },
    /// The module has something of this name, which is not to be replaced.
    #[error("the module has a {what} {name:?} already: say that it is to be replaced, or take another name")]
    Defined {
        /// Whether it is a function or a type.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A function of the module refers to variables that nothing binds.
    #[error(
        "the function {name:?} has free {what} {}: expected all of them to be parameters or bound inside",
        free.join(", ")
    )]
    Free {
        /// The name that the function was to have.
        name: String,
        /// Whether it is about variables or type variables.
        what: &'static str,
        /// Their names, in the order in which they are met.
        free: Vec<String>,
    },
    /// No constructor has this number.
    #[error("no type of the module has a constructor of the tag {tag}")]
    UnknownTag {
        /// The number asked for.
        tag: i32,
    },
    /// There are more constructors than numbers for them.
    #[error("the type {name:?} has {found} constructors: expected no more than {limit}")]
    TooManyConstructors {
        /// The type.
        name: String,
        /// How many constructors it has.
        found: usize,
        /// How many it may have.
        limit: usize,
    },
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |name| format!(", did you mean {name:?}?"))
}
