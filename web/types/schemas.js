// Reduces the published schemas to the JSON that the server writes. Generators of types run on the
// result.

/** The AsyncAPI document as an OpenAPI document whose schemas include the message payloads. @param {any} asyncapi */
export function wrapMessages({ info, components }) {
  /** @type {Record<string, unknown>} */
  const schemas = { ...components.schemas };
  /** @type {Record<string, string[]>} */
  const groups = {};
  for (const [key, { payload }] of Object.entries(components.messages)) {
    const [group, name] = key.split(".").map(pascalCase);
    schemas[`${group}${name}`] = payload;
    groups[group] = [...(groups[group] ?? []), `${group}${name}`];
  }
  for (const [group, names] of Object.entries(groups)) {
    schemas[`${group}Message`] = {
      oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })),
    };
  }
  return { openapi: "3.1.0", info, components: { schemas } };
}

/** @param {string} name in snake_case */
function pascalCase(name) {
  return name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());
}

/**
 * The document with the schemas of the JSON that the server writes.
 * @param {any} document an OpenAPI document
 */
export function asWritten({ components, ...document }) {
  const schemas = withOptionalParts(components.schemas);
  return withoutOptionalNulls({ ...document, components: { schemas } });
}

/** Replaces the part `X | null` of an `allOf` by X with optional fields. @param {Record<string, any>} schemas */
function withOptionalParts(schemas) {
  for (const { allOf } of Object.values(schemas)) {
    for (const [at, { oneOf }] of (allOf ?? []).entries()) {
      const named = oneOf?.length === 2 ? oneOf.find((/** @type {any} */ it) => it.$ref) : null;
      if (!named) continue;
      const { properties } = schemas[named.$ref.split("/").at(-1)];
      allOf[at] = { type: "object", properties };
    }
  }
  return schemas;
}

/**
 * Removes `null` from the optional fields of every schema in `value`. The server omits such fields
 * instead.
 * @param {any} value
 * @returns {any}
 */
function withoutOptionalNulls(value) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutOptionalNulls);
  const parts = Object.entries(value);
  const written = Object.fromEntries(parts.map(([key, it]) => [key, withoutOptionalNulls(it)]));
  if (typeof written.properties !== "object") return written;
  for (const [name, field] of Object.entries(written.properties)) {
    if (!written.required?.includes(name)) written.properties[name] = withoutNull(field);
  }
  return written;
}

/** Removes descriptions and formats. @param {any} value @returns {any} */
export function withoutProse(value) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutProse);
  const isProse = (/** @type {[string, unknown]} */ [key, it]) =>
    (key === "description" || key === "format") && typeof it === "string";
  const parts = Object.entries(value).filter((part) => !isProse(part));
  return Object.fromEntries(parts.map(([key, it]) => [key, withoutProse(it)]));
}

/** @param {any} schema */
function withoutNull({ oneOf, ...schema }) {
  const isNull = (/** @type {any} */ it) => it === "null" || it.type === "null";
  if (Array.isArray(schema.type)) {
    const type = schema.type.filter((/** @type {string} */ it) => !isNull(it));
    return { ...schema, type: type.length === 1 ? type[0] : type };
  }
  if (!oneOf) return schema;
  const choices = oneOf.filter((/** @type {any} */ it) => !isNull(it));
  return choices.length === 1 ? choices[0] : { ...schema, oneOf: choices };
}
