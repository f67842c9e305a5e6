//! Remote sessions: functions, modules and tensors of another process or machine, over TVM 0.8's
//! RPC protocol.

pub mod handshake;
