// The server's description of the smallest board.

import { boardOf } from "../../app/src/rules/boards.js";

const RANKS = ["C", "BCD", "ABCDE", "ABCDE", "ABCDE", "BCD", "C"];

/** @type {VariantView} */
export const variant = {
  name: "camette",
  pin: "camette",
  title: "Camette",
  rules: "test",
  texts: {},
  aliases: [],
  section: "8.7",
  seats: ["W", "B"],
  seat_names: ["White", "Black"],
  teams: ["W", "B"],
  files: 5,
  ranks: RANKS.map((files, index) => ({
    rank: index + 1,
    from: `${files[0]}${index + 1}`,
    to: `${files.at(-1)}${index + 1}`,
  })),
  squares: RANKS.flatMap((files, index) => [...files].map((file) => `${file}${index + 1}`)),
  castles: { W: ["C1"], B: ["C7"] },
  goals: { W: ["C7"], B: ["C1"] },
  water: [],
  tree_squares: {},
  castle_moves: 0,
  switches: {
    pieces_in_castle_to_win: 1,
    pieces_needed_to_win: 1,
    enemy_reduced_to: 0,
    own_castle_jump_ends_turn: false,
    goal_is_opposite_only: true,
    castles_matter: true,
    object_reversed: false,
  },
  level_ratings: [],
  position: "1/1B1/1bbb1/5/1www1/1W1/1 w 0,0 0 1",
  array: null,
};

export const board = boardOf(variant);
