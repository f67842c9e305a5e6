//! Reflection for Objet: the fields of every node by name, and what follows from that.

mod graph;
