# What a seat's deeds tell about its hand, and worlds drawn accordingly.
#
# Claims are always legal, so what counts is how likely a holder of each hand would have made them. table.pxi gives
# one likelihood per hand type from the public memory; posterior = deal x likelihood.

cdef enum:
    COUP_TYPES = 15          # hand types: pairs (a, b) with b <= a at a (a + 1) / 2 + b; singles use the first five

cdef uint16_t TYPE_CARDS[3][COUP_TYPES]      # [cards]: lanes3 of each type
cdef uint8_t PAIR_HIGH[COUP_TYPES]           # a and b of each pair
cdef uint8_t PAIR_LOW[COUP_TYPES]

cdef struct CoupBelief:
    uint8_t simple                           # hands and court can be dealt from the tables below
    uint8_t opponents                        # living seats other than the viewer
    uint8_t order[COUP_SEATS]                # their numbers
    uint16_t unseen                          # lanes3: cards that are neither the viewer's, face up nor sure
    float likelihood[COUP_SEATS][COUP_TYPES]
    float expected[COUP_SEATS]               # mean likelihood over deals from `unseen`
    # One opponent: its posterior as thresholds of a 32-bit draw.
    uint32_t threshold[COUP_TYPES]


cdef void fill_types() noexcept nogil:
    cdef int a, b, t = 0
    for a in range(COUP_ROLES):
        TYPE_CARDS[1][a] = lanes3_one(a)
        for b in range(a + 1):
            TYPE_CARDS[2][t] = lanes3_one(a) + lanes3_one(b)
            PAIR_HIGH[t] = a
            PAIR_LOW[t] = b
            t += 1


fill_types()


cdef inline int type_count(int cards) noexcept nogil:
    return COUP_TYPES if cards == 2 else COUP_ROLES


cdef void seat_likelihoods(const CoupState *view, int seat, const float *knobs, float *out) noexcept nogil:
    """Every hand type's likelihood by the table, the best at 1."""
    cdef CoupTable table
    cdef int kind, cards = view.down[seat]
    cdef float best = 0
    fill_table(view, seat, knobs, &table)
    for kind in range(type_count(cards)):
        out[kind] = hand_likelihood(&table, view.claims[seat], TYPE_CARDS[cards][kind])
        best = max(best, out[kind])
    for kind in range(type_count(cards)):
        out[kind] /= best


cdef double coup_weight(const void *memory, const void *world, const float *knobs) noexcept nogil:
    """The product of the other seats' likelihoods; an exchange in progress counts by the first cards of the hand."""
    cdef const CoupState *view = <const CoupState *>memory
    cdef float table[COUP_TYPES]
    cdef double likelihood = 1.0
    cdef int seat
    for seat in range(view.seats):
        if seat != view.viewer and view.alive >> seat & 1:
            seat_likelihoods(view, seat, knobs, table)
            likelihood *= table[type_of((<const CoupState *>world).hand[seat], view.down[seat])]
    return likelihood


cdef inline float ways(uint32_t unseen, int cards, int kind) noexcept nogil:
    """Ways to deal a hand of this type from the unseen cards."""
    cdef int a, b
    if cards == 1:
        return lanes3_get(unseen, kind)
    a = PAIR_HIGH[kind]
    b = PAIR_LOW[kind]
    if a == b:
        return lanes3_get(unseen, a) * (lanes3_get(unseen, a) - 1) * 0.5
    return lanes3_get(unseen, a) * lanes3_get(unseen, b)


cdef void coup_believe(const void *memory, const float *knobs, void *out) noexcept nogil:
    """Tables for the view: every hand type's likelihood, and whether hands can be dealt from them directly."""
    cdef const CoupState *view = <const CoupState *>memory
    cdef CoupBelief *belief = <CoupBelief *>out
    cdef int seat, viewer = view.viewer
    memset(belief, 0, sizeof(CoupBelief))
    belief.unseen = DECK - view.hand[viewer] - view.sure[viewer]
    belief.simple = view.loose[viewer] == 0 and view.originals == 0 and view.phase != COUP_CHOOSE
    for seat in range(view.seats):
        belief.unseen -= view.up[seat]
        if seat != viewer and view.alive >> seat & 1:
            fill_likelihoods(view, belief, seat, knobs)
            if known_cards(view, seat) or hand_size(view, seat) != view.down[seat]:
                belief.simple = False
            belief.order[belief.opponents] = seat
            belief.opponents += 1
    for seat in range(view.seats):
        if seat != viewer and view.alive >> seat & 1:
            belief.expected[seat] = mean_likelihood(view, belief, seat, belief.unseen)
    if belief.opponents == 1:
        fill_thresholds(view, belief, belief.order[0])


cdef void fill_likelihoods(const CoupState *view, CoupBelief *belief, int seat, const float *knobs) noexcept nogil:
    cdef int kind, role, cards = view.down[seat]
    seat_likelihoods(view, seat, knobs, belief.likelihood[seat])
    for kind in range(type_count(cards)):
        for role in range(COUP_ROLES):
            if view.lacks[seat] >> role & 1 and lanes3_get(TYPE_CARDS[cards][kind], role):
                belief.likelihood[seat][kind] = 0


