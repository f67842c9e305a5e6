//! Target tags: names for the configurations of well-known targets.

use std::collections::BTreeMap;
use std::panic::Location;
use std::sync::{LazyLock, PoisonError, RwLock};

use objet::String;
use objet::prelude::*;

use super::error::TargetError;
use super::{Target, target_config, text};

/// A name for the configuration of a target.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "TargetTag", is_final)]
pub struct TargetTagNode {
    base: Object,
    /// The name.
    pub name: String,
    /// The configuration.
    pub config: Map<String, ObjectRef>,
}

/// The registration of a tag, which [`register_target_tag!`](crate::register_target_tag) submits at
/// link time.
pub struct TargetTagRegistration {
    name: &'static str,
    config: &'static str,
    location: &'static Location<'static>,
}

inventory::collect!(TargetTagRegistration);

impl TargetTagRegistration {
    /// Creates a registration. `config` is a JSON configuration.
    #[track_caller]
    pub const fn new(name: &'static str, config: &'static str) -> Self {
        Self { name, config, location: Location::caller() }
    }

    fn make(&self) -> Result<TargetTag, TargetError> {
        let config = text::config_of_json(self.config).map_err(|error| TargetError::TagConfig {
            name: self.name,
            location: self.location,
            message: error.to_string(),
        })?;
        Ok(TargetTag::new(self.name, config))
    }
}

/// All tags by name, including those added at run time.
static TAGS: LazyLock<RwLock<BTreeMap<String, Entry>>> = LazyLock::new(|| {
    let mut tags = BTreeMap::<String, Entry>::new();
    for registration in inventory::iter::<TargetTagRegistration> {
        match tags.entry(registration.name.into()) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(Entry::Linked(registration));
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                if let Entry::Linked(first) = *entry.get() {
                    entry.insert(Entry::Duplicate(first, registration));
                }
            }
        }
    }
    RwLock::new(tags)
});

#[derive(Clone)]
enum Entry {
    Linked(&'static TargetTagRegistration),
    Duplicate(&'static TargetTagRegistration, &'static TargetTagRegistration),
    Added(TargetTag),
}

impl Entry {
    fn tag(self) -> Result<TargetTag, TargetError> {
        match self {
            Self::Linked(registration) => registration.make(),
            Self::Duplicate(first, second) => {
                let (first_location, second_location) = (first.location, second.location);
                Err(TargetError::DuplicateTag {
                    name: first.name,
                    first: first_location,
                    second: second_location,
                })
            }
            Self::Added(tag) => Ok(tag),
        }
    }
}

impl TargetTag {
    fn new(name: impl Into<String>, config: Map<String, ObjectRef>) -> Self {
        make_object(TargetTagNode { base: Object::new(), name: name.into(), config }).into()
    }

    /// Returns the tag `name`, if it exists.
    ///
    /// # Errors
    /// Fails if the tag is registered twice, or if its registered configuration is invalid.
    pub fn get(name: &str) -> Result<Option<Self>, TargetError> {
        let tags = TAGS.read().unwrap_or_else(PoisonError::into_inner);
        let entry = tags.get(&String::from(name)).cloned();
        drop(tags);
        entry.map(Entry::tag).transpose()
    }

    /// Adds a tag, and returns the target that the tag stands for. With `replace`, the tag replaces
    /// one with the same name.
    ///
    /// # Errors
    /// Fails if the configuration is invalid. Without `replace`, fails if the tag exists.
    pub fn add(
        name: impl Into<String>,
        config: Map<String, ObjectRef>,
        replace: bool,
    ) -> Result<Target, TargetError> {
        let name = name.into();
        let target = target_config::target(config.clone(), 0)?;
        let mut tags = TAGS.write().unwrap_or_else(PoisonError::into_inner);
        if !replace && tags.contains_key(&name) {
            return Err(TargetError::TagDefined { name: name.to_string() });
        }
        let tag = Self::new(name.clone(), config);
        let replaced = tags.insert(name, Entry::Added(tag));
        drop(tags);
        // The replaced tag is dropped after the lock is released, because its destructor can run
        // arbitrary code.
        drop(replaced);
        Ok(target)
    }

    /// Returns the names of all tags.
    pub fn list_names() -> Vec<String> {
        TAGS.read().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }
}

/// Registers a target tag at link time, with its name and its JSON configuration.
///
/// ```
/// use objet_ir::target::Target;
///
/// objet_ir::register_target_tag!(
///     "doc/small-gpu",
///     r#"{"kind": "cuda", "arch": "sm_50", "max_num_threads": 128}"#
/// );
///
/// let target = Target::new("doc/small-gpu")?;
/// assert_eq!(
///     target.to_string(),
///     "cuda -keys=cuda,gpu -arch=sm_50 -max_num_threads=128 -thread_warp_size=32"
/// );
/// # Ok::<(), objet_ir::target::TargetError>(())
/// ```
#[macro_export]
macro_rules! register_target_tag {
    ($name:expr, $config:expr) => {
        $crate::__private::inventory::submit! {
            $crate::target::TargetTagRegistration::new($name, $config)
        }
    };
}
