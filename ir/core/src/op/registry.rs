//! The operators of the process, and their further attributes.
//!
//! What registrations tell runs in two stages. First all operators are described, when there are none that could be asked for. Then
//! those that are registered elsewhere are given attributes, of whose values operators may be part. The thread that is in a stage knows it, so
//! that it does not wait for itself.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use objet::{RetValue, nearest_name};

use super::attr_map::Values;
use super::registration::{OpBuilder, OpRegistration};
use super::{Op, OpAttrMap, OpError};
use crate::panicked::caught;

/// Operators by name, or why there is none.
type Operators = BTreeMap<&'static str, Result<Op, OpError>>;

/// The operators that were linked in.
static OPERATORS: LazyLock<Operators> = LazyLock::new(describe_all);

/// The operators that something else that was linked in failed to give attributes to.
static FAILED: LazyLock<BTreeMap<&'static str, OpError>> = LazyLock::new(extend_all);

/// The operators that came later. They stay for good.
static ADDED: RwLock<BTreeMap<&str, &Op>> = RwLock::new(BTreeMap::new());

/// The attributes by name.
static ATTRS: RwLock<BTreeMap<String, Arc<Values>>> = RwLock::new(BTreeMap::new());

/// What of the registry the thread is making.
#[derive(Clone, Copy)]
enum Stage {
    Nothing,
    Describing(&'static str),
    Extending,
}

thread_local! {
    static STAGE: Cell<Stage> = const { Cell::new(Stage::Nothing) };
}

fn registrations(defining: bool) -> impl Iterator<Item = &'static OpRegistration> {
    inventory::iter::<OpRegistration>.into_iter().filter(move |registration| registration.defines == defining)
}

fn told(registration: &OpRegistration, stage: Stage) -> Result<OpBuilder, OpError> {
    let (name, place) = (registration.name, registration.place);
    let before = STAGE.replace(stage);
    let told = caught(|| (registration.describe)(OpBuilder::new(name)));
    STAGE.set(before);
    told.map_err(|source| OpError::Panicked { name, place, source })
}

fn describe_all() -> Operators {
    let mut places = BTreeMap::new();
    let mut operators = Operators::new();
    for registration in registrations(true) {
        let name = registration.name;
        if let Some(first) = places.insert(name, registration.place) {
            operators.insert(name, Err(OpError::Twice { name, first, second: registration.place }));
            continue;
        }
        let op = told(registration, Stage::Describing(name)).map(|mut builder| {
            let op = builder.finish(places.len() as u32 - 1);
            take_attrs(&op, builder);
            op
        });
        operators.insert(name, op);
    }
    operators
}

fn extend_all() -> BTreeMap<&'static str, OpError> {
    // Those that are described have attributes, even if nothing gives them more.
    LazyLock::force(&OPERATORS);
    let mut failed = BTreeMap::new();
    // Also if there is nothing to give: what is told of operators is there once this has run.
    let operators = LazyLock::force(&OPERATORS);
    for registration in registrations(false) {
        let Some(Ok(op)) = operators.get(registration.name) else { continue };
        match told(registration, Stage::Extending) {
            Ok(builder) => take_attrs(op, builder),
            Err(error) => _ = failed.insert(registration.name, error),
        }
    }
    failed
}

fn take_attrs(op: &Op, builder: OpBuilder) {
    for (name, value, plevel) in builder.attrs {
        // At link time there is nobody to tell: the first value of a level stays.
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
            // What the old value was made of may ask for operators when it ends.
            drop(attrs);
            drop(replaced);
            Ok(())
        }
    }
}

/// Waits until the registry is made, as far as this thread is not making it.
fn made(asked: impl FnOnce() -> String) -> Result<(), OpError> {
    match STAGE.get() {
        Stage::Nothing => _ = LazyLock::force(&FAILED),
        Stage::Describing(described) => return Err(OpError::NotYet { found: asked(), described }),
        Stage::Extending => {}
    }
    Ok(())
}

/// Why an operator that is described is none.
fn failed(name: &str) -> Option<&'static OpError> {
    // While attributes are given, it is not known yet.
    if matches!(STAGE.get(), Stage::Nothing) { FAILED.get(name) } else { None }
}

pub(super) fn get(name: &str) -> Result<&'static Op, OpError> {
    made(|| format!("the operator {name:?} is"))?;
    match (OPERATORS.get(name), failed(name)) {
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

/// A new operator, of which nothing is known but what it does.
pub(super) fn add(name: &str, description: &str) -> Result<&'static Op, OpError> {
    made(|| format!("the operator {name:?} is"))?;
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
    or_panic(made(|| "all operators are".into()));
    let linked = OPERATORS.iter().filter(|(name, _)| failed(name).is_none());
    let mut all: BTreeMap<_, _> = linked.filter_map(|(name, op)| Some((*name, op.as_ref().ok()?))).collect();
    all.extend(ADDED.read().unwrap_or_else(PoisonError::into_inner).iter());
    all.into_values()
}

pub(super) fn attr_map<T>(attr: &str) -> OpAttrMap<T> {
    or_panic(made(|| format!("the attribute {attr:?} is")));
    let attrs = ATTRS.read().unwrap_or_else(PoisonError::into_inner);
    OpAttrMap::new(attrs.get(attr).cloned().unwrap_or_default())
}

/// Takes the value from an operator, whatever its level.
pub(super) fn reset_attr(op: &Op, attr: &str) -> Result<(), OpError> {
    made(|| format!("the attribute {attr:?} is"))?;
    let mut attrs = ATTRS.write().unwrap_or_else(PoisonError::into_inner);
    let value =
        attrs.get_mut(attr).and_then(|values| Arc::make_mut(values).by_op.get_mut(op.index as usize)?.take());
    drop(attrs);
    drop(value);
    Ok(())
}

pub(super) fn attr_names() -> Vec<String> {
    or_panic(made(|| "all attributes are".into()));
    ATTRS.read().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
}

pub(super) fn set_attr(op: &Op, attr: &str, value: RetValue, plevel: i32) -> Result<(), OpError> {
    made(|| format!("the attribute {attr:?} is"))?;
    match value {
        RetValue::Null => Err(OpError::NoValue { op: op.name.to_string(), attr: attr.into() }),
        _ if plevel <= 0 => Err(OpError::Level { op: op.name.to_string(), attr: attr.into(), plevel }),
        value => insert_attr(op, attr, value, plevel),
    }
}

/// Where no error can be given. The panic ends the description of one operator, and is its error.
fn or_panic(made: Result<(), OpError>) {
    if let Err(error) = made {
        panic!("{error}");
    }
}
