//! Conversion of the derived schemas to strict ones. The parts of an object are merged into one
//! schema, which forbids unknown fields. The result is JSON Schema draft 7, as AsyncAPI
//! requires.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use utoipa::ToSchema;

const HOME: &str = "#/components/schemas/";

/// Keywords of OpenAPI that JSON Schema does not have.
const OPENAPI_KEYWORDS: [&str; 3] = ["example", "discriminator", "xml"];

/// The named schemas, as derived.
#[derive(Default)]
pub(crate) struct Schemas(BTreeMap<String, Value>);

impl Schemas {
    /// Returns the schema of `T` and stores the schemas that it refers to.
    pub(crate) fn of<T: ToSchema>(&mut self) -> Value {
        let mut found = Vec::new();
        T::schemas(&mut found);
        for (name, schema) in found {
            self.0.insert(name, plain(&schema));
        }
        plain(&T::schema())
    }

    /// Stores the schema of `T`, which other schemas refer to without the knowledge of the
    /// derive.
    pub(crate) fn add<T: ToSchema>(&mut self) {
        let schema = self.of::<T>();
        self.0.insert(T::name().into_owned(), schema);
    }

    /// Returns the strict schemas that `values` refer to, directly or indirectly.
    pub(crate) fn named_in<'a>(
        &self,
        values: impl IntoIterator<Item = &'a Value>,
    ) -> Map<String, Value> {
        let mut names: Vec<String> = values.into_iter().flat_map(names_in).collect();
        let mut named = Map::new();
        while let Some(name) = names.pop() {
            if let Some(schema) = self.0.get(&name).filter(|_| !named.contains_key(&name)) {
                let strict = self.to_strict(schema);
                names.extend(names_in(&strict));
                named.insert(name, strict);
            }
        }
        named
    }

    /// Returns the schema with its parts merged and unknown fields forbidden.
    pub(crate) fn to_strict(&self, schema: &Value) -> Value {
        let Value::Object(schema) = schema else { return schema.clone() };
        if !schema.contains_key("allOf") {
            return Value::Object(self.closed(schema.clone()));
        }
        let mut merged_objects: Vec<Value> = self
            .merged_objects(schema)
            .into_iter()
            .map(|object| Value::Object(self.closed(object)))
            .collect();
        if merged_objects.len() == 1 {
            merged_objects.remove(0)
        } else {
            json!({"oneOf": merged_objects})
        }
    }

    fn closed(&self, mut strict: Map<String, Value>) -> Map<String, Value> {
        for word in OPENAPI_KEYWORDS {
            strict.remove(word);
        }
        for list in ["oneOf", "anyOf"] {
            if let Some(Value::Array(choices)) = strict.get_mut(list) {
                *choices = choices.iter().map(|choice| self.to_strict(choice)).collect();
            }
        }
        for one in ["items", "additionalProperties", "propertyNames"] {
            if let Some(inner) = strict.get_mut(one) {
                *inner = self.to_strict(inner);
            }
        }
        // Draft 7 writes a tuple with `items` instead of `prefixItems`.
        if let Some(Value::Array(items)) = strict.remove("prefixItems") {
            let items: Vec<Value> = items.iter().map(|item| self.to_strict(item)).collect();
            strict.insert("items".to_owned(), Value::Array(items));
            strict.insert("additionalItems".to_owned(), json!(false));
        }
        if let Some(Value::Object(properties)) = strict.get_mut("properties") {
            for field in properties.values_mut() {
                *field = self.to_strict(field);
            }
            strict.entry("additionalProperties").or_insert(json!(false));
        }
        strict
    }

    fn expand(&self, schema: &mut Value) {
        if let Value::Object(fields) = schema {
            let has_parts = fields.contains_key("allOf");
            let choices = if has_parts { self.merged_objects(fields) } else { Vec::new() };
            if choices.len() > 1 {
                fields.retain(|name, _| name == "description");
                fields.insert("oneOf".to_owned(), json!(choices));
            }
            if let Some(Value::Array(choices)) = fields.get_mut("oneOf") {
                let merge = |choice: &Value| match choice.as_object() {
                    Some(parts) if parts.contains_key("allOf") => self.merged_objects(parts),
                    Some(choice) => vec![choice.clone()],
                    None => Vec::new(),
                };
                *choices = choices.iter().flat_map(merge).map(Value::Object).collect();
            }
        }
        match schema {
            Value::Array(values) => values.iter_mut().for_each(|it| self.expand(it)),
            Value::Object(fields) => fields.values_mut().for_each(|it| self.expand(it)),
            _ => {}
        }
    }

    /// Returns the merged objects of the parts of `schema`, one for each combination of
    /// alternatives.
    fn merged_objects(&self, schema: &Map<String, Value>) -> Vec<Map<String, Value>> {
        if let Some(name) = schema.get("$ref").and_then(Value::as_str)
            && let Some(Value::Object(named)) =
                name.strip_prefix(HOME).and_then(|it| self.0.get(it))
        {
            return self.merged_objects(named);
        }
        if let Some(Value::Array(choices)) = schema.get("oneOf") {
            let choices = choices.iter().filter_map(Value::as_object);
            return choices.flat_map(|choice| self.merged_objects(choice)).collect();
        }
        let mut bare = schema.clone();
        let Some(Value::Array(parts)) = bare.remove("allOf") else { return vec![bare] };
        bare.insert("type".to_owned(), json!("object"));
        parts.iter().filter_map(Value::as_object).fold(vec![bare], |merged_objects, part| {
            let alternatives = self.merged_objects(part);
            let is_choice = alternatives.len() > 1;
            let with = |object: &Map<String, Value>| -> Vec<_> {
                let merge = |alternative: &Map<String, Value>| {
                    let mut merged = merged(object.clone(), alternative);
                    if let Some(about) = alternative.get("description").filter(|_| is_choice) {
                        merged.insert("description".to_owned(), about.clone());
                    }
                    merged
                };
                alternatives.iter().map(merge).collect()
            };
            merged_objects.iter().flat_map(with).collect()
        })
    }
}

