### The pages of tournaments.

tours-make = Créer un tournoi
tours-running = En cours
tours-open = À venir
tours-ended = Terminés
tours-first = Le champ est prêt
tours-first_how = Lance le premier tournoi : choisis un modèle, et d’autres pourront s’inscrire aussitôt.
tours-entrants =
    { $n ->
        [one] { $n } participant
       *[other] { $n } participants
    }
tours-begins = Début { $when }
tours-made = par { $who }, { $when }
tours-follow = Suis tous les tournois sans compte :
tours-calendar = calendrier (.ics)
tours-feed = flux de nouvelles (Atom)

format-swiss = Suisse
format-round_robin = Toutes rondes
format-knockout = Coupe
format-arena = Arène
format-swiss_of =
    { $n ->
        [one] Suisse, { $n } ronde
       *[other] Suisse, { $n } rondes
    }
format-arena_of =
    { $n ->
        [one] Arène, { $n } minute
       *[other] Arène, { $n } minutes
    }
format-round_robin_double = Toutes rondes, aller-retour
format-knockout_double = Double élimination
format-groups =
    { $n ->
        [one] { $n } groupe
       *[other] { $n } groupes
    }
format-with_third = avec match pour la troisième place
stage-best_of =
    { $n ->
        [one] le premier de chaque groupe précédent
       *[other] les { $n } premiers de chaque groupe précédent
    }
stage-series = au meilleur des { $n }
stage-armageddon = Armageddon ({ $time }) en cas d’égalité
stage-no_show =
    { $n ->
        [one] les absents perdent après { $n } minute
       *[other] les absents perdent après { $n } minutes
    }
start-director = un directeur lance chaque ronde
start-agreement = chaque paire commence quand les deux sont prêts
start-clock_of =
    { $n ->
        [one] ronde suivante après { $n } minute
       *[other] ronde suivante après { $n } minutes
    }
tie-direct_encounter = Rencontre directe
tie-wins = Parties gagnées
tie-buchholz = Buchholz
tie-sonneborn_berger = Sonneborn-Berger
tie-progressive = Cumulatif
tie-average_rating = Classement moyen des adversaires
tie-second_side_games = Parties avec le second camp
tie-castle_entries = Entrées au château
tie-captures_difference = Captures moins pertes
tie-cut =
    { $n ->
        [one] { $name }, sans le plus bas
       *[other] { $name }, sans les { $n } plus bas
    }
tie-median =
    { $n ->
        [one] { $name }, sans le plus bas ni le plus haut
       *[other] { $name }, sans les { $n } plus bas ni les { $n } plus hauts
    }
tie_sign-direct_encounter = RD
tie_sign-wins = V
tie_sign-buchholz = BH
tie_sign-sonneborn_berger = SB
tie_sign-progressive = CU
tie_sign-average_rating = CM
tie_sign-second_side_games = 2e
tie_sign-castle_entries = EC
tie_sign-captures_difference = DC
entry-kinds = { $kinds } seulement
entry-rating_at_least = classement { $n } ou plus
entry-rating_at_most = classement { $n } ou moins
entry-established = classement établi
entry-games_at_least =
    { $n ->
        [one] au moins { $n } partie classée
       *[other] au moins { $n } parties classées
    }
entry-days_at_least =
    { $n ->
        [one] sur ce serveur depuis au moins { $n } jour
       *[other] sur ce serveur depuis au moins { $n } jours
    }
entry-invited = joueurs invités seulement ({ $n })
kinds-account = comptes
kinds-guest = invités
kinds-bot = bots

