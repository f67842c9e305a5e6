//! The library from outside: programs in C, C++ and Python, its symbols and its header.

mod c_programs;
mod exports;
mod front_end;
mod header;
