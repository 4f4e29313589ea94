### The reasons of refusals, and the explanations of pairings.

had_met = not { $entrant }: they've already played
pair_forbidden = not { $entrant }: blocked by a director
same_side_due = not { $entrant }: both needed the same side
