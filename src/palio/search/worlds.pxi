# Worlds: full states that fit the root's view, and what each seat knows in them.

cdef inline uint64_t view_key(Worker *worker, int seat) noexcept nogil:
    """A hash of what the seat knows in the present world."""
    if worker.search_ops.view_key != NULL:
        return worker.search_ops.view_key(worker.world, seat)
    memcpy(worker.scratch, worker.world, worker.ops.state_size)
    worker.ops.hide(worker.scratch, seat)
    return hash_bytes(worker.scratch, worker.ops.state_size, seat + 1)


cdef void draw_weighted(Worker *worker, Rng *rng) noexcept nogil:
    """A world that is accepted with the probability of what the others did in it; after many refusals the last."""
    cdef int attempt
    for attempt in range(MAX_REFUSALS):
        memcpy(worker.world, worker.view, worker.ops.state_size)
        worker.ops.determinize(worker.world, rng)
        if not worker.settings.weighted or worker.search_ops.weight == NULL:
            return
        if rng_double(rng) < worker.search_ops.weight(worker.view, worker.world, worker.settings.knobs):
            return


cdef inline void draw_world(Worker *worker, uint64_t number, Rng *rng) noexcept nogil:
    """Put this iteration's world in place."""
    cdef size_t size = worker.ops.state_size
    if worker.worlds != NULL:
        memcpy(worker.world, worker.worlds + size * (number % worker.n_worlds), size)
    elif worker.belief != NULL and worker.settings.weighted:
        memcpy(worker.world, worker.view, size)
        worker.search_ops.draw_believed(worker.belief, worker.world, rng)
    else:
        draw_weighted(worker, rng)


cdef void draw_fixed_worlds(Worker *worker) noexcept nogil:
    """The worlds of a determinized search, drawn once."""
    cdef size_t size = worker.ops.state_size
    cdef Rng rng
    cdef int i
    for i in range(worker.n_worlds):
        rng_seed(&rng, worker.seed, <uint64_t>WORLD_STREAM + i)
        draw_weighted(worker, &rng)
        memcpy(worker.worlds + size * i, worker.world, size)


cdef inline void start_keys(Worker *worker, uint64_t number) noexcept nogil:
    """Path keys start at what each observer knows at the root."""
    cdef int seat
    if not worker.settings.path_keys:
        return
    if worker.settings.observer == OBSERVER_ALL:
        worker.path_key[0] = worker.root_key + number % worker.n_worlds
    elif worker.settings.observer == OBSERVER_ROOT:
        worker.path_key[worker.seat] = worker.root_key
    else:
        for seat in range(worker.seats):
            worker.path_key[seat] = worker.root_key if seat == worker.seat else view_key(worker, seat)


cdef inline void extend_keys(Worker *worker, Move move) noexcept nogil:
    """Path keys grow by the move as each observer sees it; called before the move is made."""
    cdef int seat
    if worker.settings.observer == OBSERVER_ALL:
        worker.path_key[0] = hash_add(worker.path_key[0], move)
    elif worker.settings.observer == OBSERVER_ROOT:
        seat = worker.seat
        worker.path_key[seat] = hash_add(worker.path_key[seat], worker.ops.seen(worker.world, move, seat))
    else:
        for seat in range(worker.seats):
            worker.path_key[seat] = hash_add(worker.path_key[seat], worker.ops.seen(worker.world, move, seat))


cdef inline uint64_t node_key(Worker *worker, int actor) noexcept nogil:
    """The key of the present decision, seen by its observer."""
    cdef int observer = actor
    if worker.settings.observer == OBSERVER_ROOT:
        observer = worker.seat
    if not worker.settings.path_keys:
        return view_key(worker, observer)
    if worker.settings.observer == OBSERVER_ALL:
        observer = 0
    return hash_add(worker.path_key[observer], actor + 1)
