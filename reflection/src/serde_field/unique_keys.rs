//! The check that no object in a JSON text has a key twice. A map would keep one of the values.

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::serde_text::Text;

/// Checks a text that is JSON.
///
/// # Errors
/// If an object has a key twice.
pub(super) fn check(text: &str) -> serde_json::Result<()> {
    if !text.contains('{') {
        return Ok(());
    }
    match serde_json::from_str(text) {
        Err(error) if error.is_data() => Err(error),
        // The type of the field may read numbers that this check cannot.
        Ok(UniqueKeys) | Err(_) => Ok(()),
    }
}

/// A JSON value whose objects have no duplicate keys.
struct UniqueKeys;

impl<'de> Deserialize<'de> for UniqueKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for UniqueKeys {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self, A::Error> {
        let mut keys = HashSet::<Text<'de>, foldhash::fast::RandomState>::default();
        while let Some(key) = entries.next_key()? {
            if let Some(key) = keys.replace(key) {
                return Err(A::Error::custom(format_args!("duplicate key `{}`", &*key)));
            }
            let Self = entries.next_value()?;
        }
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self, A::Error> {
        while let Some(Self) = items.next_element()? {}
        Ok(self)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i128<E>(self, _: i128) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u128<E>(self, _: u128) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }
}
