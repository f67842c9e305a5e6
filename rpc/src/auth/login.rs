//! Challenge and response.
//!
//! The client sends its key with a nonce, and the server answers with its key and a challenge. The
//! client sends its key again with a response to the challenge, and the server answers with its key
//! and a proof, which depends on the nonce. The functions here do no I/O.

use super::token::{is_hex, random_hex};
use super::{AuthError, Token};
use crate::handshake::Key;

const CLIENT: &str = "objet-rpc client";
const SERVER: &str = "objet-rpc server";

/// Length of nonces and challenges in bytes.
const NONCE_BYTES: usize = 16;

/// The client's side of challenge and response.
///
/// ```
/// use objet_rpc::auth::{ClientLogin, ServerLogin, Token};
/// use objet_rpc::handshake::{Key, Role};
///
/// let token = Token::generate();
/// let mut client = ClientLogin::new(&token, Key::new(Role::Client, "board"));
/// // The client sends its first key, and the server answers with a challenge.
/// let server = ServerLogin::new(&token, Key::new(Role::Server, "board"), &client.first_key())?;
/// // The client sends its second key, and the server answers with a proof.
/// let second = client.second_key(&server.challenge_key())?;
/// let proof = server.proof_key(&second)?;
/// client.check_proof(&proof)?;
/// # Ok::<(), objet_rpc::auth::AuthError>(())
/// ```
#[derive(Debug)]
pub struct ClientLogin {
    token: Token,
    key: Key,
    nonce: String,
    /// Empty before the challenge arrives.
    challenge: String,
}

/// The server's side of challenge and response, for one connection.
///
/// A challenge is new for each connection, so that a recorded response is of no use.
#[derive(Debug)]
pub struct ServerLogin {
    token: Token,
    key: Key,
    /// The match key of the client.
    name: String,
    nonce: String,
    challenge: String,
}

impl ClientLogin {
    /// Creates a login by the key of the client, which may have options.
    ///
    /// # Panics
    /// If the operating system has no source of randomness.
    pub fn new(token: &Token, key: Key) -> Self {
        Self { token: token.clone(), key, nonce: random_nonce(), challenge: String::new() }
    }

    /// Returns the first key to send: the key with `-nonce`.
    pub fn first_key(&self) -> Key {
        self.key.clone().with_option("nonce", &self.nonce)
    }

    /// Returns the second key to send: the key with `-response`. `server` is the key that the
    /// server sent.
    ///
    /// # Errors
    /// If the server sent no challenge, or a malformed one.
    pub fn second_key(&mut self, server: &Key) -> Result<Key, AuthError> {
        self.challenge = option(server, "challenge", "challenge")?.into();
        let response = self.token.response(&self.nonce, &self.challenge, self.key.name());
        Ok(self.key.clone().with_option("response", response))
    }

    /// Checks that the server has the token. `server` is the second key that the server sent.
    ///
    /// # Errors
    /// If there is no proof, or a proof that was made by another token or for another connection.
    pub fn check_proof(&self, server: &Key) -> Result<(), AuthError> {
        let proof = server.option("proof").ok_or(AuthError::Missing)?;
        self.token.check_proof(proof, &self.nonce, &self.challenge, self.key.name())
    }
}

impl ServerLogin {
    /// Creates a login by the key of the server, and the first key that the client sent.
    ///
    /// # Errors
    /// If the client sent no nonce, or a malformed one.
    ///
    /// # Panics
    /// If the operating system has no source of randomness.
    pub fn new(token: &Token, key: Key, client: &Key) -> Result<Self, AuthError> {
        let nonce = option(client, "nonce", "nonce")?.into();
        let challenge = random_nonce();
        Ok(Self { token: token.clone(), key, name: client.name().into(), nonce, challenge })
    }

    /// Returns the first key to send: the key of the server with `-challenge`.
    pub fn challenge_key(&self) -> Key {
        self.key.clone().with_option("challenge", &self.challenge)
    }

    /// Checks the second key that the client sent, and returns the second key to send: the key of
    /// the server with `-proof`.
    ///
    /// # Errors
    /// If the match key differs from the first one, if there is no response, or if the response
    /// was made by another token or for another connection.
    pub fn proof_key(self, client: &Key) -> Result<Key, AuthError> {
        let response = client.option("response").ok_or(AuthError::Missing)?;
        if client.name() != self.name {
            return Err(AuthError::Wrong("response"));
        }
        self.token.check_response(response, &self.nonce, &self.challenge, &self.name)?;
        let proof = self.token.proof(&self.nonce, &self.challenge, &self.name);
        Ok(self.key.with_option("proof", proof))
    }
}

impl Token {
    /// Returns the code by which a client proves that it has the token.
    pub(crate) fn response(&self, nonce: &str, challenge: &str, name: &str) -> String {
        self.code(&[CLIENT, nonce, challenge, name])
    }

    /// Returns the code by which a server proves that it has the token.
    pub(crate) fn proof(&self, nonce: &str, challenge: &str, name: &str) -> String {
        self.code(&[SERVER, nonce, challenge, name])
    }

