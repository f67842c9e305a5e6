//! Writing of graphs as JSON, with exactly the layout of TVM's writer.

use std::io::{self, Write};

use base64::engine::general_purpose::{GeneralPurpose, STANDARD};
use base64::write::EncoderWriter;
use objet_object::{NDArray, TensorBytesError};

use super::number::{self, SHORT_LIMIT, short_digits};
use super::special_bytes;
use super::versions::attr_name;

/// The number of bytes that are buffered before a write.
const CHUNK: usize = 16 * 1024;

/// The maximum length of a number array on one line.
const LINE: usize = 10;

/// The attribute of a document that is the version of TVM.
const TVM_VERSION: &str = "tvm_version";

/// A writer of the JSON document. The parts are written in this order: the nodes, each with its
/// bytes, attributes, keys and data; then the tensors, and the attributes of the file.
pub(crate) struct JsonWriter<W> {
    out: Output<W>,
    /// The number of nodes or tensors in the current list so far.
    items: usize,
    /// The declared number of attributes of the current node, and the number written so far.
    attrs: usize,
    written: usize,
}

impl<W: Write> JsonWriter<W> {
    /// Starts the document.
    pub(crate) fn new(sink: W, root: usize) -> Self {
        let mut out = Output::new(sink);
        out.raw("{\n  \"root\": ");
        out.integer(root);
        out.raw(", \n  \"nodes\": [");
        Self { out, items: 0, attrs: 0, written: 0 }
    }

    /// Starts a node.
    pub(crate) fn begin_node(&mut self, type_key: &str) {
        if self.items > 0 {
            self.out.raw(", ");
        }
        self.items += 1;
        self.out.raw("\n    {\n      \"type_key\": \"");
        self.out.escaped(type_key);
        self.out.raw("\"");
    }

    /// Writes the bytes of a node. Empty bytes are omitted.
    pub(crate) fn repr(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        match std::str::from_utf8(bytes) {
            Ok(text) if bytes.iter().all(|byte| matches!(byte, 0x20..=0x7E)) => {
                self.out.raw(", \n      \"repr_str\": \"");
                self.out.escaped(text);
                self.out.raw("\"");
            }
            _ => {
                self.out.raw(", \n      \"repr_b64\": ");
                self.out.base64(|base64| {
                    base64.write_all(&(bytes.len() as u64).to_le_bytes())?;
                    base64.write_all(bytes)
                })?;
            }
        }
        self.out.spill()
    }

    /// Starts the attributes. Exactly `count` attributes must follow, in ascending order of their
    /// names.
    pub(crate) fn begin_attrs(&mut self, count: usize) {
        (self.attrs, self.written) = (count, 0);
        if count > 0 {
            self.out.raw(", \n      \"attrs\": {");
        }
    }

    /// Writes an attribute with a string value.
    pub(crate) fn attr_text(&mut self, name: &str, value: &str) -> io::Result<()> {
        self.attr(name, |out| out.escaped(value))
    }

    /// Writes an attribute whose value is an integer, or the index of a node or a tensor.
    pub(crate) fn attr_integer(&mut self, name: &str, value: impl itoa::Integer) -> io::Result<()> {
        self.attr(name, |out| out.integer(value))
    }

    /// Writes an attribute with a floating-point value.
    pub(crate) fn attr_float(&mut self, name: &str, value: f64) -> io::Result<()> {
        self.attr(name, |out| number::write_f64(value, &mut out.buffer))
    }

    fn attr(&mut self, name: &str, value: impl FnOnce(&mut Output<W>)) -> io::Result<()> {
        debug_assert!(self.written < self.attrs, "more attributes than declared");
        if self.attrs > 1 {
            self.out.raw(if self.written == 0 { "\n        \"" } else { ", \n        \"" });
        } else {
            self.out.raw("\"");
        }
        self.out.escaped(name);
        self.out.raw("\": \"");
        value(&mut self.out);
        self.written += 1;
        self.out.raw(match self.attrs {
            1 => "\"}",
            attrs if attrs == self.written => "\"\n      }",
            _ => "\"",
        });
        self.out.spill()
    }

