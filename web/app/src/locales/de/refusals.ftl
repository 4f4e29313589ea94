### The rules that a move breaks.

rule-off_board = Dieses Feld gibt es nicht.
rule-empty_square = Auf diesem Feld steht keine Figur.
rule-not_your_piece = Diese Figur gehört dir nicht.
rule-occupied = Das Zielfeld ist besetzt.
rule-not_a_leg = Dorthin führt kein Schritt, Galopp oder Sprung.
rule-plain_must_be_alone = Ein Schritt lässt sich mit nichts verbinden.
rule-returns_to_start = Ein Galopp darf nicht dort enden, wo er begann.
rule-man_cannot_charge = Ein Bauer darf nicht im selben Zug galoppieren und springen.
rule-canter_after_jump = Nach einem Sprung darfst du nicht galoppieren.
rule-must_charge = Der Ritter könnte unterwegs schlagen: Du musst in diesem Zug schlagen.
rule-must_capture = Du musst schlagen.
rule-must_continue = Du musst weiterspringen.
rule-own_castle = In deine Burg kommst du nur mit einem Sprung.
rule-must_leave_castle = Die Figur in deiner Burg muss zuerst heraus.
rule-must_jump_out = Die Figur in deiner Burg muss mit einem Sprung heraus.
rule-in_goal_castle = Eine Figur in der gegnerischen Burg bleibt dort.
rule-castle_moves_spent = Du hast keine Burgzüge mehr.
rule-side_castle = In diese Burg darfst du nicht ziehen.
rule-wrong_mark = Falsches Zeichen: `x` für Sprünge, `-` für alles andere.
rule-water = Auf dem Wasser darf nichts stehen.
rule-place_trees = Zuerst die Bäume: Wähle drei verschiedene Felder.
rule-no_trees_due = Jetzt darfst du keine Bäume pflanzen.
rule-not_a_tree_square = Auf diesem Feld darf kein Baum stehen.
