//! The types and keys that nodes are likely to have.
//!
//! Compact JSON has the same texts between the values of all nodes of a type. The reader compares
//! them at once, and searches for the ends of strings and for names only if they differ.

use std::io::Read;
use std::ops::Range;

use super::builder::key;
use super::fields::reflection_of;
use super::is_escaped;
use crate::graph::document::Document;
use crate::graph::input::Input;
use crate::graph::piece::{Piece, hash_of_string};
use crate::graph::special_bytes::has_escapes;
use crate::graph::versions::StoredVersion;

/// The likely types and keys of a document.
pub(super) struct LikelyKeys {
    /// The last type key with each hash.
    recent: [u32; 1 << HASH_BITS],
    /// By the numbers of the type keys.
    types: Vec<Option<OfType>>,
    keys: Vec<LikelyKey>,
}

const HASH_BITS: u32 = 6;

/// The largest number of keys, so that they take little memory.
const MAX_KEYS: usize = 2048;

/// The number of keys that are compared with the next one. Null references are omitted.
const AHEAD: usize = 8;

/// How often the keys of a type may be replaced.
const MAX_LEARNED: u8 = 8;

/// The text before the type of a node, with and without an `$id` before it.
const HEADS: [&str; 2] = [r#""type":""#, r#","type":""#];

#[derive(Clone)]
struct OfType {
    /// The type key and its quote.
    text: Option<Piece>,
    keys: Range<u32>,
    learned: u8,
}

/// A key in front of a value.
pub(super) struct LikelyKey {
    /// The comma, the key and the colon.
    text: Piece,
    /// The number of the name.
    pub(super) name: u32,
    /// Whether the value is JSON of any form.
    pub(super) is_json: bool,
}

impl Default for LikelyKeys {
    fn default() -> Self {
        Self { recent: [0; _], types: Vec::new(), keys: Vec::new() }
    }
}

impl LikelyKeys {
    /// Consumes the type of a node that begins, if it follows and is likely. Returns the number of
    /// the type key.
    #[inline]
    pub(super) fn skip_type<R: Read>(&self, input: &mut Input<R>, has_id: bool) -> Option<u32> {
        let head = HEADS[usize::from(has_id)];
        let number = self.recent[slot(input.hash_of_next(head.len())?)];
        let text = self.types.get(number as usize)?.as_ref()?.text.as_ref()?;
        input.skip_with(head, text).then_some(number)
    }

    /// Notes the type of a node that was not likely.
    pub(super) fn add_type(&mut self, number: u32, document: &mut Document) {
        let mut start = [0; 16];
        let text = document.type_keys.get(number);
        for (byte, of) in start.iter_mut().zip(text.iter().chain(b"\"")) {
            *byte = *of;
        }
        self.recent[slot(hash_of_string(&start))] = number;
        if self.types.len() <= number as usize {
            self.types.resize(number as usize + 1, None);
        }
        let of = &mut self.types[number as usize];
        if of.is_some() {
            return;
        }
        let piece = Piece::new([text, b"\""]).filter(|_| !has_escapes(text));
        *of = Some(OfType { text: piece, keys: 0..0, learned: 0 });
        if (number as usize) < key::ALL.len() {
            return;
        }
        let of = reflection_of(document, number);
        let is_current = matches!(of, Some((_, StoredVersion::Current)));
        let fields = of.map_or(&[][..], |(of, _)| of.fields());
        let names = fields.iter().map_while(|field| {
            let (name, _) = document.names.intern(field.name().as_bytes())?;
            Some((name, is_current && field.kind().holds_json()))
        });
        let names: Vec<_> = names.collect();
        self.set(number, document, names);
    }

    /// Returns the keys that nodes of a type are likely to have.
    #[inline]
    pub(super) fn of_type(&self, number: u32) -> Range<u32> {
        self.types.get(number as usize).and_then(Option::as_ref).map_or(0..0, |of| of.keys.clone())
    }

    /// Sets the keys of a node of an unknown type, or of one with its keys in another order.
    #[cold]
    pub(super) fn learn(&mut self, number: u32, document: &Document, names: &[u32]) {
        let of = self.types.get_mut(number as usize).and_then(Option::as_mut);
        let Some(of) = of.filter(|of| of.learned < MAX_LEARNED) else { return };
        let known = &self.keys[of.keys.start as usize..of.keys.end as usize];
        if known.iter().map(|key| key.name).eq(names.iter().copied()) {
            return;
        }
        of.learned += 1;
        let current = match reflection_of(document, number) {
            Some((of, StoredVersion::Current)) => Some(of),
            _ => None,
        };
        let is_json = |name: u32| {
            let field = current.and_then(|of| of.stored_field(document.name(name)));
            field.is_some_and(|field| field.kind().holds_json())
        };
        self.set(number, document, names.iter().map(|name| (*name, is_json(*name))).collect());
    }

    /// Sets the keys of a type, up to a name that is long or needs escapes.
    fn set(&mut self, number: u32, document: &Document, names: Vec<(u32, bool)>) {
        let Some(of) = &mut self.types[number as usize] else { return };
        let start = self.keys.len() as u32;
        for (name, is_json) in names.into_iter().take(MAX_KEYS - self.keys.len()) {
            let text = document.names.get(name);
            let piece = Piece::new([b",\"", text, b"\":"]);
            match piece.filter(|_| !has_escapes(text) && !is_escaped(document.name(name))) {
                Some(text) => self.keys.push(LikelyKey { text, name, is_json }),
                None => break,
            }
        }
        of.keys = start..self.keys.len() as u32;
    }

    /// Consumes the next key of a node, if it follows and is one of `keys`, which are left to the
    /// node. If it is none of them, no others are likely.
    #[inline]
    pub(super) fn skip_key<R: Read>(
        &self,
        input: &mut Input<R>,
        keys: &mut Range<u32>,
    ) -> Option<&LikelyKey> {
        let left = &self.keys[keys.start as usize..keys.end as usize];
        if left.is_empty() || !input.is_next(b',') {
            return None;
        }
        match left.iter().take(AHEAD).position(|key| input.skip_piece(&key.text)) {
            Some(position) => {
                keys.start += position as u32 + 1;
                Some(&left[position])
            }
            None => {
                keys.start = keys.end;
                None
            }
        }
    }
}

#[inline]
fn slot(hash: u64) -> usize {
    (hash >> (u64::BITS - HASH_BITS)) as usize
}
