// Templates of the page as text. The shell is drawn with this module instead of the templating
// library, so that it has the page's own markup.

/** @typedef {{strings: readonly string[], values: unknown[]}} Template */

export const nothing = Symbol("nothing");
export const noChange = Symbol("no change");

/** @param {readonly string[]} strings @param {unknown[]} values @returns {Template} */
export const html = (strings, ...values) => ({ strings, values });
export const svg = html;

/** @template T @param {Iterable<T>} items @param {unknown} _ @param {(item: T, index: number) => unknown} draw */
export const repeat = (items, _, draw) => [...items].map(draw);

/** A directive draws its first rendering. */
export class Directive {
  /** @param {unknown[]} _ @returns {unknown} */
  render(..._) {
    return nothing;
  }
}

/** @param {new (part: object) => Directive} Kind */
export const directive =
  (Kind) =>
  (/** @type {unknown[]} */ ...values) =>
    new Kind({}).render(...values);

export function render() {
  throw new Error("the shell is drawn as text");
}

/** The text before a value that is a whole attribute, event, property or boolean attribute. */
const BEFORE_ATTRIBUTE = /\s+([@.?]?)([\w:-]+)=$/;
/** The text before a value that is a part of an attribute. */
const BEFORE_PART = /\s[\w:-]+="[^"]*$/;
/** Properties that are attributes of the same name. */
const REFLECTED = new Set(["checked", "disabled", "selected", "value"]);

/** @param {unknown} value */
function escaped(value) {
  return String(value)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** @param {string} sign @param {string} name @param {unknown} value */
function attribute(sign, name, value) {
  if (sign === "@" || value === nothing || (sign === "." && !REFLECTED.has(name))) return "";
  const isBoolean = sign === "?" || typeof value === "boolean";
  if (sign !== "" && isBoolean) return value ? ` ${name}` : "";
  return ` ${name}="${escaped(value)}"`;
}

/** The markup of a template or of a value in it. @param {unknown} value @returns {string} */
export function markup(value) {
  if (value === nothing || value === noChange || value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(markup).join("");
  if (typeof value === "function") throw new Error("the shell cannot draw a directive");
  if (typeof value !== "object") return escaped(value);
  const { strings, values } = /** @type {Template} */ (value);
  let text = strings[0];
  for (const [index, each] of values.entries()) {
    const found = BEFORE_ATTRIBUTE.exec(text);
    if (found) text = text.slice(0, found.index) + attribute(found[1], found[2], each);
    else if (BEFORE_PART.test(text)) text += each === nothing ? "" : escaped(each);
    else text += markup(each);
    text += strings[index + 1];
  }
  return text;
}
