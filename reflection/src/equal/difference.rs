//! Differences between graphs: the path and both values.

use std::fmt;
use std::sync::Arc;

use objet_object::{ArgValue, FieldKind, Object};

use crate::boxed::Boxed;
use crate::content::Content;
use crate::loaded::Loaded;
use crate::memory::Node;

/// A difference between two graphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The path from the roots to the difference.
    pub path: Path,
    /// A short description of the value in the left graph.
    pub lhs: String,
    /// A short description of the value in the right graph.
    pub rhs: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{} vs {}", self.lhs, self.rhs)
    }
}

/// A path from the root of a graph to an object or a value, such as `.body.args[3].dtype`.
///
/// The paths of one comparison share their steps, so that long paths take little memory.
#[derive(Clone)]
pub struct Path {
    links: Arc<[Link]>,
    /// The index of the last step, or [`Path::NO_STEP`].
    last: u32,
}

/// A step of a path, and the index of the step before it.
pub(super) struct Link {
    pub(super) before: u32,
    pub(super) step: PathStep,
}

/// A step of a [`Path`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathStep {
    /// To the field with this name.
    Field(String),
    /// To the element with this index.
    Index(usize),
    /// To the value of this string key.
    Key(String),
    /// To the value of an entry whose key is not a string.
    Entry {
        /// A short description of the key.
        key: String,
        /// The index of the entry in the left map, if it has the entry.
        lhs: Option<usize>,
        /// The index of the entry in the right map, if it has the entry.
        rhs: Option<usize>,
    },
    /// To the key of an entry.
    KeyOf {
        /// The index of the entry in the left map.
        lhs: usize,
        /// The index of the entry in the right map, if it has the entry.
        rhs: Option<usize>,
    },
}

impl Path {
    /// Replaces the index of a step that does not exist.
    pub(super) const NO_STEP: u32 = u32::MAX;

    /// Creates a path to one of these steps.
    pub(super) fn new(links: Arc<[Link]>, last: u32) -> Self {
        Self { links, last }
    }

    /// Returns the steps from the root.
    ///
    /// ```
    /// use objet::compare::{Path, PathStep};
    ///
    /// let path: Path = [PathStep::Field("args".into()), PathStep::Index(3)].into_iter().collect();
    /// assert_eq!(path.steps(), [&PathStep::Field("args".into()), &PathStep::Index(3)]);
    /// assert_eq!(path.to_string(), ".args[3]");
    /// ```
    pub fn steps(&self) -> Vec<&PathStep> {
        let (mut steps, mut last) = (Vec::new(), self.last);
        while let Some(Link { before, step }) = self.links.get(last as usize) {
            steps.push(step);
            last = *before;
        }
        steps.reverse();
        steps
    }

    /// Returns the path without its last step, and this step, or `None` for the path of the root.
    /// Paths of one comparison that share a step return a reference to the same step.
    ///
    /// ```
    /// use objet::compare::{Path, PathStep};
    ///
    /// let path: Path = [PathStep::Field("args".into()), PathStep::Index(3)].into_iter().collect();
    /// let (array, last) = path.split_last().unwrap();
    /// assert_eq!((array.to_string(), last), (".args".into(), &PathStep::Index(3)));
    /// ```
    pub fn split_last(&self) -> Option<(Self, &PathStep)> {
        let Link { before, step } = self.links.get(self.last as usize)?;
        Some((Self::new(self.links.clone(), *before), step))
    }

    /// Whether the path is that of the root.
    pub fn is_empty(&self) -> bool {
        self.last == Self::NO_STEP
    }
}

impl Default for Path {
    fn default() -> Self {
        Self::new(Arc::default(), Self::NO_STEP)
    }
}

impl FromIterator<PathStep> for Path {
    fn from_iter<I: IntoIterator<Item = PathStep>>(steps: I) -> Self {
        let mut last = Self::NO_STEP;
        let links = (0..).zip(steps).map(|(index, step)| {
            let before = std::mem::replace(&mut last, index);
            Link { before, step }
        });
        let links = links.collect();
        Self { links, last }
    }
}

