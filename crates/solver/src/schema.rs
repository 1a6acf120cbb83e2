//! JSON schemas of what is serialised as text.

use crate::amazons::{SafeRule, ZoneSource};
use crate::domineering::{Class, CoverKind};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;

impl JsonSchema for Class {
    fn schema_name() -> Cow<'static, str> {
        "Class".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "enum": ["V", "H", "1", "2"],
            "description": "Vertical wins, Horizontal, the first player or the second",
        })
    }
}

macro_rules! names {
    ($($type:ident)*) => {
        $(impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"type": "string"})
            }
        })*
    };
}

names! { CoverKind SafeRule ZoneSource }
