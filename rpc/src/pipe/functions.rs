//! Streams of two functions, one that sends and one that receives.

use std::io::{self, Read, Write};

use objet_runtime::{PackedFunc, Result};

use crate::serve::{AllowList, ServeOptions, SharedTensors, serve_with};
use crate::stream::Halves;

/// Serves the client behind two functions: `send(bytes)`, which returns how many bytes it has
/// sent, and `receive(size)`, which returns at most that many bytes, and none at the end.
pub(super) fn serve_functions(send: PackedFunc, receive: PackedFunc) -> Result<()> {
    let stream = Halves { reader: Receive { function: receive, left: Vec::new() }, writer: Send(send) };
    serve_all(stream)
}

/// Serves a stream without restrictions, as TVM does: the host program decides who connects.
pub(super) fn serve_all(stream: impl crate::Stream + 'static) -> Result<()> {
    let options = ServeOptions { name: "server".into(), allow: AllowList::all(), ..ServeOptions::default() };
    Ok(serve_with(stream, &options, SharedTensors::Write)?)
}

/// Reads from a function.
struct Receive {
    function: PackedFunc,
    left: Vec<u8>,
}

impl Read for Receive {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left.is_empty() {
            let size = i64::try_from(buffer.len()).unwrap_or(i64::MAX);
            self.left = self.function.call_as((size,)).map_err(io::Error::other)?;
        }
        let read = buffer.len().min(self.left.len());
        buffer[..read].copy_from_slice(&self.left[..read]);
        self.left.drain(..read);
        Ok(read)
    }
}

/// Writes to a function.
struct Send(PackedFunc);

impl Write for Send {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent: i64 = self.0.call_as((bytes,)).map_err(io::Error::other)?;
        let sent = usize::try_from(sent).ok().filter(|sent| *sent <= bytes.len());
        sent.ok_or_else(|| io::Error::other("the send function returned an invalid number of bytes"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
