### The rules that a move breaks.

rule-off_board = Cette case n’existe pas.
rule-empty_square = Il n’y a pas de pièce sur cette case.
rule-not_your_piece = Cette pièce n’est pas à toi.
rule-occupied = La case d’arrivée est occupée.
rule-not_a_leg = Ni un pas, ni un galop, ni un saut n’y mène.
rule-plain_must_be_alone = Un pas ne se combine avec rien d’autre.
rule-returns_to_start = Un galop ne peut pas finir là où il a commencé.
rule-man_cannot_charge = Un Pion ne peut pas galoper et sauter dans le même coup.
rule-canter_after_jump = Après un saut, tu ne peux pas galoper.
rule-must_charge = Le Chevalier pouvait capturer en chemin : tu dois capturer dans ce coup.
rule-must_capture = Tu dois capturer.
rule-must_continue = Tu dois continuer à sauter.
rule-own_castle = Tu ne peux entrer dans ton château qu’en sautant.
rule-must_leave_castle = La pièce dans ton château doit d’abord sortir.
rule-must_jump_out = La pièce dans ton château doit sortir en sautant.
rule-in_goal_castle = Une pièce dans le château adverse y reste.
rule-castle_moves_spent = Tu n’as plus de coups de château.
rule-side_castle = Tu ne peux pas entrer dans ce château.
rule-wrong_mark = Mauvais signe : `x` pour les sauts, `-` pour le reste.
rule-water = Rien ne peut être sur l’eau.
rule-place_trees = D’abord les arbres : choisis trois cases différentes.
rule-no_trees_due = Tu ne peux pas planter d’arbres maintenant.
rule-not_a_tree_square = Tu ne peux pas planter d’arbre sur cette case.
