# What cards, leaders and shelves do: wallets, storing, discounts, powers, the faith track.

cdef extern from *:
    """
    #define CHEST_ONES ((uint64_t)0x0001000100010001)
    #define CHEST_HIGH ((uint64_t)0x8000800080008000)
    #define MARKET_TRAY (((uint64_t)1 << 48) - 1)
    #define FIRST_COLUMN ((uint64_t)0x0000000F000F000F)
    #define ABOVE_THREE ((uint32_t)0xF3CF3C)
    """
    const uint64_t CHEST_ONES
    const uint64_t CHEST_HIGH
    const uint64_t MARKET_TRAY     # the cells without the slide
    const uint64_t FIRST_COLUMN    # of the market, or of the grid of cards; shifted by 4 for each further column
    const uint32_t ABOVE_THREE     # lanes6: set bits mean more than 3 in a lane


cdef inline int place_of(const MastersState *state, int seat) noexcept nogil:
    """In the turn order; 0 is the first player."""
    return (seat + state.seats - state.first) % state.seats


# Resources


cdef inline uint32_t chest_purse(uint64_t chest) noexcept nogil:
    """The chest as lanes6, each kind cut to MASTERS_PURSE: as much as any payment can need."""
    cdef uint64_t x = (chest & ~CHEST_HIGH) | ((chest & CHEST_HIGH) >> 1), over, low
    over = (x | CHEST_HIGH) - MASTERS_PURSE * CHEST_ONES
    low = (over & CHEST_HIGH) >> 15
    x -= over & ((low << 15) - low)
    return <uint32_t>((x & 0x1F) | (x >> 10 & 0x7C0) | (x >> 20 & 0x1F000) | (x >> 30 & 0x7C0000))


cdef inline uint64_t chest_word(uint32_t resources) noexcept nogil:
    """lanes6 in the layout of the chest."""
    cdef uint64_t x = resources
    return (x & 0x3F) | (x & 0xFC0) << 10 | (x & 0x3F000) << 20 | (x & 0xFC0000) << 30


cdef inline int chest_get(uint64_t chest, int kind) noexcept nogil:
    return (chest >> (16 * kind)) & 0xFFFF


cdef inline void deposit(MastersPlayer *player, uint32_t resources) noexcept nogil:
    """Into the chest. No game of 10000 turns fills a lane; a made-up state stops at its top."""
    cdef int kind, amount
    if not player.chest & CHEST_HIGH:
        player.chest += chest_word(resources)
        return
    for kind in range(MASTERS_KINDS):
        amount = min(lanes6_get(resources, kind), 0xFFFF - chest_get(player.chest, kind))
        player.chest += <uint64_t>amount << (16 * kind)


cdef inline uint32_t wallet(const MastersPlayer *player) noexcept nogil:
    """Warehouse and chest together, enough of them for every comparison."""
    return player.warehouse + chest_purse(player.chest)


cdef inline int resources_left(const MastersPlayer *player) noexcept nogil:
    cdef uint64_t chest = player.chest
    return (lanes6_sum(player.warehouse) + chest_get(chest, 0) + chest_get(chest, 1)
            + chest_get(chest, 2) + chest_get(chest, 3))


# Leaders (rulebook: Azioni Leader, Abilita Speciali dei Leader)


cdef inline bint playable(const MastersPlayer *player, int leader, uint32_t purse) noexcept nogil:
    """Owning is enough; covered cards and the chest count."""
    return lanes4_covers(player.owned, LEADER_CARDS[leader]) and lanes6_covers(purse, LEADER_RESOURCES[leader])


cdef inline uint32_t total_of(const uint32_t *table, uint32_t leaders) noexcept nogil:
    """The sum of the leaders' entries."""
    cdef uint32_t total = 0
    while leaders:
        total += table[bits_first(leaders)]
        leaders = <uint32_t>bits_without_first(leaders)
    return total


