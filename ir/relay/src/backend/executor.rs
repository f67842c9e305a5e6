//! The executors that run compiled networks, and the runtime libraries that they are linked with.
//!
//! ```
//! use objet_relay::backend::executor::Executor;
//!
//! let executor = Executor::new("aot", [("interface-api", objet::String::from("c"))])?;
//! assert_eq!(executor.attrs.get::<objet::String>("interface-api"), Some("c".into()));
//!
//! let error = Executor::new("aot", [("interface", objet::String::from("c"))]).unwrap_err();
//! assert!(error.to_string().contains("\"interface\" is not available on this Executor"));
//! # Ok::<(), objet_relay::backend::executor::OptionError>(())
//! ```

use objet::String;
use objet::containers::StringNode;
use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{Bool, IntImmNode};

/// The executor of a compiled network, with its options.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Executor", is_final)]
#[reflect(repr = show_executor)]
pub struct ExecutorNode {
    base: Object,
    /// The name: `graph`, `aot` or `vm`.
    pub name: String,
    /// The values of the options.
    pub attrs: DictAttrs,
}

/// The runtime library that a compiled network is linked with, with its options.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Runtime", is_final)]
#[reflect(repr = show_runtime)]
pub struct RuntimeNode {
    base: Object,
    /// The name: `cpp` or `c`.
    pub name: String,
    /// The values of the options.
    pub attrs: DictAttrs,
}

/// An unknown name, an unknown option or an option of the wrong type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no executor or runtime with the name.
    #[error("{kind} {name:?} is not defined: the names are {known}")]
    UnknownName {
        /// `Executor` or `Runtime`.
        kind: &'static str,
        /// The name.
        name: std::string::String,
        /// The known names, separated by commas.
        known: std::string::String,
    },
    /// The executor or runtime does not have the option.
    #[error("Attribute {option:?} is not available on this {kind}: {name:?} has {known}")]
    UnknownOption {
        /// `Executor` or `Runtime`.
        kind: &'static str,
        /// The name of the executor or runtime.
        name: &'static str,
        /// The name of the option.
        option: std::string::String,
        /// The known options, separated by commas.
        known: std::string::String,
    },
    /// The value of an option has the wrong type.
    #[error("Attribute {option:?} should have type {expected:?} but instead found {found:?}")]
    WrongType {
        /// The name of the option.
        option: &'static str,
        /// The type key of the values of the option.
        expected: &'static str,
        /// The type key of the value.
        found: &'static str,
    },
}

/// A known executor or runtime.
struct Known {
    name: &'static str,
    options: &'static [Choice],
}

/// An option: its name, the type key of its values, and the value if it is not set.
struct Choice {
    name: &'static str,
    type_key: &'static str,
    default: Option<bool>,
}

const EXECUTORS: &[Known] = &[
    Known { name: "graph", options: &[Choice::bool("link-params", Some(false))] },
    Known {
        name: "aot",
        options: &[
            Choice { name: "interface-api", type_key: StringNode::TYPE_KEY, default: None },
            Choice::bool("unpacked-api", None),
        ],
    },
    Known { name: "vm", options: &[] },
];

const RUNTIMES: &[Known] =
    &[Known { name: "cpp", options: &[] }, Known { name: "c", options: &[Choice::bool("system-lib", None)] }];

impl Choice {
    const fn bool(name: &'static str, default: Option<bool>) -> Self {
        Self { name, type_key: IntImmNode::TYPE_KEY, default }
    }
}

impl Executor {
    /// Returns an executor with options, and with the defaults of other options.
    ///
    /// # Errors
    /// Fails if the name or an option is unknown, or if an option has a value of the wrong type.
    pub fn new<K: Into<String>, V: Into<ObjectRef>>(
        name: &str,
        options: impl IntoIterator<Item = (K, V)>,
    ) -> Result<Self, OptionError> {
        let known = find(EXECUTORS, ExecutorNode::TYPE_KEY, name)?;
        let attrs = known.attrs(ExecutorNode::TYPE_KEY, DictAttrs::new(options))?;
        Ok(make_object(ExecutorNode { base: Object::new(), name: name.into(), attrs }).into())
    }
}