new-title = Nouveau tournoi
new-name = Nom
new-rated = Classé (comptes seulement)
new-format = Format
new-stage = Phase { $n }
new-stage_name = Nom de la phase
new-who_meets = Format
new-rounds = Rondes
new-groups = Groupes
new-twice = Aller-retour
new-two_losses = Double élimination
new-third = Match pour la troisième place
new-minutes = Minutes
new-best_of = Parties par rencontre (au meilleur de)
new-armageddon = Départage Armageddon (le second camp gagne en cas de nulle)
new-armageddon_or_replay = Départage Armageddon (le second camp gagne en cas de nulle) ; sinon, d’autres parties jusqu’à un vainqueur
new-start = Les rondes commencent
new_start-director = quand un directeur les lance
new_start-clock = à heure fixe
new_start-agreement = paire par paire, quand les deux sont prêts
new-pause = Minutes entre les rondes
new-no_show = Temps pour confirmer (minutes ; vide = aucun)
new-through = Joueurs qualifiés de la phase précédente
new-through_groups = Joueurs qualifiés de chaque groupe
new-tie_breaks = Départages, dans l’ordre
new-no_tie_breaks = Aucun : les ex æquo partagent la place.
new-add_tie_break = Ajouter un départage…
new-up = Monter : { $what }
new-drop = Retirer : { $what }
new-add_stage = Ajouter une phase
new-drop_stage = Retirer la phase
new-when = Horaire et directeurs
new-begins_at = Début
new-begins_how = Laisse vide pour le lancer toi-même.
new-directors = Codirecteurs
new-names_how = Sépare les noms par des virgules.
new-edition = Règles de la FIDE
edition-fide--2026 = Édition de 2026
edition-fide--2017 = Édition de 2017
edition_how-fide--2026 = L’exempt est pris au score le plus bas qui permet un appariement complet, et les départages limitent la valeur des rondes sans partie.
edition_how-fide--2017 = Appariements selon les règles en vigueur jusqu’en janvier 2026 : est exempt celui qui reste dans le dernier groupe.
new-entry = Conditions, exemptions et inscription tardive
new-who = Joueurs
new_kinds-all = Tout le monde
new_kinds-account = Comptes seulement
new_kinds-account_bot = Comptes et bots
new_kinds-account_guest = Comptes et invités, sans bots
new_kinds-bot = Bots seulement
new-at_least = Classement minimum
new-at_most = Classement maximum
new-games = Minimum de parties classées
new-days = Minimum de jours sur ce serveur
new-invited = Seulement ces joueurs
new-most = Maximum de participants
new-late = Inscription tardive jusqu’à la ronde (½ point par ronde manquée)
new-byes = Exemptions à un demi-point par joueur
new-make = Créer le tournoi
new-length = Saisis { $least } à { $most } caractères.
new-range = Saisis un nombre de { $least } à { $most }.
new-guest = Tu es invité : seul ce navigateur peut diriger le tournoi. Si ses données sont effacées, plus personne ne le peut.
new-guest_account = Inscris-toi pour garder ce droit

template-title = Modèles
template-arena = Arène rapide
template-swiss = Suisse du soir
template-cup = Coupe
template-league = Ligue
template-start = Début
template-self = Quand je le lance
template-in_minutes =
    { $n ->
        [one] Dans { $n } minute
       *[other] Dans { $n } minutes
    }
template-at = À une autre heure…
template-start_self = Lance-le sur sa page quand les joueurs sont inscrits.
template-start_few = Il commence tout seul. À moins de deux joueurs, il est annulé.
template-all = Toutes les options
template-back = Modèles
template_how-arena = Joue partie après partie jusqu’à la fin du temps. Les séries de victoires comptent double.
template_how-arena_of_tables = Joue à une table de quatre après l’autre jusqu’à la fin du temps. Les places donnent des points, les séries ne comptent pas.
template_how-swiss = Tout le monde joue chaque ronde, contre des joueurs au score proche.
template_how-cup = Gagne et continue ; perds et c’est fini. Le dernier en course gagne.
template_how-league = Tous contre tous ; chaque paire joue quand les deux sont prêts.
template_name-arena = Arène de { $game }
template_name-swiss = Suisse de { $game }
template_name-cup = Coupe de { $game }
template_name-league = Ligue de { $game }
template_asks-arena = Durée
template_asks-swiss = Rondes
template_asks-cup = Chaque rencontre
template_asks-league = Chaque paire joue
template_size-arena =
    { $n ->
        [one] { $n } minute
       *[other] { $n } minutes
    }
