//! `objet rpc bench`.

use std::time::{Duration, Instant};

use objet::function::RuntimeError;
use objet::tensor::{DeviceType, NDArrayExt};
use objet::{DataType, NDArray};

use super::RpcFailure;
use super::connect::ConnectArgs;
use crate::failure::Failure;
use crate::output::Output;

/// Measure the calls and the copies of a session with a server.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet rpc bench 127.0.0.1
  objet rpc bench board:9190 --by-tracker --key board")]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    server: ConnectArgs,
    /// The size of the copied tensor in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    megabytes: u16,
}

/// The minimum time of a measurement.
const SHORTEST: Duration = Duration::from_millis(500);

pub(super) fn run(args: &BenchArgs) -> Result<(), Failure> {
    let mut out = Output::to_stdout();
    args.measure(&mut out)?;
    out.finish()
}

impl BenchArgs {
    fn measure(&self, out: &mut Output) -> Result<(), RpcFailure> {
        let start = Instant::now();
        let session = self.server.session()?;
        writeln!(out, "{:<22} {:>10.1} ms", "begin a session", milliseconds(start.elapsed()));

        let add_one = session.get_function("rpc.test.addone")?;
        let call = fastest(|| add_one.call((1,)).map(drop))?;
        writeln!(out, "{:<22} {:>10.1} µs", "call a function", milliseconds(call) * 1e3);

        let size = i64::from(self.megabytes) << 20;
        let mut local = NDArray::zeros(&[size], DataType::uint(8)).map_err(RuntimeError::from)?;
        let mut remote = NDArray::empty(&[size], DataType::uint(8), session.device(DeviceType::CPU, 0))?;
        let mut rate = |what, time: Duration| {
            writeln!(out, "{what:<22} {:>10.0} MB/s", f64::from(self.megabytes) / time.as_secs_f64());
        };
        rate("copy to the server", fastest(|| remote.copy_from(&local))?);
        rate("copy from the server", fastest(|| local.copy_from(&remote))?);
        Ok(())
    }
}

/// Returns the shortest time of a request.
fn fastest(mut request: impl FnMut() -> Result<(), RuntimeError>) -> Result<Duration, RuntimeError> {
    let start = Instant::now();
    let mut shortest = Duration::MAX;
    while start.elapsed() < SHORTEST {
        let start = Instant::now();
        request()?;
        shortest = shortest.min(start.elapsed());
    }
    Ok(shortest)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