cdef float mean_likelihood(const CoupState *view, const CoupBelief *belief, int seat, uint32_t unseen) noexcept nogil:
    cdef float total = 0, all_ways = 0, some
    cdef int kind, cards = view.down[seat]
    for kind in range(type_count(cards)):
        some = ways(unseen, cards, kind)
        all_ways += some
        total += some * belief.likelihood[seat][kind]
    return total / all_ways if all_ways > 0 else 0


cdef void fill_thresholds(const CoupState *view, CoupBelief *belief, int seat) noexcept nogil:
    cdef double total = 0, so_far = 0
    cdef int kind, cards = view.down[seat]
    for kind in range(type_count(cards)):
        total += ways(belief.unseen, cards, kind) * belief.likelihood[seat][kind]
    if total <= 0:
        belief.simple = False
        return
    for kind in range(type_count(cards)):
        so_far += ways(belief.unseen, cards, kind) * belief.likelihood[seat][kind]
        belief.threshold[kind] = <uint32_t>(so_far / total * 4294967295.0)


cdef inline int draw_type(const CoupState *view, const CoupBelief *belief, int seat, uint32_t unseen, Rng *rng,
                          float *total) noexcept nogil:
    """A hand type with probability ways x likelihood; `total` becomes the mean likelihood, 0 when none is possible."""
    cdef float sums[COUP_TYPES]
    cdef float so_far = 0, all_ways = 0, some, drawn
    cdef int kind, cards = view.down[seat], count = type_count(cards)
    for kind in range(count):
        some = ways(unseen, cards, kind)
        all_ways += some
        so_far += some * belief.likelihood[seat][kind]
        sums[kind] = so_far
    total[0] = so_far / all_ways if all_ways > 0 else 0
    drawn = <float>rng_double(rng) * so_far
    kind = 0
    while kind < count - 1 and sums[kind] <= drawn:
        kind += 1
    return kind


cdef bint deal_seats(const CoupBelief *belief, CoupState *view, Rng *rng) noexcept nogil:
    """All opponents' hands in a random order; False when the joint deal is refused.

    Seat by seat draws favour joint hands that leave likely cards to nobody else; refusing in proportion to the mean
    likelihoods met on the way undoes that. 1.5 bounds the rise of a mean by the cards of the seats before.
    """
    cdef uint32_t unseen = belief.unseen
    cdef int i, at, seat, kind, start = rng_below(rng, belief.opponents)
    cdef float total, accept = 1
    for i in range(belief.opponents):
        at = start + i
        seat = belief.order[at - belief.opponents if at >= belief.opponents else at]
        kind = draw_type(view, belief, seat, unseen, rng, &total)
        if total <= 0:
            return False
        view.hand[seat] = TYPE_CARDS[view.down[seat]][kind]
        unseen -= view.hand[seat]
        if i:
            accept *= total / (1.5 * belief.expected[seat])
    if belief.opponents > 1 and rng_double(rng) >= accept:
        return False
    view.court = unseen + view.sure[view.viewer]
    return True


cdef bint deal_one(const CoupBelief *belief, CoupState *view, Rng *rng) noexcept nogil:
    cdef int seat = belief.order[0], kind = 0
    cdef uint32_t drawn = <uint32_t>(rng_next(rng) >> 32)
    while belief.threshold[kind] < drawn:
        kind += 1
    view.hand[seat] = TYPE_CARDS[view.down[seat]][kind]
    view.court = belief.unseen - view.hand[seat] + view.sure[view.viewer]
    return True


cdef void deal_by_refusal(const CoupBelief *belief, CoupState *view, Rng *rng) noexcept nogil:
    """Where memory makes the deal irregular: fitting worlds, each seat's hand accepted with its likelihood."""
    cdef CoupState copy = view[0]
    cdef int attempt, i, seat
    cdef double accept
    for attempt in range(40):
        view[0] = copy
        coup_determinize(view, rng)
        accept = 1.0
        for i in range(belief.opponents):
            seat = belief.order[i]
            if lanes3_sum(view.hand[seat]) == view.down[seat]:
                accept *= belief.likelihood[seat][type_of(view.hand[seat], view.down[seat])]
        if rng_double(rng) < accept:
            return


cdef inline int type_of(uint32_t cards, int count) noexcept nogil:
    cdef int low = lanes3_nth(cards, 0), high
    if count == 1:
        return low
    high = lanes3_nth(cards, 1)
    return high * (high + 1) // 2 + low


