//! Objects that a printed program refers to by type key and index, because the text format cannot
//! express them.

use std::collections::{BTreeMap, HashMap};

use objet::graph::GraphError;
use objet::prelude::*;
use objet::{String as Text, save_json};

/// The objects that a text refers to as `meta[type key][index]`. Each type key has its own indices.
///
/// ```
/// use objet_ir::expr::IntImm;
/// use objet_ir::meta_data::MetaData;
///
/// let (one, two) = (IntImm::from(1).into(), IntImm::from(2).into());
/// let mut meta_data = MetaData::default();
/// assert_eq!(meta_data.reference(&one), "meta[IntImm][0]");
/// assert_eq!(meta_data.reference(&two), "meta[IntImm][1]");
/// assert_eq!(meta_data.reference(&one), "meta[IntImm][0]");
/// ```
#[derive(Debug, Default)]
#[doc(alias = "TextMetaDataContext")]
pub struct MetaData {
    numbers: HashMap<ObjectRef, usize>,
    objects: BTreeMap<&'static str, Vec<ObjectRef>>,
}

impl MetaData {
    /// Returns the text that refers to the object, and adds the object if it is new.
    pub fn reference(&mut self, object: &ObjectRef) -> String {
        let type_key = object.type_key();
        let number = *self.numbers.entry(object.clone()).or_insert_with(|| {
            let objects = self.objects.entry(type_key).or_default();
            objects.push(object.clone());
            objects.len() - 1
        });
        format!("meta[{type_key}][{number}]")
    }

    /// Whether the text refers to the object.
    pub fn contains(&self, object: &ObjectRef) -> bool {
        self.numbers.contains_key(object)
    }

    /// Whether the text refers to no object.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// Returns the objects as a JSON graph: a map from type keys to arrays.
    ///
    /// # Errors
    /// Fails if an object cannot be saved.
    pub fn to_json(&self) -> Result<String, GraphError> {
        let arrays = self
            .objects
            .iter()
            .map(|(key, objects)| (Text::from(*key), objects.iter().cloned().collect::<Array<ObjectRef>>()));
        save_json(&arrays.collect::<Map<Text, Array<ObjectRef>>>())
    }
}
