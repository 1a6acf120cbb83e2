//! The tests of the whole: every fact against brute force, forged certificates, mutants, and the
//! second checker.

mod begun;
mod brute;
mod counts;
mod dfpn;
mod facts;
mod forge;
mod forged;
mod manual;
mod memory;
mod mutants;
mod random;
mod second_checker;
