//! Which entries of two maps belong together.

use objet_object::{MapNode, Object, ObjectRef};

use super::matches::Matches;
use crate::content::Content;
use crate::identity::{Identity, IdentitySet};

/// What a map has at a place, if it has the place: an object or null.
pub(super) type Side<'a> = Option<Option<&'a Object>>;

/// Two keys or two values that belong together.
pub(super) struct Entry<'a> {
    pub(super) place: EntryPlace<'a>,
    pub(super) lhs: Side<'a>,
    pub(super) rhs: Side<'a>,
}

/// Where an [`Entry`] is.
pub(super) enum EntryPlace<'a> {
    /// The key of the entry at that position.
    KeyOf(usize),
    /// The value of that key.
    Value(&'a Object),
}

/// The entries of two maps in pairs, those that one map alone has too. Entries whose keys are texts pair by these. Others pair
/// by what their keys are matched with, or else by their keys' identity, if that pairs all such keys of `lhs`; and else by
/// their order among themselves.
pub(super) fn pair<'a>(lhs: &'a MapNode, rhs: &'a MapNode, matches: &Matches<'a>) -> Vec<Entry<'a>> {
    let partner = |key| matches.partner(key).filter(|partner| rhs.get(partner).is_some());
    let by_identity = lhs.iter().all(|(key, _)| is_text(key) || partner(key).is_some());
    let mut in_order = rhs.iter().map(|(key, _)| &**key).filter(|key| !is_text(key));

    let mut entries = Vec::with_capacity(2 * lhs.len());
    let mut paired = IdentitySet::default();
    for (position, (key, value)) in lhs.iter().enumerate() {
        let other = match is_text(key) {
            true => Some(&**key).filter(|key| rhs.get(key).is_some()),
            false if by_identity => partner(key),
            false => in_order.next(),
        };
        if !is_text(key) {
            let (lhs, rhs) = (Some(Some(&**key)), other.map(Some));
            entries.push(Entry { place: EntryPlace::KeyOf(position), lhs, rhs });
            paired.extend(other.map(Identity::of));
        }
        let other = other.and_then(|other| rhs.get(other));
        entries.push(Entry {
            place: EntryPlace::Value(key),
            lhs: Some(object(value)),
            rhs: other.map(object),
        });
    }
    for (key, value) in rhs.iter() {
        let is_paired =
            if is_text(key) { lhs.get(key).is_some() } else { paired.contains(&Identity::of(key)) };
        if !is_paired {
            entries.push(Entry { place: EntryPlace::Value(key), lhs: None, rhs: Some(object(value)) });
        }
    }
    entries
}

/// The object of a reference that may be null.
#[inline]
pub(super) fn object(reference: Option<&ObjectRef>) -> Option<&Object> {
    reference.map(|reference| &**reference)
}

fn is_text(key: &Object) -> bool {
    matches!(Content::of(key), Content::Text(_))
}
