//! The kinds of targets: what generates code, and what options that has.

use std::fmt;
use std::panic::Location;

use objet::prelude::*;
use objet::{DeviceType, String};

use super::error::TargetError;
use super::registry;
use crate::expr::{Bool, Integer};

/// A kind of targets. What options it has stands in the registry, by its name.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TargetKind", is_final)]
pub struct TargetKindNode {
    base: Object,
    /// Its name.
    pub name: String,
    /// The number of the kind of device that the code runs on.
    pub device_type: i32,
    /// The keys that its targets have.
    pub default_keys: Array<String>,
}

/// An option that targets of a kind have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetOption {
    /// Its name.
    pub name: &'static str,
    /// The type of its values.
    pub value_type: OptionType,
    default: Option<i64>,
}

/// The type of the values of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionType {
    /// A text.
    String,
    /// A number.
    Integer,
    /// A truth value: as an attribute the number 0 or 1.
    Bool,
    /// Another target.
    Target,
    /// Texts.
    StringArray,
    /// Other targets.
    TargetArray,
}

/// A kind to be registered, as [`register_target_kind!`](crate::register_target_kind) leaves it at link time.
pub struct TargetKindRegistration {
    pub(super) name: &'static str,
    pub(super) place: &'static Location<'static>,
    pub(super) device_type: DeviceType,
    pub(super) default_keys: &'static [&'static str],
    pub(super) options: &'static [TargetOption],
}

inventory::collect!(TargetKindRegistration);

impl TargetKindRegistration {
    /// The kind of that name.
    #[track_caller]
    pub const fn new(
        name: &'static str,
        device_type: DeviceType,
        default_keys: &'static [&'static str],
        options: &'static [TargetOption],
    ) -> Self {
        Self { name, place: Location::caller(), device_type, default_keys, options }
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
    /// The option of that name, without a default.
    pub const fn new(name: &'static str, value_type: OptionType) -> Self {
        Self { name, value_type, default: None }
    }

    /// The same option with a default, for numbers and truth values.
    #[must_use]
    pub const fn with_default(self, default: i64) -> Self {
        Self { default: Some(default), ..self }
    }

    /// The value that targets have which are given none.
    pub fn default(&self) -> Option<ObjectRef> {
        let default = self.default?;
        Some(match self.value_type {
            OptionType::Bool => Bool::from(default != 0).into(),
            _ => Integer::from(i32::try_from(default).unwrap_or(i32::MAX)).into(),
        })
    }
}

impl TargetKind {
    /// The kind of that name.
    ///
    /// # Errors
    /// If nothing linked in registers it, with the nearest name that there is; or if it is registered twice, with both places.
    ///
    /// ```
    /// use objet_ir::target::TargetKind;
    ///
    /// let cuda = TargetKind::get("cuda")?;
    /// assert_eq!(cuda.device_type, objet::DeviceType::CUDA.0);
    /// let threads = cuda.options()?.find(|option| option.name == "max_num_threads").unwrap();
    /// assert_eq!(objet::print(&threads.default().unwrap()).to_string(), "IntImm(dtype=int32, value=1024, span=null)");
    /// assert_eq!(
    ///     TargetKind::get("cud").unwrap_err().to_string(),
    ///     r#"no target kind "cud" is registered, did you mean "cuda"?"#
    /// );
    /// # Ok::<(), objet_ir::target::TargetError>(())
    /// ```
    pub fn get(name: &str) -> Result<Self, TargetError> {
        registry::kind(name).map(|known| known.kind.clone())
    }

    /// All kinds, by name.
    pub fn all() -> impl Iterator<Item = Self> {
        registry::kinds().map(|known| known.kind.clone())
    }
}

impl TargetKindNode {
    /// The options that its targets have: those of all kinds, and its own.
    ///
    /// # Errors
    /// If it is none of the registered kinds, which one from a file may be.
    pub fn options(&self) -> Result<impl Iterator<Item = &'static TargetOption> + use<>, TargetError> {
        registry::kind(&self.name).map(registry::KnownKind::options)
    }
}

impl OptionType {
    /// The key of the type that values have.
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

/// Registers a kind of targets at link time: its name, the kind of device, the keys of its targets, and the options that it has
/// beside those of all kinds: each with the type of its values, as [`OptionType`] calls it, and perhaps
/// a default.
///
/// ```
/// use objet::DeviceType;
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
