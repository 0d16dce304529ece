# One iteration: draw a world, descend, expand, play out, back up (Cowling, Powley, Whitehouse 2012).

cdef inline void make_move(Worker *worker, Move move) noexcept nogil:
    if worker.settings.path_keys:
        extend_keys(worker, move)
    worker.ops.apply(worker.world, move)


cdef inline void make_chance(Worker *worker, Rng *rng) noexcept nogil:
    """Chance is sampled; with an open loop the path does not depend on what came out."""
    cdef Move outcome = worker.ops.sample_chance(worker.world, rng)
    if worker.settings.path_keys and not worker.settings.open_loop:
        extend_keys(worker, outcome)
    worker.ops.apply(worker.world, outcome)


cdef void fill_priors(Worker *worker, Node *node, const Move *moves, const uint16_t *index, int n) noexcept nogil:
    cdef float shares[PALIO_MAX_MOVES]
    cdef Rest *rest = rest_of(&worker.tree, node)
    cdef int i
    worker.search_ops.prior(worker.world, moves, n, shares)
    for i in range(n):
        rest[index[i]].prior = shares[i]


cdef inline bint uses_priors(Worker *worker) noexcept nogil:
    return worker.search_ops.prior != NULL and (worker.settings.rule == RULE_PUCT or worker.settings.bias > 0)


cdef Node *visit_node(Worker *worker, uint64_t key, const Move *moves, int n, bint *fresh) noexcept nogil:
    """The present decision's node with the legal moves matched into worker.index; NULL when there is no room."""
    cdef Slot *slot = tree_slot(&worker.tree, key)
    cdef Node *node
    cdef int known
    fresh[0] = slot.at == 0
    worker.match = IDENTITY
    if fresh[0]:
        node = tree_add(&worker.tree, slot, key, moves, n)
        if node == NULL:
            worker.full = True
        return node
    node = record_at(&worker.tree, slot.at)
    if node.age != worker.tree.age:
        node_refresh(&worker.tree, node)
    if same_moves(node, moves, n):
        return node
    known = node.n_edges
    node = match_edges(&worker.tree, node, moves, n, worker.index)
    worker.match = worker.index
    if node == NULL:
        worker.full = True
    elif node.n_edges > known and uses_priors(worker):
        fill_priors(worker, node, moves, worker.index, n)
    return node


cdef inline int root_edge(Worker *worker, Node *node, int n, uint64_t number, Rng *rng) noexcept nogil:
    """Like choose_edge, but each root move gets a visit in every search, also in a tree that is used again."""
    cdef int i
    if worker.revisits:
        for i in range(n):
            if worker.root[i].visits == 0 and edges_of(node)[worker.match[i]].visits:
                return worker.match[i]
        worker.revisits = False
    return choose_edge(worker, node, worker.match, n, number, rng)


cdef int descend(Worker *worker, uint64_t number, Rng *rng) noexcept nogil:
    """Walk down to a new node, the end of the game or the depth limit; returns the decisions on the path."""
    cdef Move moves[PALIO_MAX_MOVES]
    cdef int actor, n, edge, depth = 0
    cdef bint fresh = False
    cdef uint64_t key
    cdef Node *node
    start_keys(worker, number)
    while True:
        actor = worker.ops.actor(worker.world)
        if actor == PALIO_OVER:
            return depth
        if actor == PALIO_CHANCE:
            make_chance(worker, rng)
            continue
        if depth >= worker.settings.max_depth:
            return depth
        key = node_key(worker, actor)
        tree_prefetch(&worker.tree, key)
        n = worker.ops.legal_moves(worker.world, moves)
        if n == 1 and depth:
            make_move(worker, moves[0])
            continue
        node = visit_node(worker, key, moves, n, &fresh)
        if node == NULL or (fresh and depth):
            return depth
        if node.visits == 0 and uses_priors(worker):    # most nodes are never descended through: not earlier
            fill_priors(worker, node, moves, worker.match, n)
        if depth == 0:
            edge = root_edge(worker, node, n, number, rng)
        else:
            edge = choose_edge(worker, node, worker.match, n, number, rng)
        node.visits += 1
        worker.path[depth].seat = actor
        worker.path[depth].edge = &edges_of(node)[edge]
        worker.path[depth].index = edge
        depth += 1
        make_move(worker, edges_of(node)[edge].move)


cdef void back_up(Worker *worker, int depth) noexcept nogil:
    """Each edge gets the reward of the seat that chose it; the root moves those of all seats."""
    cdef Edge *edge
    cdef RootMove *root
    cdef int i, seat
    for i in range(depth):
        edge = worker.path[i].edge
        edge.visits += 1
        edge.sum += worker.reward[worker.path[i].seat]
    if depth == 0:
        return
    root = &worker.root[worker.path[0].index]
    root.visits += 1
    for seat in range(worker.seats):
        root.sum[seat] += worker.reward[seat]


cdef void iterate(Worker *worker, uint64_t number) noexcept nogil:
    """Iteration `number` has a random stream of its own, so that it does not depend on the threads."""
    cdef Rng rng
    cdef int depth
    rng_seed(&rng, worker.seed, number)
    draw_world(worker, number, &rng)
    depth = descend(worker, number, &rng)
    judge_leaf(worker, &rng)
    back_up(worker, depth)
