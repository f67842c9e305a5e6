//! Starts a server with a function of its own, and calls the function in a process that the server
//! starts for the session. On another machine, only the address would differ.

use std::process::ExitCode;

use objet::prelude::*;
use objet::rpc::host::{self, Server, ServerOptions, SessionProgram};
use objet::rpc::serve::AllowList;
use objet::rpc::{Session, TimerOptions};
use objet::tensor::{DeviceType, NDArrayExt};
use objet::{NDArray, register_global};

/// Returns the sum of the elements.
#[register_global("example.sum")]
fn sum(x: NDArray) -> objet::Result<f32> {
    Ok(x.as_slice::<f32>()?.iter().sum())
}

/// Calls a function for each number up to `count`.
#[register_global("example.each")]
fn each(count: i64, function: PackedFunc) -> Result<(), objet::function::RuntimeError> {
    (0..count).try_for_each(|number| function.call((number,)).map(drop))
}

fn main() -> ExitCode {
    // The server starts this program again for each session.
    if std::env::args().nth(1).as_deref() == Some("session") {
        return host::run_session();
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let mut allow = AllowList::default();
    allow.add("example.*");
    let program = SessionProgram { arguments: vec!["session".into()], ..SessionProgram::default() };
    let server = Server::bind(ServerOptions { allow, program, ..ServerOptions::default() })?;
    let address = server.address().expect("a server without a proxy listens");

    let session = Session::connect(&address.to_string())?;
    let device = session.device(DeviceType::CPU, 0);
    let x = NDArray::from_slice_on(&[3], &[1.0_f32, 2.0, 4.0], device)?;
    println!("x is on {}", x.device());
    println!("sum: {}", session.get_function("example.sum")?.call_as::<f32>((&x,))?);

    // The server calls a function of this process.
    let print: PackedFunc = TypedPackedFunc::new(|number: i64| println!("number {number}")).into();
    session.get_function("example.each")?.call((2, &print))?;

    // The server measures, so the time has no network in it.
    let options = TimerOptions { number: 1000, ..TimerOptions::default() };
    let timing = session.time_evaluator(None, "example.sum", device, &options)?.run((&x,))?;
    println!("a sum takes less than a second: {}", timing.mean() < 1.0);
    Ok(())
}
