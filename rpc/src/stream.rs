//! Streams of bytes between the two sides.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A stream of bytes in both directions.
pub trait Stream: Read + Write + Send {
    /// Limits the time that one read or write waits. After this time, it returns an error of the
    /// kind [`WouldBlock`](io::ErrorKind::WouldBlock) or [`TimedOut`](io::ErrorKind::TimedOut). A
    /// stream without timeouts ignores the limit.
    ///
    /// # Errors
    /// If the system refuses.
    fn set_timeout(&self, timeout: Option<Duration>) -> io::Result<()>;
}

impl Stream for TcpStream {
    fn set_timeout(&self, timeout: Option<Duration>) -> io::Result<()> {
        self.set_read_timeout(timeout)?;
        self.set_write_timeout(timeout)
    }
}

#[cfg(unix)]
impl Stream for std::os::unix::net::UnixStream {
    fn set_timeout(&self, timeout: Option<Duration>) -> io::Result<()> {
        self.set_read_timeout(timeout)?;
        self.set_write_timeout(timeout)
    }
}

impl Stream for Box<dyn Stream> {
    fn set_timeout(&self, timeout: Option<Duration>) -> io::Result<()> {
        (**self).set_timeout(timeout)
    }
}

/// A stream of two separate halves, such as the pipes of a process.
#[derive(Debug)]
pub struct Halves<R, W> {
    /// The half to read from.
    pub reader: R,
    /// The half to write to.
    pub writer: W,
}

impl<R: Read, W> Read for Halves<R, W> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer)
    }
}

impl<R, W: Write> Write for Halves<R, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl<R: Read + Send, W: Write + Send> Stream for Halves<R, W> {
    fn set_timeout(&self, _timeout: Option<Duration>) -> io::Result<()> {
        Ok(())
    }
}
