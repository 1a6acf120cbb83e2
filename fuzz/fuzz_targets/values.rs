//! Expressions of game values, with few forms: no panic, no deep stack.
#![no_main]

use lastmove_values::{Dyadic, Environment, Forms};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut forms = Forms::with_limit(2000);
    let _ = Environment::new().evaluate(text, &mut forms);
    if let Ok(number) = text.parse::<Dyadic>() {
        assert_eq!(number.to_string().parse(), Ok(number));
    }
});
