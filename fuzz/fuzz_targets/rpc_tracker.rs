//! Sends any bytes on several connections to the state of a tracker. They end connections at most,
//! and nothing is left after the last connection.

#![no_main]

use std::net::{IpAddr, Ipv4Addr};

use libfuzzer_sys::fuzz_target;
use objet::rpc::tracker::{ConnectionId, Event, Limits, State};

const CONNECTIONS: u64 = 4;

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits { offers: 4, requests: 4, entries: 12, ..Limits::default() };
    let mut state = State::new("stop", limits);
    for number in 0..CONNECTIONS {
        state.connected(ConnectionId(number), IpAddr::V4(Ipv4Addr::new(10, 0, 0, number as u8)));
    }
    // Each part goes to the next connection: its first byte is its length.
    let (mut rest, mut number) = (bytes, 0);
    while let Some((&length, after)) = rest.split_first() {
        let (part, after) = after.split_at(after.len().min(usize::from(length)));
        rest = after;
        let id = ConnectionId(number % CONNECTIONS);
        number += 1;
        if length == 0 {
            state.closed(id);
            continue;
        }
        state.received(id, part);
        let mut events = Vec::new();
        while state.step(id, &mut events).is_none() {}
        for event in events {
            match event {
                Event::Send(to, _) => assert!(to.0 < CONNECTIONS),
                Event::Close(closed, _) => assert_eq!(closed, id),
                Event::Stop => {}
            }
        }
    }
    for number in 0..CONNECTIONS {
        state.closed(ConnectionId(number));
    }
    assert!(state.is_empty());
});