    /// Writes the keys of a map. Empty keys are omitted.
    pub(crate) fn keys<'a>(&mut self, keys: impl Iterator<Item = &'a str>) -> io::Result<()> {
        let mut any = false;
        for key in keys {
            self.out.raw(if any { ", \n        \"" } else { ", \n      \"keys\": [\n        \"" });
            any = true;
            self.out.escaped(key);
            self.out.raw("\"");
            self.out.spill()?;
        }
        if any {
            self.out.raw("\n      ]");
        }
        Ok(())
    }

    /// Writes the indices of elements. Empty indices are omitted.
    pub(crate) fn data<I: itoa::Integer>(
        &mut self,
        indices: impl ExactSizeIterator<Item = I>,
    ) -> io::Result<()> {
        let count = indices.len();
        if count == 0 {
            return Ok(());
        }
        self.out.raw(", \n      \"data\": [");
        for (position, index) in indices.enumerate() {
            self.out.raw(match (count > LINE, position) {
                (true, 0) => "\n        ",
                (true, _) => ", \n        ",
                (false, 0) => "",
                (false, _) => ", ",
            });
            self.out.integer(index);
            self.out.spill()?;
        }
        self.out.raw(if count > LINE { "\n      ]" } else { "]" });
        Ok(())
    }

    /// Ends the node.
    pub(crate) fn end_node(&mut self) -> io::Result<()> {
        debug_assert_eq!(self.written, self.attrs, "fewer attributes than declared");
        (self.attrs, self.written) = (0, 0);
        self.out.raw("\n    }");
        self.out.spill()
    }

    /// Ends the list of nodes.
    pub(crate) fn end_nodes(&mut self) {
        self.out.raw(if self.items > 0 { "\n  ]" } else { "]" });
        self.out.raw(", \n  \"b64ndarrays\": [");
        self.items = 0;
    }

    /// Writes a tensor.
    pub(crate) fn tensor(&mut self, tensor: &NDArray) -> Result<(), TensorBytesError> {
        self.out.raw(if self.items > 0 { ", \n    " } else { "\n    " });
        self.items += 1;
        self.out.base64(|base64| tensor.save(base64))?;
        Ok(self.out.spill()?)
    }

    /// Ends the tensors and the document, and returns the sink. `versions` are type keys with their
    /// versions, and `attrs` are further attributes of the document, or another version of TVM.
    pub(crate) fn finish(mut self, versions: &[(&str, String)], attrs: &[(String, String)]) -> io::Result<W> {
        self.out.raw(if self.items > 0 { "\n  ]" } else { "]" });
        let of_tvm = attrs.iter().find(|(name, _)| name == TVM_VERSION);
        self.out.raw(", \n  \"attrs\": {\"tvm_version\": \"");
        self.out.escaped(of_tvm.map_or("0.8.0", |(_, version)| version));
        self.out.raw("\"");
        for (type_key, version) in versions {
            self.document_attr(&attr_name(type_key), version);
        }
        for (name, value) in attrs {
            if name != TVM_VERSION {
                self.document_attr(name, value);
            }
        }
        self.out.raw("}\n}");
        self.out.finish()
    }

    fn document_attr(&mut self, name: &str, value: &str) {
        self.out.raw(", \"");
        self.out.escaped(name);
        self.out.raw("\": \"");
        self.out.escaped(value);
        self.out.raw("\"");
    }
}

/// A sink with a buffer.
pub(super) struct Output<W> {
    sink: W,
    pub(super) buffer: Vec<u8>,
    /// The length from which the buffer is written to the sink.
    limit: usize,
}

impl<W> Output<W> {
    pub(super) fn new(sink: W) -> Self {
        Self { sink, buffer: Vec::with_capacity(CHUNK + CHUNK / 4), limit: CHUNK }
    }

    #[inline]
    pub(super) fn raw(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
    }

    #[inline]
    pub(super) fn integer(&mut self, integer: impl itoa::Integer) {
        self.raw(itoa::Buffer::new().format(integer));
    }

    /// Writes an integer, in less time than [`Output::integer`] if it has few digits.
    #[inline]
    pub(super) fn index(&mut self, number: u32) {
        if number >= SHORT_LIMIT {
            return self.integer(number);
        }
        let (digits, count) = short_digits(number);
        let end = self.buffer.len() + count;
        // A copy of known length needs no call.
        self.buffer.extend_from_slice(&digits);
        self.buffer.truncate(end);
    }

