//! As much of JSON Schema as our description uses.
#![allow(dead_code)] // each test file uses its part

use serde_json::Value;

pub(crate) struct Schema(Value);

impl Schema {
    pub(crate) fn new(document: Value) -> Self {
        Self(document)
    }

    pub(crate) fn paths(&self) -> Vec<String> {
        self.0["paths"].as_object().unwrap().keys().cloned().collect()
    }

    /// Whether a value is as the schema of this name says.
    pub(crate) fn check(&self, name: &str, value: &Value) {
        let schema = &self.0["components"]["schemas"][name];
        assert!(schema.is_object(), "no schema {name}");
        if let Err(problem) = self.fits(schema, value) {
            panic!("{name}: {problem} in {value}");
        }
    }

    fn fits(&self, schema: &Value, value: &Value) -> Result<(), String> {
        if let Some(reference) = schema["$ref"].as_str() {
            return self.fits(self.0.pointer(&reference[1..]).unwrap(), value);
        }
        if let Some(choices) = schema["oneOf"].as_array() {
            let fitting = choices.iter().filter(|choice| self.fits(choice, value).is_ok()).count();
            return if fitting == 1 { Ok(()) } else { Err(format!("{fitting} choices fit")) };
        }
        let types: Vec<&str> = match &schema["type"] {
            Value::String(one) => vec![one],
            Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
            _ => return Ok(()),
        };
        let is = |name: &str| match value {
            Value::Null => name == "null",
            Value::Bool(_) => name == "boolean",
            Value::Number(n) => name == "number" || name == "integer" && !n.is_f64(),
            Value::String(_) => name == "string",
            Value::Array(_) => name == "array",
            Value::Object(_) => name == "object",
        };
        if !types.iter().any(|name| is(name)) {
            return Err(format!("{value} is not {types:?}"));
        }
        if let Some(allowed) = schema["enum"].as_array()
            && !allowed.contains(value)
        {
            return Err(format!("{value} is not one of {allowed:?}"));
        }
        for item in value.as_array().into_iter().flatten() {
            self.fits(&schema["items"], item)?;
        }
        let Some(object) = value.as_object() else { return Ok(()) };
        for name in schema["required"].as_array().into_iter().flatten() {
            let name = name.as_str().unwrap();
            if !object.contains_key(name) {
                return Err(format!("{name} is missing"));
            }
        }
        for (name, field) in object {
            match schema["properties"].get(name) {
                Some(schema) => self.fits(schema, field).map_err(|e| format!("{name}: {e}"))?,
                None => return Err(format!("{name} is not described")),
            }
        }
        Ok(())
    }
}
