//! The instructions for which this program was built, and whether the processor has them.

/// Whether the build uses the instructions of x86-64-v3, as `.cargo/config.toml` asks for.
const V3: bool = cfg!(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    target_feature = "bmi2",
    target_feature = "fma",
    target_feature = "lzcnt",
    target_feature = "movbe",
));

/// The name of the instruction set in use.
pub(crate) const INSTRUCTIONS: &str = if V3 { "x86-64-v3" } else { "baseline" };

/// How to build with the faster instructions, if this build is without them.
pub(crate) const HINT: Option<&str> = if V3 || cfg!(not(target_arch = "x86_64")) {
    None
} else {
    Some("RUSTFLAGS=-Ctarget-cpu=x86-64-v3 makes a faster program for processors since 2013")
};

/// The version of the program, as in `Cargo.toml`.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit that it was built from, or `unknown`.
pub(crate) const COMMIT: &str = env!("LASTMOVE_COMMIT");

/// Ends the program with a message if the processor lacks the instructions that the program was
/// built for. This must come first: the first such instruction would end the program without a
/// message.
///
/// It is a separate function that asks the processor itself: the compiler assumes that
/// `is_x86_feature_detected!` is true for everything the program was built for.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
pub(crate) fn check() {
    use std::arch::x86_64::__cpuid;
    use std::io::Write;
    // fma, movbe, popcnt, osxsave, avx, f16c; bmi1, avx2, bmi2; lzcnt
    const LEAF_1: u32 = 1 << 12 | 1 << 22 | 1 << 23 | 1 << 27 | 1 << 28 | 1 << 29;
    const LEAF_7: u32 = 1 << 3 | 1 << 5 | 1 << 8;
    const EXTENDED: u32 = 1 << 5;
    if !V3 {
        return;
    }
    let has_all = __cpuid(0).eax >= 7
        && __cpuid(1).ecx & LEAF_1 == LEAF_1
        && __cpuid(7).ebx & LEAF_7 == LEAF_7
        && __cpuid(0x8000_0001).ecx & EXTENDED == EXTENDED;
    if !has_all {
        let said = b"lastmove: this program was built for processors with x86-64-v3 (AVX2, BMI2), \
            which this one lacks; use lastmove-baseline of the release, or build with \
            RUSTFLAGS=-Ctarget-cpu=native\n";
        let _ = std::io::stderr().write_all(said);
        std::process::exit(1);
    }
}

/// Other processors need no check.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn check() {}
