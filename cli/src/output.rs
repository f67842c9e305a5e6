//! The output of commands.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anstream::AutoStream;

use crate::failure::Failure;
use crate::input::is_standard_stream;

/// Returns a text from a file or another machine without control characters, which could be control
/// sequences of the terminal.
pub(crate) fn printable(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// Standard output, or a file. [`Output::finish`] reports the first error. A reader that closes the
/// pipe causes no error: the rest of the output is discarded.
pub(crate) struct Output {
    name: String,
    sink: BufWriter<Box<dyn Write>>,
    error: Option<io::Error>,
}

impl Output {
    /// Returns standard output. Colors are written only to a terminal that supports them.
    pub(crate) fn to_stdout() -> Self {
        Self::new("standard output".into(), Box::new(AutoStream::auto(io::stdout())))
    }

    /// Returns a file, or standard output if `path` is `None` or `-`.
    ///
    /// # Errors
    /// If the file is the input file, or cannot be created.
    pub(crate) fn to(path: Option<&Path>, input: &Path) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| !is_standard_stream(path)) else { return Ok(Self::to_stdout()) };
        let name = path.display().to_string();
        if is_input(path, input) {
            return Err(Failure::OverInput { name });
        }
        match File::create(path) {
            Ok(file) => Ok(Self::new(name, Box::new(file))),
            Err(source) => Err(Failure::Write { name, source }),
        }
    }

    fn new(name: String, sink: Box<dyn Write>) -> Self {
        Self { name, sink: BufWriter::with_capacity(1 << 16, sink), error: None }
    }

    /// Writes bytes.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        if self.error.is_none() {
            self.error = self.sink.write_all(bytes).err();
        }
    }

    /// Supports `write!` and `writeln!`.
    pub(crate) fn write_fmt(&mut self, arguments: fmt::Arguments<'_>) {
        if self.error.is_none() {
            self.error = self.sink.write_fmt(arguments).err();
        }
    }

    /// Whether an error occurred, so that further output is discarded.
    pub(crate) fn is_closed(&self) -> bool {
        self.error.is_some()
    }

    /// Flushes the buffer.
    ///
    /// # Errors
    /// If anything could not be written.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let error = self.error.take().or_else(|| self.sink.flush().err());
        // Drops the buffer without another attempt to write it.
        drop(self.sink.into_parts());
        match error {
            Some(source) if source.kind() != io::ErrorKind::BrokenPipe => {
                Err(Failure::Write { name: self.name, source })
            }
            _ => Ok(()),
        }
    }
}

/// Whether a path refers to the input file, also through links, and if the file is the standard
/// input.
#[cfg(unix)]
fn is_input(path: &Path, input: &Path) -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let input = if is_standard_stream(input) {
        let stdin = io::stdin().as_fd().try_clone_to_owned();
        stdin.and_then(|stdin| File::from(stdin).metadata())
    } else {
        fs::metadata(input)
    };
    let (Ok(path), Ok(input)) = (fs::metadata(path), input) else { return false };
    // Writing to a device or a pipe does not destroy the input.
    path.is_file() && (path.dev(), path.ino()) == (input.dev(), input.ino())
}

/// Whether a path refers to the input file, also through symbolic links. The standard library
/// cannot compare the file of the standard input on this system.
#[cfg(not(unix))]
fn is_input(path: &Path, input: &Path) -> bool {
    let paths = (path.canonicalize(), input.canonicalize());
    !is_standard_stream(input) && matches!(paths, (Ok(path), Ok(input)) if path == input)
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes(bytes);
        // The error makes the caller stop.
        if self.is_closed() { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
impl Output {
    /// Returns an output to memory without colors, and a function that returns the written text.
    pub(crate) fn to_memory() -> (Self, impl FnOnce(Self) -> String) {
        let (mut reader, writer) = io::pipe().unwrap();
        let reader = std::thread::spawn(move || io::read_to_string(&mut reader).unwrap());
        let out = Self::new("memory".into(), Box::new(AutoStream::never(Box::new(writer) as Box<dyn Write>)));
        (out, |out| {
            out.finish().unwrap();
            reader.join().unwrap()
        })
    }
}
