//! Time measurements on the server.

use objet_object::Device;
use objet_runtime::{Module, PackedArgs, PackedFunc, Result, Timing};

use super::peer::Inner;
use super::table::unmasked;

/// The settings of a [`RemoteTimer`]; see [`TimeEvaluator`](objet_runtime::TimeEvaluator).
#[derive(Clone, Debug)]
pub struct TimerOptions {
    /// The number of runs in each measurement.
    pub number: u32,
    /// The number of measurements.
    pub repeat: u32,
    /// The minimum duration of a measurement in milliseconds.
    pub min_repeat_ms: u32,
    /// The name of a global function of the server that runs before each measurement, or nothing.
    pub before_repeat: String,
}

impl Default for TimerOptions {
    fn default() -> Self {
        Self { number: 10, repeat: 1, min_repeat_ms: 0, before_repeat: String::new() }
    }
}

/// A timer of a function of the server.
#[derive(Clone, Debug)]
pub struct RemoteTimer {
    function: PackedFunc,
}

impl RemoteTimer {
    /// Runs the function on the server with these arguments, and returns the times in seconds.
    ///
    /// # Errors
    /// The error of the function, or if the connection fails.
    pub fn run<'a>(&self, args: impl PackedArgs<'a>) -> Result<Timing> {
        let bytes: Vec<u8> = self.function.call_as(args)?;
        Ok(Timing::from_bytes(&bytes)?)
    }
}

/// Returns a timer of a function of the server.
pub(super) fn remote_timer(
    peer: &Inner,
    module: Option<&Module>,
    name: &str,
    device: Device,
    options: &TimerOptions,
) -> Result<RemoteTimer> {
    let TimerOptions { number, repeat, min_repeat_ms, before_repeat } = options;
    let Device { device_type, device_id } = unmasked(device);
    let args = (module, name, device_type.0, device_id, *number, *repeat, *min_repeat_ms, &**before_repeat);
    let evaluator = peer.expect_global("runtime.RPCTimeEvaluator")?;
    let timer = args.lend(|args| evaluator.call(args, &format!("the timer of {name}")))?;
    Ok(RemoteTimer { function: timer.get()? })
}