    pub(crate) fn check_response(
        &self,
        response: &str,
        nonce: &str,
        challenge: &str,
        name: &str,
    ) -> Result<(), AuthError> {
        let is_right = self.has_made(response, &[CLIENT, nonce, challenge, name]);
        if is_right { Ok(()) } else { Err(AuthError::Wrong("response")) }
    }

    pub(crate) fn check_proof(
        &self,
        proof: &str,
        nonce: &str,
        challenge: &str,
        name: &str,
    ) -> Result<(), AuthError> {
        let is_right = self.has_made(proof, &[SERVER, nonce, challenge, name]);
        if is_right { Ok(()) } else { Err(AuthError::Wrong("proof")) }
    }
}

/// Returns a random nonce or challenge.
pub(crate) fn random_nonce() -> String {
    random_hex(NONCE_BYTES)
}

/// Whether a text has the form of a nonce or a challenge.
pub(crate) fn is_nonce(text: &str) -> bool {
    is_hex(text, NONCE_BYTES)
}

fn option<'k>(key: &'k Key, name: &str, subject: &'static str) -> Result<&'k str, AuthError> {
    let value = key.option(name).ok_or(AuthError::Missing)?;
    if is_nonce(value) { Ok(value) } else { Err(AuthError::Malformed(subject)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handshake::Role;

    fn client(token: &Token) -> ClientLogin {
        ClientLogin::new(token, Key::new(Role::Client, "board -timeout=5"))
    }

    fn server(token: &Token, client: &ClientLogin) -> ServerLogin {
        ServerLogin::new(token, Key::new(Role::Server, "board"), &client.first_key()).unwrap()
    }

    #[test]
    fn both_sides_prove_that_they_have_the_token() {
        let token = Token::generate();
        let mut client = client(&token);
        assert_eq!(client.first_key().option("timeout"), Some("5"));
        let server = server(&token, &client);
        let second = client.second_key(&server.challenge_key()).unwrap();
        assert_eq!(second.name(), "board");
        let proof = server.proof_key(&second).unwrap();
        assert_eq!((proof.role(), proof.name()), (Role::Server, "board"));
        assert_eq!(client.check_proof(&proof), Ok(()));
    }

    #[test]
    fn a_client_with_another_token_is_refused() {
        let token = Token::generate();
        let mut client = client(&Token::generate());
        let server = server(&token, &client);
        let second = client.second_key(&server.challenge_key()).unwrap();
        assert_eq!(server.proof_key(&second).unwrap_err(), AuthError::Wrong("response"));
    }

    #[test]
    fn a_server_with_another_token_is_refused() {
        let mut client = client(&Token::generate());
        let other = Token::generate();
        let server = server(&other, &client);
        client.second_key(&server.challenge_key()).unwrap();
        let proof = other.proof(&server.nonce, &server.challenge, "board");
        let key = Key::new(Role::Server, "board").with_option("proof", proof);
        assert_eq!(client.check_proof(&key), Err(AuthError::Wrong("proof")));
    }

    #[test]
    fn a_recorded_response_or_proof_is_of_no_use_later() {
        let token = Token::generate();
        let mut client = client(&token);
        let first = server(&token, &client);
        let recorded = client.second_key(&first.challenge_key()).unwrap();
        let proof = first.proof_key(&recorded).unwrap();
        let later = server(&token, &client);
        assert_eq!(later.proof_key(&recorded).unwrap_err(), AuthError::Wrong("response"));
        let mut other = super::tests::client(&token);
        let server = server(&token, &other);
        other.second_key(&server.challenge_key()).unwrap();
        assert_eq!(other.check_proof(&proof), Err(AuthError::Wrong("proof")));
    }

    #[test]
    fn a_response_is_not_a_proof() {
        let token = Token::generate();
        let mut client = client(&token);
        let server = server(&token, &client);
        let second = client.second_key(&server.challenge_key()).unwrap();
        let reflected =
            Key::new(Role::Server, "board").with_option("proof", second.option("response").unwrap());
        assert_eq!(client.check_proof(&reflected), Err(AuthError::Wrong("proof")));
    }

    #[test]
    fn a_response_for_another_name_is_refused() {
        let token = Token::generate();
        let mut client = client(&token);
        let server = server(&token, &client);
        let second = client.second_key(&server.challenge_key()).unwrap();
        let response = second.option("response").unwrap();
        let other = Key::new(Role::Client, "other").with_option("response", response);
        assert_eq!(server.proof_key(&other).unwrap_err(), AuthError::Wrong("response"));
    }

    #[test]
    fn missing_and_malformed_options_are_errors() {
        let token = Token::generate();
        let key = Key::new(Role::Server, "board");
        let bare = Key::new(Role::Client, "board");
        let refused = |client: &Key| ServerLogin::new(&token, key.clone(), client).unwrap_err();
        assert_eq!(refused(&bare), AuthError::Missing);
        assert_eq!(refused(&bare.clone().with_option("nonce", "12")), AuthError::Malformed("nonce"));
        let mut client = client(&token);
        assert_eq!(client.second_key(&key).unwrap_err(), AuthError::Missing);
        let challenge = key.clone().with_option("challenge", "x\ny");
        assert_eq!(client.second_key(&challenge).unwrap_err(), AuthError::Malformed("challenge"));
        assert_eq!(client.check_proof(&key), Err(AuthError::Missing));
    }
}
