//! A graph in several lines.

use std::fmt::{self, Write};

use objet_object::ObjectRef;

use crate::content::Content;
use crate::identity::{Identity, IdentityMap};
use crate::print::flow::{Occurrences, occurrences, occurs_again};
use crate::print::text::{self, Layout, Text};

/// A longer line is broken after each item.
const LINE: usize = 100;
/// An object that has parts and whose text is longer has a line of its own.
const PART: usize = 60;

/// An object, and how long its text in one line is so far.
struct Measured<'a> {
    text: Text<'a>,
    length: usize,
}

/// Lines are written when all of an object's references have theirs, so that each name is explained before it is used.
pub(super) fn write(out: &mut dyn Write, root: &ObjectRef) -> fmt::Result {
    let occurrences = occurrences(root)?;
    let mut names = IdentityMap::<usize>::default();
    let mut path = vec![Measured::new(root)];
    while let Some(end) = path.last_mut() {
        if let Some(object) = end.measure()? {
            match names.get(&Identity::of(object)) {
                Some(name) => end.length += name_length(*name),
                None => path.push(Measured::new(object)),
            }
            continue;
        }
        let (object, mut length) = (end.text.object(), end.length);
        path.pop();
        if !has_own_line(&occurrences, object, length, path.is_empty()) {
            add_length(&mut path, length);
            continue;
        }
        if !path.is_empty() {
            let name = names.len() + 1;
            write!(out, "%{name} = ")?;
            length += name_length(name) + 3;
        }
        let layout = if length > LINE { Layout::Broken } else { Layout::Flat };
        text::write(out, object, layout, |out, below| match names.get(&Identity::of(below)) {
            Some(name) => write!(out, "%{name}").map(|()| false),
            None => Ok(true),
        })?;
        if !path.is_empty() {
            out.write_char('\n')?;
            let name = names.len() + 1;
            names.insert(Identity::of(object), name);
            add_length(&mut path, name_length(name));
        }
    }
    Ok(())
}

fn has_own_line(occurrences: &Occurrences, object: &ObjectRef, length: usize, is_root: bool) -> bool {
    let has_parts = !matches!(Content::of(object), Content::Text(_) | Content::Shape(_) | Content::Tensor(_));
    is_root || length > PART && has_parts || occurs_again(occurrences, object)
}

fn add_length(path: &mut [Measured<'_>], length: usize) {
    if let Some(end) = path.last_mut() {
        end.length += length;
    }
}

fn name_length(name: usize) -> usize {
    2 + name.ilog10() as usize
}

impl<'a> Measured<'a> {
    fn new(object: &'a ObjectRef) -> Self {
        Self { text: Text::new(object, Layout::Flat), length: 0 }
    }

    fn measure(&mut self) -> Result<Option<&'a ObjectRef>, fmt::Error> {
        self.text.write(&mut Counter(&mut self.length))
    }
}

/// Counts what is written.
struct Counter<'a>(&'a mut usize);

impl Write for Counter<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        *self.0 += text.chars().count();
        Ok(())
    }
}
