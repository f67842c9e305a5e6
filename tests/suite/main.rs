//! Tests that span crates. Each crate has the tests of its own subjects in its folder.

mod node_globals;
