//! Remote calls and copies over the loopback, beside plain sockets that move the same bytes.
//!
//! Each server is a thread with its own socket.

use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::rc::Rc;
use std::thread;
use std::time::Duration;

use objet::rpc::serve::{AllowList, ServeOptions, serve};
use objet::rpc::{Session, handshake};
use objet::tensor::{DeviceType, NDArrayExt};
use objet::{DataType, NDArray, Registry, TypedPackedFunc};

use crate::case::{Case, Contestant, Goal};

/// The sizes of a packet that calls a function with three integers, and of its answer.
const REQUEST: usize = 60;
const ANSWER: usize = 40;

/// The number of bytes of a copied tensor.
const COPIED: usize = 64 << 20;

/// Returns the cases.
pub fn remote_cases() -> Vec<Case> {
    let session = session();
    vec![call(&session), copy_to(&session), copy_from(&session)]
}

/// Begins a session with a thread of this process.
fn session() -> Session {
    let add = TypedPackedFunc::new(|a: i64, b: i64, c: i64| a + b + c);
    Registry::register("bench.add", add).expect("the name is new");
    let address = listen(|mut stream| {
        handshake::accept(&mut stream, "", Duration::from_secs(10))?;
        let options = ServeOptions { allow: AllowList::all(), ..ServeOptions::default() };
        serve(stream, &options).map_err(io::Error::other)
    });
    Session::connect(&address).expect("the server listens")
}

/// Starts a thread that serves one connection, and returns its address.
fn listen(serve: impl FnOnce(TcpStream) -> io::Result<()> + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("the listener has an address").to_string();
    thread::spawn(move || {
        let (stream, _) = listener.accept()?;
        stream.set_nodelay(true)?;
        serve(stream)
    });
    address
}

/// Connects to a server of [`listen`].
fn connect(address: &str) -> Rc<RefCell<TcpStream>> {
    let stream = TcpStream::connect(address).expect("the server listens");
    stream.set_nodelay(true).expect("the socket is open");
    Rc::new(RefCell::new(stream))
}

fn call(session: &Session) -> Case {
    let add = session.get_function("bench.add").expect("the server has the function");
    let ours = Contestant::over("objet", 1, move || {
        add.call_as::<i64>((1, 2, 3)).expect("the server answers") as u64
    });
    let pong = connect(&listen(|mut stream| {
        let mut request = [0; REQUEST];
        loop {
            stream.read_exact(&mut request)?;
            stream.write_all(&[6; ANSWER])?;
        }
    }));
    let peer = Contestant::over("ping-pong", 1, move || {
        let mut stream = pong.borrow_mut();
        let mut answer = [0; ANSWER];
        stream.write_all(&[1; REQUEST]).expect("the server reads");
        stream.read_exact(&mut answer).expect("the server answers");
        answer[0].into()
    });
    Case::new("call with three numbers", &[Goal::Times("ping-pong", 1.5)], ours, vec![peer])
}

fn copy_to(session: &Session) -> Case {
    let local = NDArray::zeros(&[COPIED as i64], DataType::uint(8)).expect("there is memory");
    let device = session.device(DeviceType::CPU, 0);
    let remote = NDArray::empty(&[COPIED as i64], DataType::uint(8), device).expect("there is memory");
    let remote = RefCell::new(remote);
    let bytes = local.clone();
    let ours = Contestant::over("objet", 1, move || {
        remote.borrow_mut().copy_from(&local).expect("the server reads");
        1
    });
    let sink = connect(&listen(|mut stream| {
        let mut received = Vec::with_capacity(COPIED);
        loop {
            received.clear();
            io::copy(&mut (&mut stream).take(COPIED as u64), &mut received)?;
            stream.write_all(&[1])?;
        }
    }));
    let peer = Contestant::over("io::copy", 1, move || {
        let mut stream = sink.borrow_mut();
        let mut bytes = bytes.as_bytes().expect("the tensor is in host memory");
        io::copy(&mut bytes, &mut *stream).expect("the server reads");
        let mut done = [0];
        stream.read_exact(&mut done).expect("the server answers");
        done[0].into()
    });
    Case::new("copy 64 MB to the server", &[Goal::Times("io::copy", 1.25)], ours, vec![peer])
}

fn copy_from(session: &Session) -> Case {
    let device = session.device(DeviceType::CPU, 0);
    let remote = NDArray::empty(&[COPIED as i64], DataType::uint(8), device).expect("there is memory");
    let local = NDArray::zeros(&[COPIED as i64], DataType::uint(8)).expect("there is memory");
    let local = RefCell::new(local);
    let ours = Contestant::over("objet", 1, move || {
        local.borrow_mut().copy_from(&remote).expect("the server sends");
        1
    });
    let source = connect(&listen(|mut stream| {
        let bytes = vec![0; COPIED];
        let mut request = [0];
        loop {
            stream.read_exact(&mut request)?;
            io::copy(&mut &bytes[..], &mut stream)?;
        }
    }));
    let received = RefCell::new(Vec::with_capacity(COPIED));
    let peer = Contestant::over("io::copy", 1, move || {
        let mut stream = source.borrow_mut();
        let mut received = received.borrow_mut();
        received.clear();
        stream.write_all(&[1]).expect("the server reads");
        io::copy(&mut (&mut *stream).take(COPIED as u64), &mut *received).expect("the server sends");
        1
    });
    Case::new("copy 64 MB from the server", &[Goal::Times("io::copy", 1.25)], ours, vec![peer])
}
