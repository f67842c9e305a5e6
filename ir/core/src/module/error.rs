//! Errors of modules.

/// The error of looking up, adding or removing a function or type of a module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModuleError {
    /// The module contains no item with the name.
    #[error("the module has no {what} {found:?}{}", did_you_mean(nearest))]
    Unknown {
        /// The kind of the item: `function`, `type` or `constructor`.
        what: &'static str,
        /// The requested name.
        found: String,
        /// The most similar name in the module.
        nearest: Option<String>,
    },
    /// The module uses another variable object for the name.
    #[error(
        "the module refers to the {what} {name:?} by another {var} object: get the {var} from the module by name"
    )]
    AnotherVar {
        /// The kind of the item: `function` or `type`.
        what: &'static str,
        /// The type key of the variable.
        var: &'static str,
        /// The name of the item.
        name: String,
    },
    /// The maps of the module contradict each other.
    #[error("{field} and the names of the module differ in {name:?}: change both, or add and remove by name")]
    Contradiction {
        /// The map: `functions` or `type_definitions`.
        field: &'static str,
        /// The name of the item that is only in one of both, or that has two variables.
        name: String,
    },
    /// The module already contains an item with the name, and the caller did not allow its
    /// replacement.
    #[error("the module already has a {what} {name:?}: allow its replacement or use another name")]
    Defined {
        /// The kind of the item: `function` or `type`.
        what: &'static str,
        /// The name of the item.
        name: String,
    },
    /// A function has unbound variables.
    #[error(
        "the function {name:?} has free {what} {}: declare them as parameters or bind them in the body",
        free.join(", ")
    )]
    Free {
        /// The name of the function.
        name: String,
        /// The kind of the variables: `variables` or `type variables`.
        what: &'static str,
        /// The names of the variables, in the order in which they occur.
        free: Vec<String>,
    },
    /// No constructor of the module has the tag.
    #[error("no type of the module has a constructor with the tag {tag}")]
    UnknownTag {
        /// The requested tag.
        tag: i32,
    },
    /// A type has more constructors than there are tags.
    #[error("the type {name:?} has {found} constructors: at most {limit} are supported")]
    TooManyConstructors {
        /// The name of the type.
        name: String,
        /// The number of its constructors.
        found: usize,
        /// The maximum number of constructors.
        limit: usize,
    },
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |name| format!(", did you mean {name:?}?"))
}