/// Rewrites named schemas so that no object combines its fields with a choice, and no choice
/// contains a combination. Generators of client libraries read neither.
pub fn expand_choices(components: &mut Value) {
    let named = components.clone();
    make_parts_optional(components, &named);
    let Some(components) = components.as_object_mut() else { return };
    let schemas = Schemas(components.clone().into_iter().collect());
    components.values_mut().for_each(|schema| schemas.expand(schema));
}

/// Replaces each part `X | null` of an object by the optional fields of X.
fn make_parts_optional(schema: &mut Value, named: &Value) {
    if let Some(Value::Array(parts)) = schema.get_mut("allOf") {
        for part in parts {
            let choices = part["oneOf"].as_array().filter(|choices| choices.len() == 2);
            let name = choices.into_iter().flatten().find_map(|choice| choice["$ref"].as_str());
            if let Some(name) = name.and_then(|path| path.strip_prefix(HOME)) {
                *part = json!({"type": "object", "properties": named[name]["properties"]});
            }
        }
    }
    match schema {
        Value::Array(values) => values.iter_mut().for_each(|it| make_parts_optional(it, named)),
        Value::Object(fields) => {
            fields.values_mut().for_each(|it| make_parts_optional(it, named));
        }
        _ => {}
    }
}

/// Returns `whole` with the fields of `part` added.
fn merged(mut object: Map<String, Value>, part: &Map<String, Value>) -> Map<String, Value> {
    let fields = object.entry("properties").or_insert_with(|| json!({}));
    if let (Value::Object(fields), Some(Value::Object(more))) = (fields, part.get("properties")) {
        fields.extend(more.clone());
    }
    let required = object.entry("required").or_insert_with(|| json!([]));
    if let (Value::Array(required), Some(Value::Array(more))) = (required, part.get("required")) {
        required.extend(more.iter().cloned());
    }
    object
}

/// Returns the names of the schemas that `value` refers to.
fn names_in(value: &Value) -> Vec<String> {
    match value {
        Value::Array(list) => list.iter().flat_map(names_in).collect(),
        Value::Object(map) => {
            let own = map.get("$ref").and_then(Value::as_str);
            let own = own.and_then(|path| path.strip_prefix(HOME)).map(str::to_owned);
            own.into_iter().chain(map.values().flat_map(names_in)).collect()
        }
        _ => Vec::new(),
    }
}

fn plain<S: serde::Serialize>(schema: &S) -> Value {
    serde_json::to_value(schema).expect("a schema of strings, lists and maps")
}
