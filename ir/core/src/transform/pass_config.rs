//! The options of pass contexts, and the types of their values.

use std::collections::BTreeMap;
use std::panic::Location;
use std::sync::LazyLock;

use objet::fields::{FieldKind, ReflectError, Reflection, nearest_name};
use objet::function::ArgValue;
use objet::prelude::*;
use objet::types::CastError;
use objet::{String, make_node, types};

use super::error::ConfigError;
use crate::expr::{Bool, FloatImmNode, IntImmNode, Integer};

/// An option of pass contexts, which [`register_pass_config!`](crate::register_pass_config) submits
/// at link time.
pub struct PassConfigOption {
    name: &'static str,
    location: &'static Location<'static>,
    /// Whether the values are booleans, stored as integers.
    boolean: bool,
    type_key: &'static str,
    type_name: fn() -> std::string::String,
    check: fn(&Object) -> Result<(), CastError>,
    make: fn(&Fields) -> Result<ObjectRef, ReflectError>,
}

/// The fields of a node, by name.
type Fields = Map<String, Option<ObjectRef>>;

inventory::collect!(PassConfigOption);

/// The options by name. An option that is registered twice maps to an error.
type Options = BTreeMap<&'static str, Result<&'static PassConfigOption, ConfigError>>;

/// The registered options.
static OPTIONS: LazyLock<Options> = LazyLock::new(|| {
    let mut options = Options::new();
    for option in inventory::iter::<PassConfigOption> {
        let entry = options.entry(option.name).or_insert(Ok(option));
        if let Ok(known) = entry
            && !std::ptr::eq(*known, option)
        {
            *entry = Err(ConfigError::DuplicateOption {
                option: option.name,
                first: known.location,
                second: option.location,
            });
        }
    }
    options
});

impl PassConfigOption {
    /// Creates an option whose values are of type `T`.
    #[track_caller]
    pub const fn new<T: IsObjectRef>(name: &'static str) -> Self {
        Self {
            name,
            location: Location::caller(),
            boolean: false,
            type_key: T::Node::TYPE_KEY,
            type_name: T::type_name,
            check: T::check,
            make: of_fields::<T>,
        }
    }

    /// Creates an option with boolean values. As in TVM, the values are integers of any type; they
    /// must be 0 or 1.
    #[track_caller]
    pub const fn boolean(name: &'static str) -> Self {
        Self { boolean: true, ..Self::new::<Bool>(name) }
    }

    /// Returns the name of the option.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the type key of the option's values.
    pub fn type_key(&self) -> &'static str {
        self.type_key
    }

    /// Returns the type of the option's values.
    pub fn type_name(&self) -> std::string::String {
        (self.type_name)()
    }

    /// Converts a value for this option. A map becomes the node with the map's entries as fields.
    pub(super) fn value(&'static self, value: ObjectRef) -> Result<ObjectRef, ConfigError> {
        if (self.check)(&value).is_ok() {
            let number = value.as_node::<IntImmNode>().filter(|_| self.boolean).map(|number| number.value);
            return match number.filter(|number| !(0..=1).contains(number)) {
                Some(found) => Err(ConfigError::NotBool { option: self.name, found }),
                None => Ok(value),
            };
        }
        if let Some(fields) = value.downcast_ref::<Fields>() {
            let made = (self.make)(fields);
            return made.map_err(|source| ConfigError::Fields { option: self.name, source });
        }
        Err(self.of_type(&value))
    }

    fn of_type(&self, found: &ObjectRef) -> ConfigError {
        let (option, expected) = (self.name.into(), self.type_name());
        ConfigError::Type { option, expected, found: found.type_key() }
    }
}

/// Creates a node from its fields. Numbers in maps are objects, but most numeric fields hold plain
/// numbers.
fn of_fields<T: IsObjectRef>(fields: &Fields) -> Result<ObjectRef, ReflectError> {
    let key = T::Node::TYPE_KEY;
    let reflection = types::by_key(key).and_then(Reflection::of_type);
    let known = reflection.map_or(&[][..], Reflection::fields);
    let is_plain = |name: &str| {
        let field = known.iter().find(|field| field.name() == name);
        field.is_some_and(|field| !matches!(field.kind(), FieldKind::Reference(_)))
    };
    let plain = |value: &'_ ObjectRef| {
        match_node!(match value {
            number @ IntImmNode => Some(ArgValue::Int(number.value)),
            number @ FloatImmNode => Some(ArgValue::Float(number.value)),
            _ => None,
        })
    };
    let fields = fields.iter().map(|(name, value)| {
        let number = value.as_ref().filter(|_| is_plain(name)).and_then(plain);
        (name.as_str(), number.unwrap_or_else(|| value.into()))
    });
    make_node(key, fields)
}

pub(super) fn get(name: &str) -> Result<&'static PassConfigOption, ConfigError> {
    match OPTIONS.get(name) {
        Some(option) => option.clone(),
        None => {
            let nearest = nearest_name(name, OPTIONS.keys().copied());
            Err(ConfigError::Unknown { found: name.into(), nearest })
        }
    }
}

pub(super) fn all() -> impl Iterator<Item = &'static PassConfigOption> {
    OPTIONS.values().filter_map(|option| option.as_ref().ok().copied())
}

/// Registers an option of pass contexts at link time, with its name and the type of its values. The
/// type `Bool` creates a [`boolean`](crate::transform::PassConfigOption::boolean) option.
///
/// ```
/// use objet_ir::expr::Integer;
/// use objet_ir::transform::PassContext;
///
/// objet_ir::register_pass_config!("doc.Inline.max_size", Integer);
///
/// let context = PassContext::new(2).with_config("doc.Inline.max_size", Integer::from(40))?;
/// let max_size = context.get_config::<Integer>("doc.Inline.max_size")?;
/// assert_eq!(max_size.map(|size| size.value), Some(40));
/// # Ok::<(), objet_ir::transform::ConfigError>(())
/// ```
#[macro_export]
macro_rules! register_pass_config {
    ($name:literal, Bool) => {
        $crate::__private::inventory::submit! {
            $crate::transform::PassConfigOption::boolean($name)
        }
    };
    ($name:literal, $value:ty) => {
        $crate::__private::inventory::submit! {
            $crate::transform::PassConfigOption::new::<$value>($name)
        }
    };
}

crate::register_pass_config!("relay.FuseOps.max_depth", Integer);
crate::register_pass_config!("relay.backend.use_auto_scheduler", Bool);
crate::register_pass_config!("relay.backend.use_meta_schedule", Bool);
crate::register_pass_config!("relay.fallback_device_type", Integer);
crate::register_pass_config!("tir.add_lower_pass", Array<Array<ObjectRef>>);
crate::register_pass_config!("tir.debug_keep_trivial_loop", Bool);
crate::register_pass_config!("tir.detect_global_barrier", Bool);
crate::register_pass_config!("tir.disable_assert", Bool);
crate::register_pass_config!("tir.disable_storage_rewrite", Bool);
crate::register_pass_config!("tir.disable_vectorize", Bool);
crate::register_pass_config!("tir.instrument_bound_checkers", Bool);
crate::register_pass_config!("tir.is_entry_func", Bool);
crate::register_pass_config!("tir.noalias", Bool);
