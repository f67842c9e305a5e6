//! The registry of target kinds.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use objet::fields::nearest_name;

use super::error::TargetError;
use super::kind::{TargetKind, TargetKindRegistration, TargetOption};
use super::kinds::COMMON_OPTIONS;

/// A registered kind.
pub(super) struct KnownKind {
    pub(super) kind: TargetKind,
    registration: &'static TargetKindRegistration,
    /// The second registration, if the kind is registered twice.
    second: Option<&'static TargetKindRegistration>,
}

static KINDS: LazyLock<BTreeMap<&'static str, KnownKind>> = LazyLock::new(|| {
    let mut kinds = BTreeMap::<_, KnownKind>::new();
    for registration in inventory::iter::<TargetKindRegistration> {
        let new = || KnownKind { kind: registration.make(), registration, second: None };
        let known = kinds.entry(registration.name).or_insert_with(new);
        if !std::ptr::eq(known.registration, registration) {
            known.second = Some(registration);
        }
    }
    kinds
});

impl KnownKind {
    pub(super) fn options(&self) -> impl Iterator<Item = &'static TargetOption> + use<> {
        COMMON_OPTIONS.iter().chain(self.registration.options)
    }

    /// Returns the option `name` of the kind.
    pub(super) fn option(&self, name: &str) -> Result<&'static TargetOption, TargetError> {
        self.options().find(|option| option.name == name).ok_or_else(|| {
            let nearest = nearest_name(name, self.options().map(|option| option.name));
            TargetError::UnknownOption { kind: self.registration.name.into(), found: name.into(), nearest }
        })
    }
}

pub(super) fn kind(name: &str) -> Result<&'static KnownKind, TargetError> {
    let Some(known) = KINDS.get(name) else {
        let nearest = nearest_name(name, KINDS.keys().copied());
        return Err(TargetError::UnknownKind { found: name.into(), nearest });
    };
    let registration = known.registration;
    match known.second {
        Some(second) => {
            let (first, second) = (registration.location, second.location);
            Err(TargetError::DuplicateKind { name: registration.name, first, second })
        }
        None => Ok(known),
    }
}

pub(super) fn kinds() -> impl Iterator<Item = &'static KnownKind> {
    KINDS.values().filter(|known| known.second.is_none())
}
