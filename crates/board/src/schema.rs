//! JSON schemas of what is serialised as text.

use crate::Side;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;

impl JsonSchema for Side {
    fn schema_name() -> Cow<'static, str> {
        "Side".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"enum": ["white", "black", "vertical", "horizontal"]})
    }
}
