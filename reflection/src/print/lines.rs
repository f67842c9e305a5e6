//! Printing of a graph on several lines.

use std::fmt::{self, Write};

use objet_object::ObjectRef;
use objet_object::progress::Steps;

use crate::content::Content;
use crate::identity::{Identity, IdentityMap, IdentitySet};
use crate::loaded::Loaded;
use crate::print::flow::{Occurrences, occurrences, occurs_again};
use crate::print::text::{self, LayoutMode, Text};

/// The maximum length of a line. A longer line is broken after each item.
const LINE: usize = 100;
/// The maximum length of an object with parts inside another object. A longer one has its own line.
const PART: usize = 60;

/// An object, and the length of its text on one line so far.
struct Measured<'a> {
    object: &'a ObjectRef,
    text: Text<'a>,
    length: usize,
}

/// Prints the line of an object after the lines of all objects that it refers to. So each name is
/// defined before it is used, except for one name of each cycle.
pub(super) fn write(out: &mut dyn Write, root: &ObjectRef) -> fmt::Result {
    let loaded = &Loaded::default();
    let occurrences = occurrences(root, loaded)?;
    let mut names = IdentityMap::<usize>::default();
    // The entered objects that can occur again. Each of them has a name after its line is written.
    let mut entered = IdentitySet::from_iter([Identity::of(root)]);
    let mut path = vec![Measured::new(root, loaded)];
    let mut steps = Steps::new("print", None);
    while let Some(end) = path.last_mut() {
        steps.next();
        if let Some(object) = end.measure()? {
            let identity = Identity::of(object);
            if entered.contains(&identity) {
                let next = names.len() + 1;
                end.length += name_length(*names.entry(identity).or_insert(next));
                continue;
            }
            match names.get(&identity) {
                Some(name) => end.length += name_length(*name),
                None => {
                    if occurs_again(&occurrences, object) {
                        entered.insert(identity);
                    }
                    path.push(Measured::new(object, loaded));
                }
            }
            continue;
        }
        let (object, mut length) = (end.object, end.length);
        path.pop();
        if !has_own_line(&occurrences, object, length, path.is_empty()) {
            add_length(&mut path, length);
            continue;
        }
        let own = names.get(&Identity::of(object)).copied();
        let name = own.or_else(|| (!path.is_empty()).then(|| names.len() + 1));
        if let Some(name) = name {
            write!(out, "%{name} = ")?;
            length += name_length(name) + 3;
        }
        let layout = if length > LINE { LayoutMode::Broken } else { LayoutMode::Flat };
        text::write(out, object, layout, loaded, |out, below| match names.get(&Identity::of(below)) {
            Some(name) => write!(out, "%{name}").map(|()| false),
            None => Ok(true),
        })?;
        if let Some(name) = name.filter(|_| !path.is_empty()) {
            out.write_char('\n')?;
            names.insert(Identity::of(object), name);
            add_length(&mut path, name_length(name));
        }
    }
    Ok(())
}

fn has_own_line(occurrences: &Occurrences, object: &ObjectRef, length: usize, is_root: bool) -> bool {
    let has_parts =
        !matches!(Content::of(object), Content::String(_) | Content::Shape(_) | Content::Tensor(_));
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
    fn new(object: &'a ObjectRef, loaded: &'a Loaded) -> Self {
        Self { object, text: Text::new(object, LayoutMode::Flat, loaded), length: 0 }
    }

    fn measure(&mut self) -> Result<Option<&'a ObjectRef>, fmt::Error> {
        self.text.write(&mut Counter(&mut self.length))
    }
}

/// Counts the characters of the output.
struct Counter<'a>(&'a mut usize);

impl Write for Counter<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        *self.0 += text.chars().count();
        Ok(())
    }
}
