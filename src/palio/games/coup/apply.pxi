# Carrying out a move: the state machine of docs/rules/coup.md.
#
# `track` says whether the seats' memory is kept. Playouts go without it; every caller passes a constant, so that
# the C compiler makes two versions.

cdef inline void clear_action(CoupState *state) noexcept nogil:
    state.action = COUP_ACTIONS
    state.target = COUP_NOBODY
    state.blocker = COUP_NOBODY
    state.block_role = COUP_NO_ROLE
    state.challenger = COUP_NOBODY
    state.to_ask = 0
    state.next = COUP_THEN_END_TURN
    state.draw = COUP_DRAW_NONE
    state.shown = COUP_NO_ROLE


cdef inline void bump(uint8_t *count) noexcept nogil:
    count[0] += count[0] != 255


cdef inline void ask(CoupState *state, int phase, uint32_t seats, int start) noexcept nogil:
    """Ask these seats one by one, clockwise from the left of `start`."""
    state.phase = phase
    state.to_ask = seats
    state.actor = bits_next_circular(seats, start)


cdef inline bint ask_next(CoupState *state) noexcept nogil:
    """The actor let it pass: ask the next seat; False when all have answered."""
    state.to_ask &= ~(1u << state.actor)
    if not state.to_ask:
        return False
    state.actor = bits_next_circular(state.to_ask, state.actor)
    return True


cdef inline void await_draw(CoupState *state, int reason) noexcept nogil:
    state.phase = COUP_DRAW
    state.draw = reason
    state.actor = PALIO_CHANCE
    state.to_ask = 0


cdef inline void bank_coins_of_the_dead(CoupState *state) noexcept nogil:
    cdef int seat
    for seat in range(COUP_SEATS):
        state.coins[seat] *= state.alive >> seat & 1


cdef void finish(CoupState *state) noexcept nogil:
    """The game is over; the eliminated leave their coins in the bank."""
    bank_coins_of_the_dead(state)
    clear_action(state)
    state.phase = COUP_END
    state.actor = PALIO_OVER


cdef inline void end_turn(CoupState *state) noexcept nogil:
    """State 9: the eliminated pay their coins to the bank, the next living player declares."""
    if state.turn >= state.max_turns:
        finish(state)
        return
    bank_coins_of_the_dead(state)
    state.turn_seat = bits_next_circular(state.alive, state.turn_seat)
    clear_action(state)
    state.actor = state.turn_seat
    state.phase = COUP_DECLARE


cdef inline void lose(CoupState *state, int seat, int then, bint track) noexcept nogil:
    """State 7: with one card left there is nothing to choose."""
    if state.down[seat] == 2:
        state.phase = COUP_LOSE
        state.actor = seat
        state.to_ask = 0
        state.next = then
    else:
        turn_up(state, seat, lanes3_nth(state.hand[seat], 0), then, track)


cdef inline void turn_up(CoupState *state, int seat, int role, int then, bint track) noexcept nogil:
    state.hand[seat] -= lanes3_one(role)
    state.up[seat] += lanes3_one(role)
    state.down[seat] -= 1
    state.lost += 1
    state.originals &= ~(1u << seat) | (state.down[seat] != 0) << seat
    state.claims[seat] &= 31 & ~(1u << role)
    if track:
        remember_loss(state, seat, role)
    if state.down[seat] == 0:
        state.out[seat] = state.lost
        state.alive &= ~(1u << seat)
        state.claims[seat] = 0
        state.lacks[seat] = 0
        if bits_without_first(state.alive) == 0:
            finish(state)
            return
    proceed(state, then, track)


cdef inline void proceed(CoupState *state, int then, bint track) noexcept nogil:
    if then == COUP_THEN_END_TURN:
        end_turn(state)
    elif then == COUP_THEN_BLOCK:
        offer_block(state, track)
    else:
        resolve(state, track)


cdef inline void offer_block(CoupState *state, bint track) noexcept nogil:
    """State 4 of a claimed action: only a living target may block."""
    if (ACTION_BLOCKERS[state.action] and state.alive >> state.target & 1
            and (state.challenger != state.target or state.options & COUP_LATE_BLOCK)):
        ask(state, COUP_BLOCK, 1u << state.target, state.turn_seat)
    else:
        resolve(state, track)