template_size-swiss =
    { $n ->
        [one] { $n } ronde
       *[other] { $n } rondes
    }
template_size-cup =
    { $n ->
        [one] { $n } partie
       *[other] au meilleur des { $n } parties
    }
template_size-league =
    { $n ->
        [one] une fois
       *[other] deux fois
    }

call-title = Tes parties de tournoi
call-game = Ta partie dans { $name } a commencé.
call-round = Ta ronde dans { $name } a commencé : confirme ta présence.
call-come = C’est l’heure de jouer.
call-game_short = Ta partie a commencé :
call-round_short = Ta ronde a commencé :
call-until = Sois là avant { $when }.
call-go = Aller à la partie
call-ready = Je suis là

status-open = à venir
status-running = en cours
status-ended = terminé
status-cancelled = annulé
tour-missing = Tournoi introuvable.
tour-all = Tous les tournois
tour-directors = Directeurs :
tour-asked = Inscription : { $what }.
tour-met = remplie
tour-unmet = non remplie
tour-join = Participer
tour-invites = { $who } veut jouer avec toi.
tour-invites_accept = Jouer avec { $who }
tour-invited = Tu as invité { $who }. Vous entrez tous les deux à sa réponse.
tour-partner = Ton partenaire
tour-withdraw = Se retirer
tour-withdraw_sure = Te retirer ? Tu perdras tes parties restantes par forfait.
tour-you_withdrew = Tu as quitté le tournoi.
tour-return = Revenir
tour-you_are_in = Tu participes. On t’appellera quand ta partie commencera.
tour-wait = En attente de ton prochain appariement…
tour-wait_next =
    { $n ->
        [one] Tu joues ensuite. { $n } joueur attend.
       *[other] Tu joues ensuite. { $n } joueurs attendent.
    }
tour-wait_alone = Tu joues dès qu’un autre joueur est libre.
tour-wait_rematch =
    { $n ->
        [one] Tu joues dès qu’un nouvel adversaire est libre. Rejouer le même demande { $n } seconde d’attente.
       *[other] Tu joues dès qu’un nouvel adversaire est libre. Rejouer le même demande { $n } secondes d’attente.
    }
tour-wait_end = Le temps est écoulé : plus aucun appariement.
tour-clock = Temps et chiffres
tour-starts_in = Début dans
tour-any_moment = d’un instant à l’autre
tour-round_label = Ronde
tour-of = { $n } sur { $all }
tour-decided = Rencontres décidées
tour-next_round_in = Prochaine ronde dans
tour-time_left = Temps restant
tour-last_games = dernières parties
tour-next_pairing_in = Prochain appariement dans
tour-players_waiting = En attente
tour-players_playing = En jeu
tour-check_in_left = Temps pour confirmer :
tour-playing = Ta partie contre { $who } est en cours.
tour-you_meet = Ronde { $n } : tu joues contre { $who }.
tour-you_are_ready = Tu as confirmé ta présence.
tour-live = Parties en direct
tour-standings = Classement
tour-points = Points
tour-streak = Dernières parties
tour-in_a_row = { $n } d’affilée
tour-games = Parties
tour-performance = Performance
tour-record_head = G–N–P
tour-record_how = Parties gagnées, nulles et perdues
tour-reached = Niveau atteint
tour-goes_on =
    { $n ->
        [one] Le premier passe en « { $stage } ».
       *[other] Les { $n } premiers passent en « { $stage } ».
    }
