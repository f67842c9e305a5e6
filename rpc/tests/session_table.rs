//! The table of sessions, of which each process has one. No other tests run in this program.

use objet_rpc::{RpcError, Session};

#[test]
fn a_process_has_at_most_32_sessions_and_ended_ones_free_their_places() {
    let mut sessions: Vec<_> = (0..32).map(|_| Session::local().unwrap()).collect();
    let indices: Vec<_> = sessions.iter().map(Session::index).collect();
    assert_eq!(indices, (0..32).collect::<Vec<_>>());
    let error = Session::local().unwrap_err();
    assert!(matches!(error, RpcError::TooManySessions { .. }));
    assert!(error.to_string().starts_with("maximum number of RPC session reached"), "{error}");

    // A function keeps its session.
    let function = sessions[7].get_function("tvm.rpc.server.ImportModule").unwrap();
    drop(sessions.remove(7));
    Session::local().unwrap_err();
    drop(function);
    assert_eq!(Session::local().unwrap().index(), 7);

    drop(sessions.drain(10..20));
    let again: Vec<_> = (0..11).map(|_| Session::local().unwrap()).collect();
    let mut indices: Vec<_> = sessions.iter().chain(&again).map(Session::index).collect();
    indices.sort_unstable();
    assert_eq!(indices, (0..32).collect::<Vec<_>>());
    Session::local().unwrap_err();

    drop((sessions, again));
    for _ in 0..100 {
        assert_eq!(Session::local().unwrap().index(), 0);
    }
}
