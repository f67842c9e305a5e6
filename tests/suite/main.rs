//! Tests that span crates. The tests of single crates are in their folders.

mod node_globals;