reached-won = Vainqueur
reached-bye = Exempt
reached-waiting = en attente d’un adversaire
reached-open = contre { $who }
reached-beat = a battu { $who }
reached-lost = a perdu contre { $who }
podium-title = Podium
podium-place = Place { $n } :
podium-more = et { $n } de plus
tour-next_counts_double = La prochaine victoire compte double.
tour-working = Comment c’est calculé
tour-working_of = Comment sont calculés les départages de { $who }
tour-tells_nothing = sans objet
tour-no_opponent = pas d’adversaire
tour-cut = écarté
tour-cross_table = Grille américaine
tour-bracket = Tableau
tour-bye = exempt
tour-side_first = 1
tour-side_second = 2
tour-pairings = Appariements
tour-round = Ronde { $n }
tour-round_short = R{ $n }
tour-choose_round = Choisir une ronde
tour-not_begun = pas commencée
tour-byes = Exempt :
bye-pairing = nombre impair de joueurs
bye-asked = demandé
bye-late = inscription tardive
worth-zero = 0 point
worth-half = ½ point
worth-full = 1 point
tour-is_ready = { $who } est là
tour-why = Pourquoi ?
tour-now = en cours
tour-off = pas jouée
tour-forfeit = forfait
tour-correct = Fixer le résultat…
tour-game = Partie
tour-seat = Camp
tour-place = Place
tour-place_n = Place { $n }
tour-result = Résultat
tour-first_side = le premier camp
tour-second_side = le second camp
result_of-first = { $first } a gagné
result_of-drawn = nulle
result_of-second = { $second } a gagné
result_of-first_absent = { $first } ne s’est pas présenté
result_of-second_absent = { $second } ne s’est pas présenté
result_of-both_absent = personne ne s’est présenté
result_of-void = ne compte pas : à rejouer
result_of-placed = places de tous les joueurs
result_of-all_absent = personne n’est venu
tour-take_back = Annuler les parties suivantes qui en dépendent
tour-put_right = Enregistrer le résultat
tour-loses = { $who } perd le reste par forfait
tour-stages = Phases
tour-groups = Groupes
tour-group = Groupe { $n }
tour-to_come = à venir
tour-entrants =
    { $n ->
        [one] { $n } participant
       *[other] { $n } participants
    }
tour-entrant = Participant
tour-nobody = Pas encore de participants.
tour-withdrawn = retiré
tour-withdraw_who = Retirer { $who }
tour-return_who = Réadmettre { $who }
tour-take_away = Téléchargements
tour-trf = Rapport (TRF)
tour-json = Toutes les données (JSON)
tour-record = Toutes les parties
tour-directing = Direction
tour-more_directing = Participants, exemptions et appariements
tour-start = Lancer le tournoi
tour-start_stage = Lancer « { $name } »
tour-pair = Apparier la ronde { $n }
tour-begin_round = Lancer la ronde { $n }
tour-end = Terminer le tournoi
tour-end_sure = Terminer le tournoi avec le classement actuel ?
tour-cancel = Annuler le tournoi
tour-cancel_sure = Annuler tout le tournoi ?
tour-enter_who = Ajouter un joueur (sépare les partenaires par une virgule)
tour-enter = Ajouter
tour-give_bye = Exempter
tour-in_round = à la ronde
tour-worth = Points
tour-give = Donner
tour-has_bye = { $who } : exempt à la ronde { $n }
tour-take_away_again = Annuler
tour-pair_of = Paire
tour-one = Premier de la paire
tour-two = Second de la paire
tour-fix = Imposer la paire
tour-forbid = Interdire la paire
tour-is_fixed = { $one } et { $two } se rencontrent à la prochaine ronde
tour-is_forbidden = { $one } et { $two } ne seront pas appariés
bracket-round = Ronde { $n }
bracket-quarter_final = Quart de finale
bracket-semi_final = Demi-finale
bracket_round-quarter_final = Quarts de finale
bracket_round-semi_final = Demi-finales
bracket_round-final = Finale
bracket-winners_round = Ronde { $n }
bracket-losers_round = Ronde { $n } des perdants
bracket-winners = Ronde { $n } · { $game }
bracket-losers = Ronde { $n } des perdants · { $game }
bracket-third_place = Troisième place
bracket-final = Finale
bracket-final_again = Seconde finale
bracket-loser_of = perdant de { $game }
bracket-winner_of = vainqueur de { $game }
bracket-seed = tête de série
bracket-won = vainqueur
bracket-open = à décider

