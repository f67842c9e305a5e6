//! The registry of operators and their attributes.
//!
//! The registrations run in two stages:
//!
//! 1. All operators are described. No operator can be looked up in this stage.
//! 2. Operators receive attributes from registrations elsewhere, whose values can refer to
//!    operators.
//!
//! A thread-local variable stores the stage, so that a thread does not wait for itself.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use objet::fields::nearest_name;
use objet::function::RetValue;

use super::attr_map::Values;
use super::registration::{OpBuilder, OpRegistration};
use super::{Op, OpAttrMap, OpError};
use crate::panicked::catch_panic;

/// Operators by name, or the errors of their registrations.
type Operators = BTreeMap<&'static str, Result<Op, OpError>>;

/// The operators registered at link time.
static OPERATORS: LazyLock<Operators> = LazyLock::new(describe_all);

/// The operators for which a registration of further attributes panicked.
static FAILED: LazyLock<BTreeMap<&'static str, OpError>> = LazyLock::new(extend_all);

/// The operators registered at run time, which are never removed.
static ADDED: RwLock<BTreeMap<&str, &Op>> = RwLock::new(BTreeMap::new());

/// The attribute values, by attribute name.
static ATTRS: RwLock<BTreeMap<String, Arc<Values>>> = RwLock::new(BTreeMap::new());

/// The part of the registry that this thread is building.
#[derive(Clone, Copy)]
enum Stage {
    Idle,
    Describing(&'static str),
    Extending,
}

thread_local! {
    static STAGE: Cell<Stage> = const { Cell::new(Stage::Idle) };
}

fn registrations(defining: bool) -> impl Iterator<Item = &'static OpRegistration> {
    inventory::iter::<OpRegistration>.into_iter().filter(move |registration| registration.defines == defining)
}

fn run_registration(registration: &OpRegistration, stage: Stage) -> Result<OpBuilder, OpError> {
    let (name, location) = (registration.name, registration.location);
    let before = STAGE.replace(stage);
    let described = catch_panic(|| (registration.describe)(OpBuilder::new(name)));
    STAGE.set(before);
    described.map_err(|source| OpError::Panicked { name, location, source })
}

fn describe_all() -> Operators {
    let mut locations = BTreeMap::new();
    let mut operators = Operators::new();
    for registration in registrations(true) {
        let name = registration.name;
        if let Some(first) = locations.insert(name, registration.location) {
            operators.insert(
                name,
                Err(OpError::DuplicateRegistration { name, first, second: registration.location }),
            );
            continue;
        }
        let op = run_registration(registration, Stage::Describing(name)).map(|mut builder| {
            let op = builder.finish(locations.len() as u32 - 1);
            take_attrs(&op, builder);
            op
        });
        operators.insert(name, op);
    }
    operators
}

fn extend_all() -> BTreeMap<&'static str, OpError> {
    let mut failed = BTreeMap::new();
    // The descriptions set attributes even if no registration adds any.
    let operators = LazyLock::force(&OPERATORS);
    for registration in registrations(false) {
        let Some(Ok(op)) = operators.get(registration.name) else { continue };
        match run_registration(registration, Stage::Extending) {
            Ok(builder) => take_attrs(op, builder),
            Err(error) => _ = failed.insert(registration.name, error),
        }
    }
    failed
}

fn take_attrs(op: &Op, builder: OpBuilder) {
    for (name, value, plevel) in builder.attrs {
        // No caller can receive an error at link time: the first value with a level is kept.
        let _ = insert_attr(op, name, value, plevel);
    }
}

fn insert_attr(op: &Op, attr: &str, value: RetValue, plevel: i32) -> Result<(), OpError> {
    let mut attrs = ATTRS.write().unwrap_or_else(PoisonError::into_inner);
    let new = || Arc::new(Values { attr: attr.into(), by_op: Vec::new() });
    let values = attrs.entry(attr.into()).or_insert_with(new);
    let index = op.index as usize;
    match values.by_op.get(index) {
        Some(Some((_, level))) if *level == plevel => {
            Err(OpError::SameLevel { op: op.name.to_string(), attr: attr.into(), plevel })
        }
        Some(Some((_, level))) if *level > plevel => Ok(()),
        _ => {
            let by_op = &mut Arc::make_mut(values).by_op;
            if by_op.len() <= index {
                by_op.resize(index + 1, None);
            }
            let replaced = by_op[index].replace((value, plevel));
            // The destructor of the old value can look up operators, so the lock is released first.
            drop(attrs);
            drop(replaced);
            Ok(())
        }
    }
}

