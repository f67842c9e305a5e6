//! Sessions over descriptors: a connected socket, or the pipes of a process.
//!
//! Invariant: a descriptor that this file owns was opened here, or was handed over by the caller of
//! `rpc.ServerLoop`.

#![expect(unsafe_code, reason = "takes descriptors over by number, and passes them to a process")]

mod functions;

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use objet_object::RetValue;
use objet_runtime::{Args, Error, RegistryError, Result, register_global, register_globals};

use self::functions::{serve_all, serve_functions};
use crate::client::ConnectOptions;
use crate::stream::{Halves, Stream};

/// Registers the global functions of this file.
pub(crate) fn register() -> Result<(), RegistryError> {
    register_globals!(server_loop, create_pipe_client)
}

/// Serves the client of a connected socket until the session ends. The argument is the descriptor,
/// or a function that sends and one that receives. The descriptor is closed at the end.
///
/// # Safety
/// The descriptor is open, and no other code uses it afterwards.
#[register_global("rpc.ServerLoop", crate = objet_runtime)]
unsafe fn server_loop(args: Args<'_>) -> Result<RetValue> {
    if args.len() >= 2 {
        serve_functions(args.get(0)?, args.get(1)?)?;
        return Ok(RetValue::Null);
    }
    let descriptor: RawFd = args.get(0)?;
    if descriptor < 0 {
        return Err(Error::from(format!("{descriptor} is not a descriptor of a socket")));
    }
    // SAFETY: the caller hands the descriptor over.
    let socket = File::from(unsafe { OwnedFd::from_raw_fd(descriptor) });
    let writer = socket.try_clone()?;
    serve_all(Halves { reader: socket, writer })?;
    Ok(RetValue::Null)
}

/// Starts a process and begins a session over its pipes. The arguments are the words of the
/// command line. The numbers of the two descriptors, to read and to write, are appended to them.
#[register_global("rpc.CreatePipeClient", crate = objet_runtime)]
fn create_pipe_client(args: Args<'_>) -> Result<RetValue> {
    let words = args.iter().map(|word| word?.get().map_err(Error::from)).collect::<Result<Vec<String>>>()?;
    let (program, words) =
        words.split_first().ok_or_else(|| Error::from("the command line has no program"))?;
    let (reader, child_writer) = io::pipe()?;
    let (child_reader, writer) = io::pipe()?;
    let inherited = [child_reader.as_raw_fd(), child_writer.as_raw_fd()];
    let mut command = Command::new(program);
    command.args(words).args(inherited.map(|descriptor| descriptor.to_string()));
    // SAFETY: `fcntl` may be called between `fork` and `exec`, and the closure allocates nothing.
    unsafe {
        command.pre_exec(move || {
            for descriptor in inherited {
                if libc::fcntl(descriptor, libc::F_SETFD, 0) == -1 {
                    return Err(io::Error::last_os_error());
                }
            }
            Ok(())
        });
    }
    let child = command.spawn().map_err(|source| Error::from(format!("cannot start {program}: {source}")))?;
    // Reads end with the process only if no other process can write to the pipe.
    drop((child_reader, child_writer));
    let stream: Box<dyn Stream> = Box::new(Halves { reader, writer: Pipe { writer, child } });
    let address = format!("the process {program}");
    Ok(ConnectOptions::new().deadline(None).begin(stream, &address, false)?.module().into())
}

/// The pipe to a process, which ends with the session.
struct Pipe {
    writer: io::PipeWriter,
    child: Child,
}

impl io::Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // The process may have ended. In both cases its state is collected.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