tour-log = Journal
log-server = le serveur
log-undo = Annuler
log-is_undone = annulé
log-created = créé
log-entered = { $who } participe
log-partner_invited = { $who } : invitation à un partenaire
log-withdrew = { $who } se retire
log-returned = { $who } revient
log-seeded = ordre initial changé
log-bye_given = { $who } : exempt à la ronde { $n }
log-bye_given_back = { $who } : plus exempt à la ronde { $n }
log-forbidden = paire interdite : { $who }
log-allowed = paire permise : { $who }
log-fixed = paire imposée : { $who }
log-unfixed = paire plus imposée : { $who }
log-stage_began = « { $stage } » commence
log-stage_taken_back = « { $stage } » annulée
log-round_paired = ronde { $n } appariée
log-unpaired = appariements de la ronde { $n } annulés
log-round_began = ronde { $n } lancée
log-ready = { $who } est là
log-game_began = { $pair } : début de la partie { $n }
log-game_ended = { $pair } : partie { $n } finie { $result }
log-forfeited = { $pair } : { $who } perd par forfait
log-corrected = { $pair } : partie { $n } corrigée en { $result }
log-paused = ronde suspendue
log-resumed = ronde reprise
log-penalized = pénalité pour { $who }
log-announced = message à tous
log-undone = action { $action } annulée
log-ended = terminé
log-cancelled = annulé

schedule-title = Tournois réguliers
schedule-repeat = Répétition
schedule-once = Une fois
schedule-weekly = Chaque semaine
schedule-daily = Chaque jour
schedule-repeat_how = Le serveur crée chaque tournoi un jour avant son début.
schedule-daily_at = Chaque jour à { $time } ({ $zone })
schedule-weekly_at = { $days } à { $time } ({ $zone })
schedule-creates = Prochain début à annoncer : { $when }
schedule-ended = Aucun autre tournoi n’est prévu.
schedule-end = Terminer la série
schedule-end_sure = Terminer cette série ? Les tournois déjà annoncés auront lieu.
schedule-standings = Classement général
schedule-place = Place
schedule-player = Joueur
schedule-points = Points
schedule-wins = Victoires
schedule-played = Tournois
schedule-scoring = Points par place : { $points }.
schedule-part_of = Fait partie de
schedule-best =
    { $n ->
        [one] Le meilleur résultat compte.
        [many] Les { $n } meilleurs résultats comptent.
       *[other] Les { $n } meilleurs résultats comptent.
    }

tour-print = Imprimer
projector-open = Vue pour projecteur

desk-title = Table de la direction
desk-pause = Suspendre la ronde
desk-resume = Reprendre la ronde
desk-undo = Annuler la dernière action
desk-paused = La ronde est suspendue depuis { $since }. Les pendules sont arrêtées.
desk-last = Dernière action : { $what } ({ $who }, { $at })
desk-messages = Messages de la direction
desk-message = Message à tous
desk-send = Envoyer
desk-penalties = Pénalités
desk-penalize = Pénaliser
desk-penalty = Pénalité
desk-print = Imprimer ou enregistrer en PDF
desk_print-pairings = Appariements
desk_print-standings = Classement
desk_print-crosstable = Grille
desk-to_tournament = Vers le tournoi
desk-games = Parties en cours ({ $n })
desk-no_games = Toutes les parties de la ronde sont décidées.
desk-open = Coup { $ply }
desk-waits = Attend depuis { $since }.
desk-forfeits = Forfait dans
desk_state-ready = prêt
desk_state-absent = pas encore là
desk_state-gone = déconnecté
desk_state-here = connecté
desk-whom = Joueur
desk-seconds = Secondes
desk-reason = Motif
desk-engine = Comparaison avec le moteur
desk-engine_how = Compare les coups d’un joueur dans les parties terminées de ce tournoi avec le moteur. C’est un indice, pas un verdict.
desk-engine_found = { $games } parties, { $choices } choix, concordance { $agreement }
desk-compare = Comparer
desk-striking = à regarder de plus près
penalty-warning = Avertissement
penalty-time = Temps retiré
penalty-loss = Perte de la partie

report-title = Importer un rapport
report-how = Crée un tournoi à partir d’un rapport (TRF16 ou TRF26) d’un autre programme.
report-game = Jeu
report-file = Fichier du rapport
report-import = Importer
