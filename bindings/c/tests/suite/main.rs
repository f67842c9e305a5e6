//! Tests of the compiled library: C, C++ and Python programs, exported symbols, and the header.

mod c_programs;
mod exports;
mod front_end;
mod header;
