### The rules that a move breaks.

rule-off_board = Quella casa non esiste.
rule-empty_square = Non c’è nessun pezzo in quella casa.
rule-not_your_piece = Quel pezzo non è tuo.
rule-occupied = La casa di arrivo è occupata.
rule-not_a_leg = Lì non si arriva con un passo, un galoppo o un salto.
rule-plain_must_be_alone = Un passo non si combina con altro.
rule-returns_to_start = Un galoppo non può finire dove è iniziato.
rule-man_cannot_charge = Un Pedone non può galoppare e saltare nella stessa mossa.
rule-canter_after_jump = Dopo un salto non puoi galoppare.
rule-must_charge = Il Cavaliere poteva catturare lungo la strada: devi catturare in questa mossa.
rule-must_capture = Devi catturare.
rule-must_continue = Devi continuare a saltare.
rule-own_castle = Puoi entrare nel tuo castello solo con un salto.
rule-must_leave_castle = Il pezzo nel tuo castello deve uscire per primo.
rule-must_jump_out = Il pezzo nel tuo castello deve uscire con un salto.
rule-in_goal_castle = Un pezzo nel castello nemico resta lì.
rule-castle_moves_spent = Hai finito le mosse di castello.
rule-side_castle = Non puoi entrare in quel castello.
rule-wrong_mark = Segno sbagliato: `x` per i salti, `-` per il resto.
rule-water = Niente può stare sull’acqua.
rule-place_trees = Prima gli alberi: scegli tre case diverse.
rule-no_trees_due = Ora non puoi piantare alberi.
rule-not_a_tree_square = Non puoi piantare un albero in quella casa.
