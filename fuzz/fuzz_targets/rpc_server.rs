//! Sends any bytes to a server, which must answer or refuse them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use objet::rpc::serve::{AllowList, EventDrivenServer, ServeOptions};

fuzz_target!(|bytes: &[u8]| {
    let options = ServeOptions {
        allow: AllowList::new(["fuzz.*", "tvm.rpc.server.M*"]),
        max_packet_bytes: 1 << 16,
        max_tensor_bytes: 1 << 20,
        ..ServeOptions::default()
    };
    let mut server = EventDrivenServer::new(&options);
    // The first byte decides how the others arrive.
    let Some((size, bytes)) = bytes.split_first() else { return };
    for chunk in bytes.chunks(usize::from(*size).max(1)) {
        if server.receive(chunk).is_err() {
            return;
        }
    }
});
