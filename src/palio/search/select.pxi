# Choosing an edge: UCB1 with availability, PUCT, or one after the other.

cdef enum:
    COUNTED = 1024           # counts whose functions come from a table: divisions and roots take their time

cdef struct CountFunctions:
    double log, share, root  # ln n, 1 / n and its square root

cdef CountFunctions COUNT[COUNTED]


cdef inline double log_of(uint32_t n) noexcept nogil:
    """ln n for n >= 1, to 1e-5, the same on every machine (libm's is not)."""
    cdef int exponent = bits_last(n)
    cdef double m = <double>n / <double>(<uint64_t>1 << exponent)
    cdef double s = (m - 1.0) / (m + 1.0), t = s * s
    return 0.6931471805599453 * exponent + 2.0 * s * (1.0 + t * (1.0 / 3.0 + t * (0.2 + t / 7.0)))


cdef void fill_counts() noexcept nogil:
    cdef int n
    for n in range(1, COUNTED):
        COUNT[n] = CountFunctions(log=log_of(n), share=1.0 / n, root=sqrt(1.0 / n))


fill_counts()


cdef inline double log_count(uint32_t n) noexcept nogil:
    return COUNT[n].log if n < COUNTED else log_of(n)


cdef inline double mean_of(const Edge *edge) noexcept nogil:
    return <double>edge.sum * UNIT / edge.visits


cdef Node *match_edges(Tree *tree, Node *node, const Move *moves, int n, uint16_t *index) noexcept nogil:
    """Write each legal move's edge to `index`, adding edges for new moves and counting the absent ones as missed.

    Returns the node, which may have moved, or NULL when there is no room for a new move.
    """
    cdef Edge *edges = edges_of(node)
    cdef Rest *rest
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
        insert_edges(tree, node, moves, n)
    edges = edges_of(node)
    rest = rest_of(tree, node)
    i = 0
    for e in range(node.n_edges):
        if i < n and edges[e].move == moves[i]:
            index[i] = e
            i += 1
        elif rest != NULL:
            rest[e].missed += 1
    return node


cdef void insert_edges(const Tree *tree, Node *node, const Move *moves, int n) noexcept nogil:
    """Merge the legal moves into the edges from the back; the record has the room."""
    cdef Edge *edges = edges_of(node)
    cdef Rest *rest = rest_of(tree, node)
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
            edges[at] = Edge(move=moves[i], visits=0, sum=0)
            if rest != NULL:
                rest[at] = Rest(missed=node.visits, prior=1.0 / n)
            i -= 1
        else:
            if i >= 0 and moves[i] == edges[e].move:
                i -= 1
            edges[at] = edges[e]
            if rest != NULL:
                rest[at] = rest[e]
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


cdef inline int pick_untried(const Edge *edges, const Rest *rest, const uint16_t *index, int n,
                             Rng *rng) noexcept nogil:
    """The edge without a visit that the policy likes best; a random one of those that it likes equally."""
    cdef int i, equal = 0, chosen = index[0]
    cdef float best = 0, prior = 0
    for i in range(n):
        if edges[index[i]].visits:
            continue
        if rest != NULL:
            prior = rest[index[i]].prior
        if equal == 0 or prior >= best:
            equal = equal + 1 if prior == best else 1
            best = prior
            if equal == 1 or rng_below(rng, equal) == 0:
                chosen = index[i]
    return chosen


cdef int choose_ucb(Worker *worker, Node *node, const uint16_t *index, int n, Rng *rng) noexcept nogil:
    """mean + c sqrt(ln available / visits); untried edges come first, or, where there are many moves, when an edge
    with one visit and a little less than the parent's mean would."""
    cdef const Settings *settings = &worker.settings
    cdef const Edge *edges = edges_of(node)
    cdef const Rest *rest = rest_of(&worker.tree, node)
    cdef const Edge *edge
    cdef double width = settings.exploration * sqrt(log_count(node.visits + 1))
    cdef double score, share, root, best = -1e30
    cdef int i, chosen = -1, untried = 0
    for i in range(n):
        edge = &edges[index[i]]
        if edge.visits == 0:
            untried += 1
            continue
        if edge.visits < COUNTED:
            share = COUNT[edge.visits].share
            root = COUNT[edge.visits].root
        else:
            share = 1.0 / edge.visits
            root = sqrt(share)
        score = <double>edge.sum * UNIT * share
        if rest != NULL and rest[index[i]].missed:
            score += settings.exploration * sqrt(log_count(node.visits + 1 - rest[index[i]].missed) * share)
        else:
            score += width * root
        if settings.bias > 0:
            score += settings.bias * rest[index[i]].prior / (edge.visits + 1)
        if score > best:
            best = score
            chosen = index[i]
    if untried and (n <= settings.fpu_moves or chosen < 0
                    or parent_mean(edges, index, n) - settings.fpu + width > best):
        return pick_untried(edges, rest, index, n, rng)
    return chosen


cdef double parent_mean(const Edge *edges, const uint16_t *index, int n) noexcept nogil:
    cdef int64_t total = 0
    cdef uint32_t visits = 0
    cdef int i
    for i in range(n):
        total += edges[index[i]].sum
        visits += edges[index[i]].visits
    return <double>total * UNIT / visits if visits else 0.5


cdef int choose_puct(Worker *worker, Node *node, const uint16_t *index, int n) noexcept nogil:
    """mean + c prior sqrt(available) / (1 + visits); an untried edge has the parent's mean less the urgency."""
    cdef const Settings *settings = &worker.settings
    cdef const Edge *edges = edges_of(node)
    cdef const Rest *rest = rest_of(&worker.tree, node)
    cdef const Edge *edge
    cdef double urgency = parent_mean(edges, index, n) - settings.fpu
    cdef double score, available, best = -1e30
    cdef int i, at, chosen = index[0]
    for i in range(n):
        at = index[i]
        edge = &edges[at]
        score = mean_of(edge) if edge.visits else urgency
        available = node.visits + 1 - rest[at].missed
        score += settings.puct * rest[at].prior * sqrt(available) / (1.0 + edge.visits)
        if score > best:
            best = score
            chosen = at
    return chosen


cdef int choose_edge(Worker *worker, Node *node, const uint16_t *index, int n, uint64_t number,
                     Rng *rng) noexcept nogil:
    if worker.settings.rule == RULE_TURNS:
        return index[number % n]
    if worker.settings.rule == RULE_PUCT:
        return choose_puct(worker, node, index, n)
    return choose_ucb(worker, node, index, n, rng)
