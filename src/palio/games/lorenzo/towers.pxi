# Where a family member or a bonus action can go, and what cards cost.

cdef inline uint64_t plain_discount(const LorenzoState *state, const LorenzoSeat *player, int type_) noexcept nogil:
    """All discounts without a choice on cards of this type, the bonus action's included."""
    cdef uint64_t discount = 0
    cdef uint32_t members
    if state.origin != LOR_NONE:
        discount = RUN_DISCOUNT[state.origin]
    if not player.flags & (LOR_F_DISCOUNT << type_):
        return discount
    members = player.owned[<int>LOR_CHARACTER] & DISCOUNT_CARDS[type_]
    while members:
        discount += CARD_DISCOUNT[<int>LOR_CHARACTER * LOR_DECK + bits_first(members)][type_]
        members = <uint32_t>bits_without_first(members)
    members = abilities(player) & DISCOUNT_LEADERS
    while members:
        discount += LEADER_DISCOUNT[bits_first(members)]
        members = <uint32_t>bits_without_first(members)
    return discount


cdef inline int servants_left(uint64_t have, int card, int option, uint64_t discount) noexcept nogil:
    """Servants to spare after paying this cost, -1 when it cannot be paid."""
    if not lanes8_covers(have, lanes8_minus_floor(CARD_NEED[card][option], discount)):
        return -1
    return lanes8_get(have - lanes8_minus_floor(CARD_COST[card][option], discount), LOR_SERVANTS)


cdef inline bint chooses_discount(const LorenzoSeat *player, int card) noexcept nogil:
    return (player.flags & LOR_F_CHOICE) != 0 and card // LOR_DECK == CHOICE_TYPE


cdef inline bint choice_lowers(int card, int option, uint64_t discount, int choice) noexcept nogil:
    """The choice lowers something that the plain discounts have left of the cost."""
    cdef uint64_t cost = lanes8_minus_floor(CARD_COST[card][option], discount)
    return lanes8_minus_floor(cost, CHOICE[choice]) != cost


cdef inline int option_spare(const LorenzoSeat *player, uint64_t have, int card, int option,
                             uint64_t discount) noexcept nogil:
    """Servants to spare with the best choice of discount, -1 when this cost cannot be paid."""
    cdef int spare = servants_left(have, card, option, discount), choice
    if spare < 0 and chooses_discount(player, card):
        for choice in range(2):
            if choice_lowers(card, option, discount, choice):
                spare = max(spare, servants_left(have, card, option, discount + CHOICE[choice]))
    return spare


cdef inline int card_spare(const LorenzoSeat *player, uint64_t have, int card, uint64_t discount) noexcept nogil:
    """Servants to spare after paying for the card in the best way, -1 when it cannot be taken."""
    cdef int spare
    if card < LOR_DECK:
        if not player.flags & LOR_F_NO_SLOT_NEED \
                and not lanes8_covers(have, SLOT_NEED[player.count[<int>LOR_TERRITORY]]):
            return -1
        return lanes8_get(have, LOR_SERVANTS)
    spare = option_spare(player, have, card, 0, discount)
    if CARD_COSTS[card] == 2:
        spare = max(spare, option_spare(player, have, card, 1, discount))
    return spare