impl PartialEq for Path {
    fn eq(&self, other: &Self) -> bool {
        self.steps() == other.steps()
    }
}

impl Eq for Path {}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Path").field(&self.steps()).finish()
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps().into_iter().try_for_each(|step| step.fmt(f))
    }
}

impl fmt::Display for PathStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(name) => write!(f, ".{name}"),
            Self::Index(index) => write!(f, "[{index}]"),
            Self::Key(key) => write!(f, "[{}]", text(key)),
            Self::Entry { key, .. } => write!(f, "[{key}]"),
            Self::KeyOf { lhs, .. } => write!(f, ".key({lhs})"),
        }
    }
}

/// The maximum number of printed characters of a string.
const SHOWN: usize = 80;

/// Returns the string in quotes, truncated if it is long.
pub(super) fn text(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// Returns a short description of an object: its type, and what identifies it without following
/// references.
pub(super) fn object(object: Option<&Object>) -> String {
    let Some(object) = object else { return "null".into() };
    match Content::of(object) {
        Content::String(string) => text(string.as_str()),
        Content::Array(array) => format!("Array of {}", array.as_slice().len()),
        Content::Map(map) => format!("Map of {}", map.len()),
        Content::Tensor(tensor) => tensor.to_string(),
        Content::Shape(shape) => format!("{:?}", shape.as_slice()),
        Content::Adt(adt) => format!("ADT #{} of {}", adt.tag(), adt.fields().len()),
        Content::Opaque(opaque) => {
            let loaded = Loaded::default();
            let mut attrs = opaque.names().enumerate();
            let name =
                attrs.find_map(|(index, attr)| match Content::of(opaque.value(index, &loaded).object()??) {
                    Content::String(name) => Some((attr, text(name.as_str()))),
                    _ => None,
                });
            match (name, opaque.bytes()) {
                (Some((attr, name)), _) => format!("{}({attr}={name})", opaque.opaque_type_key()),
                (None, Some(bytes)) => {
                    format!("{}({})", opaque.opaque_type_key(), text(&String::from_utf8_lossy(bytes)))
                }
                (None, None) => opaque.opaque_type_key().into(),
            }
        }
        Content::Unknown => format!("{}@{object:p}", object.type_key()),
        Content::Node(_) if let Some(value) = Boxed::of(object) => match value {
            Boxed::Int(number) => number.to_string(),
            Boxed::Float(number) => format!("{number:?}"),
            Boxed::Bool(truth) => truth.to_string(),
        },
        Content::Node(node) => {
            let loaded = Loaded::default();
            let mut fields = node.reflection().fields().iter().enumerate();
            let name = fields.find_map(|(index, field)| match node.value(index, &loaded) {
                Ok(ArgValue::Str(name)) => Some((field, text(name))),
                Ok(ArgValue::Object(object)) => match Content::of(object) {
                    Content::String(name) => Some((field, text(name.as_str()))),
                    _ => None,
                },
                _ => None,
            });
            match name {
                Some((field, name)) => format!("{}({}={name})", object.type_key(), field.name()),
                None => object.type_key().into(),
            }
        }
    }
}

/// Returns a short description of the value of a node's field.
pub(super) fn value(node: Node<'_>, position: usize, loaded: &Loaded) -> String {
    match (node.reflection().fields()[position].kind(), node.value(position, loaded)) {
        (FieldKind::Reference(_), Ok(ArgValue::Object(referred))) => object(Some(referred)),
        (FieldKind::Reference(_), _) => "null".into(),
        (FieldKind::String, Ok(ArgValue::Str(string))) => text(string),
        _ => {
            let printed = node.printed(position, loaded);
            match printed.char_indices().nth(SHOWN) {
                Some((end, _)) => format!("{}…", &printed[..end]),
                None => printed,
            }
        }
    }
}
