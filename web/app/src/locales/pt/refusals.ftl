### The rules that a move breaks.

rule-off_board = Essa casa não existe.
rule-empty_square = Não há peça nessa casa.
rule-not_your_piece = Essa peça não é tua.
rule-occupied = A casa de chegada está ocupada.
rule-not_a_leg = Não se chega lá com um passo, um galope ou um salto.
rule-plain_must_be_alone = Um passo não se combina com mais nada.
rule-returns_to_start = Um galope não pode acabar onde começou.
rule-man_cannot_charge = Um Peão não pode galopar e saltar no mesmo lance.
rule-canter_after_jump = Depois de um salto não podes galopar.
rule-must_charge = O Cavaleiro podia capturar pelo caminho: tens de capturar neste lance.
rule-must_capture = Tens de capturar.
rule-must_continue = Tens de continuar a saltar.
rule-own_castle = Só podes entrar no teu castelo com um salto.
rule-must_leave_castle = A peça no teu castelo tem de sair primeiro.
rule-must_jump_out = A peça no teu castelo tem de sair com um salto.
rule-in_goal_castle = Uma peça no castelo inimigo fica lá.
rule-castle_moves_spent = Já não tens lances de castelo.
rule-side_castle = Não podes entrar nesse castelo.
rule-wrong_mark = Sinal errado: `x` para saltos, `-` para o resto.
rule-water = Nada pode estar na água.
rule-place_trees = Primeiro as árvores: escolhe três casas diferentes.
rule-no_trees_due = Agora não podes plantar árvores.
rule-not_a_tree_square = Não podes plantar uma árvore nessa casa.
