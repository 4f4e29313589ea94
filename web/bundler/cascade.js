// The style sheet of the board, applied to elements outside a browser. It knows the selectors that
// the board needs: names, classes and `:first-child`, one inside the other.

/** @typedef {{name: string, classes: string[], isFirst: boolean}} Element */
/** @typedef {{parts: Part[], weight: number, order: number, values: [string, string][]}} Rule */
/** @typedef {{name: string, classes: string[], isFirst: boolean}} Part */

const COMPOUND = /^([a-z]+)?((?:\.[\w-]+)*)(:first-child)?$/;

/** The top-level rules of a style sheet with their declarations. @param {string} css @returns {Rule[]} */
export function rulesOf(css) {
  const text = css.replace(/\/\*.*?\*\//gs, "").replace(/@(import|charset)[^;]*;/g, "");
  /** @type {Rule[]} */
  const rules = [];
  for (const [, selectors, body] of text.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const values = /** @type {[string, string][]} */ (
      body
        .split(/;\s*(?=[\w-]+\s*:|$)/)
        .map((line) => line.trim())
        .filter((line) => line !== "")
        .map((line) => {
          const colon = line.indexOf(":");
          return [
            line.slice(0, colon).trim(),
            line
              .slice(colon + 1)
              .replace(/\s+/g, " ")
              .trim(),
          ];
        })
    );
    for (const selector of selectors.split(",")) {
      const parts = partsOf(selector.trim());
      if (!parts) continue;
      const weight = parts
        .map(
          ({ name, classes, isFirst }) => 10 * (classes.length + Number(isFirst)) + Number(!!name),
        )
        .reduce((sum, each) => sum + each, 0);
      rules.push({ parts, weight, order: rules.length, values });
    }
  }
  return rules.sort((a, b) => a.weight - b.weight || a.order - b.order);
}

/** @param {string} selector @returns {Part[] | null} */
function partsOf(selector) {
  const parts = selector.split(/\s+/).map((text) => {
    const found = COMPOUND.exec(text);
    if (!found || text === "") return null;
    const [, name = "", classes = "", first] = found;
    return { name, classes: classes.split(".").filter((each) => each), isFirst: !!first };
  });
  return parts.includes(null) ? null : /** @type {Part[]} */ (parts);
}

/** @param {Part} part @param {Element} element */
function fits(part, { name, classes, isFirst }) {
  return (
    (!part.name || part.name === name) &&
    (!part.isFirst || isFirst) &&
    part.classes.every((each) => classes.includes(each))
  );
}

/** True if the rule selects the last element of the path. @param {Rule} rule @param {Element[]} path */
function selects({ parts }, path) {
  const last = path.length - 1;
  if (!fits(parts[parts.length - 1], path[last])) return false;
  let at = last - 1;
  for (let index = parts.length - 2; index >= 0; index -= 1) {
    while (at >= 0 && !fits(parts[index], path[at])) at -= 1;
    if (at < 0) return false;
    at -= 1;
  }
  return true;
}

/**
 * The declared values of the last element of a path, with the custom properties of all of it.
 * @param {Rule[]} rules @param {Element[]} path from the outermost element
 * @returns {Map<string, string>}
 */
export function styleOf(rules, path) {
  const values = new Map();
  for (let length = 1; length <= path.length; length += 1) {
    const outer = path.slice(0, length);
    for (const rule of rules) {
      if (!selects(rule, outer)) continue;
      for (const [name, value] of rule.values) {
        if (length === path.length || name.startsWith("--")) values.set(name, value);
      }
    }
  }
  return values;
}
