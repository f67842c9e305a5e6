//! Guesses of the keys of the next node, by those of the nodes before.
//!
//! Compact JSON has the same texts between the values of all nodes with the same keys. A reader
//! compares them at once.

use std::io::Read;
use std::ops::Range;

use crate::graph::document::Document;
use crate::graph::input::Input;
use crate::graph::piece::Piece;
use crate::graph::special_bytes::has_escapes;

/// The guesses of a file.
pub(super) struct Guesses {
    /// The number of the last type key with each hash.
    keys: [u32; 1 << HASH_BITS],
    /// For each type key, the number of its piece, or `NONE`.
    key_pieces: Vec<u32>,
    /// For each type key, the shape of its last node.
    shapes: Vec<u32>,
    /// For each shape that was a guess, the numbers of the pieces before the values.
    shape_pieces: Vec<Range<u32>>,
    pieces: Vec<Piece>,
}

const HASH_BITS: u32 = 8;

/// The largest number of pieces, so that they take little memory.
const MAX_PIECES: usize = 2048;

/// Replaces the number of a piece that does not exist.
const NONE: u32 = u32::MAX;

/// The start of a node, up to the text of its type key.
const HEAD: &str = r#"{"type":""#;

impl Guesses {
    pub(super) fn new() -> Self {
        let (key_pieces, shapes, shape_pieces) = Default::default();
        let pieces = Vec::with_capacity(256);
        Self { keys: [0; _], key_pieces, shapes, shape_pieces, pieces }
    }

    /// Adds the next type key. Nodes of the type begin with their type and their data, if they have
    /// data.
    pub(super) fn add_key(&mut self, key: &str, has_data: bool) {
        let piece = Piece::new([key.as_bytes(), b"\",\"data\":"]);
        let piece =
            piece.filter(|_| has_data && self.pieces.len() < MAX_PIECES && !has_escapes(key.as_bytes()));
        self.key_pieces.push(piece.map_or(NONE, |_| self.pieces.len() as u32));
        self.pieces.extend(piece);
        self.shapes.push(0);
    }

    /// Returns the place of the guess for the type key of the node that begins next.
    #[inline]
    pub(super) fn slot<R: Read>(&self, input: &Input<R>) -> usize {
        input.hash_of_next(HEAD.len()).map_or(0, |hash| (hash >> (u64::BITS - HASH_BITS)) as usize)
    }

    /// Consumes the next node up to its data, if it has the type key that is the guess. Returns the
    /// number of the type key.
    #[inline]
    pub(super) fn skip_head<R: Read>(&self, slot: usize, input: &mut Input<R>) -> Option<u32> {
        let key = self.keys[slot];
        let piece = self.pieces.get(*self.key_pieces.get(key as usize)? as usize)?;
        input.skip_with(HEAD, piece).then_some(key)
    }

    /// Sets the type key that was found instead of the guess.
    pub(super) fn set_key(&mut self, slot: usize, key: u32) {
        self.keys[slot] = key;
    }

    /// Returns the guess for the shape of a node with this type key.
    #[inline]
    pub(super) fn shape(&self, key: u32) -> u32 {
        self.shapes[key as usize]
    }

    /// Returns the pieces before the first values of nodes with this shape.
    #[inline]
    pub(super) fn pieces(&self, shape: u32) -> &[Piece] {
        let Some(Range { start, end }) = self.shape_pieces.get(shape as usize) else { return &[] };
        &self.pieces[*start as usize..*end as usize]
    }

    /// Sets the shape that was found instead of the guess. Makes its pieces, up to a name that is
    /// long or needs escapes.
    pub(super) fn set_shape(&mut self, key: u32, shape: u32, document: &Document) {
        self.shapes[key as usize] = shape;
        if self.shape_pieces.len() <= shape as usize {
            self.shape_pieces.resize(shape as usize + 1, 0..0);
        }
        if !self.shape_pieces[shape as usize].is_empty() {
            return;
        }
        let start = self.pieces.len() as u32;
        let names = document.shapes.get(shape).iter().take(MAX_PIECES.saturating_sub(self.pieces.len()));
        for (position, name) in names.enumerate() {
            let open: &[u8] = if position == 0 { b"{\"" } else { b",\"" };
            let name = document.names.get(*name);
            let Some(piece) = Piece::new([open, name, b"\":"]).filter(|_| !has_escapes(name)) else { break };
            self.pieces.push(piece);
        }
        self.shape_pieces[shape as usize] = start..self.pieces.len() as u32;
    }
}
