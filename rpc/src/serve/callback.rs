//! Functions of the client, which the server calls while it answers a request.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use objet_object::RetValue;
use objet_runtime::{Args, Error, ErrorKind, PackedFunc, Result};

use super::ServeError;
use super::connection::Connection;
use super::local::Callbacks;
use crate::channel::{Answer, Destination};

/// The functions of the client that one call received. They end with this value.
pub(super) struct CallScope<'a> {
    connection: &'a Weak<Connection>,
    lives: Mutex<Option<Arc<AtomicBool>>>,
}

impl<'a> CallScope<'a> {
    pub(super) fn new(connection: &'a Weak<Connection>) -> Self {
        Self { connection, lives: Mutex::default() }
    }
}

impl Drop for CallScope<'_> {
    fn drop(&mut self) {
        if let Some(lives) = self.lives.get_mut().unwrap_or_else(PoisonError::into_inner) {
            lives.store(false, Ordering::Release);
        }
    }
}

impl Callbacks for CallScope<'_> {
    fn callback(&self, number: u64) -> Result<PackedFunc, ServeError> {
        let lives = self.lives.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default().clone();
        lives.store(true, Ordering::Release);
        let data = Callback { number, lives, connection: self.connection.clone() };
        Ok(PackedFunc::with_data_called("a function of the client", data, |callback, args, result| {
            *result = callback.call(args)?;
            Ok(())
        }))
    }
}

/// A function of the client.
struct Callback {
    number: u64,
    lives: Arc<AtomicBool>,
    connection: Weak<Connection>,
}

impl Callback {
    fn call(&self, args: Args<'_>) -> Result<RetValue> {
        let connection = self.connection.upgrade().ok_or(ServeError::CallbackEnded)?;
        // While this thread holds the lock, the server cannot send the answer that ends the call.
        let _turn = connection.channel.turn().take();
        if !self.lives.load(Ordering::Acquire) {
            return Err(ServeError::CallbackEnded.into());
        }
        let request = connection.target.local.encode_callback(self.number, args)?;
        match connection
            .channel
            .exchange(&[&request], Destination::None, &*connection)
            .map_err(ServeError::from)?
        {
            Answer::Return(content) => connection.target.local.decode_callback(&content),
            Answer::Exception(text) => Err(Error::from_text(&text)),
            Answer::Copied | Answer::Bytes(_) => {
                Err(Error::new(ErrorKind::INTERNAL_ERROR, "a function of the client sent bytes"))
            }
        }
    }
}
