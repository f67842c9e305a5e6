//! Errors of targets.

use std::panic::Location;

use super::OptionType;
use crate::scope::LeaveError;

/// The error of creating, entering or leaving a target.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TargetError {
    /// The target string is empty.
    #[error("the target string is empty: write a target such as \"llvm -mcpu=skylake\"")]
    Empty,
    /// No target kind has the name.
    #[error("no target kind {found:?} is registered{}", did_you_mean(*nearest))]
    UnknownKind {
        /// The requested name.
        found: String,
        /// The most similar registered name.
        nearest: Option<&'static str>,
    },
    /// Two registrations define the kind.
    #[error("the target kind {name:?} is registered twice: at {first} and at {second}")]
    DuplicateKind {
        /// The name of the kind.
        name: &'static str,
        /// The source location of the first registration.
        first: &'static Location<'static>,
        /// The source location of the second registration.
        second: &'static Location<'static>,
    },
    /// The kind has no option with the name.
    #[error("targets of the kind {kind:?} have no option {found:?}{}", did_you_mean(*nearest))]
    UnknownOption {
        /// The name of the kind.
        kind: String,
        /// The requested option.
        found: String,
        /// The most similar option of the kind.
        nearest: Option<&'static str>,
    },
    /// An option is set twice.
    #[error("the option {option:?} is set twice")]
    DuplicateOption {
        /// The name of the option.
        option: String,
    },
    /// A word of the target string is not an option.
    #[error("expected an option, such as \"-mcpu=skylake\", found {found:?}")]
    NotAnOption {
        /// The invalid word.
        found: String,
    },
    /// A quote is not closed.
    #[error("unclosed quote ' in {text:?}: close it, or write \\' for a literal quote")]
    Quote {
        /// The string.
        text: String,
    },
    /// The value of an option has the wrong type.
    #[error("the option {option:?}: expected {expected}, found {found}")]
    Value {
        /// The name of the option, with the index of the element for a list.
        option: String,
        /// The type of the option's values.
        expected: OptionType,
        /// The value as found, in words.
        found: String,
    },
    /// The nested target of an option cannot be created.
    #[error("the option {option:?}: {source}")]
    Nested {
        /// The name of the option.
        option: String,
        /// The cause.
        source: Box<TargetError>,
    },
    /// A configuration has no entry `kind`.
    #[error("the configuration has no entry \"kind\"")]
    NoKind,
    /// An entry of a configuration has the wrong type.
    #[error("{field:?} of the configuration: expected {expected}, found {found}")]
    Field {
        /// The name of the entry.
        field: &'static str,
        /// The expected type, in words.
        expected: &'static str,
        /// The type key of the value.
        found: String,
    },
    /// A configuration is not valid JSON.
    #[error("invalid JSON in the configuration: {0}")]
    Json(#[from] serde_json::Error),
    /// A JSON value is not allowed in configurations.
    #[error("expected a string, an integer, a boolean, a list or a map in the configuration, found {found}")]
    JsonValue {
        /// The invalid value.
        found: String,
    },
    /// Targets are nested too deeply.
    #[error("targets are nested more than {limit} levels deep")]
    TooDeep {
        /// The maximum nesting depth.
        limit: usize,
    },
    /// An option of a target for GPUs does not fit the code generator of the kind.
    #[error("the option {option:?} of targets of the kind {kind:?} is {expected}, found {found:?}")]
    GpuCode {
        /// The kind of the target.
        kind: String,
        /// The name of the option.
        option: &'static str,
        /// The expected value, in words.
        expected: String,
        /// The invalid value.
        found: String,
    },
    /// No target is current on the thread.
    #[error("no target is current on this thread: enter a target first")]
    NoCurrent,
    /// The target to be left is not current.
    #[error("wrong exit from the target {target:?}: {source}")]
    Exit {
        /// The target to be left.
        target: String,
        /// The reason.
        source: LeaveError,
    },
    /// The tag already exists.
    #[error("the tag {name:?} already exists: allow its replacement or use another name")]
    TagDefined {
        /// The name of the tag.
        name: String,
    },
    /// Two registrations define the tag.
    #[error("the tag {name:?} is registered twice: at {first} and at {second}")]
    DuplicateTag {
        /// The name of the tag.
        name: &'static str,
        /// The source location of the first registration.
        first: &'static Location<'static>,
        /// The source location of the second registration.
        second: &'static Location<'static>,
    },
    /// The configuration of a registered tag is invalid.
    #[error("the tag {name:?}, registered at {location}: {message}")]
    TagConfig {
        /// The name of the tag.
        name: &'static str,
        /// The source location of the registration.
        location: &'static Location<'static>,
        /// The error message.
        message: String,
    },
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!(", did you mean {name:?}?"))
}
