# Lorenzo il Magnifico: state layout and move encoding.
#
# Goods, costs and gains are `lanes8` words (csrc/lanes.h), one lane per LorenzoLane. A development card is its number
# 0..95: type * 24 + (period - 1) * 8 + place in its period. A leader is its number 0..19, a set of leaders a bit set.
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from palio.core.cgame cimport Move

cdef enum:
    LOR_SEATS = 4
    LOR_TYPES = 4
    LOR_FLOORS = 4
    LOR_ROUNDS = 6
    LOR_PERIODS = 3
    LOR_CARDS = 96
    LOR_DECK = 24             # cards of one type
    LOR_PERIOD_CARDS = 8      # of one type and period
    LOR_ROW = 6               # most cards of one type that a player may have
    LOR_LEADERS = 20
    LOR_PICKS = 4             # leaders in a pack and in a hand
    LOR_MEMBERS = 4
    LOR_NEUTRAL = 3           # the uncoloured family member; 0..2 are black, white and orange
    LOR_COLORED = 7           # bit set of the coloured members
    LOR_TILES = 7             # excommunication tiles of one period
    LOR_BONUS_TILES = 4       # advanced personal bonus tiles; number 4 is the basic one
    LOR_PRIVILEGES = 5        # things that a council privilege can be
    LOR_MARKETS = 4
    LOR_ACTIONS = 6           # of LorenzoAction those whose value cards and tiles change
    LOR_SPACES = 25
    LOR_MOST_POINTS = 999     # victory points are counted up to here
    LOR_LEFT = 0x8000         # a seen pick: the leaders left in the pack follow, 5 bits each, 31 for none
    LOR_NONE = 255            # no card, seat, leader, space or member; in a view also: unknown

cdef enum:  # LorenzoState.options
    LOR_ADVANCED = 1
    LOR_SPANISH = 2

cdef enum LorenzoLane:
    LOR_WOOD = 0
    LOR_STONE
    LOR_SERVANTS
    LOR_COINS
    LOR_MILITARY
    LOR_FAITH
    LOR_VP                    # in gains only: a player's points are in `points`
    LOR_PRIVILEGE             # in gains only: council privileges still to choose

cdef enum LorenzoAction:      # also the types of development cards 0..3
    LOR_TERRITORY = 0
    LOR_BUILDING
    LOR_CHARACTER
    LOR_VENTURE
    LOR_HARVEST
    LOR_PRODUCTION
    LOR_MARKET                # areas whose value nothing changes
    LOR_COUNCIL

cdef enum LorenzoSpace:       # 0..15: tower floors, type * 4 + floor
    LOR_S_HARVEST = 16
    LOR_S_HARVEST_LARGE
    LOR_S_PRODUCTION
    LOR_S_PRODUCTION_LARGE
    LOR_S_MARKET              # 20..23
    LOR_S_COUNCIL = 24

cdef enum LorenzoFlag:        # LorenzoSeat.flags, all derived
    LOR_F_NO_FLOOR_BONUS = 1
    LOR_F_NO_FEE = 2
    LOR_F_SHARES = 4          # may use occupied spaces
    LOR_F_NO_SLOT_NEED = 8    # territories need no military points
    LOR_F_DOUBLES = 16        # immediate effects of cards give some goods twice
    LOR_F_NO_MARKET = 32
    LOR_F_DEAR_SERVANTS = 64  # several servants per point of value
    LOR_F_SKIPS = 128         # the first turn of each round
    LOR_F_PENALTY = 256       # gains one fewer of something
    LOR_F_DISCOUNT = 512      # shifted by type: has a discount on it, 4 bits
    LOR_F_CHOICE = 8192       # has a discount with a choice

cdef enum LorenzoStep:        # what is being decided
    LOR_DRAFT = 0             # keep one leader of the pack
    LOR_TILE                  # choose a bonus tile
    LOR_ROLL                  # chance: the dice
    LOR_TURN                  # leader actions, then a placement or a pass
    LOR_PAY_SERVANTS
    LOR_PAY_COST              # which of two costs
    LOR_PAY_DISCOUNT          # which kind a discount lowers
    LOR_CHOOSE_PRIVILEGE
    LOR_EXCHANGE              # production: which arrow of a building
    LOR_BONUS_TAKE            # a bonus action: which floor
    LOR_BONUS_RUN             # a bonus harvest or production: how many servants
    LOR_RAISE                 # which family member a leader sets
    LOR_COPY                  # which leader is copied
    LOR_AFTER                 # leader actions after the placement
    LOR_SUPPORT               # the Vatican report
    LOR_END                   # the game is over
    LOR_STEPS

cdef enum LorenzoSource:      # what pays the gain under way
    LOR_FROM_NOTHING = 0
    LOR_FROM_SPACE            # market or council
    LOR_FROM_CARD             # the immediate effect of `card`
    LOR_FROM_HARVEST          # source `cursor` of a harvest: 0 bonus tile, 1..6 territories
    LOR_FROM_PRODUCTION       # source `cursor` of a production: 0 bonus tile, 1..6 buildings
    LOR_FROM_LEADER           # an ability or a discarded leader

