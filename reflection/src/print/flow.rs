//! Printing of a graph on one line.

use std::fmt::{self, Write};

use objet_object::ObjectRef;

use crate::identity::{Identity, IdentityMap, is_shared};
use crate::loaded::Loaded;
use crate::print::text::{self, LayoutMode, can_be_named};

/// The number of occurrences of each object: 1, or 2 for several.
pub(super) type Occurrences = IdentityMap<u8>;

pub(super) fn write(out: &mut dyn Write, root: &ObjectRef) -> fmt::Result {
    let loaded = Loaded::default();
    let occurrences = occurrences(root, &loaded)?;
    let mut names = IdentityMap::<usize>::default();
    text::write(out, root, LayoutMode::Flat, &loaded, |out, object| {
        if !occurs_again(&occurrences, object) {
            return Ok(true);
        }
        let next = names.len() + 1;
        let name = *names.entry(Identity::of(object)).or_insert(next);
        write!(out, "%{name}")?;
        if name == next {
            out.write_str(" @ ")?;
        }
        Ok(name == next)
    })
}

/// Returns the number of occurrences of the objects below the root that can be named.
pub(super) fn occurrences(root: &ObjectRef, loaded: &Loaded) -> Result<Occurrences, fmt::Error> {
    let mut occurrences = Occurrences::default();
    text::write(&mut Nowhere, root, LayoutMode::Flat, loaded, |_, object| {
        if !is_shared(object) || !can_be_named(object) {
            return Ok(true);
        }
        let times = occurrences.entry(Identity::of(object)).or_insert(0);
        *times = (*times + 1).min(2);
        Ok(*times == 1)
    })?;
    Ok(occurrences)
}

pub(super) fn occurs_again(occurrences: &Occurrences, object: &ObjectRef) -> bool {
    is_shared(object) && occurrences.get(&Identity::of(object)).is_some_and(|times| *times > 1)
}

/// Discards the output.
struct Nowhere;

impl Write for Nowhere {
    fn write_str(&mut self, _: &str) -> fmt::Result {
        Ok(())
    }
}
