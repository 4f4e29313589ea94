//! The schemas of the OpenAPI document (JSON Schema) as HTML.

use std::fmt::Write as _;

use serde_json::Value;

use crate::http::openapi::html::{escaped, line, prose};

/// A named schema as an article.
pub(crate) fn article(name: &str, schema: &Value) -> String {
    let mut html = format!("<article id=\"{0}\">\n<h3>{0}</h3>\n", escaped(name));
    html.push_str(&prose(schema["description"].as_str().unwrap_or_default()));
    html.push_str(&shape(schema));
    html + "</article>\n"
}

/// The structure of a schema's values.
fn shape(schema: &Value) -> String {
    if let Some(choices) = alternatives(schema) {
        let mut html = String::from("<p>One of:</p>\n<ul>\n");
        for choice in choices {
            let about = line(choice["description"].as_str().unwrap_or_default());
            let _ = writeln!(html, "<li>{about}\n{}</li>", shape(choice));
        }
        return html + "</ul>\n";
    }
    let rows = fields(schema);
    if rows.is_empty() {
        return format!("<p>{}</p>\n", kind(schema));
    }
    let mut html = String::from(
        "<table>\n<thead><tr><th scope=\"col\">Field</th><th scope=\"col\">Type</th>\
         <th scope=\"col\">Meaning</th></tr></thead>\n<tbody>\n",
    );
    for row in rows {
        html.push_str(&row);
    }
    html + "</tbody>\n</table>\n"
}

fn alternatives(schema: &Value) -> Option<&Vec<Value>> {
    schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array())
}

/// Table rows for the fields of an object, including those of its `allOf` parts.
fn fields(schema: &Value) -> Vec<String> {
    let required = |name: &str| {
        schema["required"].as_array().is_some_and(|names| names.iter().any(|other| other == name))
    };
    let own = schema["properties"].as_object().into_iter().flatten().map(|(name, field)| {
        let must = if required(name) { "" } else { ", optional" };
        format!(
            "<tr><th scope=\"row\"><code>{}</code></th><td>{}{must}</td><td>{}</td></tr>\n",
            escaped(name),
            kind(field),
            line(field["description"].as_str().unwrap_or_default())
        )
    });
    let parts = schema["allOf"].as_array().into_iter().flatten().flat_map(|part| {
        if part["$ref"].is_string() {
            vec![format!("<tr><td colspan=\"3\">and the fields of {}</td></tr>\n", kind(part))]
        } else {
            fields(part)
        }
    });
    own.chain(parts).collect()
}

/// A short description of the type that the schema allows.
pub(crate) fn kind(schema: &Value) -> String {
    if let Some(path) = schema["$ref"].as_str() {
        let name = escaped(path.rsplit('/').next().unwrap_or(path));
        return format!("<a href=\"#{name}\">{name}</a>");
    }
    if let Some(choices) = alternatives(schema).or_else(|| schema["allOf"].as_array()) {
        return choices.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    if let Some(words) = schema["enum"].as_array() {
        let word = |word: &Value| format!("<code>{}</code>", escaped(&word.to_string()));
        return words.iter().map(word).collect::<Vec<_>>().join(" or ");
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => return "anything".to_owned(),
    };
    let word = |name: &&str| match *name {
        "array" => match schema["prefixItems"].as_array() {
            Some(places) => places.iter().map(kind).collect::<Vec<_>>().join(" and "),
            None => format!("list of {}", kind(&schema["items"])),
        },
        "object" if schema["additionalProperties"].is_object() => {
            format!("map to {}", kind(&schema["additionalProperties"]))
        }
        name => match schema["format"].as_str() {
            Some(format) if name == "string" => escaped(format),
            _ => escaped(name),
        },
    };
    types.iter().map(word).collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn types_are_described_briefly() {
        for (schema, words) in [
            (json!({"type": "string"}), "string"),
            (json!({"type": ["integer", "null"], "format": "int32"}), "integer or null"),
            (json!({"type": "string", "format": "uuid"}), "uuid"),
            (json!({"type": "array", "items": {"type": "string"}}), "list of string"),
            (
                json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "null"}]}),
                "string and null",
            ),
            (json!({"enum": ["<"]}), "<code>&quot;&lt;&quot;</code>"),
            (json!({}), "anything"),
            (
                json!({"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/A"}]}),
                "null or <a href=\"#A\">A</a>",
            ),
            (
                json!({"type": "object", "additionalProperties": {"type": "boolean"}}),
                "map to boolean",
            ),
        ] {
            assert_eq!(kind(&schema), words);
        }
    }
}
