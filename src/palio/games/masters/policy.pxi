cdef void masters_evaluate(const void *memory, float *out) noexcept nogil:
    cdef const MastersState *state = <const MastersState *>memory
    cdef int seat
    for seat in range(state.seats):
        out[seat] = 0.5


cdef int64_t masters_playout_informed(void *memory, Rng *rng) noexcept nogil:
    return masters_playout(memory, rng)
