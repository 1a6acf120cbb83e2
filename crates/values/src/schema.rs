//! JSON schemas of what is serialised as text.

use crate::{Corner, Dyadic, Outcome};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;

impl JsonSchema for Dyadic {
    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "description": "a dyadic rational such as -3/2"})
    }
}

impl JsonSchema for Outcome {
    fn schema_name() -> Cow<'static, str> {
        "Outcome".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "enum": ["N", "P", "L", "R"],
            "description": "the next player wins, the previous one, Left or Right",
        })
    }
}

impl JsonSchema for Corner {
    fn schema_name() -> Cow<'static, str> {
        "Corner".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let number = generator.subschema_for::<Dyadic>();
        json_schema!({
            "type": "array", "items": number, "minItems": 2, "maxItems": 2,
            "description": "value and temperature",
        })
    }
}
