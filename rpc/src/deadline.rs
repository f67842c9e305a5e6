//! Points in time at which something must be done.

use std::time::{Duration, Instant};

/// The time after which a thread that waits looks for signals and for its deadline.
pub(crate) const TICK: Duration = Duration::from_millis(100);

/// The longest timeout. A longer one could lie beyond the range of the clock.
pub(crate) const LONGEST: Duration = Duration::from_secs(30 * 365 * 24 * 3600);

/// Returns the point in time at which a timeout ends that begins now.
pub(crate) fn after(timeout: Duration) -> Instant {
    Instant::now() + timeout.min(LONGEST)
}
