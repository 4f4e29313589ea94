//! Constraints that the parser enforces and the schema derive omits.

use serde_json::Value;

/// Adds the range to each integer schema, according to its type, and marks every tuple as
/// complete.
pub fn sharpen(description: &mut Value) {
    match description {
        Value::Array(values) => values.iter_mut().for_each(sharpen),
        Value::Object(fields) => {
            // The derive and the OpenAPI format registry use different names.
            let integer = match fields.get("format").and_then(Value::as_str) {
                Some("u-int8") => Some(("uint8", u64::from(u8::MAX))),
                Some("u-int16") => Some(("uint16", u64::from(u16::MAX))),
                Some("u-int32") => Some(("uint32", u64::from(u32::MAX))),
                Some("u-int64") => Some(("uint64", u64::MAX)),
                _ => None,
            };
            if let Some((format, most)) = integer {
                fields.insert("format".to_owned(), Value::from(format));
                fields.entry("maximum").or_insert_with(|| Value::from(most));
            }
            if let Some(Value::Array(places)) = fields.get("prefixItems") {
                let count = places.len();
                fields.insert("minItems".to_owned(), Value::from(count));
            }
            fields.values_mut().for_each(sharpen);
        }
        _ => {}
    }
}
