// Layout of a bracket in rows and columns: places of nodes, and their connections.

/**
 * A placed node; `row` is the row of its middle and may be fractional.
 * @typedef {object} Placed
 * @property {NodeView} node
 * @property {number} column
 * @property {number} row
 * @property {boolean} isShown false for a node with a bye, which has no game and takes no
 * room
 */

/** @typedef {{placed: Placed[], joints: [Placed, Placed][], columns: number, rows: number}} Layout */

/** Gap between two branches in rows, with room for the titles of the rounds. */
const BETWEEN = 0.6;

/**
 * The nodes of a round of a branch; `row` is the first row of the branch.
 * @typedef {{placed: Placed[], column: number, row: number}} BracketRound
 */

/** @param {NodeView[]} nodes @returns {Layout} */
export function layOut(nodes) {
  const places = new Map(nodes.map((node) => [node.node, placeless(node)]));
  const of = (/** @type {NodeView["branch"]} */ branch) =>
    nodes.filter((node) => node.branch === branch);
  const [winners, losers] = [of("winners"), of("losers")];

  let rows = stack(winners, places, 0);
  const winnersRows = rows;
  if (losers.length > 0) rows = stack(losers, places, rows + BETWEEN);
  for (const node of [...winners, ...losers]) {
    const place = places.get(node.node);
    if (place) place.column = (node.branch_round ?? 1) - 1;
  }
  let columns = 1 + Math.max(0, ...[...winners, ...losers].map((n) => (n.branch_round ?? 1) - 1));
  for (const node of [...of("final"), ...of("final_again")]) {
    const place = places.get(node.node);
    if (!place) continue;
    place.column = columns;
    place.row = (winnersRows - 1) / 2;
    columns += 1;
  }
  for (const node of of("third_place")) {
    const place = places.get(node.node);
    if (!place) continue;
    // Below the final and everything to its left.
    place.column = columns - 1;
    place.row = Math.max((winnersRows - 1) / 2 + 1.5, winnersRows - 1);
    rows = Math.max(rows, place.row + 1);
  }
  const placed = [...places.values()];
  return { placed, joints: jointsOf(placed, places), columns, rows };
}

/**
 * The shown nodes by round, each branch from its first round to its last.
 * @param {Placed[]} placed
 * @returns {BracketRound[]}
 */
export function roundsOf(placed) {
  const shown = placed.filter(({ isShown }) => isShown);
  const keyOf = (/** @type {Placed} */ { node }) => `${node.branch} ${node.branch_round ?? 1}`;
  return [...new Set(shown.map(keyOf))].map((key) => {
    const own = shown.filter((place) => keyOf(place) === key).sort((a, b) => a.row - b.row);
    const { branch } = own[0].node;
    const rows = shown.filter(({ node }) => node.branch === branch).map(({ row }) => row);
    // The final stands in line with the winners' bracket.
    const isOnTop = branch === "final" || branch === "final_again";
    return { placed: own, column: own[0].column, row: isOnTop ? 0 : Math.min(...rows) };
  });
}

/** @param {NodeView} node @returns {Placed} */
function placeless(node) {
  return { node, column: 0, row: 0, isShown: !node.sides.some(({ bye }) => bye) };
}

/**
 * Assigns rows to the nodes of a branch, each centred between its predecessors.
 * @param {NodeView[]} nodes
 * @param {Map<number, Placed>} places
 * @param {number} first row
 * @returns {number} the row after the last
 */
function stack(nodes, places, first) {
  const own = new Map(nodes.map((node) => [node.node, node]));
  const before = (/** @type {NodeView} */ { sides }) =>
    sides.flatMap(({ winner_of }) => own.get(winner_of ?? -1) ?? []);
  const isShown = (/** @type {NodeView} */ { node }) => places.get(node)?.isShown;
  const led = new Set(nodes.flatMap((node) => before(node).map(({ node: id }) => id)));
  let next = first;
  /** @param {NodeView} node @returns {number} */
  const put = (node) => {
    const rows = before(node).filter(isShown).map(put);
    const row = rows.length > 0 ? rows.reduce((sum, each) => sum + each, 0) / rows.length : next++;
    const place = places.get(node.node);
    if (place) place.row = row;
    return row;
  };
  for (const node of nodes) if (!led.has(node.node) && isShown(node)) put(node);
  return next;
}

/** @param {Placed[]} placed @param {Map<number, Placed>} places @returns {[Placed, Placed][]} */
function jointsOf(placed, places) {
  return placed.flatMap((to) =>
    to.node.sides.flatMap(({ winner_of }) => {
      const from = places.get(winner_of ?? -1);
      // The second final has the same entrants.
      if (!from?.isShown || !to.isShown) return [];
      return [/** @type {[Placed, Placed]} */ ([from, to])];
    }),
  );
}
