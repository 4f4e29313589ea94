// Custom start positions.

/** @typedef {{position: string, handicap: string}} Start input fields; empty for the usual array */

/** @returns {Start} */
export const usualStart = () => ({ position: "", handicap: "" });

/** The start as fields of a request. @param {Start} start */
export function customStart({ position, handicap }) {
  const words = handicap.toUpperCase().split(/[\s,]+/);
  const squares = words.filter(Boolean);
  return {
    ...(position.trim() ? { position: position.trim() } : {}),
    ...(squares.length > 0 ? { handicap: squares } : {}),
  };
}
