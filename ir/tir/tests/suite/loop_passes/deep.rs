//! Deep programs, on a thread with a small stack.