cdef inline uint64_t with_floor_bonus(const LorenzoState *state, const LorenzoSeat *player, uint64_t have,
                                      int space) noexcept nogil:
    cdef uint64_t bonus = FLOOR_BONUS[space // LOR_FLOORS][space % LOR_FLOORS]
    if bonus == 0 or player.flags & LOR_F_NO_FLOOR_BONUS:
        return have
    return with_goods(have, less_penalty(state, player, bonus))


cdef inline uint64_t tower_fee(const LorenzoState *state, const LorenzoSeat *player, int type_) noexcept nogil:
    """Three coins if any family member stands in the tower."""
    if state.occupied >> (LOR_FLOORS * type_) & 15 and not player.flags & LOR_F_NO_FEE:
        return FEE
    return 0


cdef inline int floor_card(const LorenzoState *state, int space) noexcept nogil:
    return state.deck[space // LOR_FLOORS][state.round * LOR_FLOORS + space % LOR_FLOORS]


cdef inline int floor_moves(const LorenzoState *state, const LorenzoSeat *player, int type_, uint32_t members,
                            Move *out) noexcept nogil:
    """Placements of these members on one tower."""
    cdef uint32_t floors = state.left >> (LOR_FLOORS * type_) & 15, left
    cdef uint64_t fee = tower_fee(state, player, type_), discount
    cdef int space, spare, least, n = 0, per = servants_per_value(player)
    if player.count[type_] == LOR_ROW or not lanes8_covers(player.goods, fee):
        return 0
    discount = plain_discount(state, player, type_)
    while floors:
        space = type_ * LOR_FLOORS + bits_first(floors)
        floors = <uint32_t>bits_without_first(floors)
        spare = card_spare(player, with_floor_bonus(state, player, player.goods - fee, space),
                           floor_card(state, space), discount)
        if spare < 0:
            continue
        least = FLOOR_VALUE[space & 3] - player.bonus[type_] - (spare if per == 1 else spare // per)
        left = members
        while left:
            out[n] = make_move(LOR_M_PLACE, space * 4 + bits_first(left))
            n += player.value[bits_first(left)] >= least
            left = <uint32_t>bits_without_first(left)
    return n


cdef inline int space_moves(const LorenzoState *state, const LorenzoSeat *player, uint32_t spaces,
                            Move *out) noexcept nogil:
    """Placements outside the towers on these spaces."""
    cdef int space, area, least, n = 0, reach = servants_of(player) // servants_per_value(player)
    cdef uint32_t members
    while spaces:
        space = bits_first(spaces)
        spaces = <uint32_t>bits_without_first(spaces)
        area = SPACE_AREA[space]
        members = player.home
        least = SPACE_VALUE[space] + SPACE_PENALTY[space] - reach
        if area < LOR_ACTIONS:
            least -= player.bonus[area]
            if player.areas >> area & 1:
                members &= ~<uint32_t>LOR_COLORED
        while members:
            out[n] = make_move(LOR_M_PLACE, space * 4 + bits_first(members))
            n += player.value[bits_first(members)] >= least
            members = <uint32_t>bits_without_first(members)
    return n


cdef inline uint32_t free_spaces(const LorenzoState *state, const LorenzoSeat *player) noexcept nogil:
    """Spaces outside the towers that the player may use."""
    cdef uint32_t spaces = OPEN_SPACES[state.seats] & ~<uint32_t>0xFFFF
    if not player.flags & LOR_F_SHARES:
        spaces &= ~state.occupied | SHARED_SPACES
    if player.flags & LOR_F_NO_MARKET:
        spaces &= ~(<uint32_t>15 << <int>LOR_S_MARKET)
    return spaces


cdef inline int turn_moves(const LorenzoState *state, Move *out) noexcept nogil:
    """Leader actions and placements; a pass only where no placement is possible."""
    cdef const LorenzoSeat *player = acting_const(state)
    cdef int type_, n = 0, first
    cdef uint32_t members
    if state.options & LOR_ADVANCED:
        n = leader_moves(state, player, out)
    first = n
    for type_ in range(LOR_TYPES):
        members = player.home
        if player.areas >> type_ & 1:
            members &= ~<uint32_t>LOR_COLORED
        if members:
            n += floor_moves(state, player, type_, members, out + n)
    n += space_moves(state, player, free_spaces(state, player), out + n)
    if n == first:
        out[n] = make_move(LOR_M_PASS, 0)
        n += 1
    return n


cdef inline int action_value(const LorenzoState *state) noexcept nogil:
    """The value of the action under way without servants."""
    cdef const LorenzoSeat *player = acting_const(state)
    cdef int area = SPACE_AREA[state.space], value
    if state.member == LOR_NONE:
        return run_value(state, player, state.origin, area)
    value = player.value[state.member] - SPACE_PENALTY[state.space]
    if area < LOR_ACTIONS:
        value += player.bonus[area]
    return value


cdef inline int least_servants(const LorenzoState *state) noexcept nogil:
    cdef int missing = SPACE_VALUE[state.space] - action_value(state)
    return missing * servants_per_value(acting_const(state)) if missing > 0 else 0


cdef inline int floor_spare(const LorenzoState *state, const LorenzoSeat *player, int space) noexcept nogil:
    """Servants that can be spent on the way to a floor's card, -1 when it cannot be taken."""
    cdef int type_ = space // LOR_FLOORS
    cdef uint64_t fee = tower_fee(state, player, type_)
    if player.count[type_] == LOR_ROW or not lanes8_covers(player.goods, fee):
        return -1
    return card_spare(player, with_floor_bonus(state, player, player.goods - fee, space), floor_card(state, space),
                      plain_discount(state, player, type_))


cdef inline int servant_moves(const LorenzoState *state, Move *out) noexcept nogil:
    """From the least that makes the action legal up to all, less what the card costs."""
    cdef const LorenzoSeat *player = acting_const(state)
    cdef int most = servants_of(player)
    if state.space < LOR_S_HARVEST:
        most = floor_spare(state, player, state.space)
    return range_moves(least_servants(state), most, out)


cdef int take_moves(const LorenzoState *state, Move *out) noexcept nogil:
    """Floors that the bonus action can reach, and declining it."""
    cdef const LorenzoSeat *player = acting_const(state)
    cdef uint32_t floors = state.left
    cdef int space, type_, value, spare, n = 0
    while floors:
        space = bits_first(floors)
        floors = <uint32_t>bits_without_first(floors)
        type_ = space // LOR_FLOORS
        if not RUN_TYPES[state.origin] >> type_ & 1:
            continue
        spare = floor_spare(state, player, space)
        value = run_value(state, player, state.origin, type_) + spare // servants_per_value(player)
        out[n] = make_move(LOR_M_TAKE, space)
        n += spare >= 0 and value >= FLOOR_VALUE[space & 3]
    out[n] = make_move(LOR_M_DECLINE, 0)
    return n + 1


cdef inline uint64_t goods_for_card(const LorenzoState *state, const LorenzoSeat *player) noexcept nogil:
    """What the player has when it pays for the card: the fee paid, the floor's bonus taken."""
    return with_floor_bonus(state, player, player.goods - tower_fee(state, player, state.space // LOR_FLOORS),
                            state.space)


cdef inline int cost_moves(const LorenzoState *state, Move *out) noexcept nogil:
    cdef const LorenzoSeat *player = acting_const(state)
    cdef uint64_t have = goods_for_card(state, player)
    cdef uint64_t discount = plain_discount(state, player, state.card // LOR_DECK)
    cdef int option, n = 0
    for option in range(2):
        out[n] = make_move(LOR_M_COST, option)
        n += option_spare(player, have, state.card, option, discount) >= 0
    return n


cdef inline int discount_moves(const LorenzoState *state, Move *out) noexcept nogil:
    """The kinds that the choice still lowers, if the card can be paid with it."""
    cdef const LorenzoSeat *player = acting_const(state)
    cdef uint64_t have = goods_for_card(state, player)
    cdef uint64_t discount = plain_discount(state, player, state.card // LOR_DECK)
    cdef int choice, n = 0
    for choice in range(2):
        out[n] = make_move(LOR_M_DISCOUNT, CHOICE_KINDS[choice])
        n += (choice_lowers(state.card, state.cost, discount, choice)
              and servants_left(have, state.card, state.cost, discount + CHOICE[choice]) >= 0)
    return n