cdef inline void resolve(CoupState *state, bint track) noexcept nogil:
    """State 8: the action takes place."""
    cdef int action = state.action, seat = state.turn_seat, target = state.target, coins
    if action == COUP_EXCHANGE:
        await_draw(state, COUP_DRAW_EXCHANGE)
        return
    if action == COUP_ASSASSINATE:
        if state.alive >> target & 1:
            lose(state, target, COUP_THEN_END_TURN, track)
            return
    elif action == COUP_EXAMINE:
        if state.alive >> target & 1:
            examine(state, target, track)
            return
    elif action == COUP_STEAL:
        coins = min(state.coins[target], ACTION_GAIN[action])
        state.coins[target] -= coins
        state.coins[seat] += coins
    else:
        state.coins[seat] += ACTION_GAIN[action]
    end_turn(state)


cdef inline void examine(CoupState *state, int target, bint track) noexcept nogil:
    """8b: the target chooses which card to show; with one card left there is no choice."""
    if state.down[target] == 2:
        state.phase = COUP_SHOW
        state.actor = target
        state.to_ask = 0
    else:
        show(state, target, lanes3_nth(state.hand[target], 0), track)


cdef inline void show(CoupState *state, int target, int role, bint track) noexcept nogil:
    state.shown = role
    state.phase = COUP_FORCE
    state.actor = state.turn_seat
    state.to_ask = 0
    if track:
        start_holding(state, state.turn_seat, target, role)


cdef inline void settle_challenge(CoupState *state, int claimant, int role, int if_proven, bint track) noexcept nogil:
    """States 3 and 6: the claimant shows the named role if it has it; it cannot decline."""
    state.challenger = state.actor
    if lanes3_get(state.hand[claimant], role):
        state.hand[claimant] -= lanes3_one(role)
        state.court += lanes3_one(role)
        state.claims[claimant] &= 31 & ~(1u << role)
        state.originals &= ~(1u << claimant)
        bump(&state.proven[claimant])
        state.next = if_proven
        await_draw(state, COUP_DRAW_PROOF)
        if track:
            remember_proof(state, claimant, role)
        return
    bump(&state.caught[claimant])
    state.lacks[claimant] |= 1u << role
    if claimant == state.turn_seat:
        state.coins[claimant] += ACTION_COST[state.action]
        lose(state, claimant, COUP_THEN_END_TURN, track)
    else:
        lose(state, claimant, COUP_THEN_RESOLVE, track)


cdef inline void declare(CoupState *state, int action, int target, bint track) noexcept nogil:
    """State 1: the cost is paid now."""
    cdef int seat = state.turn_seat, claim = ACTION_CLAIM[action]
    cdef uint32_t others = state.alive & ~(1u << seat)
    state.turn += 1
    state.action = action
    state.coins[seat] -= ACTION_COST[action]
    if ACTION_TARGETS[action]:
        state.target = target
    if claim != COUP_NO_ROLE:
        state.claims[seat] |= 1u << claim
        ask(state, COUP_CHALLENGE, others, seat)
    elif ACTION_BLOCKERS[action]:
        ask(state, COUP_BLOCK, others, seat)
    elif action == COUP_COUP:
        lose(state, target, COUP_THEN_END_TURN, track)
    else:
        resolve(state, track)


cdef inline void allow(CoupState *state, bint track) noexcept nogil:
    if state.phase == COUP_BLOCK:
        if state.action == COUP_FOREIGN_AID:
            state.claims[state.actor] |= COUP_PASSED_AID
        elif state.action == COUP_STEAL:
            state.claims[state.actor] |= COUP_PASSED_STEAL
        else:
            state.claims[state.actor] |= COUP_PASSED_DEATH
    if ask_next(state):
        return
    if state.phase == COUP_CHALLENGE:
        offer_block(state, track)
    elif state.phase == COUP_BLOCK:
        resolve(state, track)
    else:
        end_turn(state)


cdef inline void block(CoupState *state, int role) noexcept nogil:
    """The turn player is asked last whether it challenges the block."""
    state.blocker = state.actor
    state.block_role = role
    state.challenger = COUP_NOBODY
    state.claims[state.blocker] |= 1u << role
    ask(state, COUP_CHALLENGE_BLOCK, state.alive & ~(1u << state.blocker), state.turn_seat)


