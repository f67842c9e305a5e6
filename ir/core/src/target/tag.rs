//! Tags: names for the configurations of well-known targets.

use std::collections::BTreeMap;
use std::panic::Location;
use std::sync::{LazyLock, PoisonError, RwLock};

use objet::String;
use objet::prelude::*;

use super::error::TargetError;
use super::{Target, config, text};

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

/// A tag to be registered, as [`register_target_tag!`](crate::register_target_tag) leaves it at link time.
pub struct TargetTagRegistration {
    name: &'static str,
    config: &'static str,
    place: &'static Location<'static>,
}

inventory::collect!(TargetTagRegistration);

impl TargetTagRegistration {
    /// The tag of that name for a configuration in JSON.
    #[track_caller]
    pub const fn new(name: &'static str, config: &'static str) -> Self {
        Self { name, config, place: Location::caller() }
    }

    fn make(&self) -> Result<TargetTag, TargetError> {
        let config = text::config_of_json(self.config).map_err(|error| TargetError::TagConfig {
            name: self.name,
            place: self.place,
            message: error.to_string(),
        })?;
        Ok(TargetTag::new(self.name, config))
    }
}

/// The tags by name, those that were added later too.
static TAGS: LazyLock<RwLock<BTreeMap<String, Entry>>> = LazyLock::new(|| {
    let mut tags = BTreeMap::<String, Entry>::new();
    for registration in inventory::iter::<TargetTagRegistration> {
        match tags.entry(registration.name.into()) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(Entry::Linked(registration));
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                if let Entry::Linked(first) = *entry.get() {
                    entry.insert(Entry::Twice(first, registration));
                }
            }
        }
    }
    RwLock::new(tags)
});

#[derive(Clone)]
enum Entry {
    Linked(&'static TargetTagRegistration),
    Twice(&'static TargetTagRegistration, &'static TargetTagRegistration),
    Added(TargetTag),
}

impl Entry {
    fn tag(self) -> Result<TargetTag, TargetError> {
        match self {
            Self::Linked(registration) => registration.make(),
            Self::Twice(first, second) => {
                let (first_place, second_place) = (first.place, second.place);
                Err(TargetError::TagTwice { name: first.name, first: first_place, second: second_place })
            }
            Self::Added(tag) => Ok(tag),
        }
    }
}

impl TargetTag {
    fn new(name: impl Into<String>, config: Map<String, ObjectRef>) -> Self {
        make_object(TargetTagNode { base: Object::new(), name: name.into(), config }).into()
    }

    /// The tag of that name, if there is one.
    ///
    /// # Errors
    /// If it is registered twice, or if what is registered is no configuration.
    pub fn get(name: &str) -> Result<Option<Self>, TargetError> {
        let tags = TAGS.read().unwrap_or_else(PoisonError::into_inner);
        let entry = tags.get(&String::from(name)).cloned();
        drop(tags);
        entry.map(Entry::tag).transpose()
    }

    /// Adds a tag, with `replace` in place of one of the same name, and gives the target that it stands for.
    ///
    /// # Errors
    /// If the configuration makes no target; or, without `replace`, if there is a tag of that name.
    pub fn add(
        name: impl Into<String>,
        config: Map<String, ObjectRef>,
        replace: bool,
    ) -> Result<Target, TargetError> {
        let name = name.into();
        let target = config::target(config.clone(), 0)?;
        let mut tags = TAGS.write().unwrap_or_else(PoisonError::into_inner);
        if !replace && tags.contains_key(&name) {
            return Err(TargetError::TagDefined { name: name.to_string() });
        }
        let tag = Self::new(name.clone(), config);
        let replaced = tags.insert(name, Entry::Added(tag));
        drop(tags);
        // Its end may run any code, so it comes when the lock is free again.
        drop(replaced);
        Ok(target)
    }

    /// The names of all tags.
    pub fn list_names() -> Vec<String> {
        TAGS.read().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }
}

/// Registers a tag at link time: its name, and the configuration that it stands for, in JSON.
///
/// ```
/// use objet_ir::target::Target;
///
/// objet_ir::register_target_tag!("doc/small-gpu", r#"{"kind": "cuda", "arch": "sm_50", "max_num_threads": 128}"#);
///
/// let target = Target::new("doc/small-gpu")?;
/// assert_eq!(target.to_string(), "cuda -keys=cuda,gpu -arch=sm_50 -max_num_threads=128 -thread_warp_size=32");
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
