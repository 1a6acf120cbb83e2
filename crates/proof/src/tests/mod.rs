//! Tests of the whole crate: every fact compared with brute force, forged certificates, mutants,
//! and the second checker.

mod ahead;
mod begun;
mod brute;
mod counts;
mod end_to_end;
mod facts;
mod forge;
mod forged;
mod generated;
mod levels;
mod manual;
mod mutants;
mod pairs;
mod random;
mod reading;
mod second_checker;
mod stored;
