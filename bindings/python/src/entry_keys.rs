//! The keys of map entries in the paths of a comparison: numbers as Python shows them, and small
//! nodes in full, so that the paths of two entries differ.

use std::collections::{HashMap, HashSet};

use objet::compare::{Path, PathStep, Side};
use objet::containers::MapNode;
use objet::function::RetValue;
use objet::walk::walk;
use objet::{DataType, IsObjectRef, ObjectRef, get_attr, print};

use crate::containers::constant;
use crate::docs::truth;

/// Descriptions of keys that are not strings, by the addresses of the steps to their values.
pub(crate) type EntryKeys = HashMap<usize, String>;

/// Maximum number of characters of a key in a path.
const SHOWN: usize = 60;

/// Maximum number of steps of a walk over a node that is shown in full.
const SMALL: usize = 32;

/// The sides in the order of the graphs.
const SIDES: [Side; 2] = [Side::Left, Side::Right];

/// Returns the number that stands for a step among those of its comparison, while a path has the
/// step.
pub(crate) fn address(step: &PathStep) -> usize {
    std::ptr::from_ref(step).addr()
}

/// A search for the keys on paths, in the graphs of a comparison. The paths share their steps, and
/// each step is followed once.
pub(crate) struct KeySearch<'a> {
    roots: [&'a ObjectRef; 2],
    /// The objects behind steps, for each graph.
    objects: [HashMap<usize, Option<ObjectRef>>; 2],
    visited: HashSet<usize>,
    keys: EntryKeys,
}

impl<'a> KeySearch<'a> {
    pub(crate) fn new(lhs: &'a ObjectRef, rhs: &'a ObjectRef) -> Self {
        let (objects, visited) = Default::default();
        Self { roots: [lhs, rhs], objects, visited, keys: EntryKeys::new() }
    }

    pub(crate) fn into_keys(self) -> EntryKeys {
        self.keys
    }

    /// Finds the keys on a path.
    pub(crate) fn visit(&mut self, path: &Path) {
        let mut path = path.clone();
        while let Some((before, step)) = path.split_last() {
            if !self.visited.insert(address(step)) {
                return;
            }
            if let PathStep::Entry { key, lhs, rhs } = step
                && let Some((side, index)) = lhs.map(|index| (0, index)).or(rhs.map(|index| (1, index)))
                && let Some(map) = self.object(&before, side)
                && let Some((found, _)) = map.as_node::<MapNode>().and_then(|map| map.entry(index))
                && let Some(text) = describe(found, key)
            {
                self.keys.insert(address(step), text);
            }
            path = before;
        }
    }

    /// Returns the object at a path in the graph of a side.
    fn object(&mut self, path: &Path, side: usize) -> Option<ObjectRef> {
        let objects = &mut self.objects[side];
        let (mut path, mut ahead) = (path.clone(), Vec::new());
        let mut object = loop {
            let Some((before, step)) = path.split_last() else { break Some(self.roots[side].clone()) };
            if let Some(object) = objects.get(&address(step)) {
                break object.clone();
            }
            ahead.push(path);
            path = before;
        };
        for path in ahead.iter().rev() {
            let Some((_, step)) = path.split_last() else { unreachable!("the path has a step") };
            object = object.and_then(|object| step.follow(&object, SIDES[side]));
            objects.insert(address(step), object.clone());
        }
        object
    }
}

/// Describes a key. Returns `None` if its short description `short` suffices.
fn describe(key: &ObjectRef, short: &str) -> Option<String> {
    if let Some(number) = constant(key) {
        let is_truth = matches!(get_attr(key, "dtype"), Ok(RetValue::DataType(DataType::BOOL)));
        return match number {
            RetValue::Int(number) if is_truth => Some(truth(number != 0)),
            RetValue::Int(number) => Some(number.to_string()),
            RetValue::Float(number) => Some(format!("{number:?}")),
            _ => None,
        };
    }
    if let Ok(value) = short.parse() {
        return Some(truth(value));
    }
    // The number of steps is bounded, because the graph of a key may be large.
    if walk(key).take(SMALL + 1).count() > SMALL {
        return None;
    }
    let fits = |text: &String| text.chars().nth(SHOWN).is_none() && !text.contains('\n');
    Some(print(key).to_string()).filter(fits).or_else(|| Some(objet::text::as_repr(Some(key))).filter(fits))
}
