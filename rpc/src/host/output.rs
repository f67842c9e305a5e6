//! The output of sessions, as lines of the server's log.

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};

/// The maximum length of a logged line. Longer lines are cut.
const MAX_LINE: u64 = 1024;

/// Logs the lines of a stream until its end.
pub(super) async fn log(session: u64, stream: impl AsyncRead + Unpin) {
    let mut reader = BufReader::new(stream);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut reader).take(MAX_LINE).read_until(b'\n', &mut line).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let text = String::from_utf8_lossy(&line);
                // Control sequences of terminals must not reach the log.
                let text = text.trim_end().replace(|c: char| c.is_control(), "\u{fffd}");
                tracing::info!(session, "output: {text}");
            }
        }
    }
}
