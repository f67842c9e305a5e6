//! The operators of the process, and their further attributes.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use objet::{RetValue, nearest_name};

use super::attr_map::Values;
use super::registration::{OpBuilder, OpRegistration};
use super::{Op, OpAttrMap, OpError};

/// The operators that were linked in. Their nodes never change; attributes may come later.
struct Registry {
    ops: BTreeMap<&'static str, Result<Op, OpError>>,
    attrs: RwLock<HashMap<String, Arc<Values>>>,
}

static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::of_linked);

impl Registry {
    fn of_linked() -> Self {
        let registrations = || inventory::iter::<OpRegistration>.into_iter();
        let mut defined = BTreeMap::new();
        let mut ops = BTreeMap::new();
        let mut attrs = Vec::new();
        for registration in registrations().filter(|registration| registration.defines) {
            let name = registration.name;
            if let Some(first) = defined.insert(name, registration.place) {
                ops.insert(name, Err(OpError::Twice { name, first, second: registration.place }));
                continue;
            }
            let mut builder = (registration.describe)(OpBuilder::new(name));
            let op = builder.finish(defined.len() as u32 - 1);
            attrs.extend(builder.attrs.into_iter().map(|attr| (op.clone(), attr)));
            ops.insert(name, Ok(op));
        }
        for registration in registrations().filter(|registration| !registration.defines) {
            if let Some(Ok(op)) = ops.get(registration.name) {
                let builder = (registration.describe)(OpBuilder::new(registration.name));
                attrs.extend(builder.attrs.into_iter().map(|attr| (op.clone(), attr)));
            }
        }
        let registry = Self { ops, attrs: RwLock::default() };
        for (op, (name, value, plevel)) in attrs {
            // At link time there is nobody to tell: the first value of a level stays.
            let _ = registry.set_attr(&op, name, value, plevel);
        }
        registry
    }

    fn set_attr(&self, op: &Op, attr: &str, value: RetValue, plevel: i32) -> Result<(), OpError> {
        let mut attrs = self.attrs.write().unwrap_or_else(PoisonError::into_inner);
        let new = || Arc::new(Values { attr: attr.into(), by_op: Vec::new() });
        let values = Arc::make_mut(attrs.entry(attr.into()).or_insert_with(new));
        let index = op.index as usize;
        if values.by_op.len() <= index {
            values.by_op.resize(index + 1, None);
        }
        match &values.by_op[index] {
            Some((_, level)) if *level == plevel => {
                Err(OpError::SameLevel { op: op.name.to_string(), attr: attr.into(), plevel })
            }
            Some((_, level)) if *level > plevel => Ok(()),
            _ => {
                values.by_op[index] = Some((value, plevel));
                Ok(())
            }
        }
    }
}

pub(super) fn get(name: &str) -> Result<&'static Op, OpError> {
    match REGISTRY.ops.get(name) {
        Some(op) => op.as_ref().map_err(OpError::clone),
        None => {
            let nearest = nearest_name(name, REGISTRY.ops.keys().copied());
            Err(OpError::Unknown { found: name.into(), nearest })
        }
    }
}

pub(super) fn all() -> impl Iterator<Item = &'static Op> {
    REGISTRY.ops.values().filter_map(|op| op.as_ref().ok())
}

pub(super) fn attr_map<T>(attr: &str) -> OpAttrMap<T> {
    let attrs = REGISTRY.attrs.read().unwrap_or_else(PoisonError::into_inner);
    OpAttrMap::new(attrs.get(attr).cloned().unwrap_or_default())
}

pub(super) fn attr_names() -> Vec<String> {
    let mut names: Vec<_> =
        REGISTRY.attrs.read().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect();
    names.sort_unstable();
    names
}

pub(super) fn set_attr(op: &Op, attr: &str, value: RetValue, plevel: i32) -> Result<(), OpError> {
    REGISTRY.set_attr(op, attr, value, plevel)
}
