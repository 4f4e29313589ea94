### The rules that a move breaks.

rule-off_board = Esa casilla no existe.
rule-empty_square = No hay ninguna pieza en esa casilla.
rule-not_your_piece = Esa pieza no es tuya.
rule-occupied = La casilla de destino está ocupada.
rule-not_a_leg = Ahí no se llega con un paso, un galope ni un salto.
rule-plain_must_be_alone = Un paso no se combina con nada más.
rule-returns_to_start = Un galope no puede acabar donde empezó.
rule-man_cannot_charge = Un Peón no puede galopar y saltar en la misma jugada.
rule-canter_after_jump = Después de un salto no puedes galopar.
rule-must_charge = El Caballero podía capturar por el camino: tienes que capturar en esta jugada.
rule-must_capture = Tienes que capturar.
rule-must_continue = Tienes que seguir saltando.
rule-own_castle = Solo puedes entrar en tu castillo con un salto.
rule-must_leave_castle = La pieza en tu castillo tiene que salir primero.
rule-must_jump_out = La pieza en tu castillo tiene que salir con un salto.
rule-in_goal_castle = Una pieza en el castillo enemigo se queda allí.
rule-castle_moves_spent = No te quedan jugadas de castillo.
rule-side_castle = No puedes entrar en ese castillo.
rule-wrong_mark = Signo equivocado: `x` para los saltos, `-` para lo demás.
rule-water = Nada puede estar en el agua.
rule-place_trees = Primero los árboles: elige tres casillas distintas.
rule-no_trees_due = Ahora no puedes plantar árboles.
rule-not_a_tree_square = No puedes plantar un árbol en esa casilla.
