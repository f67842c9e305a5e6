//! The versions of types in files.
//!
//! A file has a version for each type key whose type, or an ancestor of it, has one. It is a text:
//! the version of the type, followed by ` KEY=VERSION` for each ancestor that has one, such as
//! `2 net.Layer=3`. A type without a version in the file has version 0, and so have its ancestors.
//! So the text of each type stands for itself, and nodes of unknown types keep theirs.
//!
//! A [`Document`] has the versions among its attributes, as [`attr_name`] names them. So has a file
//! in the format of TVM 0.8.

use std::borrow::Cow;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::Arc;

use objet_object::__private::{Caught, resumed};
use objet_object::{TypeIndex, types};

use super::document::Document;
use super::error::GraphError;
use super::opaque::OpaqueNode;
use super::opaque::keep::{Keep, Keeper};
use super::stored_attrs::StoredAttrs;
use crate::memory::Node;
use crate::options::BoxError;
use crate::reflected::Reflected;
use crate::reflection::Reflection;

/// The front of the names of attributes that state a version.
pub(crate) const PREFIX: &str = "type_version:";

/// Returns the name of the attribute of a document that states the version of a type.
pub(super) fn attr_name(type_key: &str) -> String {
    format!("{PREFIX}{type_key}")
}

/// The versions in a file, by the number of the type key. Nodes that are kept share them, since a
/// version can be as long as the file.
pub(crate) struct StoredVersions(Vec<Option<Arc<str>>>);

/// The type's own conversion of the attributes of a node from an older version.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Upgrade {
    /// The function. Its first argument is the version.
    convert: Convert,
    /// The functions that keep the node until it is converted.
    pub(crate) keep: &'static dyn Keep,
}

/// An upgrade function.
#[derive(Clone, Copy)]
enum Convert {
    /// Of a Rust type.
    Declared(fn(u32, &mut StoredAttrs) -> Caught<Result<(), BoxError>>),
    /// Of a type that is defined at run time.
    Defined(&'static ConvertAttrs),
}

pub(crate) type ConvertAttrs = dyn Fn(u32, &mut StoredAttrs) -> Caught<Result<(), BoxError>> + Send + Sync;

/// Returns an upgrade by the function of a Rust type.
pub const fn upgrade(convert: fn(u32, &mut StoredAttrs) -> Caught<Result<(), BoxError>>) -> Upgrade {
    Upgrade { convert: Convert::Declared(convert), keep: &Keeper }
}

impl Upgrade {
    /// Returns an upgrade by the function of a type that is defined at run time.
    pub(crate) fn defined(convert: &'static ConvertAttrs) -> Self {
        Self { convert: Convert::Defined(convert), keep: &Keeper }
    }

    /// Converts attributes of this version.
    pub(crate) fn convert(&self, version: u32, attrs: &mut StoredAttrs) -> Result<(), BoxError> {
        resumed(match self.convert {
            Convert::Declared(convert) => convert(version, attrs),
            Convert::Defined(convert) => convert(version, attrs),
        })
    }
}

/// The call of an upgrade function for a node of a file.
#[derive(Clone, Copy)]
pub(crate) struct UpgradeStep {
    pub(crate) upgrade: Upgrade,
    /// The version of the type or the ancestor in the file.
    pub(crate) version: u32,
}

/// A version in a file that cannot be loaded.
pub(crate) enum VersionError {
    /// The text is not a version.
    Malformed(String),
    /// The type, or an ancestor, has a newer version in the file. `current` is the version of the
    /// program, if the program has the ancestor.
    Newer { type_key: Box<str>, current: Option<u32>, found: u32 },
}

impl StoredVersions {
    pub(crate) fn of(document: &Document) -> Self {
        let mut versions = vec![None; document.type_key_count()];
        for (name, text) in &document.attrs {
            let type_key = name.strip_prefix(PREFIX).and_then(|key| document.type_keys.find(key.as_bytes()));
            if let Some(type_key) = type_key {
                versions[type_key as usize] = Some(text.as_str().into());
            }
        }
        Self(versions)
    }

    /// Returns the text of a type key.
    pub(crate) fn text(&self, type_key: u32) -> Option<&Arc<str>> {
        self.0[type_key as usize].as_ref()
    }

    /// Returns the upgrades of nodes with this type key in the file, those of the ancestors first.
    pub(crate) fn steps(&self, type_key: u32, of: Reflected) -> Result<Vec<UpgradeStep>, VersionError> {
        steps(self.text(type_key).map(|text| &**text), of)
    }
}

/// A version in a file, compared with that of a type.
#[cfg(feature = "serde")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StoredVersion {
    /// The attributes are those of the fields of the type.
    Current,
    /// Upgrade functions convert the attributes.
    Older,
    /// The program does not know the version.
    Unknown,
}