cdef inline uint32_t price(const MastersPlayer *player, int card) noexcept nogil:
    """The cost after discounts, which apply to resources that the card costs."""
    if not player.played:
        return CARD_COST[card]
    return lanes6_minus_floor(CARD_COST[card], total_of(LEADER_DISCOUNT, player.played))


# The warehouse (rulebook: I Depositi del Magazzino)


cdef inline bint fits(uint32_t resources, uint32_t depots) noexcept nogil:
    """Do these counts fit the three shelves and the leaders' depots."""
    cdef uint32_t x = lanes6_minus_floor(resources, depots)
    if x & ABOVE_THREE:
        return False
    return FITS[(x & 3) | (x >> 4 & 12) | (x >> 8 & 48) | (x >> 12 & 192)]


cdef inline bint is_maximal(uint32_t kept, uint32_t taken, uint32_t warehouse, uint32_t depots) noexcept nogil:
    """True when none of the taken resources that are not kept could be added."""
    cdef int kind
    cdef uint32_t left = taken - kept
    for kind in range(MASTERS_KINDS):
        if left >> (6 * kind) & 0x3F and fits(warehouse + kept + lanes6_one(kind), depots):
            return False
    return True


cdef int maximal_stores(uint32_t warehouse, uint32_t depots, uint32_t taken, uint32_t *out) noexcept nogil:
    """The largest sets of taken resources that can be placed, ascending; at least one, for at most 4 taken 16."""
    cdef uint32_t kept = 0
    cdef int n = 0
    while True:
        if fits(warehouse + kept, depots) and is_maximal(kept, taken, warehouse, depots):
            out[n] = kept
            n += 1
        if kept == taken:
            return n
        kept = next_between(kept, 0, taken)


cdef inline uint32_t next_between(uint32_t x, uint32_t low, uint32_t high) noexcept nogil:
    """The next word in ascending order with every lane between those of low and high; x must not be high."""
    cdef int kind
    cdef uint32_t lane
    for kind in range(MASTERS_KINDS):
        lane = <uint32_t>0x3F << (6 * kind)
        if x & lane != high & lane:
            return x + lanes6_one(kind)
        x = (x & ~lane) | (low & lane)
    return x


# The market (rulebook: Prendere Risorse al Mercato)


cdef inline uint32_t line_gain(uint64_t market, int line) noexcept nogil:
    """What a row or column shows, as in MARBLE_GAIN."""
    if line < MASTERS_ROWS:
        market >>= 16 * line
        return (MARBLE_GAIN[market & 15] + MARBLE_GAIN[market >> 4 & 15] + MARBLE_GAIN[market >> 8 & 15]
                + MARBLE_GAIN[market >> 12 & 15])
    market >>= 4 * (line - MASTERS_ROWS)
    return MARBLE_GAIN[market & 15] + MARBLE_GAIN[market >> 16 & 15] + MARBLE_GAIN[market >> 32 & 15]


cdef inline uint64_t pushed(uint64_t market, int line) noexcept nogil:
    """The slide's marble enters a row at the right or a column at the bottom; the opposite one falls onto the slide."""
    cdef uint64_t slide = market >> 48, mask, cells, out
    cdef int shift
    if line < MASTERS_ROWS:
        shift = 16 * line
        mask = <uint64_t>0xFFFF << shift
        out = market >> shift & 15
        cells = ((market & mask) >> 4 & mask) | slide << (shift + 12)
    else:
        shift = 4 * (line - MASTERS_ROWS)
        mask = FIRST_COLUMN << shift
        out = market >> shift & 15
        cells = ((market & mask) >> 16 & mask) | slide << (shift + 32)
    return (market & MARKET_TRAY & ~mask) | cells | out << 48


# Development cards (rulebook: Comprare una Carta Sviluppo)


cdef inline int card_level(int card) noexcept nogil:
    """1 to 3."""
    return (card >> 4) + 1


cdef inline int card_stack(int card) noexcept nogil:
    return card >> 2


