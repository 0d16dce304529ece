# Coup: state layout and move encoding.
#
# Roles are 0 duke, 1 assassin, 2 captain, 3 ambassador or inquisitor, 4 contessa. A set of cards is
# a `lanes3` word (csrc/lanes.h): lane r counts the cards of role r. Cards have no position.
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t

from palio.core.cgame cimport Move

cdef enum:
    COUP_SEATS = 6
    COUP_ROLES = 5
    COUP_MAX_COINS = 12   # nine and a tax
    COUP_NOBODY = 255     # no such seat; as viewer: a full state
    COUP_NO_ROLE = 7

cdef enum:  # CoupState.options
    COUP_INQUISITOR = 1
    COUP_DRAFT = 2
    COUP_LATE_BLOCK = 4   # the target may block after its own failed challenge

cdef enum:  # roles that the code has to know; all other facts are in the tables of data.pxi
    COUP_EXCHANGER = 3

cdef enum CoupAction:
    COUP_INCOME = 0
    COUP_FOREIGN_AID
    COUP_COUP
    COUP_TAX
    COUP_ASSASSINATE
    COUP_STEAL
    COUP_EXCHANGE
    COUP_EXAMINE
    COUP_ACTIONS          # their number; in CoupState.action: none declared

cdef enum CoupPhase:      # the numbers are those of docs/rules/coup.md
    COUP_DECLARE = 0      # 1
    COUP_CHALLENGE        # 2, with 3 resolved at once
    COUP_BLOCK            # 4
    COUP_CHALLENGE_BLOCK  # 5, with 6 resolved at once
    COUP_LOSE             # 7
    COUP_KEEP             # 8a
    COUP_SHOW             # 8b
    COUP_FORCE            # 8c
    COUP_CHOOSE           # the draft of the 2-player variant
    COUP_DRAW             # chance: cards come from the court
    COUP_END              # the game is over
    COUP_PHASES

cdef enum CoupNext:       # what follows a lost influence or a drawn card
    COUP_THEN_END_TURN = 0
    COUP_THEN_BLOCK       # the action was proven: block if possible, else resolve
    COUP_THEN_RESOLVE     # the block was a lie: the action goes on
    COUP_NEXTS

cdef enum CoupDraw:       # why cards are drawn from the court
    COUP_DRAW_NONE = 0
    COUP_DRAW_PROOF       # replaces a card that was shown in a challenge
    COUP_DRAW_EXCHANGE
    COUP_DRAW_SWAP        # the Inquisitor forced it
    COUP_DRAWS

# How the face-down cards of another seat may come from the court since a seat's `loose` cards went there.
cdef enum CoupFresh:
    COUP_FRESH_NONE = 0      # none of them
    COUP_FRESH_PROOF         # exactly one was drawn, after a known card went in
    COUP_FRESH_SWAP          # exactly one was drawn, an unknown one went in
    COUP_FRESH_EXCHANGE      # as many as one exchange with uniformly random choice keeps
    COUP_FRESH_ALL           # several draws: all of them count as drawn
    COUP_FRESH_LOST = 4      # added to PROOF, SWAP, EXCHANGE: so with two cards, then one was lost

cdef enum:
    COUP_MAYBE = 8        # flag of a card in `holds`: unless it was returned in an exchange or swap, the last draw

# Bits of CoupState.claims: 0..4 roles claimed since the seat's cards last changed; then what it let pass.
cdef enum:
    COUP_PASSED_AID = 32
    COUP_PASSED_STEAL = 64
    COUP_PASSED_DEATH = 128

cdef struct CoupState:
    # Fixed by the setup.
    uint8_t seats
    uint8_t options              # COUP_INQUISITOR | COUP_DRAFT | COUP_LATE_BLOCK
    uint16_t max_turns           # 1..10000 declared actions
    # The turn.
    uint16_t turn                # actions declared so far
    int8_t actor                 # seat, PALIO_CHANCE or PALIO_OVER
    uint8_t phase                # CoupPhase
    uint8_t turn_seat
    uint8_t action               # CoupAction; COUP_ACTIONS before one is declared
    uint8_t target               # seat or COUP_NOBODY
    uint8_t blocker              # seat or COUP_NOBODY
    uint8_t block_role           # role or COUP_NO_ROLE
    uint8_t challenger           # seat whose challenge is being settled, or COUP_NOBODY
    uint8_t to_ask               # bit set of the seats still to be asked, the actor included
    uint8_t next                 # CoupNext
    uint8_t draw                 # CoupDraw while phase is COUP_DRAW or COUP_KEEP
    uint8_t shown                # role shown to the Inquisitor; COUP_NO_ROLE for none or unknown
    uint8_t viewer               # seat whose view this is; COUP_NOBODY: full state
    uint8_t alive                # bit set
    uint8_t originals            # draft: bit set of seats whose cards are still the drafted ones
    uint8_t lost                 # influences lost so far, to rank the eliminated
    # Cards and coins.
    uint16_t court               # lanes3; 0 in a view
    uint16_t hand[COUP_SEATS]    # lanes3, drawn cards included while exchanging; 0 in others' views
    uint16_t up[COUP_SEATS]      # lanes3, face up
    uint8_t down[COUP_SEATS]     # face-down influence cards, 0..2
    uint8_t coins[COUP_SEATS]    # 0..COUP_MAX_COINS
    uint8_t out[COUP_SEATS]      # 0 alive, else `lost` when the last card went
    # What everyone remembers.
    uint8_t claims[COUP_SEATS]   # see above
    uint8_t lacks[COUP_SEATS]    # bit set of roles that the one card left is known not to be
    uint8_t caught[COUP_SEATS]   # claims shown to be false, saturating at 255
    uint8_t proven[COUP_SEATS]   # claims shown to be true, saturating at 255
    # What each seat alone remembers; a view keeps its own row.
    uint8_t dealt[2]             # draft: role of the card dealt from the third set, or COUP_NO_ROLE
    uint16_t sure[COUP_SEATS]    # lanes3: cards that certainly lie in the court
    uint16_t loose[COUP_SEATS]   # lanes3: cards put there before somebody drew
    # [seat][other]: CoupFresh in bits 0..2; bits 3..7: roles of the loose cards that were there when it drew
    uint8_t fresh[COUP_SEATS][COUP_SEATS]
    # [seat][other]: two cards of 4 bits seen in the other's hand: role + 1, COUP_MAYBE; a view keeps its own column too
    uint8_t holds[COUP_SEATS][COUP_SEATS]
    # Known to all, 3 bits per seat: 1 + the role that was proven beside the older of its two cards, or 0 (memory.pxi)
    uint32_t beside

# A Move: kind in bits 24..31, CoupAction in bits 16..23 (declare only), value in bits 0..15.
cdef enum CoupKind:
    COUP_M_DECLARE = 1    # value: target seat, 0 without one
    COUP_M_ALLOW          # let an action or a block pass
    COUP_M_CHALLENGE
    COUP_M_BLOCK          # value: role
    COUP_M_LOSE           # value: role
    COUP_M_KEEP           # value: lanes3 of the kept cards; 0 as others see it
    COUP_M_SHOW           # value: role; COUP_NO_ROLE as others see it
    COUP_M_LEAVE          # the examined player keeps the card
    COUP_M_SWAP
    COUP_M_CHOOSE         # value: role; COUP_NO_ROLE as others see it
    COUP_M_DRAW           # chance; value: lanes3 of the drawn cards; 0 as others see it
    COUP_KINDS