cdef inline void keep(CoupState *state, uint32_t kept, bint track) noexcept nogil:
    """8a: the cards that are not kept go back into the court."""
    cdef int seat = state.turn_seat
    cdef uint32_t returned = state.hand[seat] - kept
    state.hand[seat] = kept
    state.court += returned
    state.claims[seat] = 0
    state.originals &= ~(1u << seat)
    if track:
        remember_keep(state, seat, returned)
    end_turn(state)


cdef inline void choose(CoupState *state, int role, bint track) noexcept nogil:
    """Draft: the second card; seat 1 chooses after seat 0, without having seen its choice."""
    cdef int seat = state.actor
    state.hand[seat] += lanes3_one(role)
    state.court -= lanes3_one(role)
    state.down[seat] = 2
    if track:
        remember_choice(state, seat, role)
    if seat == 0:
        state.actor = 1
    else:
        state.phase = COUP_DECLARE
        state.actor = 0


cdef inline void take_drawn(CoupState *state, uint32_t drawn, bint track) noexcept nogil:
    cdef int reason = state.draw, seat = state.turn_seat
    state.court -= drawn
    if reason == COUP_DRAW_PROOF:
        if state.blocker != COUP_NOBODY:
            seat = state.blocker
    elif reason == COUP_DRAW_SWAP:
        seat = state.target
    state.hand[seat] += drawn
    state.lacks[seat] = 0
    if track:
        remember_draw(state, seat, drawn)
    if reason == COUP_DRAW_PROOF:
        state.draw = COUP_DRAW_NONE
        lose(state, state.challenger, state.next, track)
    elif reason == COUP_DRAW_EXCHANGE:
        state.phase = COUP_KEEP
        state.actor = seat
    else:
        return_shown(state, seat, track)


cdef inline void return_shown(CoupState *state, int seat, bint track) noexcept nogil:
    """8c: the target drew before it returns the card that it showed."""
    state.hand[seat] -= lanes3_one(state.shown)
    state.court += lanes3_one(state.shown)
    state.claims[seat] = 0
    state.originals &= ~(1u << seat)
    if track:
        remember_swap(state, seat, state.shown)
    end_turn(state)


cdef inline void carry_out(CoupState *state, Move move, bint track) noexcept nogil:
    cdef int kind = move_kind(move)
    if kind == COUP_M_ALLOW:
        allow(state, track)
    elif kind == COUP_M_DECLARE:
        declare(state, move_action(move), move_value(move), track)
    elif kind == COUP_M_CHALLENGE:
        if state.phase == COUP_CHALLENGE:
            settle_challenge(state, state.turn_seat, ACTION_CLAIM[state.action], COUP_THEN_BLOCK, track)
        else:
            settle_challenge(state, state.blocker, state.block_role, COUP_THEN_END_TURN, track)
    elif kind == COUP_M_DRAW:
        take_drawn(state, move_value(move), track)
    elif kind == COUP_M_LOSE:
        turn_up(state, state.actor, move_value(move), state.next, track)
    elif kind == COUP_M_BLOCK:
        block(state, move_value(move))
    elif kind == COUP_M_KEEP:
        keep(state, move_value(move), track)
    elif kind == COUP_M_SHOW:
        show(state, state.target, move_value(move), track)
    elif kind == COUP_M_LEAVE:
        end_turn(state)
    elif kind == COUP_M_SWAP:
        await_draw(state, COUP_DRAW_SWAP)
    else:
        choose(state, move_value(move), track)


cdef void coup_apply(void *memory, Move move) noexcept nogil:
    carry_out(<CoupState *>memory, move, True)
    if PALIO_CHECKED:
        palio_verify(coup_check(memory))


cdef inline void play_on(CoupState *state, Move move) noexcept nogil:
    """A move of a playout, where nobody needs to remember anything."""
    carry_out(state, move, False)
    if PALIO_CHECKED:
        palio_verify(coup_check(state))


cdef int64_t coup_playout(void *memory, Rng *rng) noexcept nogil:
    """Uniformly random moves to the end."""
    cdef CoupState *state = <CoupState *>memory
    cdef Move moves[PALIO_MAX_MOVES]
    cdef int64_t decisions = 0
    cdef Move move
    forget_everything(state)
    while state.actor != PALIO_OVER:
        if state.actor == PALIO_CHANCE:
            move = coup_sample_chance(state, rng)
        else:
            move = moves[rng_below(rng, coup_legal_moves(state, moves))]
            decisions += 1
        play_on(state, move)
    return decisions