cdef inline int top_level(const MastersPlayer *player, int slot) noexcept nogil:
    """Level of the card on top of a slot; 0 when it is empty."""
    return (player.top[slot] + 15) >> 4


cdef inline int fitting_slots(const MastersPlayer *player, int card) noexcept nogil:
    """The slots where the card may go; empty ones look alike, so that only the first of them counts."""
    cdef int slot, slots = 0, below = card_level(card) - 1
    for slot in range(MASTERS_SLOTS):
        slots |= (top_level(player, slot) == below) << slot
    return slots & -slots if below == 0 else slots


cdef inline int open_levels(const MastersPlayer *player) noexcept nogil:
    """Set of the levels, level 1 in bit 0, of which the player can place a card; bit 3 for a full slot."""
    cdef int slot, levels = 0
    for slot in range(MASTERS_SLOTS):
        levels |= 1 << top_level(player, slot)
    return levels


cdef inline int stack_top(const MastersState *state, int stack) noexcept nogil:
    """The card on top of a stack; -1 when it is empty."""
    if state.grid >> (4 * stack) & 15:
        return 4 * stack + (state.order[stack] & 3)
    return -1


cdef inline void remove_top(MastersState *state, int stack) noexcept nogil:
    state.grid &= ~(<uint64_t>1 << (4 * stack + (state.order[stack] & 3)))
    state.order[stack] >>= 2


cdef inline bint color_gone(const MastersState *state) noexcept nogil:
    """Solo: no card of some colour is left (rulebook: Partita in solitario, Fine della partita)."""
    cdef int color
    for color in range(MASTERS_COLORS):
        if not state.grid & (FIRST_COLUMN << (4 * color)):
            return True
    return False


# Production (rulebook: Attivare la Produzione)


cdef struct Powers:
    int count
    uint32_t bit[MASTERS_POWERS]      # in the move, ascending
    uint32_t input[MASTERS_POWERS]    # lanes6
    uint32_t spends                   # inputs of choice of power 0 if that is the base production, else 0


cdef inline void collect_powers(const MastersPlayer *player, uint32_t purse, Powers *powers) noexcept nogil:
    """The powers that the player could use one by one."""
    cdef int slot, card, leader, n = 0
    cdef uint32_t leaders = player.played & PRODUCERS
    powers.spends = 0
    if lanes6_sum(purse) >= BASE_SPENDS:
        powers.bit[0] = 1u << MASTERS_POWER_BASE
        powers.input[0] = 0
        powers.spends = BASE_SPENDS
        n = 1
    for slot in range(MASTERS_SLOTS):
        card = player.top[slot] - 1
        if card >= 0 and lanes6_covers(purse, CARD_INPUT[card]):
            powers.bit[n] = 1u << (MASTERS_POWER_SLOT + slot)
            powers.input[n] = CARD_INPUT[card]
            n += 1
    while leaders:
        leader = bits_first(leaders)
        leaders = <uint32_t>bits_without_first(leaders)
        if lanes6_covers(purse, LEADER_INPUT[leader]):
            powers.bit[n] = 1u << (MASTERS_POWER_LEADER + leader)
            powers.input[n] = LEADER_INPUT[leader]
            n += 1
    powers.count = n


# The faith track (rulebook: Rapporto in Vaticano)


cdef inline int highest_marker(const MastersState *state) noexcept nogil:
    """The furthest marker, the black cross included."""
    cdef int seat, highest = state.cross
    for seat in range(MASTERS_SEATS):
        highest = max(highest, state.players[seat].faith)
    return highest


cdef inline void report(MastersState *state) noexcept nogil:
    """The next Vatican report: whoever stands in its section or beyond turns the tile up."""
    cdef int seat, number = state.reports
    for seat in range(state.seats):
        if state.players[seat].faith >= SECTION_START[number]:
            state.players[seat].favor |= 1 << number
    state.reports += 1


cdef inline void advance(uint8_t *marker, int steps) noexcept nogil:
    """A marker on the last space stays there."""
    marker[0] = min(marker[0] + steps, LAST_SPACE)
