### The rules that a move breaks.

rule-not_your_piece = Essa peça não é sua.
rule-occupied = A casa de destino está ocupada.
rule-canter_after_jump = Depois de um salto você não pode galopar.
rule-must_charge = O Cavaleiro podia capturar no caminho: você tem que capturar neste lance.
rule-must_capture = Você tem que capturar.
rule-must_continue = Você tem que continuar saltando.
rule-own_castle = Você só pode entrar no seu castelo com um salto.
rule-must_leave_castle = A peça no seu castelo tem que sair primeiro.
rule-must_jump_out = A peça no seu castelo tem que sair com um salto.
rule-in_goal_castle = Uma peça no castelo inimigo fica ali.
rule-castle_moves_spent = Você não tem mais lances de castelo.
rule-side_castle = Você não pode entrar nesse castelo.
rule-place_trees = Primeiro as árvores: escolha três casas diferentes.
rule-no_trees_due = Agora você não pode plantar árvores.
rule-not_a_tree_square = Você não pode plantar uma árvore nessa casa.