    /// Writes the content of a string literal. Object keys are escaped too, since some could not be
    /// read back otherwise. Strings without special characters, such as the keys of ordinary nodes,
    /// are unchanged.
    #[inline]
    fn escaped(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut copied = 0;
        let mut at = special_bytes::find(bytes, 0);
        while let Some(special) = bytes.get(at) {
            let escape = match special {
                b'\r' => "\\r",
                b'\n' => "\\n",
                b'\t' => "\\t",
                b'\\' => "\\\\",
                b'"' => "\\\"",
                _ => "",
            };
            if !escape.is_empty() {
                self.buffer.extend_from_slice(&bytes[copied..at]);
                self.raw(escape);
                copied = at + 1;
            }
            at = special_bytes::find(bytes, at + 1);
        }
        self.buffer.extend_from_slice(&bytes[copied..]);
    }
}

impl Output<io::Sink> {
    /// Creates a buffer for a whole text of approximately this size.
    pub(super) fn in_memory(size: usize) -> Self {
        Self { sink: io::sink(), buffer: Vec::with_capacity(size), limit: usize::MAX }
    }
}

impl<W: Write> Output<W> {
    /// Writes the buffer to the sink if the buffer is full.
    #[inline]
    pub(super) fn spill(&mut self) -> io::Result<()> {
        if self.buffer.len() < self.limit { Ok(()) } else { self.empty() }
    }

    /// Writes the bytes that `write` writes as a string of base64.
    // The writer of nodes takes a quarter longer if this rare case is a part of its code.
    #[inline(never)]
    pub(super) fn base64<E: From<io::Error>>(
        &mut self,
        write: impl FnOnce(&mut EncoderWriter<'_, GeneralPurpose, &mut Self>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.raw("\"");
        let mut base64 = EncoderWriter::new(&mut *self, &STANDARD);
        write(&mut base64)?;
        base64.finish()?;
        drop(base64);
        self.raw("\"");
        Ok(())
    }

    /// Writes the rest of the buffer, and returns the sink.
    pub(super) fn finish(mut self) -> io::Result<W> {
        self.flush()?;
        Ok(self.sink)
    }

    fn empty(&mut self) -> io::Result<()> {
        self.sink.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        self.spill()?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.empty()?;
        self.sink.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_document() {
        let mut writer = JsonWriter::new(Vec::new(), 0);
        writer.begin_node("");
        writer.end_node().unwrap();
        writer.end_nodes();
        let text = String::from_utf8(writer.finish(&[], &[]).unwrap()).unwrap();
        assert_eq!(
            text,
            concat!(
                "{\n  \"root\": 0, \n  \"nodes\": [\n    {\n      \"type_key\": \"\"\n    }\n  ], \n",
                "  \"b64ndarrays\": [], \n  \"attrs\": {\"tvm_version\": \"0.8.0\"}\n}"
            )
        );
    }

    #[test]
    fn parts_of_every_kind_are_read_again() {
        let odd = "\"\\\r\n\t\u{1}\u{e9}";
        let mut writer = JsonWriter::new(Vec::new(), 1);
        writer.begin_node(odd);
        writer.repr(b"\xff").unwrap();
        writer.begin_attrs(2);
        writer.attr_float(odd, 0.5).unwrap();
        writer.attr_text("b", odd).unwrap();
        writer.keys([odd].into_iter()).unwrap();
        writer.data(0..11).unwrap();
        writer.end_node().unwrap();
        writer.begin_node("");
        writer.begin_attrs(1);
        writer.attr_integer("a", -1).unwrap();
        writer.end_node().unwrap();
        writer.end_nodes();
        let document = super::super::scan::scan(writer.finish(&[], &[]).unwrap().as_slice()).unwrap();
        let node = document.node(0);
        assert_eq!((document.type_key(node.type_key()), node.repr()), (odd, Some(b"\xff".as_slice())));
        assert_eq!(node.texts().collect::<Vec<_>>(), ["0.5", odd]);
        assert_eq!((document.name(node.names()[0]), node.text(0)), (odd, Some("0.5")));
        assert_eq!((node.keys().collect(), node.data().len()), (vec![odd], 11));
        assert_eq!(document.node(1).text(0), Some("-1"));
    }
}
