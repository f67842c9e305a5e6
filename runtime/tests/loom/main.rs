//! A program of its own, since loom's primitives take the place of the standard library's: the
//! modules that are shared without a lock are compiled here a second time.

mod launches;
