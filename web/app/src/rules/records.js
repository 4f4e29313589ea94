// Parser and writer for game records (docs/notation.md, "Game records"). It does not check
// legality.

/**
 * A turn with its annotations.
 * @typedef {object} Turn
 * @property {string} move `pass` for a pass-turn
 * @property {number[]} marks `$n`
 * @property {string[]} comments
 * @property {Line[]} variations alternatives to this turn
 */

/** @typedef {{lead: string[], turns: Turn[]}} Line turns, and the comments before them */
/** @typedef {{tags: Record<string, string>, line: Line, result: string}} GameRecord */

const RESULTS = new Set("1-0 0-1 1/2-1/2 RB GY RG BY RY GB Red Green Blue Yellow *".split(" "));
/** The signs of the first six marks. */
export const SIGNS = ["!", "?", "!!", "??", "!?", "?!"];
/** Maximum nesting depth of variations, as on the server. */
const MOST_NESTED = 32;
const TOKENS = /\{([^}]*)\}|;([^\n]*)|([()])|\$(\d+)|\d+\.+|\.+|([^\s{};()$]+)/g;

/** @param {string} text one or more records, of which the first is read @returns {GameRecord} */
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
  // Another block of tags begins the next game.
  rest = rest.split(/\n\s*\n\s*\[/)[0];
  const { line, result } = readTurns(rest);
  return { tags, line, result: result ?? tags.Result ?? "*" };
}

/** @param {string} text @returns {{line: Line, result: string | null}} */
function readTurns(text) {
  /** @type {Line} */
  const line = { lead: [], turns: [] };
  /** The open lines, main line first. @type {Line[]} */
  const open = [line];
  for (const [whole, comment, remark, bracket, mark, word] of text.matchAll(TOKENS)) {
    const here = open[open.length - 1];
    const turn = here.turns.at(-1);
    const said = (comment ?? remark)?.replace(/\s+/g, " ").trim();
    if (said) {
      (turn?.comments ?? here.lead).push(said);
    } else if (bracket === "(") {
      if (!turn || open.length > MOST_NESTED) throw new Error(bracket);
      /** @type {Line} */
      const variation = { lead: [], turns: [] };
      turn.variations.push(variation);
      open.push(variation);
    } else if (bracket === ")") {
      if (open.length === 1) throw new Error(bracket);
      open.pop();
    } else if (mark) {
      turn?.marks.push(Number(mark));
    } else if (word && RESULTS.has(word)) {
      if (open.length === 1) return { line, result: word };
    } else if (word) {
      here.turns.push(readTurn(word, whole));
    }
  }
  return { line, result: null };
}

/** @param {string} word @param {string} whole @returns {Turn} */
function readTurn(word, whole) {
  const [, move, sign] = word.match(/^(.*?)([!?]*)$/) ?? ["", word, ""];
  const marks = SIGNS.includes(sign) ? [SIGNS.indexOf(sign) + 1] : [];
  if (/^pass$/i.test(move)) return turnOf("pass", marks);
  if (!/^[a-z]\d{1,2}([-x][a-z]\d{1,2})+$/i.test(move)) throw new Error(whole);
  return turnOf(move.toUpperCase().replaceAll("X", "x"), marks);
}

/** @param {string} move @param {number[]} [marks] @returns {Turn} */
export function turnOf(move, marks = []) {
  return { move, marks, comments: [], variations: [] };
}

/** @param {string[]} moves @returns {Line} */
export function lineOfMoves(moves) {
  return { lead: [], turns: moves.map((move) => turnOf(move)) };
}

/**
 * A record from turns in text form.
 * @param {VariantView} variant
 * @param {{start?: string, turns: string, result?: string, tags?: Record<string, string>}} game
 */
export function writeRecord(variant, { start, turns, result = "*", tags = {} }) {
  /** @type {Record<string, string>} */
  const all = { ...tags, Variant: variant.name };
  if (start && start !== variant.position) all.Position = start;
  all.Result = result;
  const head = Object.entries(all).map(
    ([name, value]) => `[${name} "${value.replace(/(["\\])/g, "\\$1")}"]`,
  );
  return `${head.join("\n")}\n\n${turns} ${result}\n`;
}
