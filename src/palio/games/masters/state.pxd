# Masters of Renaissance: state layout and move encoding.
#
# Resources are 0 coins, 1 stones, 2 servants, 3 shields. A bundle of resources is a `lanes6` word
# (csrc/lanes.h): lane k counts resource k. It fits the value of a move.
# A development card is 4 * stack + its place in data.json among the four of its stack, and a stack is
# 4 * (level - 1) + colour; so a set of cards is a 48-bit set with four bits per stack.
# A leader is its place in data.json; a set of leaders is a 16-bit set.
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from palio.core.cgame cimport Move

cdef enum:
    MASTERS_SEATS = 4
    MASTERS_KINDS = 4         # of resources
    MASTERS_COLORS = 4
    MASTERS_LEVELS = 3
    MASTERS_STACKS = 12
    MASTERS_CARDS = 48
    MASTERS_LEADERS = 16
    MASTERS_SLOTS = 3
    MASTERS_ROWS = 3
    MASTERS_COLUMNS = 4
    MASTERS_LINES = 7         # rows from the top, then columns from the left
    MASTERS_CELLS = 12
    MASTERS_MARBLES = 6       # kinds of marbles
    MASTERS_TOKENS = 7
    MASTERS_SPACES = 25       # of the faith track, the start included
    MASTERS_REPORTS = 3
    MASTERS_POWERS = 6        # most powers of one production: base, three cards, two leaders
    MASTERS_NOBODY = 255      # no such seat; as viewer: a full state
    MASTERS_PURSE = 10        # most resources of one kind that any payment can ask for

cdef enum MastersPhase:
    MASTERS_KEEP = 0          # setup: keep two of the dealt leaders
    MASTERS_FIRST             # chance: who is the first player
    MASTERS_TAKE              # setup: starting resources of choice
    MASTERS_TURN              # leader actions or the main action
    MASTERS_WHITE             # what the white marbles become
    MASTERS_STORE             # which taken resources are kept
    MASTERS_SLOT              # where the bought card goes
    MASTERS_SPEND             # production: resources for inputs of choice
    MASTERS_RECEIVE           # production: outputs of choice
    MASTERS_PAY               # how much comes from the warehouse
    MASTERS_AFTER             # leader actions after the main action
    MASTERS_TOKEN             # chance: the solo game's action token
    MASTERS_END               # the game is over
    MASTERS_PHASES

cdef struct MastersPlayer:    # 48 bytes
    uint64_t cards            # bit set of development cards, covered ones included
    uint64_t owned            # lanes4: lane 4 * level + colour counts cards, level 0 counts all levels
    uint64_t chest            # four lanes of 16 bits, no guard: 0..65535 of each resource
    uint32_t warehouse        # lanes6: the shelves and leader depots together
    uint16_t dealt            # set of the four dealt leaders; 0 in others' views
    uint16_t hand             # set of leaders in hand, a part of dealt; 0 in others' views
    uint16_t played           # set of leaders face up
    uint8_t held              # leaders in hand, known to all
    uint8_t faith             # 0..24
    uint8_t favor             # set of favour tiles turned face up
    uint8_t top[MASTERS_SLOTS]         # 1 + the card on top; 0: empty
    uint8_t under[MASTERS_SLOTS][2]    # 1 + the covered cards of level 1 and 2
    uint8_t spare[2]          # 0

cdef struct MastersState:
    MastersPlayer players[MASTERS_SEATS]
    # The common board.
    uint64_t market           # marbles of 4 bits: cell 4 * row + column; cell 12 is the slide
    uint64_t grid             # bit set of the cards left in the stacks, known to all
    uint8_t order[MASTERS_STACKS]      # 2 bits per card left, the top first; a view keeps only the top
    # The action under way; all 0 in other phases.
    uint32_t pending          # lanes6: resources to store, or to pay
    uint32_t gain             # lanes6: resources that the production will give
    uint8_t faith_due         # own faith at the end of the action
    uint8_t whites            # white marbles to be turned into resources
    uint8_t spends            # inputs of choice
    uint8_t receives          # outputs of choice
    uint8_t card              # 1 + the card being bought
    uint8_t slot              # 1 + the slot where it goes
    # The turn.
    int8_t actor              # seat, PALIO_CHANCE or PALIO_OVER
    uint8_t phase             # MastersPhase
    uint16_t turn             # rounds finished
    uint16_t max_turns        # 1..10000 rounds
    uint8_t seats
    uint8_t viewer            # seat whose view this is; MASTERS_NOBODY: full state
    uint8_t turn_seat
    uint8_t first             # seat with the inkwell; MASTERS_NOBODY before it is drawn
    uint8_t ending            # 1 when this round is the last
    uint8_t reports           # Vatican reports done, 0..3
    uint8_t cross             # solo: the black cross, 0..24
    uint8_t tokens            # solo: set of the tokens in the pile; equal tokens leave from the highest

# A Move: kind in bits 24..31, value in bits 0..23.
cdef enum MastersKind:
    MASTERS_M_KEEP = 1        # value: set of leaders; 0 as others see it
    MASTERS_M_TAKE            # value: lanes6
    MASTERS_M_PLAY            # value: leader
    MASTERS_M_DISCARD         # value: leader; MASTERS_LEADERS as others see it
    MASTERS_M_MARKET          # value: line, rows first
    MASTERS_M_BUY             # value: card
    MASTERS_M_PRODUCE         # value: set of powers, see below
    MASTERS_M_WHITE           # value: lanes6, what the white marbles become
    MASTERS_M_STORE           # value: lanes6, what is kept
    MASTERS_M_SLOT            # value: slot
    MASTERS_M_SPEND           # value: lanes6
    MASTERS_M_RECEIVE         # value: lanes6
    MASTERS_M_PAY             # value: lanes6, the part that the warehouse pays
    MASTERS_M_END             # end the turn
    MASTERS_M_FIRST           # chance; value: seat
    MASTERS_M_TOKEN           # chance; value: token, the lowest of equal ones
    MASTERS_M_KINDS

cdef enum MastersPower:       # bits of a production's set of powers
    MASTERS_POWER_BASE = 0
    MASTERS_POWER_SLOT = 1    # three bits, one per slot
    MASTERS_POWER_LEADER = 4  # sixteen bits, one per leader
