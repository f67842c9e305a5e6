//! Where results go.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anstream::AutoStream;

use crate::failure::Failure;
use crate::input::is_stdin;

/// Standard output, or a file. What goes wrong is kept for [`Output::finish`]. A reader who has seen enough and closes the
/// pipe is no error: the rest goes nowhere.
pub(crate) struct Output {
    name: String,
    sink: BufWriter<Box<dyn Write>>,
    error: Option<io::Error>,
}

impl Output {
    /// Standard output; colors reach it only if it is a terminal that wants them.
    pub(crate) fn to_stdout() -> Self {
        Self::new("standard output".into(), Box::new(AutoStream::auto(io::stdout())))
    }

    /// A file, or standard output if there is none or it is `-`.
    ///
    /// # Errors
    /// If the file is that of the input, which stays as it is, or cannot be written.
    pub(crate) fn to(path: Option<&Path>, input: &Path) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else { return Ok(Self::to_stdout()) };
        let name = path.display().to_string();
        if !is_stdin(input) && is_same_file(path, input) {
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

    /// Writes what `write!` and `writeln!` format.
    pub(crate) fn write_fmt(&mut self, arguments: fmt::Arguments<'_>) {
        if self.error.is_none() {
            self.error = self.sink.write_fmt(arguments).err();
        }
    }

    /// Whether nothing more is written, so that the rest need not be made.
    pub(crate) fn is_closed(&self) -> bool {
        self.error.is_some()
    }

    /// Writes out what is still held back.
    ///
    /// # Errors
    /// If anything could not be written.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let error = self.error.take().or_else(|| self.sink.flush().err());
        // What is still in the buffer has nowhere to go, and is not tried again.
        drop(self.sink.into_parts());
        match error {
            Some(source) if source.kind() != io::ErrorKind::BrokenPipe => {
                Err(Failure::Write { name: self.name, source })
            }
            _ => Ok(()),
        }
    }
}

/// Whether two paths lead to one file, by whatever links.
fn is_same_file(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    if let (Ok(one), Ok(other)) = (fs::metadata(one), fs::metadata(other)) {
        use std::os::unix::fs::MetadataExt;
        // A device or a pipe does not lose what was read from it.
        return one.is_file() && (one.dev(), one.ino()) == (other.dev(), other.ino());
    }
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes(bytes);
        // Who writes need not go on.
        if self.is_closed() { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
impl Output {
    /// An output that is kept, without colors, and how to get at it.
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
