//! The formats of graph files, and options for saving.

use std::io::Write;
use std::str::FromStr;

use objet_object::{IsObjectRef, ObjectRef};

use super::error::GraphError;
use super::save;

/// A format of graph files. The reader recognizes the format of a file by its first key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// The format of TVM 0.8's `save_json`: a flat list of nodes with attributes as strings.
    #[default]
    Tvm08,
    /// The JSON graph format of tvm-ffi, which today's TVM saves: a flat list of nodes with typed
    /// attributes.
    TvmFfi,
    /// Objet's own format: plain JSON with nested nodes.
    #[cfg(feature = "serde")]
    Plain,
}

impl Format {
    /// Returns the name of the format: `tvm-0.8` or `tvm-ffi`, or `plain` for Objet's own.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tvm08 => "tvm-0.8",
            Self::TvmFfi => "tvm-ffi",
            #[cfg(feature = "serde")]
            Self::Plain => "plain",
        }
    }

    /// All formats.
    pub const ALL: &[Self] = &[
        Self::Tvm08,
        Self::TvmFfi,
        #[cfg(feature = "serde")]
        Self::Plain,
    ];
}

/// The error of a name that is not that of a [`Format`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown format {found:?}: formats are {}", names())]
pub struct UnknownFormat {
    /// The name.
    pub found: String,
}

fn names() -> String {
    Format::ALL.iter().map(|format| format!("{:?}", format.name())).collect::<Vec<_>>().join(", ")
}

impl FromStr for Format {
    type Err = UnknownFormat;

    /// Parses the [name](Format::name) of a format.
    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let format = Self::ALL.iter().find(|format| format.name() == name);
        format.copied().ok_or_else(|| UnknownFormat { found: name.into() })
    }
}

/// Options for saving graphs.
///
/// ```
/// use objet::graph::{Format, SaveJson};
/// use objet::{String, save_json};
///
/// let name = String::from("x");
/// assert_eq!(SaveJson::new(Format::Tvm08).to_string(&name)?, save_json(&name)?);
/// # Ok::<(), objet::graph::GraphError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SaveJson {
    pub(super) format: Format,
    #[cfg(feature = "serde")]
    is_pretty: bool,
    /// The attributes of the document other than versions, in the format of TVM 0.8.
    pub(super) attrs: Box<[(String, String)]>,
    /// The value of `metadata`, as JSON, in the format of tvm-ffi.
    pub(super) metadata: Option<Box<str>>,
}

impl SaveJson {
    /// Creates options for this format.
    pub fn new(format: Format) -> Self {
        Self { format, ..Self::default() }
    }

    /// Sets whether lines and indentation show the structure, in a format that leaves this open.
    #[cfg(feature = "serde")]
    pub fn pretty(self, is_pretty: bool) -> Self {
        Self { is_pretty, ..self }
    }

    /// Returns the format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Writes a graph, whose root may be null, to a sink. If the graph cannot be saved, nothing is
    /// written.
    ///
    /// # Errors
    /// If the graph has objects that the format does not support. If a tensor cannot be read, or
    /// the sink fails.
    pub fn save(&self, root: Option<&ObjectRef>, sink: impl Write) -> Result<(), GraphError> {
        self.save_sized(root, |_| sink).map(drop)
    }

    /// Writes a graph to the sink that `sink` makes from the approximate size of the text. Returns
    /// the sink.
    fn save_sized<W: Write>(
        &self,
        root: Option<&ObjectRef>,
        sink: impl FnOnce(usize) -> W,
    ) -> Result<W, GraphError> {
        match self.format {
            Format::Tvm08 => save::save(root, &self.attrs, sink),
            Format::TvmFfi => super::ffi::save(root, self.metadata.as_deref(), sink),
            #[cfg(feature = "serde")]
            Format::Plain => super::plain::save(root, self.is_pretty, sink),
        }
    }

    /// Returns a graph as text.
    ///
    /// # Errors
    /// Errors of [`SaveJson::save`].
    pub fn to_string(&self, root: &impl IsObjectRef) -> Result<String, GraphError> {
        let root = Some(root.as_object_ref());
        let bytes = match self.format {
            #[cfg(feature = "serde")]
            Format::Plain if !self.is_pretty => super::plain::text(root)?,
            Format::TvmFfi => super::ffi::text(root, self.metadata.as_deref())?,
            _ => self.save_sized(root, Vec::with_capacity)?,
        };
        // All formats write UTF-8, so the lossy conversion never runs.
        Ok(String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }
}
