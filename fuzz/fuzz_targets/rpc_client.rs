//! Answers the requests of a client with any bytes.

#![no_main]

use std::io::{self, Cursor};

use libfuzzer_sys::fuzz_target;
use objet::rpc::{ConnectOptions, Halves};
use objet::tensor::{DeviceType, NDArrayExt};
use objet::{Module, NDArray, PackedFunc};

/// The server's side of the handshake, and its answer to the first request.
const START: &[u8] = b"\x71\xf2\x0f\x00\x10\x00\x00\x00server: -objet=1\
    \x0c\0\0\0\0\0\0\0\x04\0\0\0\x01\0\0\0\x04\0\0\0";

fuzz_target!(|bytes: &[u8]| {
    let reader = Cursor::new([START, bytes].concat());
    let stream = Halves { reader, writer: io::sink() };
    let session = ConnectOptions::new().connect_over(stream, "the fuzzer").expect("the start is valid");
    let double = PackedFunc::from_fn(|args, result| {
        *result = args.get::<i32>(0)?.wrapping_mul(2).into();
        Ok(())
    });
    while let Ok(function) = session.get_function("fuzz.any") {
        let Ok(result) = function.call((1, "text", &double)) else { break };
        if let Ok(tensor) = result.get::<NDArray>()
            && tensor.byte_size() < 1 << 16
        {
            // Reads the memory, which must be that of a copy.
            let _ = tensor.to_host().map(|copy| copy.to_vec::<u8>().map(|bytes| bytes.len()));
        }
        if let Ok(module) = result.get::<Module>() {
            let _ = module.function("fuzz.any");
        }
        let device = session.device(DeviceType::CPU, 0);
        let _ = NDArray::from_slice_on(&[4], &[1.0_f32, 2.0, 3.0, 4.0], device);
    }
});
