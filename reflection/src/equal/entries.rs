//! Pairing of the entries of two maps.

use objet_object::{MapNode, Object, ObjectRef};

use crate::content::Content;
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
    /// The key of the entry with this index.
    KeyOf(usize),
    /// The value of this key.
    Value(&'a Object),
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
        if !is_text(key) {
            let (lhs, rhs) = (Some(Some(&**key)), other.map(Some));
            entries.push(Entry { step: EntryStep::KeyOf(position), lhs, rhs });
            paired.extend(other.map(Identity::of));
        }
        let other = other.and_then(|other| rhs.get(other));
        entries.push(Entry { step: EntryStep::Value(key), lhs: Some(object(value)), rhs: other.map(object) });
    }
    for (key, value) in rhs.iter() {
        let is_paired =
            if is_text(key) { lhs.get(key).is_some() } else { paired.contains(&Identity::of(key)) };
        if !is_paired {
            entries.push(Entry { step: EntryStep::Value(key), lhs: None, rhs: Some(object(value)) });
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
    matches!(Content::of(key), Content::String(_))
}