/// Compares a version in a file with that of a type.
#[cfg(feature = "serde")]
pub(super) fn stored_version(text: Option<&str>, of: Reflected) -> StoredVersion {
    match steps(text, of) {
        Ok(steps) if steps.is_empty() => StoredVersion::Current,
        Ok(_) => StoredVersion::Older,
        Err(_) => StoredVersion::Unknown,
    }
}

/// Returns the upgrades of nodes with this version in the file, those of the ancestors first.
fn steps(text: Option<&str>, of: Reflected) -> Result<Vec<UpgradeStep>, VersionError> {
    if text.is_none() && !of.reflection().layout().is_versioned {
        return Ok(Vec::new());
    }
    let (own, ancestors) =
        parse(text.unwrap_or("0")).ok_or_else(|| VersionError::Malformed(text.unwrap_or("").into()))?;
    let is_of = |key: &str, reflection: &Reflection| {
        key == reflection.type_key()
            || types::by_key_or_alias(key).is_some_and(|info| info.key() == reflection.type_key())
    };
    let is_own = |reflection: &'static Reflection| reflection.layout().own_index == of.index();
    if !is_own(of.reflection()) && own > 0 {
        return Err(newer(of.info().key(), Some(0), own));
    }
    let mut steps = Vec::new();
    for reflection in of.reflection().line() {
        let stored = match is_own(reflection) {
            true => Some(own),
            false => ancestors.iter().find(|(key, _)| is_of(key, reflection)).map(|(_, version)| *version),
        };
        let (version, current) = (stored.unwrap_or(0), reflection.version());
        if version > current {
            return Err(newer(reflection.type_key(), Some(current), version));
        }
        if let Some(upgrade) = reflection.upgrade().filter(|_| version < current) {
            steps.push(UpgradeStep { upgrade, version });
        }
    }
    // The unknown ancestor may have attributes that the upgrades do not expect. The upgrade of the
    // type itself knows its former ancestors.
    let is_older = is_own(of.reflection()) && own < of.reflection().version();
    if let Some((ancestor, found)) = unknown_ancestor(&ancestors).filter(|_| !is_older) {
        return Err(newer(ancestor, None, found));
    }
    steps.reverse();
    Ok(steps)
}

#[cold]
#[inline(never)]
fn newer(type_key: &str, current: Option<u32>, found: u32) -> VersionError {
    VersionError::Newer { type_key: type_key.into(), current, found }
}

/// Returns the first ancestor with a version whose key no type of the program has.
#[cold]
#[inline(never)]
fn unknown_ancestor<'a>(ancestors: &[(&'a str, u32)]) -> Option<(&'a str, u32)> {
    let mut versioned = ancestors.iter().filter(|(_, version)| *version > 0);
    versioned.find(|(key, _)| types::by_key_or_alias(key).is_none()).copied()
}

/// Whether the attributes of nodes with this type key and this version are those of the current
/// version of a type and its ancestors.
pub(crate) fn are_current(type_key: &str, text: Option<&str>, of: &'static Reflection) -> bool {
    if text.is_none() && !of.layout().is_versioned {
        return true;
    }
    let Some((own, ancestors)) = parse(text.unwrap_or("0")) else { return false };
    let is_of = |key: &str, reflection: &Reflection| {
        types::by_key_or_alias(key).is_some_and(|info| info.key() == reflection.type_key())
    };
    if is_of(type_key, of) && unknown_ancestor(&ancestors).is_some() {
        return false;
    }
    of.line().all(|reflection| {
        let ancestor = ancestors.iter().find(|(key, _)| is_of(key, reflection));
        let version =
            if is_of(type_key, reflection) { own } else { ancestor.map_or(0, |(_, version)| *version) };
        version == reflection.version()
    })
}

/// Parses the version of a type, and those of its ancestors by key.
fn parse(text: &str) -> Option<(u32, Vec<(&str, u32)>)> {
    let mut words = text.split(' ');
    let own = words.next()?.parse().ok()?;
    let ancestors = words.map(|word| {
        let (key, version) = word.rsplit_once('=')?;
        Some((key, version.parse().ok()?))
    });
    Some((own, ancestors.collect::<Option<_>>()?))
}