/// Waits until the registry is complete. A thread that builds the registry does not wait.
fn ensure_built(lookup: impl FnOnce() -> String) -> Result<(), OpError> {
    match STAGE.get() {
        Stage::Idle => _ = LazyLock::force(&FAILED),
        Stage::Describing(described) => {
            return Err(OpError::RegistryIncomplete { found: lookup(), described });
        }
        Stage::Extending => {}
    }
    Ok(())
}

/// Returns the error that occurred when attributes were added to an operator.
fn registration_error(name: &str) -> Option<&'static OpError> {
    // The errors are not known before the second stage is complete.
    if matches!(STAGE.get(), Stage::Idle) { FAILED.get(name) } else { None }
}

pub(super) fn get(name: &str) -> Result<&'static Op, OpError> {
    ensure_built(|| format!("the operator {name:?} is"))?;
    match (OPERATORS.get(name), registration_error(name)) {
        (Some(Err(error)), _) | (Some(Ok(_)), Some(error)) => Err(error.clone()),
        (Some(Ok(op)), None) => Ok(op),
        (None, _) => {
            let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
            added.get(name).copied().ok_or_else(|| {
                let nearest = nearest_name(name, OPERATORS.keys().chain(added.keys()).copied());
                OpError::Unknown { found: name.into(), nearest }
            })
        }
    }
}

/// Registers an operator that only has a description.
pub(super) fn add(name: &str, description: &str) -> Result<&'static Op, OpError> {
    ensure_built(|| format!("the operator {name:?} is"))?;
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    if OPERATORS.contains_key(name) || added.contains_key(name) {
        return Err(OpError::Defined { name: name.into() });
    }
    let name = &*name.to_owned().leak();
    let index = OPERATORS.len() + added.len();
    let op: &Op = Box::leak(OpBuilder::new(name).describe(description).finish(index as u32).into());
    added.insert(name, op);
    Ok(op)
}

pub(super) fn all() -> impl Iterator<Item = &'static Op> {
    unwrap_or_panic(ensure_built(|| "all operators are".into()));
    let linked = OPERATORS.iter().filter(|(name, _)| registration_error(name).is_none());
    let mut all: BTreeMap<_, _> = linked.filter_map(|(name, op)| Some((*name, op.as_ref().ok()?))).collect();
    all.extend(ADDED.read().unwrap_or_else(PoisonError::into_inner).iter());
    all.into_values()
}

pub(super) fn attr_map<T>(attr: &str) -> OpAttrMap<T> {
    unwrap_or_panic(ensure_built(|| format!("the attribute {attr:?} is")));
    let attrs = ATTRS.read().unwrap_or_else(PoisonError::into_inner);
    OpAttrMap::new(attrs.get(attr).cloned().unwrap_or_default())
}

/// Removes the value of an attribute from an operator, regardless of its priority level.
pub(super) fn reset_attr(op: &Op, attr: &str) -> Result<(), OpError> {
    ensure_built(|| format!("the attribute {attr:?} is"))?;
    let mut attrs = ATTRS.write().unwrap_or_else(PoisonError::into_inner);
    let value =
        attrs.get_mut(attr).and_then(|values| Arc::make_mut(values).by_op.get_mut(op.index as usize)?.take());
    drop(attrs);
    drop(value);
    Ok(())
}

pub(super) fn attr_names() -> Vec<String> {
    unwrap_or_panic(ensure_built(|| "all attributes are".into()));
    ATTRS.read().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
}

pub(super) fn set_attr(op: &Op, attr: &str, value: RetValue, plevel: i32) -> Result<(), OpError> {
    ensure_built(|| format!("the attribute {attr:?} is"))?;
    match value {
        RetValue::Null => Err(OpError::NoValue { op: op.name.to_string(), attr: attr.into() }),
        _ if plevel <= 0 => Err(OpError::Level { op: op.name.to_string(), attr: attr.into(), plevel }),
        value => insert_attr(op, attr, value, plevel),
    }
}

/// Panics for callers that cannot return an error. The panic stops the description of one operator
/// and becomes its error.
fn unwrap_or_panic(result: Result<(), OpError>) {
    if let Err(error) = result {
        panic!("{error}");
    }
}
