//! Rewrites the document into forms that generators of client libraries accept. The values that
//! it allows stay the same.

use serde_json::{Map, Value, json};

use crate::protocol;

pub(crate) fn make_portable(document: &mut Value) {
    bound_tuples(document);
    refer_to_components(document);
    protocol::expand_choices(&mut document["components"]["schemas"]);
    complete_operations(document);
    remove_unused(document);
}

/// Bounds each tuple by its length. The derive closes tuples by `items: false`, which generators
/// cannot read.
fn bound_tuples(schema: &mut Value) {
    match schema {
        Value::Array(values) => values.iter_mut().for_each(bound_tuples),
        Value::Object(fields) => {
            if let Some(Value::Array(places)) = fields.get("prefixItems")
                && fields.get("items") == Some(&Value::Bool(false))
            {
                let count = Value::from(places.len());
                fields.remove("items");
                fields.insert("maxItems".to_owned(), count);
            }
            fields.values_mut().for_each(bound_tuples);
        }
        _ => {}
    }
}

/// Replaces copies of named schemas by references. The derive copies the schema of a generic
/// parameter, such as the item of a list.
fn refer_to_components(document: &mut Value) {
    let components = document["components"]["schemas"].as_object().cloned().unwrap_or_default();
    let is_structured = |schema: &Value| {
        ["properties", "oneOf", "allOf", "enum"].iter().any(|key| schema.get(key).is_some())
    };
    let named = components.into_iter().filter(|(_, schema)| is_structured(schema)).collect();
    replace_copies(&mut document["paths"], &named);
    for schema in document["components"]["schemas"].as_object_mut().into_iter().flatten() {
        replace_copies_within(schema.1, &named);
    }
}

fn replace_copies(schema: &mut Value, named: &Map<String, Value>) {
    let name = schema.is_object().then(|| named.iter().find(|(_, known)| *known == schema));
    match name.flatten() {
        Some((name, _)) => *schema = json!({"$ref": format!("#/components/schemas/{name}")}),
        None => replace_copies_within(schema, named),
    }
}

fn replace_copies_within(schema: &mut Value, named: &Map<String, Value>) {
    match schema {
        Value::Array(values) => values.iter_mut().for_each(|it| replace_copies(it, named)),
        Value::Object(fields) => fields.values_mut().for_each(|it| replace_copies(it, named)),
        _ => {}
    }
}

/// States that an operation needs no token if it names none, and that it can be refused.
fn complete_operations(document: &mut Value) {
    let refused = json!({
        "description": "The request is refused; `code` states the reason.",
        "content": {"application/problem+json": {
            "schema": {"$ref": "#/components/schemas/Problem"},
        }},
    });
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    let operations = paths.filter_map(|(_, item)| item.as_object_mut()).flatten();
    for (_, operation) in operations {
        let Some(operation) = operation.as_object_mut() else { continue };
        operation.entry("security").or_insert_with(|| json!([]));
        if let Some(Value::Object(responses)) = operation.get_mut("responses") {
            responses.entry("4XX").or_insert_with(|| refused.clone());
        }
    }
}

/// Removes named schemas that only replaced copies referred to.
fn remove_unused(document: &mut Value) {
    loop {
        let written = document.to_string();
        let Some(schemas) = document["components"]["schemas"].as_object_mut() else { return };
        let count = schemas.len();
        schemas.retain(|name, _| written.contains(&format!("\"#/components/schemas/{name}\"")));
        if schemas.len() == count {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::http::router::DOCUMENT;

    /// Every object of the document, with its path.
    fn objects<'a>(at: &str, value: &'a Value, found: &mut Vec<(String, &'a Map<String, Value>)>) {
        match value {
            Value::Array(values) => {
                for (index, value) in values.iter().enumerate() {
                    objects(&format!("{at}/{index}"), value, found);
                }
            }
            Value::Object(fields) => {
                found.push((at.to_owned(), fields));
                for (name, value) in fields {
                    objects(&format!("{at}/{name}"), value, found);
                }
            }
            _ => {}
        }
    }

    #[test]
    fn tuples_are_bounded_by_their_length() {
        let mut found = Vec::new();
        objects("", &DOCUMENT.value, &mut found);
        let tuples: Vec<_> =
            found.iter().filter(|(_, schema)| schema.contains_key("prefixItems")).collect();
        assert!(!tuples.is_empty());
        for (at, tuple) in tuples {
            let length = tuple["prefixItems"].as_array().unwrap().len();
            assert_eq!(tuple["maxItems"], length, "{at}");
            assert!(!tuple.contains_key("items"), "{at}");
        }
    }

    #[test]
    fn path_parameters_are_described_once_and_required() {
        for (path, method, operation) in DOCUMENT.operations() {
            let params = operation["parameters"].as_array().into_iter().flatten();
            let names: Vec<_> = params
                .filter(|param| param["in"] == "path")
                .inspect(|param| assert_eq!(param["required"], true, "{method} {path}"))
                .map(|param| format!("{{{}}}", param["name"].as_str().unwrap()))
                .collect();
            let in_path = path.split('/').filter(|part| part.starts_with('{'));
            assert_eq!(names, in_path.collect::<Vec<_>>(), "{method} {path}");
        }
    }

    #[test]
    fn items_of_lists_are_references() {
        let schemas = DOCUMENT.value["components"]["schemas"].as_object().unwrap();
        let lists: Vec<_> = schemas.iter().filter(|(name, _)| name.starts_with("List")).collect();
        assert!(!lists.is_empty());
        for (name, list) in lists {
            let items = &list["properties"]["items"]["items"];
            assert!(items["$ref"].is_string() || items["type"].is_string(), "{name}: {items}");
            assert!(items["properties"].is_null(), "{name}: {items}");
        }
    }

    #[test]
    fn no_part_of_an_object_is_a_choice() {
        let schemas = DOCUMENT.value["components"]["schemas"].as_object().unwrap();
        let is_choice = |part: &Value| {
            let name = part["$ref"].as_str().and_then(|path| path.rsplit('/').next());
            name.map_or(part, |name| &schemas[name])["oneOf"].is_array()
        };
        for (name, schema) in schemas {
            let parts = schema["allOf"].as_array().into_iter().flatten();
            assert!(!parts.into_iter().any(is_choice), "{name}");
            let choices = schema["oneOf"].as_array().into_iter().flatten();
            assert!(choices.into_iter().all(|choice| choice["allOf"].is_null()), "{name}");
        }
    }

    #[test]
    fn every_operation_states_its_security() {
        let is_open = |path: &str, method: &str| {
            DOCUMENT.value["paths"][path][method]["security"] == json!([])
        };
        for (path, method, operation) in DOCUMENT.operations() {
            assert!(operation["security"].is_array(), "{method} {path}");
            assert!(operation["responses"]["4XX"].is_object(), "{method} {path}");
        }
        assert!(is_open("/api/v1/guests", "post"));
        assert!(!is_open("/api/v1/tokens", "post"));
        assert!(DOCUMENT.value["servers"][0]["url"].is_string());
    }
}
