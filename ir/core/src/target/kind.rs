//! Target kinds and their options.

use std::fmt;
use std::panic::Location;

use objet::String;
use objet::prelude::*;
use objet::tensor::DeviceType;
use objet::text::ReprPrinter;

use super::error::TargetError;
use super::kind_registry;
use crate::expr::{Bool, Integer};

/// A target kind, which names a code generator. The registry stores the options of the kind by its
/// name.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TargetKind", is_final)]
#[reflect(repr = show_kind)]
pub struct TargetKindNode {
    base: Object,
    /// The name of the kind.
    pub name: String,
    /// The type of the devices that run the code.
    pub device_type: i32,
    /// The default keys of the kind's targets.
    pub default_keys: Array<String>,
}

/// An option of the targets of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetOption {
    /// The name of the option.
    pub name: &'static str,
    /// The type of the option's values.
    pub value_type: OptionType,
    default: Option<i64>,
}

/// The type of the values of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionType {
    /// A string.
    String,
    /// An integer.
    Integer,
    /// A boolean, stored as the integer 0 or 1.
    Bool,
    /// A nested target.
    Target,
    /// A list of strings.
    StringArray,
    /// A list of nested targets.
    TargetArray,
}

/// The registration of a target kind, which [`register_target_kind!`](crate::register_target_kind)
/// submits at link time.
pub struct TargetKindRegistration {
    pub(super) name: &'static str,
    pub(super) location: &'static Location<'static>,
    pub(super) device_type: DeviceType,
    pub(super) default_keys: &'static [&'static str],
    pub(super) options: &'static [TargetOption],
}

inventory::collect!(TargetKindRegistration);

impl TargetKindRegistration {
    /// Creates a registration.
    #[track_caller]
    pub const fn new(
        name: &'static str,
        device_type: DeviceType,
        default_keys: &'static [&'static str],
        options: &'static [TargetOption],
    ) -> Self {
        Self { name, location: Location::caller(), device_type, default_keys, options }
    }

    pub(super) fn make(&self) -> TargetKind {
        make_object(TargetKindNode {
            base: Object::new(),
            name: self.name.into(),
            device_type: self.device_type.0,
            default_keys: self.default_keys.iter().copied().map(String::from).collect(),
        })
        .into()
    }
}

impl TargetOption {
    /// Creates an option without a default value.
    pub const fn new(name: &'static str, value_type: OptionType) -> Self {
        Self { name, value_type, default: None }
    }

    /// Returns the option with a default value, for integers and booleans.
    #[must_use]
    pub const fn with_default(self, default: i64) -> Self {
        Self { default: Some(default), ..self }
    }

    /// Returns the default value of the option.
    pub fn default(&self) -> Option<ObjectRef> {
        let default = self.default?;
        Some(match self.value_type {
            OptionType::Bool => Bool::from(default != 0).into(),
            _ => Integer::from(i32::try_from(default).unwrap_or(i32::MAX)).into(),
        })
    }
}

impl TargetKind {
    /// Returns the target kind `name`.
    ///
    /// # Errors
    /// Fails if no linked crate registers the kind, and suggests the most similar name. Also fails
    /// if the kind is registered twice, and reports both source locations.
    ///
    /// ```
    /// use objet_ir::target::TargetKind;
    ///
    /// let cuda = TargetKind::get("cuda")?;
    /// assert_eq!(cuda.device_type, objet::tensor::DeviceType::CUDA.0);
    /// let threads = cuda.options()?.find(|option| option.name == "max_num_threads").unwrap();
    /// let default = objet::print(&threads.default().unwrap()).to_string();
    /// assert_eq!(default, "IntImm(dtype=int32, value=1024, span=null)");
    /// assert_eq!(
    ///     TargetKind::get("cud").unwrap_err().to_string(),
    ///     r#"no target kind "cud" is registered, did you mean "cuda"?"#
    /// );
    /// # Ok::<(), objet_ir::target::TargetError>(())
    /// ```
    pub fn get(name: &str) -> Result<Self, TargetError> {
        kind_registry::kind(name).map(|known| known.kind.clone())
    }

    /// Returns all target kinds, sorted by name.
    pub fn all() -> impl Iterator<Item = Self> {
        kind_registry::kinds().map(|known| known.kind.clone())
    }
}

fn show_kind<'a>(kind: &'a TargetKindNode, printer: &mut ReprPrinter<'a>) {
    printer.text(kind.name.as_str());
}

impl TargetKindNode {
    /// Returns the options of the kind's targets: the options of all kinds, then those of this
    /// kind.
    ///
    /// # Errors
    /// Fails if the kind is not registered, which is possible for a kind loaded from a file.
    pub fn options(&self) -> Result<impl Iterator<Item = &'static TargetOption> + use<>, TargetError> {
        kind_registry::kind(&self.name).map(kind_registry::KnownKind::options)
    }
}

impl OptionType {
    /// Returns the type key of the option's values.
    pub fn type_key(self) -> &'static str {
        match self {
            Self::String => "runtime.String",
            Self::Integer | Self::Bool => "IntImm",
            Self::Target => "Target",
            Self::StringArray | Self::TargetArray => "Array",
        }
    }
}

impl fmt::Display for OptionType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::String => "String",
            Self::Integer => "Integer",
            Self::Bool => "Bool",
            Self::Target => "Target",
            Self::StringArray => "Array<String>",
            Self::TargetArray => "Array<Target>",
        })
    }
}

/// Registers a target kind at link time, with its name, device type, default keys and options. Each
/// option has a name, a type of its values, named as in [`OptionType`], and an optional default
/// value. The options of all kinds are added automatically.
///
/// ```
/// use objet::tensor::DeviceType;
/// use objet_ir::target::Target;
///
/// objet_ir::register_target_kind!("doc.npu", DeviceType::EXT_DEV, ["npu"], [
///     ("cores", Integer, 4),
///     ("memory", String),
/// ]);
///
/// let target = Target::new("doc.npu -memory=hbm")?;
/// assert_eq!(target.to_string(), "doc.npu -keys=npu -cores=4 -memory=hbm");
/// # Ok::<(), objet_ir::target::TargetError>(())
/// ```
#[macro_export]
macro_rules! register_target_kind {
    (
        $name:literal, $device_type:expr, [$($key:literal),* $(,)?],
        [$(($option:literal, $value_type:ident $(, $default:literal)?)),* $(,)?] $(,)?
    ) => {
        $crate::__private::inventory::submit! {
            $crate::target::TargetKindRegistration::new($name, $device_type, &[$($key),*], &[$(
                $crate::target::TargetOption::new($option, $crate::target::OptionType::$value_type)
                    $(.with_default($default as i64))?
            ),*])
        }
    };
}
