# What a thread tells while it runs and at its end.

cdef Node *root_node(Worker *worker) noexcept nogil:
    """The node of the root decision, NULL before it exists; the world becomes one that fits the view."""
    cdef Rng rng
    cdef Slot *slot
    rng_seed(&rng, worker.seed, LINE_STREAM)
    draw_weighted(worker, &rng)
    start_keys(worker, 0)
    slot = tree_slot(&worker.tree, node_key(worker, worker.seat))
    return record_at(&worker.tree, slot.at) if slot.at else NULL


cdef inline uint32_t root_visits(Worker *worker, Node *node, int i) noexcept nogil:
    """Visits of a root move, those of earlier searches included where there is one node for all worlds."""
    if node != NULL and node.age == worker.tree.age and worker.settings.observer != OBSERVER_ALL:
        return edges_of(node)[i].visits
    return worker.root[i].visits


cdef void report_moves(Worker *worker, Report *report) noexcept nogil:
    cdef Node *node = root_node(worker)
    cdef int i, seat
    report.n = worker.n_root
    for i in range(worker.n_root):
        report.move[i] = worker.root[i].move
        report.counted[i] = worker.root[i].visits
        report.visits[i] = root_visits(worker, node, i)
        report.prior[i] = worker.root[i].prior
        for seat in range(PALIO_MAX_SEATS):
            report.sum[i][seat] = worker.root[i].sum[seat]


cdef int best_edge(Node *node, const Move *moves, int n, Move *move) noexcept nogil:
    """The most visited legal edge, ties by mean; returns its visits."""
    cdef const Edge *edges = edges_of(node)
    cdef const Edge *best = NULL
    cdef int i = 0, e
    for e in range(node.n_edges):
        while i < n and moves[i] < edges[e].move:
            i += 1
        if i >= n or moves[i] != edges[e].move or edges[e].visits == 0:
            continue
        if best == NULL or edges[e].visits > best.visits or (
                edges[e].visits == best.visits and edges[e].sum > best.sum):
            best = &edges[e]
    if best == NULL:
        return 0
    move[0] = best.move
    return best.visits


cdef void report_line(Worker *worker, Report *report) noexcept nogil:
    """The most visited moves from the root on, in one world; ends where the tree has little to say."""
    cdef Move moves[PALIO_MAX_MOVES]
    cdef Move move = 0
    cdef Rng rng
    cdef Slot *slot
    cdef int actor, n
    report.line_length = 0
    if worker.worlds != NULL:
        memcpy(worker.world, worker.worlds, worker.ops.state_size)
        start_keys(worker, 0)
    else:
        root_node(worker)
    rng_seed(&rng, worker.seed, LINE_STREAM + 1)
    while report.line_length < LINE_LENGTH:
        actor = worker.ops.actor(worker.world)
        if actor == PALIO_OVER:
            return
        if actor == PALIO_CHANCE:
            make_chance(worker, &rng)
            continue
        n = worker.ops.legal_moves(worker.world, moves)
        move = moves[0]
        if n > 1:
            slot = tree_slot(&worker.tree, node_key(worker, actor))
            if slot.at == 0 or best_edge(record_at(&worker.tree, slot.at), moves, n, &move) < MIN_LINE_VISITS:
                return
        report.line[report.line_length] = move
        report.line_length += 1
        make_move(worker, move)


cdef void write_report(Worker *worker) noexcept nogil:
    cdef Report *report = &worker.report
    report.iterations = worker.done
    report.elapsed = clock_now() - worker.started
    report_moves(worker, report)
    report_line(worker, report)
    report.nodes = worker.tree.n_nodes
    report.tree_bytes = worker.tree.arena.used + 2 * (worker.tree.mask + 1) * sizeof(Slot)
    report.full = worker.full
