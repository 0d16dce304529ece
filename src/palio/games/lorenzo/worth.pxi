# Rough worth of goods, cards and spaces in tenths of a victory point, by round; tables made once at import.
# Nothing here is a rule: the numbers steer the playout policy and the evaluation. They were climbed to by chance
# steps that raised the mean score of the playout policy's own games.

cdef int16_t LANE_WORTH[LOR_ROUNDS][8]
cdef int16_t CARD_WORTH[LOR_ROUNDS][LOR_CARDS]      # of taking the card, its cost off
cdef int16_t YIELD_WORTH[LOR_ROUNDS][LOR_CARDS]     # of one activation
cdef int16_t SPACE_WORTH[LOR_ROUNDS][LOR_SPACES]    # floor bonuses, market, council
cdef int16_t TILE_WORTH[LOR_ROUNDS][LOR_BONUS_TILES + 1][2]
cdef int16_t STEP_WORTH[LOR_TYPES][LOR_ROW]         # of one more card of a type, by cards owned

EARLY_WORTH = (10, 10, 10, 9, 10, 13, 10, 20)         # of each lane in the first round
LATE_WORTH = (4, 2, 2, 2, 2, 25, 10, 15)            # and in the last
TYPE_WORTH = (8, 8, 7, 12)                          # of one more card of a type
SET_WORTH = 9                                       # of each point that it adds to a set at the end
RUNS_LEFT = (1.4, 1.3, 1.6, 1.6, 1.0, 0.2)          # activations that a card taken in a round can hope for
ACTION_WORTH = 14                                   # of each point of value of a bonus action
BONUS_WORTH = 16                                    # of each point of a lasting action bonus, times runs left

cdef enum:
    FACTS = 16

cdef double OUTLOOK[FACTS][2]

OUTLOOK_WEIGHTS = (                                 # points per unit of a fact: fixed part, part per round left
    (1.06, -0.17),                                  # score if the game ended now
    (1.22, -0.22), (-1.36, 0.07),                   # points of the faith track; faith missing for the next report
    (0.21, 0.08), (0.52, 0.03), (0.09, 0.13),       # wood and stone; servants; coins
    (0.07, 0.20), (0.07, 0.19),                     # military points; worth of one harvest and one production
    (0.12, 0.39), (-0.21, 0.18),                    # territories; buildings
    (-0.44, 0.97), (-0.39, 0.69),                   # characters; ventures
    (1.58, 0.12), (-1.17, 3.01),                    # leaders in hand; leaders in play with an ability per round
    (0.78, -1.84), (2.39, -0.09),                   # excommunications of periods 1 and 2; members at home
)                                                   # fitted to the mean scores of the policy's playouts


cdef double word_worth(int round_, uint64_t word) noexcept nogil:
    """The worth of a lanes8 word."""
    cdef int lane
    cdef double total = 0
    for lane in range(8):
        total += LANE_WORTH[round_][lane] * lanes8_get(word, lane)
    return total


cdef double yield_worth(int round_, int card) noexcept nogil:
    """One activation: the yield, counted gains at three cards, the better exchange."""
    cdef double worth = word_worth(round_, CARD_YIELD[card]), best = 0
    cdef int arrow
    if YIELD_PER[card].each != EACH_NOTHING:
        worth += 3 * word_worth(round_, YIELD_PER[card].gain)
    for arrow in range(CARD_ARROWS[card]):
        best = max(best, word_worth(round_, ARROW_GAIN[card][arrow]) - word_worth(round_, ARROW_PAY[card][arrow]))
    return worth + best


cdef double card_worth(int round_, int card):
    cdef double cost, worth = word_worth(round_, CARD_GAIN[card]) + 10 * CARD_FINAL[card]
    cdef int action
    if CARD_PER[card].each != EACH_NOTHING:
        worth += 3 * word_worth(round_, CARD_PER[card].gain)
    worth += ACTION_WORTH * RUN_VALUE[card] * (RUN_KIND[card] != RUN_NOTHING)
    for action in range(LOR_ACTIONS):
        worth += BONUS_WORTH * RUNS_LEFT[round_] * CARD_BONUS[card][action]
    worth += RUNS_LEFT[round_] * yield_worth(round_, card)
    cost = word_worth(round_, CARD_COST[card][0])
    if CARD_COSTS[card] == 2:
        cost = min(cost, word_worth(round_, CARD_COST[card][1]))
    return worth - cost


cdef int load_worth() except -1:
    cdef int round_, index, kind
    for round_ in range(LOR_ROUNDS):
        for index in range(8):
            LANE_WORTH[round_][index] = round(
                EARLY_WORTH[index] + (LATE_WORTH[index] - EARLY_WORTH[index]) * (round_ / 5) ** 2)
        for index in range(LOR_CARDS):
            YIELD_WORTH[round_][index] = round(yield_worth(round_, index))
            CARD_WORTH[round_][index] = round(card_worth(round_, index))
        for index in range(LOR_SPACES):
            SPACE_WORTH[round_][index] = round(word_worth(round_, SPACE_GAIN[index]))
        for index in range(LOR_TYPES * LOR_FLOORS):
            SPACE_WORTH[round_][index] = round(
                word_worth(round_, FLOOR_BONUS[index // LOR_FLOORS][index % LOR_FLOORS]))
        for index in range(LOR_BONUS_TILES + 1):
            for kind in range(2):
                TILE_WORTH[round_][index][kind] = round(word_worth(round_, TILE_YIELD[index][kind]))
    for index in range(LOR_ROW):
        for kind in range(LOR_TYPES):
            STEP_WORTH[kind][index] = TYPE_WORTH[kind]
        STEP_WORTH[<int>LOR_TERRITORY][index] += SET_WORTH * (TERRITORY_POINTS[index + 1] - TERRITORY_POINTS[index])
        STEP_WORTH[<int>LOR_CHARACTER][index] += SET_WORTH * (CHARACTER_POINTS[index + 1] - CHARACTER_POINTS[index])
    for index in range(FACTS):
        OUTLOOK[index][0], OUTLOOK[index][1] = OUTLOOK_WEIGHTS[index]
    return 0


load_worth()
