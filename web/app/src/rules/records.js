// Reads game records (docs/notation.md, "Game records") into tags and moves. Whether they are
// legal the server says.

/** @typedef {{tags: Record<string, string>, moves: string[], result: string}} Record_ */

const RESULTS = new Set(["1-0", "0-1", "1/2-1/2", "RB", "GY", "*"]);

/** @param {string} text one record or more; the first is read @returns {Record_} */
export function readRecord(text) {
  /** @type {Record<string, string>} */
  const tags = {};
  let rest = text.trim();
  for (;;) {
    const tag = rest.match(/^\s*\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]|\\.)*)"\s*\]/);
    if (!tag) break;
    tags[tag[1]] = tag[2].replace(/\\(.)/g, "$1");
    rest = rest.slice(tag[0].length);
  }
  // What follows another block of tags is another game.
  rest = rest.split(/\n\s*\n\s*\[/)[0];
  rest = withoutVariations(rest.replace(/\{[^}]*\}/g, " ").replace(/;[^\n]*/g, " "));
  const moves = [];
  let result = tags.Result ?? "*";
  for (const word of rest.split(/\s+/)) {
    const token = word.replace(/^\d+\.(\.\.)*/, "").replace(/^\.+/, "");
    if (RESULTS.has(token)) {
      result = token;
      break;
    }
    if (/^pass$/i.test(token)) moves.push("pass");
    else if (/^[a-z]\d{1,2}([-x][a-z]\d{1,2})+[!?]*$/i.test(token)) {
      moves.push(
        token
          .replace(/[!?]+$/, "")
          .toUpperCase()
          .replaceAll("X", "x"),
      );
    } else if (token !== "" && !/^\$\d+$/.test(token)) {
      throw new Error(token);
    }
  }
  return { tags, moves, result };
}

/** @param {string} text */
function withoutVariations(text) {
  let depth = 0;
  let kept = "";
  for (const sign of text) {
    if (sign === "(") depth += 1;
    else if (sign === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += sign;
  }
  return kept;
}

/**
 * A record of moves from a position.
 * @param {VariantView} variant
 * @param {{start?: string, moves: string[], result?: string, tags?: Record<string, string>}} game
 */
export function writeRecord(variant, { start, moves, result = "*", tags = {} }) {
  const lines = Object.entries({ ...tags, Variant: variant.name });
  if (start && start !== variant.position) lines.push(["Position", start]);
  lines.push(["Result", result]);
  const head = lines.map(([name, value]) => `[${name} "${value.replace(/(["\\])/g, "\\$1")}"]`);
  const seats = variant.seats.length;
  const first = start ? variant.seats.indexOf((start.split(" ")[1] ?? "").toUpperCase()) : 0;
  const offset = Math.max(0, first);
  let body = "";
  for (const [index, move] of moves.entries()) {
    const at = index + offset;
    if (at % seats === 0) body += `${at / seats + 1}. `;
    else if (index === 0) body += `${Math.floor(at / seats) + 1}${".".repeat(at + 1)} `;
    body += `${move} `;
  }
  return `${head.join("\n")}\n\n${body}${result}\n`;
}
