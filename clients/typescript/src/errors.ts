import type { Code, Reason, ServerErr } from "./schema.js";

/** Everything that this package throws on purpose. */
export class ChivalryError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/**
 * The server could not be reached, or did not answer in time. A command without an answer may have
 * been carried out.
 */
export class NoAnswer extends ChivalryError {}

/** The client was closed. */
export class Closed extends ChivalryError {}

/** Too many frames wait for their reader. */
export class SlowReader extends ChivalryError {}

/** A text is not a square, a move or a position. */
export class NotationError extends ChivalryError {}

/** The fields of a refusal. They are the same over WebSocket and REST. */
export type Problem = Omit<ServerErr, "t" | "re" | "code" | "reason"> & {
  code: Code | (string & {});
  reason?: Reason | (string & {});
  /** The HTTP status, over REST. */
  status?: number;
};

/** The server refused a command or a request. */
export class Refusal extends ChivalryError {
  constructor(readonly problem: Problem) {
    super(`${problem.code}: ${problem.detail}`);
  }

  /** The stable code. A code that this version does not define is possible. */
  get code(): Problem["code"] {
    return this.problem.code;
  }

  /** The reason, which is more specific than the code. */
  get reason(): Problem["reason"] {
    return this.problem.reason;
  }

  /** The invalid field, parameter or header. */
  get field(): string | undefined {
    return this.problem.field;
  }

  /** The time after which the request can succeed, in milliseconds. */
  get retryAfterMs(): number | undefined {
    return this.problem.retry_after_ms;
  }
}

/** The request has a form or a value that the server does not accept. */
export class InvalidRequest extends Refusal {}

/** There is no token, or the server does not accept it. */
export class Unauthorized extends Refusal {}

/** The player or the token lacks the permission. */
export class Forbidden extends Refusal {
  /** The scope that the token lacks. */
  get scope(): string | undefined {
    return this.problem.scope;
  }
}

/** The resource does not exist, or is over. */
export class NotFound extends Refusal {}

/** The state of the match, seek or tournament does not permit the command. */
export class Conflict extends Refusal {}

/** The move breaks a rule of the game. */
export class IllegalMove extends Refusal {
  /** The violated rule. */
  get rule(): string | undefined {
    return this.problem.rule;
  }

  /** The section of the rules that states it. */
  get section(): string | undefined {
    return this.problem.section;
  }

  /** The legal moves, if the client asked for them. */
  get legal(): string[] | undefined {
    return this.problem.legal;
  }
}

/** A limit is exceeded. */
export class RateLimited extends Refusal {}

/** The server cannot answer now, or failed. The command may have been carried out. */
export class Unavailable extends Refusal {}

const FAMILIES: Record<Code, typeof Refusal> = {
  bad_frame: InvalidRequest,
  unknown_type: InvalidRequest,
  bad_field: InvalidRequest,
  method_not_allowed: InvalidRequest,
  too_large: InvalidRequest,
  unauthorized: Unauthorized,
  forbidden: Forbidden,
  not_found: NotFound,
  not_your_turn: Conflict,
  stale_ply: Conflict,
  match_over: Conflict,
  seat_taken: Conflict,
  name_taken: Conflict,
  too_late: Conflict,
  too_soon: Conflict,
  illegal_move: IllegalMove,
  rate_limited: RateLimited,
  internal: Unavailable,
  unavailable: Unavailable,
  server_draining: Unavailable,
};

/** The error of a refusal, of the class of its code. */
export function refusal(problem: Problem): Refusal {
  const family = Object.hasOwn(FAMILIES, problem.code) ? FAMILIES[problem.code as Code] : Refusal;
  return new family(problem);
}
