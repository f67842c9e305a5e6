//! Saving of graphs.

use std::fmt::Write as _;
use std::io::{self, Write};

use objet_object::progress::Steps;
use objet_object::{ArgValue, IsObjectRef, MapNode, ObjectRef, TensorBytesError};

use super::error::GraphError;
use super::json_writer::JsonWriter;
use super::numbering::{NULL_TENSOR, Numbering, has_text_keys};
use super::opaque::save_opaque::write_opaque;
use super::value_nodes::{write_shape, write_tensor};
use crate::content::Content;
use crate::loaded::Loaded;
use crate::memory::{Node, RecentTypes};

/// The number of objects that are read together before they are written. This overlaps their cache
/// misses.
const AHEAD: usize = 32;

/// Returns a graph as JSON, in the format of TVM's `save_json`.
///
/// Shared objects are written once. Maps keep the order of their entries. Fields that comparison
/// skips are written too. Takes time linear in the number of objects, and constant stack space.
///
/// # Errors
/// If the graph has objects that the format does not support: ADTs, functions, modules, and nodes
/// without reflection. If JSON cannot hold the value of a field with `serde`. If the graph has
/// opaque nodes with ambiguous references whose objects have new numbers.
///
/// ```
/// use objet::prelude::*;
/// use objet::{String, load_json, save_json};
///
/// let names: Array<String> = ["x", "y"].into_iter().map(String::from).collect();
/// let json = save_json(&names)?;
/// assert!(json.contains(r#""repr_str": "x""#));
/// let back: Array<String> = load_json(&json)?.downcast()?;
/// assert_eq!(back[1], "y");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn save_json(root: &impl IsObjectRef) -> Result<String, GraphError> {
    let bytes = save(Some(root.as_object_ref()), &[], Vec::with_capacity)?;
    // The written bytes are always UTF-8, so the lossy conversion never runs.
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// Writes a graph as JSON to a sink, without a buffer for the whole text; see [`save_json`]. If the
/// graph cannot be saved, nothing is written.
///
/// # Errors
/// Errors of [`save_json`], errors of reading a tensor, and errors of `sink`.
///
/// ```no_run
/// use objet::graph::save_json_to;
///
/// let name = objet::String::from("x");
/// save_json_to(&name, std::fs::File::create("name.json")?)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn save_json_to(root: &impl IsObjectRef, sink: impl Write) -> Result<(), GraphError> {
    save_json_root(Some(root.as_object_ref()), sink)
}

/// Writes a graph whose root may be null; see [`save_json_to`].
///
/// # Errors
/// Errors of [`save_json_to`].
///
/// ```
/// use objet::graph::{LoadJson, save_json_root};
///
/// let mut json = Vec::new();
/// save_json_root(None, &mut json)?;
/// assert!(LoadJson::new().load(json.as_slice())?.is_none());
/// # Ok::<(), objet::graph::GraphError>(())
/// ```
pub fn save_json_root(root: Option<&ObjectRef>, sink: impl Write) -> Result<(), GraphError> {
    save(root, &[], |_| sink).map(drop)
}

/// Writes a graph, whose root may be null, with these attributes of the document. `sink` gets the
/// approximate size of the text.
pub(super) fn save<W: Write>(
    root: Option<&ObjectRef>,
    attrs: &[(String, String)],
    sink: impl FnOnce(usize) -> W,
) -> Result<W, GraphError> {
    let loaded = Loaded::default();
    let numbering = Numbering::of(root, &loaded)?;
    numbering.attr_forms.check_with_tensors()?;
    write(&numbering, attrs, sink(numbering.size))
}

fn write<W: Write>(numbering: &Numbering<'_>, attrs: &[(String, String)], sink: W) -> Result<W, GraphError> {
    numbering.check_texts()?;
    let mut writer = JsonWriter::new(sink, usize::from(!numbering.objects.is_empty()));
    writer.begin_node("");
    writer.end_node()?;
    let mut writer = Writer {
        writer,
        recent: RecentTypes::new(),
        children: &numbering.children,
        loaded: numbering.loaded,
        has_null_tensors: numbering.has_null_tensors,
        text: String::new(),
    };
    let mut contents = Vec::with_capacity(AHEAD);
    let mut steps = Steps::new("write", Some(numbering.objects.len()));
    for objects in numbering.objects.chunks(AHEAD) {
        contents.extend(objects.iter().map(|object| Content::by_recent(object, &mut writer.recent)));
        for (object, content) in objects.iter().zip(contents.drain(..)) {
            steps.next();
            writer.object(object, content, numbering)?;
        }
    }
    let mut writer = writer.writer;
    writer.end_nodes();
    for (index, tensor) in numbering.tensors.iter().enumerate() {
        writer.tensor(tensor).map_err(|source| match source {
            TensorBytesError::Io(error) => error.into(),
            source => GraphError::Tensor { tensor: index, source },
        })?;
    }
    Ok(writer.finish(&numbering.versions, attrs)?)
}

