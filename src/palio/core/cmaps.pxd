# What the games' maps.pxi share: numbers of a state as the plain values of a map.
cimport cython
from libc.stdint cimport uint8_t, uint64_t

from palio.core.cgame cimport PALIO_CHANCE, PALIO_OVER


@cython.boundscheck(True)
cdef inline object pick(tuple values, int index):
    """One of the values; checked in every build, since a map may be asked of any bytes that pass `check`."""
    return values[index]


cdef inline object or_none(int value, int nothing):
    return None if value == nothing else value


cdef inline object pick_or_none(tuple values, int index, int nothing):
    return None if index == nothing else pick(values, index)


cdef inline object actor_value(int actor):
    return "chance" if actor == PALIO_CHANCE else "over" if actor == PALIO_OVER else actor


cdef inline list byte_list(const uint8_t *values, int count):
    cdef int i
    return [values[i] for i in range(count)]


cdef inline list members(uint64_t bits):
    """The members of a bit set, ascending."""
    cdef int index = 0
    found = []
    while bits:
        if bits & 1:
            found.append(index)
        bits >>= 1
        index += 1
    return found


cdef inline list picked(uint64_t bits, tuple values):
    """The values whose bit is set."""
    cdef int index
    return [pick(values, index) for index in members(bits)]
