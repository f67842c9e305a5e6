//! Shallow hashing: objects whose references are hashed by identity.

use objet_object::__private::resumed;
use objet_object::{Object, ObjectRef};

use super::hash_engine::{ADT, ARRAY, MAP, NULL, key_hash, of_leaf, of_plain};
use super::hash_reducer::HashReducer;
use super::mix::{mix, of_bytes, of_text};
use crate::content::Content;
use crate::equal::compares_by_identity;
use crate::identity::Identity;
use crate::loaded::Loaded;
use crate::memory::Node;
use crate::options::Comparison;

/// Returns the shallow hash of an object, or `None` if the object is equal only to itself.
pub(crate) fn shallow_hash(object: &Object) -> Option<u64> {
    match Content::of(object) {
        // The elements of a tensor on a device are not known, so the tensor equals only itself.
        Content::Tensor(tensor) if tensor.compact_bytes().is_err() => None,
        Content::Array(array) => Some(of_list(mix(ARRAY, array.as_slice().len() as u64), array.as_slice())),
        Content::Adt(adt) => Some(of_list(mix(ADT, u64::from(adt.tag().cast_unsigned())), adt.fields())),
        Content::Map(map) => {
            // The order of the entries does not count.
            let entries = map.iter().map(|(key, value)| {
                let key = match Content::of(key) {
                    Content::String(text) => of_text(text.as_str()),
                    _ => address(Some(key)),
                };
                mix(mix(MAP, key), address(value))
            });
            Some(mix(MAP, entries.fold(map.len() as u64, u64::wrapping_add)))
        }
        Content::Node(node) => of_node(node),
        content => of_leaf(content),
    }
}

fn of_node(node: Node<'_>) -> Option<u64> {
    if compares_by_identity(node) {
        return None;
    }
    let (reflection, loaded) = (node.reflection(), Loaded::default());
    let hash = key_hash(node);
    Some(match (reflection.comparison(), reflection.bytes()) {
        (Comparison::Custom { hash: function, .. }, _) => {
            let mut reducer = HashReducer::new(hash, &loaded);
            resumed(function(node.object(), &mut reducer));
            let objects = reducer.objects.iter().map(|(object, _)| *object);
            objects.fold(reducer.hash, |hash, object| mix(hash, object.map_or(NULL, number)))
        }
        (_, Some(bytes)) => mix(hash, of_bytes(bytes.of(node.object()))),
        (_, None) => (0..)
            .map_while(|index| node.compared(index, &loaded))
            .fold(of_plain(node, hash, &loaded), |hash, (_, object)| mix(hash, address(object))),
    })
}

fn of_list(start: u64, elements: &[Option<ObjectRef>]) -> u64 {
    elements.iter().fold(start, |hash, element| mix(hash, address(element.as_ref())))
}

fn address(object: Option<&ObjectRef>) -> u64 {
    object.map_or(NULL, |object| number(object))
}

fn number(object: &Object) -> u64 {
    Identity::of(object).number()
}