struct Writer<'a, W> {
    writer: JsonWriter<W>,
    recent: RecentTypes,
    /// The numbers of the references of this object and the following objects.
    children: &'a [u32],
    loaded: &'a Loaded,
    has_null_tensors: bool,
    /// A buffer for the string of a data type, or for JSON.
    text: String,
}

impl<'a, W: Write> Writer<'a, W> {
    fn object(
        &mut self,
        object: &ObjectRef,
        content: Content<'a>,
        numbering: &Numbering<'_>,
    ) -> Result<(), GraphError> {
        match content {
            Content::Node(node) => self.node(node)?,
            Content::String(text) => {
                self.writer.begin_node(object.type_key());
                self.writer.repr(text.as_str().as_bytes())?;
            }
            Content::Array(array) => {
                self.writer.begin_node(object.type_key());
                let indices = self.take(array.as_slice().len());
                self.writer.data(indices.iter().copied())?;
            }
            Content::Map(map) => {
                self.writer.begin_node(object.type_key());
                self.map(map)?;
            }
            Content::Opaque(opaque) => {
                let numbers = self.take(opaque.reference_count());
                write_opaque(opaque, numbers, numbering, &mut self.writer)?;
            }
            Content::Shape(shape) => {
                self.writer.begin_node(object.type_key());
                write_shape(shape, &mut self.writer)?;
            }
            Content::Tensor(_) => {
                self.writer.begin_node(object.type_key());
                let number = self.take(1)[0];
                write_tensor(number, &mut self.writer)?;
            }
            // The numbering has rejected these objects.
            Content::Adt(_) | Content::Unknown => return Ok(()),
        }
        self.writer.end_node()?;
        Ok(())
    }

    fn node(&mut self, node: Node<'a>) -> Result<(), GraphError> {
        let types = node.layout();
        let own = node.object().type_index() == types.own_index;
        self.writer.begin_node(if own { types.reflection.type_key() } else { node.object().type_key() });
        if let Some(bytes) = types.reflection.bytes() {
            self.writer.repr(bytes.of(node.object()))?;
            return Ok(());
        }
        let numbers = self.take(types.references.len());
        // The number of a node is less.
        let omitted = match self.has_null_tensors {
            true => numbers.iter().filter(|number| **number == NULL_TENSOR).count(),
            false => 0,
        };
        self.writer.begin_attrs(types.saved.len() - omitted);
        for saved in &types.saved {
            let name = types.visited[saved.position].name();
            if let Some(reference) = saved.reference {
                if numbers[reference] == NULL_TENSOR {
                    continue;
                }
                self.writer.attr_integer(name, numbers[reference])?;
                continue;
            }
            if saved.is_json {
                self.json(node, saved.position)?;
                continue;
            }
            match node.value(saved.position, self.loaded) {
                Ok(ArgValue::Int(number)) => self.writer.attr_integer(name, number)?,
                Err(number) => self.writer.attr_integer(name, number)?,
                Ok(ArgValue::Float(number)) => self.writer.attr_float(name, number)?,
                Ok(ArgValue::Str(text)) => self.writer.attr_text(name, text)?,
                Ok(ArgValue::DataType(dtype)) => {
                    self.text.clear();
                    // Writing to a `String` cannot fail.
                    let _ = write!(self.text, "{dtype}");
                    self.writer.attr_text(name, &self.text)?;
                }
                Ok(_) => unreachable!("every reference has a number"),
            }
        }
        Ok(())
    }

    /// Writes a field as its JSON text. `Numbering::check_texts` has found the text to be complete.
    #[cold]
    fn json(&mut self, node: Node<'a>, position: usize) -> Result<(), GraphError> {
        self.text.clear();
        let name = node.layout().visited[position].name();
        // An error would have occurred in the check before, unless another thread changed a cell.
        node.write_json(position, self.loaded, &mut self.text).map_err(io::Error::other)?;
        Ok(self.writer.attr_text(name, &self.text)?)
    }

    fn map(&mut self, map: &MapNode) -> Result<(), GraphError> {
        if !has_text_keys(map) {
            let indices = self.take(2 * map.len());
            self.writer.data(indices.iter().copied())?;
            return Ok(());
        }
        self.writer.keys(map.iter().filter_map(|(key, _)| match Content::of(key) {
            Content::String(text) => Some(text.as_str()),
            _ => None,
        }))?;
        let indices = self.take(map.len());
        self.writer.data(indices.iter().copied())?;
        Ok(())
    }

    fn take(&mut self, count: usize) -> &'a [u32] {
        let (taken, rest) = self.children.split_at(count);
        self.children = rest;
        taken
    }
}
