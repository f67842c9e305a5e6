//! The session that answers the requests of a connection.

use std::sync::{Arc, OnceLock};

use objet_runtime::Result;

use super::SharedTensors;
use super::local::{Callbacks, Local, Reply, exception, returned};
use super::{Activity, ServeError, ServeOptions, State};
use crate::channel::Respond;
use crate::client::{Peer, peer_of};
use crate::wire::{Code, Decoder, PROTOCOL_VERSION, Value};

/// The session that answers: this process, or another session that the first request named.
pub(super) struct Target {
    pub(super) local: Local,
    /// The other session. Not set before the first request.
    chosen: OnceLock<Option<Peer>>,
    activity: Option<Arc<Activity>>,
}

impl Target {
    pub(super) fn new(options: &ServeOptions, shared: SharedTensors) -> Self {
        let activity = options.activity.clone();
        let local = Local::new(options, shared);
        Self { local, chosen: OnceLock::new(), activity }
    }

    /// Returns whether this process answers.
    pub(super) fn is_local(&self) -> bool {
        matches!(self.chosen.get(), Some(None))
    }

    /// Sets the activity.
    pub(super) fn set(&self, state: State) {
        if let Some(activity) = &self.activity {
            activity.set(state);
        }
    }

    /// Answers a request. `callbacks` and `responder` call functions of the client.
    pub(super) fn reply(
        &self,
        code: Code,
        content: &[u8],
        callbacks: &dyn Callbacks,
        responder: &dyn Respond,
    ) -> Reply {
        let packet = match self.chosen.get() {
            Some(_) if code == Code::INIT_SERVER => Err(ServeError::BegunTwice.into()),
            Some(None) => return self.local.answer(code, content, callbacks),
            Some(Some(peer)) => {
                self.set(State::Busy(code.to_string()));
                peer.forward(code, content, responder)
            }
            None => self.begin(code, content),
        };
        Reply::Packet(packet.unwrap_or_else(|error| exception(&error)))
    }

    /// Answers the first request.
    fn begin(&self, code: Code, content: &[u8]) -> Result<Vec<u8>> {
        if code != Code::INIT_SERVER {
            return Err(ServeError::NotBegun { found: code }.into());
        }
        let mut decoder = Decoder::new(content);
        let version = decoder.bytes("the version of the protocol")?;
        if version != PROTOCOL_VERSION.as_bytes() {
            let found = String::from_utf8_lossy(version).into_owned();
            return Err(ServeError::Version { name: self.local.name().into(), found }.into());
        }
        let values = decoder.values()?;
        let chosen = match self.local.construct(&values)? {
            None => None,
            Some(module) => Some(peer_of(&module)?),
        };
        self.chosen.get_or_init(|| chosen);
        Ok(returned(&[Value::Null]))
    }
}
