//! Conversion of the derived schemas to strict ones. The parts of an object are merged into one
//! schema, which forbids unknown fields. The result is JSON Schema draft 7, as AsyncAPI
//! requires.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use utoipa::ToSchema;

const HOME: &str = "#/components/schemas/";

/// Keywords of OpenAPI that JSON Schema does not have.
const FOREIGN: [&str; 3] = ["example", "discriminator", "xml"];

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
    pub(crate) fn keep<T: ToSchema>(&mut self) {
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
                let strict = self.strictly(schema);
                names.extend(names_in(&strict));
                named.insert(name, strict);
            }
        }
        named
    }

    /// Returns the schema with its parts merged and unknown fields forbidden.
    pub(crate) fn strictly(&self, schema: &Value) -> Value {
        let Value::Object(schema) = schema else { return schema.clone() };
        if !schema.contains_key("allOf") {
            return Value::Object(self.closed(schema.clone()));
        }
        let mut wholes: Vec<Value> = self
            .wholes(schema)
            .into_iter()
            .map(|whole| Value::Object(self.closed(whole)))
            .collect();
        if wholes.len() == 1 { wholes.remove(0) } else { json!({"oneOf": wholes}) }
    }

    fn closed(&self, mut strict: Map<String, Value>) -> Map<String, Value> {
        for word in FOREIGN {
            strict.remove(word);
        }
        for list in ["oneOf", "anyOf"] {
            if let Some(Value::Array(choices)) = strict.get_mut(list) {
                *choices = choices.iter().map(|choice| self.strictly(choice)).collect();
            }
        }
        for one in ["items", "additionalProperties", "propertyNames"] {
            if let Some(inner) = strict.get_mut(one) {
                *inner = self.strictly(inner);
            }
        }
        // Draft 7 writes a tuple with `items` instead of `prefixItems`.
        if let Some(Value::Array(places)) = strict.remove("prefixItems") {
            let places: Vec<Value> = places.iter().map(|place| self.strictly(place)).collect();
            strict.insert("items".to_owned(), Value::Array(places));
            strict.insert("additionalItems".to_owned(), json!(false));
        }
        if let Some(Value::Object(properties)) = strict.get_mut("properties") {
            for field in properties.values_mut() {
                *field = self.strictly(field);
            }
            strict.entry("additionalProperties").or_insert(json!(false));
        }
        strict
    }

    /// Returns the merged objects of the parts of `schema`, one for each combination of
    /// alternatives.
    fn wholes(&self, schema: &Map<String, Value>) -> Vec<Map<String, Value>> {
        if let Some(name) = schema.get("$ref").and_then(Value::as_str)
            && let Some(Value::Object(named)) =
                name.strip_prefix(HOME).and_then(|it| self.0.get(it))
        {
            return self.wholes(named);
        }
        if let Some(Value::Array(choices)) = schema.get("oneOf") {
            let choices = choices.iter().filter_map(Value::as_object);
            return choices.flat_map(|choice| self.wholes(choice)).collect();
        }
        let mut bare = schema.clone();
        let Some(Value::Array(parts)) = bare.remove("allOf") else { return vec![bare] };
        bare.insert("type".to_owned(), json!("object"));
        parts.iter().filter_map(Value::as_object).fold(vec![bare], |wholes, part| {
            let ways = self.wholes(part);
            let with = |whole: &Map<String, Value>| -> Vec<_> {
                ways.iter().map(|way| merged(whole.clone(), way)).collect()
            };
            wholes.iter().flat_map(with).collect()
        })
    }
}

/// Returns `whole` with the fields of `part` added.
fn merged(mut whole: Map<String, Value>, part: &Map<String, Value>) -> Map<String, Value> {
    let fields = whole.entry("properties").or_insert_with(|| json!({}));
    if let (Value::Object(fields), Some(Value::Object(more))) = (fields, part.get("properties")) {
        fields.extend(more.clone());
    }
    let required = whole.entry("required").or_insert_with(|| json!([]));
    if let (Value::Array(required), Some(Value::Array(more))) = (required, part.get("required")) {
        required.extend(more.iter().cloned());
    }
    whole
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