/// Returns the text of the type of an object, if the type or an ancestor has a version.
pub(super) fn text_of(type_index: TypeIndex, reflection: &'static Reflection) -> Option<String> {
    let mut line = reflection.line();
    let own = if reflection.layout().own_index == type_index {
        line.next().map_or(0, Reflection::version)
    } else {
        0
    };
    let mut text = own.to_string();
    let mut is_versioned = own > 0;
    for ancestor in line.filter(|ancestor| ancestor.version() > 0) {
        is_versioned = true;
        // Writing to a `String` cannot fail.
        let _ = write!(text, " {}={}", ancestor.type_key(), ancestor.version());
    }
    is_versioned.then_some(text)
}

/// The versions of the types of a graph.
#[derive(Default)]
pub(super) struct SavedVersions<'a> {
    /// The types of nodes with a version, of their own or of an ancestor.
    types: HashSet<TypeIndex, foldhash::fast::RandomState>,
    /// The versions of opaque nodes by the address of their shape.
    shapes: HashMap<usize, Option<&'a str>, foldhash::fast::RandomState>,
    /// The shapes of recent opaque nodes without a version, which need no search.
    recent: [usize; RECENT],
    /// The versions of these types and of these opaque nodes. A type can have several entries.
    entries: Vec<SavedVersion<'a>>,
}

const RECENT: usize = 32;

/// The version of nodes of a graph.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct SavedVersion<'a> {
    type_key: &'a str,
    /// The text, if there is a version.
    text: Option<Cow<'a, str>>,
    /// Whether the nodes are opaque nodes, which keep the text of their file.
    is_opaque: bool,
}

impl<'a> SavedVersions<'a> {
    /// Adds the type of a node.
    #[inline]
    pub(super) fn node(&mut self, node: Node<'a>) {
        if node.layout().notes_version && self.types.insert(node.object().type_index()) {
            self.new_type(node);
        }
    }

    #[cold]
    fn new_type(&mut self, node: Node<'a>) {
        let text = text_of(node.object().type_index(), node.reflection()).map(Cow::Owned);
        self.entries.push(SavedVersion { type_key: node.object().type_key(), text, is_opaque: false });
    }

    /// Adds the type of an opaque node.
    pub(super) fn opaque(&mut self, node: &'a OpaqueNode) {
        let version = node.version().map(|version| &**version);
        let shape = std::ptr::from_ref(&*node.shape).addr();
        // Shapes are larger than 32 bytes.
        let recent = &mut self.recent[shape / 32 % RECENT];
        if version.is_none() && std::mem::replace(recent, shape) == shape {
            return;
        }
        // Nodes of a file share their version, which can be as long as the file.
        let is_known = |known: Option<&str>| match (known, version) {
            (Some(known), Some(version)) => std::ptr::eq(known, version) || known == version,
            (known, version) => known == version,
        };
        if !self.shapes.insert(shape, version).is_some_and(is_known) {
            let text = version.map(Cow::Borrowed);
            self.entries.push(SavedVersion { type_key: node.opaque_type_key(), text, is_opaque: true });
        }
    }

    /// Returns the type keys with their versions, in ascending order. `occurs` returns whether the
    /// graph has a node of this type that is not opaque.
    ///
    /// # Errors
    /// If nodes of a type have different versions.
    pub(super) fn finish(self, occurs: impl Fn(&str) -> bool) -> Result<Vec<(&'a str, String)>, GraphError> {
        // Sorting by a heap takes little code, and there are few entries.
        let entries = BinaryHeap::from(self.entries).into_sorted_vec();
        let mut versions = Vec::new();
        for entries in entries.chunk_by(|one, next| one.type_key == next.type_key) {
            let ([first, ..], [.., last]) = (entries, entries) else { continue };
            if first.text != last.text {
                return Err(two_versions(first.type_key, first.text.as_deref(), last.text.as_deref()));
            }
            let (key, Some(text)) = (first.type_key, first.text.as_deref()) else { continue };
            // Other types without a version have no entry.
            let is_opaque = entries.iter().all(|entry| entry.is_opaque);
            if is_opaque && types::by_key(key).is_some() && occurs(key) {
                return Err(two_versions(key, None, Some(text)));
            }
            versions.push((key, text.into()));
        }
        Ok(versions)
    }
}

#[cold]
fn two_versions(type_key: &str, one: Option<&str>, other: Option<&str>) -> GraphError {
    let text = |version: Option<&str>| version.unwrap_or("0").into();
    GraphError::TwoVersions { type_key: type_key.into(), one: text(one), other: text(other) }
}
