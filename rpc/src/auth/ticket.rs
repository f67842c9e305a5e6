//! Tickets: options of keys that expire.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::token::{is_hex, random_hex};
use super::{AuthError, Token};
use crate::handshake::{Key, Role};

const USE: &str = "objet-rpc ticket";

/// The name of tickets that are valid for all match keys.
const ANY: &str = "*";

/// Length of a nonce in bytes.
const NONCE_BYTES: usize = 16;

impl Token {
    /// Returns a ticket for a match key: the value of the option `-ticket=` of a key. The name `*`
    /// is for all match keys. A ticket can be used many times until it expires.
    ///
    /// # Panics
    /// If the operating system has no source of randomness.
    pub fn ticket(&self, name: &str, lifetime: Duration) -> String {
        self.ticket_until(name, seconds(SystemTime::now()).saturating_add(lifetime.as_secs()))
    }

    /// Returns a ticket by which a server shows a proxy that it has the token. It authenticates no
    /// client.
    #[cfg(feature = "host")]
    pub(crate) fn server_ticket(&self, name: &str, lifetime: Duration) -> String {
        self.ticket(&server_name(name), lifetime)
    }

    fn ticket_until(&self, name: &str, expiry: u64) -> String {
        let (expiry, nonce) = (expiry.to_string(), random_hex(NONCE_BYTES));
        let code = self.code(&[USE, name, &expiry, &nonce]);
        format!("{expiry}.{nonce}.{code}")
    }

    /// Checks the ticket of a key, which must be for the match key of that key or for `*`. The
    /// ticket of a server may also be for `server:` and the match key.
    ///
    /// # Errors
    /// If the key has no ticket, or if the ticket is malformed, expired, made for another match key
    /// or made by another token.
    pub fn check_ticket(&self, key: &Key, now: SystemTime) -> Result<(), AuthError> {
        let ticket = key.option("ticket").ok_or(AuthError::Missing)?;
        let fields: Vec<_> = ticket.split('.').collect();
        let &[expiry, nonce, code] = &fields[..] else { return Err(AuthError::Malformed("ticket")) };
        let end = expiry.parse::<u64>().ok().filter(|end| end.to_string() == expiry);
        let Some(end) = end.filter(|_| is_hex(nonce, NONCE_BYTES)) else {
            return Err(AuthError::Malformed("ticket"));
        };
        let of_server = (key.role() == Role::Server).then(|| server_name(key.name()));
        let mut names = [key.name(), ANY].into_iter().chain(of_server.as_deref());
        if !names.any(|name| self.has_made(code, &[USE, name, expiry, nonce])) {
            return Err(AuthError::Wrong("ticket"));
        }
        if seconds(now) >= end { Err(AuthError::Expired) } else { Ok(()) }
    }
}

/// Returns the name of tickets for servers with a match key.
fn server_name(name: &str) -> String {
    format!("server:{name}")
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str, ticket: &str) -> Key {
        Key::new(Role::Client, name).with_option("ticket", ticket)
    }

    fn at(second: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(second)
    }

    #[test]
    fn a_ticket_is_valid_for_its_name_until_it_expires() {
        let token = Token::generate();
        let ticket = token.ticket_until("board", 100);
        assert_eq!(token.check_ticket(&key("board", &ticket), at(99)), Ok(()));
        // A second use is allowed.
        assert_eq!(token.check_ticket(&key("board", &ticket), at(99)), Ok(()));
        assert_eq!(token.check_ticket(&key("board", &ticket), at(100)), Err(AuthError::Expired));
        let wrong = Err(AuthError::Wrong("ticket"));
        assert_eq!(token.check_ticket(&key("other", &ticket), at(99)), wrong);
        assert_eq!(token.check_ticket(&key("", &ticket), at(99)), wrong);
        assert_eq!(Token::generate().check_ticket(&key("board", &ticket), at(99)), wrong);
    }

    #[test]
    fn a_ticket_for_all_names_is_valid_for_each() {
        let token = Token::generate();
        let ticket = token.ticket_until("*", 100);
        for name in ["board", "", "*"] {
            assert_eq!(token.check_ticket(&key(name, &ticket), at(0)), Ok(()), "{name}");
        }
    }

    #[test]
    fn a_ticket_of_a_server_authenticates_no_client() {
        let token = Token::generate();
        let ticket = token.ticket_until("server:board", 100);
        let server = Key::new(Role::Server, "board").with_option("ticket", &ticket);
        assert_eq!(token.check_ticket(&server, at(0)), Ok(()));
        assert_eq!(token.check_ticket(&key("board", &ticket), at(0)), Err(AuthError::Wrong("ticket")));
    }

    #[test]
    fn a_ticket_with_another_expiry_or_cut_text_is_refused() {
        let token = Token::generate();
        let ticket = token.ticket_until("board", 100);
        let later = ticket.replacen("100.", "999.", 1);
        assert_eq!(token.check_ticket(&key("board", &later), at(0)), Err(AuthError::Wrong("ticket")));
        for length in 0..ticket.len() {
            assert!(token.check_ticket(&key("board", &ticket[..length]), at(0)).is_err(), "{length}");
        }
        for text in ["..", "0100.", "+100.00.00", "é.é.é", &ticket.to_uppercase(), &format!("{ticket}.")] {
            assert!(token.check_ticket(&key("board", text), at(0)).is_err(), "{text}");
        }
        let bare = Key::new(Role::Client, "board");
        assert_eq!(token.check_ticket(&bare, at(0)), Err(AuthError::Missing));
    }

    #[test]
    fn the_code_is_the_hmac_of_the_documented_text() {
        let token = Token::from_text(b"0123456789abcdef".to_vec());
        let key = "client:board -ticket=100.000102030405060708090a0b0c0d0e0f.CODE";
        let code = "f06428513928fd3c61f22256fcad445a5298df07ae30e608346643e52d664eaf";
        let key: Key = key.replace("CODE", code).parse().unwrap();
        assert_eq!(token.check_ticket(&key, at(0)), Ok(()));
    }
}
