# Choosing an edge: UCB1 with availability, PUCT, or one after the other.

cdef inline double log_count(uint32_t n) noexcept nogil:
    """ln n for n >= 1, to 1e-5, the same on every machine (libm's is not)."""
    cdef int exponent = bits_last(n)
    cdef double m = <double>n / <double>(<uint64_t>1 << exponent)
    cdef double s = (m - 1.0) / (m + 1.0), t = s * s
    return 0.6931471805599453 * exponent + 2.0 * s * (1.0 + t * (1.0 / 3.0 + t * (0.2 + t / 7.0)))


cdef inline double mean_of(const Edge *edge) noexcept nogil:
    return <double>edge.sum * UNIT / edge.visits


cdef Node *match_edges(Tree *tree, Node *node, const Move *moves, int n, uint16_t *index) noexcept nogil:
    """Write each legal move's edge to `index`, adding edges for new moves and counting the absent ones as missed.

    Returns the node, which may have moved, or NULL when there is no room for a new move.
    """
    cdef Edge *edges = edges_of(node)
    cdef int i = 0, e = 0, fresh = 0, known = node.n_edges
    while i < n:
        while e < known and edges[e].move < moves[i]:
            e += 1
        fresh += e >= known or edges[e].move != moves[i]
        i += 1
    if fresh:
        node = node_grow(tree, node, fresh)
        if node == NULL:
            return NULL
        insert_edges(node, moves, n)
    edges = edges_of(node)
    i = 0
    for e in range(node.n_edges):
        if i < n and edges[e].move == moves[i]:
            index[i] = e
            i += 1
        else:
            edges[e].missed += 1
    return node


cdef void insert_edges(Node *node, const Move *moves, int n) noexcept nogil:
    """Merge the legal moves into the edges from the back; the record has the room."""
    cdef Edge *edges = edges_of(node)
    cdef int e = node.n_edges - 1, i = n - 1, fresh = 0, k, total, at
    k = 0
    for at in range(n):
        while k < node.n_edges and edges[k].move < moves[at]:
            k += 1
        fresh += k >= node.n_edges or edges[k].move != moves[at]
    total = node.n_edges + fresh
    at = total - 1
    while at >= 0:
        if i >= 0 and (e < 0 or moves[i] > edges[e].move):
            edges[at] = Edge(move=moves[i], visits=0, missed=node.visits, prior=1.0 / n, sum=0)
            i -= 1
        else:
            if i >= 0 and moves[i] == edges[e].move:
                i -= 1
            edges[at] = edges[e]
            e -= 1
        at -= 1
    node.n_edges = total


cdef inline bint same_moves(Node *node, const Move *moves, int n) noexcept nogil:
    """True when the legal moves are exactly the edges: always so where a node's observer is its actor."""
    cdef const Edge *edges = edges_of(node)
    cdef int i
    if n != node.n_edges:
        return False
    for i in range(n):
        if edges[i].move != moves[i]:
            return False
    return True


cdef inline int pick_untried(const Edge *edges, const uint16_t *index, int n, Rng *rng) noexcept nogil:
    """The edge without a visit that the policy likes best; a random one of those that it likes equally."""
    cdef int i, equal = 0, chosen = index[0]
    cdef float best = -1
    for i in range(n):
        if edges[index[i]].visits == 0 and edges[index[i]].prior >= best:
            equal = equal + 1 if edges[index[i]].prior == best else 1
            best = edges[index[i]].prior
            if equal == 1 or rng_below(rng, equal) == 0:
                chosen = index[i]
    return chosen


cdef int choose_ucb(const Settings *settings, Node *node, const uint16_t *index, int n, Rng *rng) noexcept nogil:
    """mean + c sqrt(ln available / visits); untried edges come first, or, where there are many moves, when an edge
    with one visit and a little less than the parent's mean would."""
    cdef const Edge *edges = edges_of(node)
    cdef const Edge *edge
    cdef double width = settings.exploration * sqrt(log_count(node.visits + 1))
    cdef double score, share, best = -1e30
    cdef int i, chosen = -1, untried = 0
    for i in range(n):
        edge = &edges[index[i]]
        if edge.visits == 0:
            untried += 1
            continue
        share = 1.0 / edge.visits
        score = <double>edge.sum * UNIT * share
        if edge.missed:
            score += settings.exploration * sqrt(log_count(node.visits + 1 - edge.missed) * share)
        else:
            score += width * sqrt(share)
        if settings.bias > 0:
            score += settings.bias * edge.prior / (edge.visits + 1)
        if score > best:
            best = score
            chosen = index[i]
    if untried and (n <= settings.fpu_moves or chosen < 0
                    or parent_mean(edges, index, n) - settings.fpu + width > best):
        return pick_untried(edges, index, n, rng)
    return chosen


cdef double parent_mean(const Edge *edges, const uint16_t *index, int n) noexcept nogil:
    cdef int64_t total = 0
    cdef uint32_t visits = 0
    cdef int i
    for i in range(n):
        total += edges[index[i]].sum
        visits += edges[index[i]].visits
    return <double>total * UNIT / visits if visits else 0.5


cdef int choose_puct(const Settings *settings, Node *node, const uint16_t *index, int n) noexcept nogil:
    """mean + c prior sqrt(available) / (1 + visits); an untried edge has the parent's mean less the urgency."""
    cdef const Edge *edges = edges_of(node)
    cdef const Edge *edge
    cdef double urgency = parent_mean(edges, index, n) - settings.fpu
    cdef double score, best = -1e30
    cdef int i, chosen = index[0]
    for i in range(n):
        edge = &edges[index[i]]
        score = mean_of(edge) if edge.visits else urgency
        score += settings.puct * edge.prior * sqrt(<double>(node.visits + 1 - edge.missed)) / (1.0 + edge.visits)
        if score > best:
            best = score
            chosen = index[i]
    return chosen


cdef int choose_edge(Worker *worker, Node *node, const uint16_t *index, int n, uint64_t number,
                     Rng *rng) noexcept nogil:
    if worker.settings.rule == RULE_TURNS:
        return index[number % n]
    if worker.settings.rule == RULE_PUCT:
        return choose_puct(&worker.settings, node, index, n)
    return choose_ucb(&worker.settings, node, index, n, rng)
