//! What can go wrong with targets.

use std::panic::Location;

use super::OptionType;

/// A target that cannot be made as asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TargetError {
    /// There is nothing to make it of.
    #[error("expected a target, such as \"llvm -mcpu=skylake\", found an empty text")]
    Empty,
    /// No kind has this name.
    #[error("no target kind {found:?} is registered{}", did_you_mean(*nearest))]
    UnknownKind {
        /// The name asked for.
        found: String,
        /// The nearest name that there is.
        nearest: Option<&'static str>,
    },
    /// Two crates register the kind.
    #[error("the target kind {name:?} is registered twice: at {first} and at {second}")]
    KindTwice {
        /// The kind.
        name: &'static str,
        /// One place.
        first: &'static Location<'static>,
        /// The other one.
        second: &'static Location<'static>,
    },
    /// The kind has no such option.
    #[error("targets of the kind {kind:?} have no option {found:?}{}", did_you_mean(*nearest))]
    UnknownOption {
        /// The kind.
        kind: String,
        /// The option.
        found: String,
        /// The nearest option that the kind has.
        nearest: Option<&'static str>,
    },
    /// Two values are given for an option.
    #[error("the option {option:?} is given twice")]
    OptionTwice {
        /// The option.
        option: String,
    },
    /// A word of the text is no option.
    #[error("expected an option, such as \"-mcpu=skylake\", found {found:?}")]
    NotAnOption {
        /// The word.
        found: String,
    },
    /// A quote is not closed.
    #[error("expected another ' in {text:?}: the number of those without \\ is odd")]
    Quote {
        /// The text.
        text: String,
    },
    /// The value of an option is not of its type.
    #[error("the option {option:?}: expected {expected}, found {found}")]
    Value {
        /// The option, with the place in it if that is a list.
        option: String,
        /// The type of its values.
        expected: OptionType,
        /// What is given.
        found: String,
    },
    /// The target that is given for an option cannot be made.
    #[error("the option {option:?}: {source}")]
    Nested {
        /// The option.
        option: String,
        /// Why not.
        source: Box<TargetError>,
    },
    /// A configuration lacks the kind.
    #[error("expected a configuration with \"kind\", found one without")]
    NoKind,
    /// An entry of a configuration is not of its type.
    #[error("{field:?} of the configuration: expected {expected}, found {found}")]
    Field {
        /// The entry.
        field: &'static str,
        /// What it should be.
        expected: &'static str,
        /// The type of what it is.
        found: String,
    },
    /// A configuration is not JSON.
    #[error("expected a configuration in JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// JSON has a value that no configuration has.
    #[error("expected texts, integers, truth values, lists and maps in a configuration, found {found}")]
    JsonValue {
        /// The value.
        found: String,
    },
    /// Targets are inside of targets without end.
    #[error("expected targets inside of targets to be no more than {limit} deep")]
    TooDeep {
        /// How deep they may be.
        limit: usize,
    },
    /// The target has another host already.
    #[error("expected {target:?} to have no host, or {expected:?}, found {found:?}")]
    OtherHost {
        /// The target.
        target: String,
        /// The host that it was to have.
        expected: String,
        /// The host that it has.
        found: String,
    },
    /// No target is current.
    #[error("expected a target to be current on this thread, found none")]
    NoCurrent,
    /// A target is left that is not the current one.
    #[error("expected {target:?}, which is left, to be the target that was entered last on this thread")]
    NotCurrent {
        /// The target.
        target: String,
    },
    /// There is a tag of this name.
    #[error("the tag {name:?} is there already: say that it is to be replaced, or take another name")]
    TagDefined {
        /// The name.
        name: String,
    },
    /// Two crates register the tag.
    #[error("the tag {name:?} is registered twice: at {first} and at {second}")]
    TagTwice {
        /// The name.
        name: &'static str,
        /// One place.
        first: &'static Location<'static>,
        /// The other one.
        second: &'static Location<'static>,
    },
    /// The configuration of a registered tag cannot be read.
    #[error("the tag {name:?}, registered at {place}: {message}")]
    TagConfig {
        /// The name.
        name: &'static str,
        /// Where it is registered.
        place: &'static Location<'static>,
        /// What is wrong.
        message: String,
    },
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!(", did you mean {name:?}?"))
}