cdef struct LorenzoSeat:
    uint64_t goods            # lanes8: wood, stone, servants, coins 0..127, military 0..25, faith 0..15
    uint32_t owned[LOR_TYPES]  # bit sets of the cards of each type, bit: card number % 24
    uint32_t hand             # leaders; 0 in others' views
    uint32_t played           # leaders in play
    uint32_t discarded        # leaders
    uint16_t points           # victory points; at the end the final score
    uint16_t flags            # derived: LorenzoFlag
    uint8_t count[LOR_TYPES]  # derived: cards of each type
    uint8_t row[2][LOR_ROW]   # territories and buildings in order of acquisition, LOR_NONE after the last
    int8_t bonus[LOR_ACTIONS]  # derived: what cards and tiles add to action values
    int8_t value[LOR_MEMBERS]  # derived: values of the family members without servants; 0 before the dice are rolled
    uint8_t place[LOR_MEMBERS]  # space of each family member, LOR_NONE at home
    uint8_t home              # derived: bit set of members at home
    uint8_t areas             # derived: LorenzoActions 0..5 where a coloured member stands
    uint8_t raised            # bit set of members that a leader has set this round
    uint8_t copied            # leader whose ability is copied, or LOR_NONE
    uint8_t banned            # bit set of periods whose excommunication the player has
    uint8_t tile              # bonus tile 0..3, 4 the basic one, LOR_NONE before the choice
    uint8_t spare[4]          # 0

cdef struct LorenzoState:
    LorenzoSeat player[LOR_SEATS]
    uint64_t gain             # lanes8: gain under way, with the privileges still to choose
    uint32_t used             # leaders whose ability has been used this round
    uint32_t occupied         # derived: spaces with a member
    uint16_t left             # floors that still have their card
    uint16_t arrows           # production: 2 bits per building of the row: 0 none, 1 or 2
    uint8_t deck[LOR_TYPES][LOR_DECK]  # cards by round and floor, 4 each; LOR_NONE in views before they are laid out
    uint8_t draft[LOR_SEATS][LOR_PICKS]  # see below
    uint8_t order[LOR_SEATS]  # seats in turn order
    uint8_t council[LOR_SEATS]  # seats in order of their first arrival, then LOR_NONE
    uint8_t tiles[LOR_PERIODS]  # excommunication tiles 0..6
    uint8_t dice[3]           # black, white, orange; 0 before the roll
    uint8_t seats
    uint8_t options           # LOR_ADVANCED | LOR_SPANISH
    uint8_t viewer            # seat whose view this is; LOR_NONE: full state
    int8_t actor              # seat, PALIO_CHANCE or PALIO_OVER
    uint8_t step              # LorenzoStep
    uint8_t round             # 0..5
    uint8_t lap               # placements 0..3 of the round, 4 those after a skipped turn; in the draft: pick 0..3
    uint8_t turn              # index into `order` of the seat to act
    uint8_t placed            # the seat has placed its member
    uint8_t member            # member being placed; LOR_NONE in a bonus action
    uint8_t space             # space of the action under way
    uint8_t card              # card being taken, or whose effect is under way
    uint8_t cost              # which of the card's costs
    uint8_t origin            # card, or LOR_CARDS + leader, that gives the bonus action under way
    uint8_t chosen            # bit set of privileges already chosen from the source
    uint8_t source            # LorenzoSource
    uint8_t cursor            # source or building under way in a harvest or production
    uint8_t active            # bit set of the cards of the row that the value reaches
    uint8_t spare[4]          # 0

# The draft. Pack p starts with seat p and moves to seat p - 1, p - 2, .. draft[p] lists its leaders: those already
# kept in the order of the picks, then the rest ascending. So seat s keeps draft[p][j] where p = s + j modulo seats.
# In the view of seat s the first picks of a pack that it had not seen yet are LOR_NONE; the leaders that it has seen
# leave without knowing in which order stand ascending.

# A Move: kind in bits 24..31, value in bits 0..15.
cdef enum LorenzoKind:
    LOR_M_ROLL = 1            # chance: black * 36 + white * 6 + orange, each die less 1
    LOR_M_PICK                # leader kept in the draft; LOR_NONE, or LOR_LEFT with what is left, as others see it
    LOR_M_TILE                # bonus tile
    LOR_M_PLAY                # leader
    LOR_M_ACTIVATE            # leader
    LOR_M_DISCARD             # leader
    LOR_M_PLACE               # space * 4 + member
    LOR_M_PASS
    LOR_M_END                 # no more leader actions
    LOR_M_SERVANTS            # number
    LOR_M_COST                # 0 or 1
    LOR_M_DISCOUNT            # bit set of the lanes lowered
    LOR_M_PRIVILEGE           # 0..4
    LOR_M_EXCHANGE            # card * 4 + arrow; arrow 0 declines
    LOR_M_TAKE                # floor of a bonus action
    LOR_M_DECLINE             # a bonus action
    LOR_M_RAISE               # member
    LOR_M_COPY                # leader
    LOR_M_REFUSE              # the Church
    LOR_M_SUPPORT             # the Church
