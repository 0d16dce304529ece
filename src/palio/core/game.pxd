# The objects of game.pyx for other Cython modules (search).
from palio.core.cgame cimport GameOps, Move, Rng, SearchOps


cdef class Random:
    cdef Rng rng


cdef class Game:
    cdef const GameOps *ops
    cdef const SearchOps *search_ops  # all NULL where the game has none
    cdef readonly object info        # GameInfo
    cdef readonly object notation    # the game's notation module
    cdef readonly list codes         # option values as numbers, in the order of info
    cdef readonly dict options       # option values by name
    cdef readonly int seats

    cdef object position_from_map(self, object source, object kind)
    cdef object position_from_bytes(self, bytes data, object kind)
    cdef int check_own(self, Position position) except -1


cdef class Position:
    cdef readonly Game game
    cdef void *data                  # ops.state_size bytes, owned

    cdef list list_moves(self)


cdef class State(Position):
    cdef Move legal(self, object move) except 0
    cdef int check_seat(self, object seat) except -1


cdef class View(Position):
    cdef State draw_world(self, Rng *rng)
