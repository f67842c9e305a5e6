//! One line of a graph with a maximum number of characters. Items of containers that do not fit are
//! not visited, so a long container takes no more time than a short one.
//!
//! An object prints with a name only if several of its occurrences are among the visited items.

use std::collections::HashMap;

use objet::containers::ADT;
use objet::walk::Content;
use objet::{Array, IsObjectRef, Map, Object, ObjectRef, ShapeTuple, print};

/// Prints a graph on one line with at most `limit` characters. A longer line ends with `…`.
pub(crate) fn short_line(root: &ObjectRef, limit: usize) -> String {
    let mut prefixes = Prefixes { left: limit, made: HashMap::new() };
    let mut text = format!("{:.limit$}", print(&prefixes.of(root)));
    // A cut line has `limit` characters and the `…`.
    if text.chars().nth(limit).is_some() {
        let end = text.char_indices().nth(limit.saturating_sub(1)).map_or(0, |(end, _)| end);
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Copies of containers with their first items.
///
/// Each item prints as at least one character, and each container also as its brackets. So a line
/// with all remaining items is longer than the number of items, and the missing ones are cut.
struct Prefixes {
    /// The number of items that still fit.
    left: usize,
    /// The result for each container, by address. A shared container stays shared.
    made: HashMap<usize, ObjectRef>,
}

impl Prefixes {
    /// Returns an array, a map, an ADT or a shape with the items that fit, and any other object
    /// unchanged. The depth of the recursion is at most the number of items.
    fn of(&mut self, object: &ObjectRef) -> ObjectRef {
        let address = std::ptr::from_ref::<Object>(object).addr();
        if let Some(made) = self.made.get(&address) {
            return made.clone();
        }
        let made = match Content::of(object) {
            Content::Array(array) => {
                self.items(array.as_slice()).map(|items| Array::from(items).into_object_ref())
            }
            Content::Adt(adt) => {
                self.items(adt.fields()).map(|fields| ADT::new(adt.tag(), fields).into_object_ref())
            }
            Content::Map(map) => {
                let (mut made, mut is_changed) = (Map::<ObjectRef, Option<ObjectRef>>::new(), false);
                for (key, value) in map.iter() {
                    if self.left == 0 {
                        is_changed = true;
                        break;
                    }
                    self.left -= 1;
                    let (new_key, new_value) = (self.of(key), value.map(|value| self.of(value)));
                    is_changed |= is_other(Some(key), Some(&new_key)) || is_other(value, new_value.as_ref());
                    made.insert(new_key, new_value);
                }
                is_changed.then(|| made.into_object_ref())
            }
            Content::Shape(shape) if shape.as_slice().len() > self.left => {
                Some(ShapeTuple::from(shape.as_slice()[..self.left].to_vec()).into_object_ref())
            }
            _ => return object.clone(),
        };
        let made = made.unwrap_or_else(|| object.clone());
        self.made.insert(address, made.clone());
        made
    }

    /// Returns the items that fit, or `None` if all fit unchanged.
    fn items(&mut self, items: &[Option<ObjectRef>]) -> Option<Vec<Option<ObjectRef>>> {
        let (mut made, mut is_changed) = (Vec::new(), false);
        for item in items {
            if self.left == 0 {
                return Some(made);
            }
            self.left -= 1;
            let new = item.as_ref().map(|item| self.of(item));
            is_changed |= is_other(item.as_ref(), new.as_ref());
            made.push(new);
        }
        is_changed.then_some(made)
    }
}

fn is_other(old: Option<&ObjectRef>, new: Option<&ObjectRef>) -> bool {
    match (old, new) {
        (Some(old), Some(new)) => !old.same_as(new),
        (old, new) => old.is_some() != new.is_some(),
    }
}
