// Values derived from the server's tables.

/**
 * The results between entrants: for each row, the outings against each other row in order.
 * @param {CrossTableView["rows"]} rows
 * @returns {OutingView[][][]}
 */
export function matrixOf(rows) {
  return rows.map(({ outings }) =>
    rows.map(({ entrant }) => outings.filter(({ opponent }) => opponent === entrant)),
  );
}

/**
 * The current streak in an arena: the number of consecutive wins, and whether the next win counts
 * twice.
 * @param {OutingView[]} outings
 */
export function streakOf(outings) {
  const over = outings.filter(({ kind }) => kind === "played" || kind.startsWith("forfeit"));
  let wins = 0;
  for (const { score, kind } of over) {
    const hasWon = kind === "forfeit_won" || (kind === "played" && score && score[0] > score[1]);
    wins = hasWon ? wins + 1 : 0;
  }
  return { wins, isDouble: wins >= 2 };
}

/** The sides of a game, or the seats of a table, in turn order. */
const SIDES = /** @type {const} */ (["first", "second", "third", "fourth"]);

/** The entrants of a pairing by their seats. @param {Pick<PairingView, "first" | "second" | "others">} pairing */
export const entrantsOf = ({ first, second, others = [] }) => [first, second, ...others];

/** True for a table of more than two players. @param {Pick<PairingView, "others">} pairing */
export const isTable = ({ others = [] }) => others.length > 0;

/** True if the entrant is in the pairing. @param {PairingView} pairing @param {number | undefined} entrant */
export const isOf = (pairing, entrant) =>
  entrant !== undefined && entrantsOf(pairing).includes(entrant);

/** The current game of a pairing. @param {PairingView} pairing */
export const liveGame = ({ games, decided }) =>
  decided ? undefined : games.find(({ match, result }) => match !== undefined && !result);

/**
 * The current round: the first with an undecided pairing, or the last.
 * @param {RoundView[]} rounds
 */
export const currentRound = (rounds) =>
  rounds.find(({ pairings }) => pairings.some(({ decided }) => !decided)) ??
  rounds[rounds.length - 1];

/**
 * The points of a game's sides: `1`, `½`, `0`, `+` and `−` without playing. Those of a table are
 * places.
 * @param {GameResultView | undefined} result
 * @param {number} [sides]
 * @returns {string[] | null}
 */
export function resultSigns(result, sides = 2) {
  const all = SIDES.slice(0, sides);
  switch (result?.how) {
    case "won":
      return result.side === "first" ? ["1", "0"] : ["0", "1"];
    case "drawn":
      return ["½", "½"];
    case "forfeit":
      return all.map((side) => (side === result.absent ? "−" : "+"));
    case "placed":
      return result.places.map(String);
    case "both_absent":
      return all.map(() => "−");
    case "void":
      return all.map(() => "∅");
    default:
      return null;
  }
}

/** The results that a director may enter, by form value. @type {Record<string, GameResultView>} */
export const RESULTS = {
  first: { how: "won", side: "first" },
  drawn: { how: "drawn" },
  second: { how: "won", side: "second" },
  first_absent: { how: "forfeit", absent: "first" },
  second_absent: { how: "forfeit", absent: "second" },
  both_absent: { how: "both_absent" },
  void: { how: "void" },
};

/** The result in the form of a table. @param {FormData} form @returns {GameResultView} */
export function tableResult(form) {
  const chosen = String(form.get("result"));
  if (chosen === "placed") return { how: "placed", places: form.getAll("place").map(Number) };
  if (chosen === "void") return { how: "void" };
  if (chosen === "both_absent") return { how: "both_absent" };
  return { how: "forfeit", absent: SIDES[Number(chosen.replace("absent_", ""))] };
}

/** The parts of a tournament that an event changes. */
const PARTS = {
  about: ["about"],
  pairings: ["rounds"],
  all: ["about", "rounds", "tables"],
};

/** @type {Record<string, keyof typeof PARTS>} */
const CHANGED = {
  entered: "about",
  partner_invited: "about",
  withdrew: "all",
  returned: "about",
  seeded: "about",
  bye_given: "about",
  bye_given_back: "about",
  forbidden: "about",
  allowed: "about",
  fixed: "about",
  unfixed: "about",
  ready: "pairings",
  game_began: "pairings",
};

/** @param {string} event @returns {string[]} */
export const changedBy = (event) => PARTS[CHANGED[event] ?? "all"];
