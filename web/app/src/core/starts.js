// Where a game starts that does not start from the usual array.

/** @typedef {{position: string, handicap: string}} Start as it was typed; nothing for the usual array */

/** @returns {Start} */
export const usualStart = () => ({ position: "", handicap: "" });

/** What the server is told of it. @param {Start} start */
export function customStart({ position, handicap }) {
  const words = handicap.toUpperCase().split(/[\s,]+/);
  const squares = words.filter(Boolean);
  return {
    ...(position.trim() ? { position: position.trim() } : {}),
    ...(squares.length > 0 ? { handicap: squares } : {}),
  };
}