impl Runtime {
    /// Returns a runtime with options.
    ///
    /// # Errors
    /// Fails if the name or an option is unknown, or if an option has a value of the wrong type.
    pub fn new<K: Into<String>, V: Into<ObjectRef>>(
        name: &str,
        options: impl IntoIterator<Item = (K, V)>,
    ) -> Result<Self, OptionError> {
        let known = find(RUNTIMES, RuntimeNode::TYPE_KEY, name)?;
        let attrs = known.attrs(RuntimeNode::TYPE_KEY, DictAttrs::new(options))?;
        Ok(make_object(RuntimeNode { base: Object::new(), name: name.into(), attrs }).into())
    }
}

impl Known {
    /// Checks options, and adds the defaults of options that are not set.
    fn attrs(&self, kind: &'static str, mut attrs: DictAttrs) -> Result<DictAttrs, OptionError> {
        for (option, value) in &attrs.dict {
            let Some(choice) = self.options.iter().find(|choice| choice.name == option.as_str()) else {
                let known = joined(self.options.iter().map(|choice| choice.name));
                let option = option.to_string();
                return Err(OptionError::UnknownOption { kind, name: self.name, option, known });
            };
            let found = value.as_ref().map_or("null", |value| value.type_key());
            if found != choice.type_key {
                let (option, expected) = (choice.name, choice.type_key);
                return Err(OptionError::WrongType { option, expected, found });
            }
        }
        for choice in self.options {
            if let Some(default) = choice.default
                && !attrs.dict.contains_key(choice.name)
            {
                attrs = attrs.with(choice.name, Bool::from(default));
            }
        }
        Ok(attrs)
    }
}

fn find(known: &'static [Known], kind: &'static str, name: &str) -> Result<&'static Known, OptionError> {
    known.iter().find(|known| known.name == name).ok_or_else(|| {
        let known = joined(known.iter().map(|known| known.name));
        OptionError::UnknownName { kind, name: name.into(), known }
    })
}

/// Joins names with commas.
fn joined(names: impl Iterator<Item = &'static str>) -> std::string::String {
    let names: Vec<_> = names.collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

fn names(known: &[Known]) -> Array<String> {
    known.iter().map(|known| String::from(known.name)).collect()
}

/// Returns the type key of the values of each option.
fn options(known: &Known) -> Map<String, String> {
    known.options.iter().map(|choice| (choice.name.into(), choice.type_key.into())).collect()
}

fn show_executor<'a>(executor: &'a ExecutorNode, printer: &mut ReprPrinter<'a>) {
    printer.text(executor.name.as_str());
}

fn show_runtime<'a>(runtime: &'a RuntimeNode, printer: &mut ReprPrinter<'a>) {
    printer.text(runtime.name.as_str());
}

/// Options by name.
type Options = Map<String, ObjectRef>;

fn pairs(options: &Options) -> impl Iterator<Item = (String, ObjectRef)> {
    options.iter().map(|(name, value)| (name.clone(), value.clone()))
}

/// Returns an executor with options.
#[register_global("relay.backend.CreateExecutor")]
fn create_executor(name: &str, attrs: Options) -> Result<Executor, OptionError> {
    Executor::new(name, pairs(&attrs))
}

/// Returns the options of an executor.
#[register_global("relay.backend.GetExecutorAttrs")]
fn executor_attrs(executor: Executor) -> Map<String, Option<ObjectRef>> {
    executor.attrs.dict.clone()
}

/// Returns the names of the executors.
#[register_global("relay.backend.ListExecutors")]
fn list_executors() -> Array<String> {
    names(EXECUTORS)
}

/// Returns the type key of each option of an executor.
#[register_global("relay.backend.ListExecutorOptions")]
fn list_executor_options(name: &str) -> Result<Map<String, String>, OptionError> {
    find(EXECUTORS, ExecutorNode::TYPE_KEY, name).map(options)
}

/// Returns a runtime with options.
#[register_global("relay.backend.CreateRuntime")]
fn create_runtime(name: &str, attrs: Options) -> Result<Runtime, OptionError> {
    Runtime::new(name, pairs(&attrs))
}

/// Returns the options of a runtime.
#[register_global("relay.backend.GetRuntimeAttrs")]
fn runtime_attrs(runtime: Runtime) -> Map<String, Option<ObjectRef>> {
    runtime.attrs.dict.clone()
}

/// Returns the names of the runtimes.
#[register_global("relay.backend.ListRuntimes")]
fn list_runtimes() -> Array<String> {
    names(RUNTIMES)
}

/// Returns the type key of each option of a runtime.
#[register_global("relay.backend.ListRuntimeOptions")]
fn list_runtime_options(name: &str) -> Result<Map<String, String>, OptionError> {
    find(RUNTIMES, RuntimeNode::TYPE_KEY, name).map(options)
}
