//! Timers and reports through the facade, as Rust and front ends use them.

mod debug_executor;
mod globals;
mod profiler;
mod properties;
#[path = "../../../runtime/tests/suite/test_device.rs"]
mod test_device;