cdef void coup_draw_believed(const void *memory, void *out, Rng *rng) noexcept nogil:
    cdef const CoupBelief *belief = <const CoupBelief *>memory
    cdef CoupState *view = <CoupState *>out
    cdef int attempt
    if not belief.simple:
        deal_by_refusal(belief, view, rng)
        return
    if belief.opponents == 1:
        deal_one(belief, view, rng)
    else:
        for attempt in range(40):
            if deal_seats(belief, view, rng):
                break
        else:
            coup_determinize(view, rng)
    view.viewer = COUP_NOBODY


cdef inline uint64_t six_bytes(const uint8_t *bytes) noexcept nogil:
    cdef uint64_t word = 0
    memcpy(&word, bytes, COUP_SEATS)
    return word


cdef inline uint64_t shown_column(const CoupState *state, int seat) noexcept nogil:
    """What the other seats have seen of this one's hand."""
    cdef uint64_t word = 0
    cdef int other
    for other in range(COUP_SEATS):
        word |= <uint64_t>state.holds[other][seat] << (8 * other)
    return word


cdef uint64_t coup_view_key(const void *memory, int seat) noexcept nogil:
    """Everything that coup_hide leaves: the public fields, the seat's hand, its row of the memory, what it has shown.

    Whole words are hashed in place: the frame up to `next`, and the 54 public bytes from `up` to `proven`, the last
    of their seven words overlapping the one before. The fields between are put together by hand.
    """
    cdef const CoupState *state = <const CoupState *>memory
    cdef const char *frame = <const char *>memory
    cdef const char *public = <const char *>&state.up[0]
    cdef int shown = state.shown if seat == state.turn_seat or seat == state.target else COUP_NO_ROLE
    cdef uint64_t few = state.draw | shown << 8 | state.alive << 16 | <uint64_t>state.originals << 24 \
        | <uint64_t>state.lost << 32 | <uint64_t>seat << 40 | <uint64_t>state.beside << 43
    cdef uint64_t private = state.hand[seat] | <uint64_t>state.sure[seat] << 16 | <uint64_t>state.loose[seat] << 32
    cdef uint64_t key = hash_add2(few, hash_word(frame), hash_word(frame + 8))
    if state.options & COUP_DRAFT:
        private |= <uint64_t>state.dealt[seat] << 48
    if state.loose[seat] or state.options & COUP_INQUISITOR:
        key = hash_add2(key, six_bytes(state.fresh[seat]), six_bytes(state.holds[seat]))
    if state.options & COUP_INQUISITOR:
        key = hash_add2(key, shown_column(state, seat), 0)
    key = hash_add2(key, hash_word(public), hash_word(public + 8))
    key = hash_add2(key, hash_word(public + 16), hash_word(public + 24))
    key = hash_add2(key, hash_word(public + 32), hash_word(public + 40))
    return hash_add2(key, hash_word(public + 46), private)


def believed_hands(bytes data not None, knobs: tuple, samples: int) -> list:
    """Per seat the probability of each hand type, in the order of TYPE_CARDS, as the viewer should believe.

    One living opponent's are exact unless the viewer's memory makes the deal irregular; else they are shares of
    sampled worlds. The viewer's own and empty hands give an empty list.
    """
    cdef CoupState view, world
    cdef CoupBelief belief
    cdef float values[PALIO_KNOBS]
    cdef uint32_t counts[COUP_SEATS][COUP_TYPES]
    cdef Rng rng
    cdef int i, seat, n = samples
    memcpy(&view, <const char *>data, sizeof(CoupState))
    memset(values, 0, sizeof(values))
    memset(counts, 0, sizeof(counts))
    for i, knob in enumerate(knobs):
        values[i] = knob
    coup_believe(&view, values, &belief)
    if belief.simple and belief.opponents == 1:
        return [exact_types(&view, &belief) if seat == belief.order[0] else [] for seat in range(view.seats)]
    rng_seed(&rng, 0, 0)
    for i in range(n):
        world = view
        coup_draw_believed(&belief, &world, &rng)
        count_types(&world, &belief, counts)
    return [[<double>counts[seat][i] / n for i in range(type_count(view.down[seat]))]
            if seat != view.viewer and view.alive >> seat & 1 else [] for seat in range(view.seats)]


cdef void count_types(const CoupState *world, const CoupBelief *belief,
                      uint32_t counts[COUP_SEATS][COUP_TYPES]) noexcept nogil:
    """An exchange in progress counts by the first cards of the hand."""
    cdef int i, seat
    for i in range(belief.opponents):
        seat = belief.order[i]
        if lanes3_sum(world.hand[seat]) >= world.down[seat]:
            counts[seat][type_of(world.hand[seat], world.down[seat])] += 1


cdef list exact_types(const CoupState *view, const CoupBelief *belief):
    cdef int kind, seat = belief.order[0], cards = view.down[seat]
    shares = [ways(belief.unseen, cards, kind) * belief.likelihood[seat][kind] for kind in range(type_count(cards))]
    return [share / sum(shares) for share in shares]


def hand_types(cards: int) -> list:
    """The hand types of so many cards as lanes3 words."""
    return [TYPE_CARDS[<int>cards][kind] for kind in range(type_count(cards))]
