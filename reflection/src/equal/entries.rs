//! Pairing of the entries of two maps.

use objet_object::{MapNode, Object, ObjectRef, StringNode};

use crate::identity::{Identity, IdentitySet};

/// The object or null in one map, or `None` if the map has no such entry.
pub(super) type Side<'a> = Option<Option<&'a Object>>;

/// Two paired keys or two paired values.
pub(super) struct Entry<'a> {
    pub(super) step: EntryStep<'a>,
    pub(super) lhs: Side<'a>,
    pub(super) rhs: Side<'a>,
}

/// The position of an [`Entry`].
pub(super) enum EntryStep<'a> {
    /// The key of an entry, with the index of the entry in each map.
    KeyOf(usize, Option<usize>),
    /// The value of this key, with the index of the entry in each map that has it.
    Value(&'a Object, Option<usize>, Option<usize>),
}

/// Returns the entries of two maps in pairs, including entries that only one map has.
///
/// - Entries with string keys are paired by their keys.
/// - Other entries are paired by `partner`, which returns the corresponding key, if this pairs all
///   such keys of `lhs`.
/// - Otherwise, they are paired in order.
pub(super) fn pair<'a>(
    lhs: &'a MapNode,
    rhs: &'a MapNode,
    partner: impl Fn(&'a Object) -> Option<&'a Object>,
) -> Vec<Entry<'a>> {
    let partner = |key| partner(key).filter(|partner| rhs.get(partner).is_some());
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
        let index = other.and_then(|other| rhs.index_of(other));
        if !is_text(key) {
            let step = EntryStep::KeyOf(position, index);
            entries.push(Entry { step, lhs: Some(Some(&**key)), rhs: other.map(Some) });
            paired.extend(other.map(Identity::of));
        }
        let step = EntryStep::Value(key, Some(position), index);
        let other = index.and_then(|index| rhs.entry(index)).map(|(_, value)| value);
        entries.push(Entry { step, lhs: Some(object(value)), rhs: other.map(object) });
    }
    for (position, (key, value)) in rhs.iter().enumerate() {
        let is_paired =
            if is_text(key) { lhs.get(key).is_some() } else { paired.contains(&Identity::of(key)) };
        if !is_paired {
            let step = EntryStep::Value(key, None, Some(position));
            entries.push(Entry { step, lhs: None, rhs: Some(object(value)) });
        }
    }
    entries
}

/// Converts a reference that may be null.
#[inline]
pub(super) fn object(reference: Option<&ObjectRef>) -> Option<&Object> {
    reference.map(|reference| &**reference)
}

fn is_text(key: &Object) -> bool {
    key.is_instance::<StringNode>()
}
