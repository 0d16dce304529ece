# The tree: information-set nodes found by a 64-bit key, in one arena.
#
# A record is a Node followed by its edges, so that one visit touches neighbouring cache lines. The slots are an
# open-addressing table of record offsets. A node that meets new moves moves to a larger record; the old one stays
# behind as dead until the next compaction.

cdef struct Edge:
    Move move
    uint32_t visits
    uint32_t missed          # visits of the node at which the move was not legal or not known yet
    float prior              # the policy's share; 1 / n without a policy
    int64_t sum              # rewards of the node's seat in units of 2^-30: adding is exact in any order

cdef struct Node:            # edges follow, ascending by move
    uint64_t key             # hash of what the observer knows
    uint32_t visits          # descents through this node
    uint16_t n_edges, cap    # edges in use; room for
    uint16_t age             # the search that last came by, modulo 2^16
    int8_t seat              # who decides here
    uint8_t dead             # moved elsewhere

cdef struct Slot:
    uint32_t tag             # upper half of the key
    uint32_t at              # record offset in units of 8 bytes, plus 1; 0: empty

cdef struct Tree:
    Arena arena
    Slot *slots
    uint64_t mask            # slots - 1
    uint32_t n_nodes, max_nodes
    uint16_t age


cdef inline Edge *edges_of(Node *node) noexcept nogil:
    return <Edge *>(node + 1)


cdef inline size_t record_size(int cap) noexcept nogil:
    return sizeof(Node) + cap * sizeof(Edge)


cdef inline Node *record_at(Tree *tree, uint32_t at) noexcept nogil:
    return <Node *>(tree.arena.base + 8 * <size_t>(at - 1))


cdef void tree_clear(Tree *tree) noexcept nogil:
    tree.arena.used = 0
    tree.n_nodes = 0
    if tree.slots != NULL:
        memset(tree.slots, 0, (tree.mask + 1) * sizeof(Slot))


cdef void tree_close(Tree *tree) noexcept nogil:
    arena_close(&tree.arena)
    free(tree.slots)
    tree.slots = NULL
    tree.mask = 0


cdef int tree_open(Tree *tree, size_t memory, uint64_t nodes) noexcept nogil:
    """Room for so many nodes within so many bytes; 0, or -1 without memory. Keeps a tree that is large enough."""
    cdef uint64_t slots = 64
    while slots * 3 < nodes * 4 and slots * 256 <= memory:
        slots *= 2
    if tree.slots != NULL and tree.mask + 1 >= slots:
        return 0
    tree_close(tree)
    tree.slots = <Slot *>block_reserve(slots * sizeof(Slot))
    if tree.slots == NULL or arena_open(&tree.arena, memory - slots * sizeof(Slot)):
        tree_close(tree)
        return -1
    tree.mask = slots - 1
    tree.max_nodes = <uint32_t>(slots / 4 * 3)
    tree_clear(tree)
    return 0


cdef inline Slot *tree_slot(Tree *tree, uint64_t key) noexcept nogil:
    """The key's slot, or the empty one where it belongs."""
    cdef uint64_t at = key & tree.mask
    cdef uint32_t tag = <uint32_t>(key >> 32)
    while tree.slots[at].at:
        if tree.slots[at].tag == tag and record_at(tree, tree.slots[at].at).key == key:
            break
        at = (at + 1) & tree.mask
    return &tree.slots[at]


cdef inline Node *tree_record(Tree *tree, int cap) noexcept nogil:
    cdef Node *node = <Node *>arena_take(&tree.arena, record_size(cap))
    if node != NULL:
        memset(node, 0, sizeof(Node))
        node.cap = cap
        node.age = tree.age
    return node


cdef inline void slot_set(Tree *tree, Slot *slot, Node *node) noexcept nogil:
    slot.tag = <uint32_t>(node.key >> 32)
    slot.at = <uint32_t>((<unsigned char *>node - tree.arena.base) >> 3) + 1


cdef Node *tree_add(Tree *tree, Slot *slot, uint64_t key, int seat, const Move *moves, int n) noexcept nogil:
    """A new node in an empty slot; NULL when the tree is full."""
    cdef Node *node
    cdef Edge *edges
    cdef int i
    if tree.n_nodes >= tree.max_nodes:
        return NULL
    node = tree_record(tree, n)
    if node == NULL:
        return NULL
    node.key = key
    node.seat = seat
    node.n_edges = n
    edges = edges_of(node)
    for i in range(n):
        edges[i] = Edge(move=moves[i], visits=0, missed=0, prior=1.0 / n, sum=0)
    tree.n_nodes += 1
    slot_set(tree, slot, node)
    return node


cdef Node *node_grow(Tree *tree, Node *node, int more) noexcept nogil:
    """The node in a record with room for so many more edges; NULL when the tree is full."""
    cdef int cap = min(max(node.n_edges + more, 2 * node.cap), MAX_EDGES)
    cdef Node *grown
    if node.n_edges + more <= node.cap:
        return node
    if node.n_edges + more > MAX_EDGES:
        return NULL
    grown = tree_record(tree, cap)
    if grown == NULL:
        return NULL
    memcpy(grown, node, record_size(node.n_edges))
    grown.cap = cap
    node.dead = 1
    slot_set(tree, tree_slot(tree, node.key), grown)
    return grown


cdef void node_refresh(Tree *tree, Node *node) noexcept nogil:
    """Halve what older searches found, once per search since: it comes from older beliefs."""
    cdef int i, shift = min(<int>(<uint16_t>(tree.age - node.age)), 16)
    cdef uint32_t kept, available, before = node.visits
    cdef Edge *edge = edges_of(node)
    node.age = tree.age
    node.visits = 0
    for i in range(node.n_edges):
        node.visits += edge[i].visits >> shift
    for i in range(node.n_edges):
        kept = edge[i].visits >> shift
        edge[i].sum = edge[i].sum // edge[i].visits * kept if kept else 0
        edge[i].visits = kept
        available = max(kept, (before - edge[i].missed) >> shift)
        edge[i].missed = node.visits - min(available, node.visits)


cdef void tree_compact(Tree *tree) noexcept nogil:
    """Drop dead records and nodes that the last two searches did not visit; called between searches."""
    cdef size_t at = 0, kept = 0, size
    cdef Node *node
    cdef Node *target
    memset(tree.slots, 0, (tree.mask + 1) * sizeof(Slot))
    tree.n_nodes = 0
    while at < tree.arena.used:
        node = <Node *>(tree.arena.base + at)
        size = record_size(node.cap)
        at += size
        if node.dead or <uint16_t>(tree.age - node.age) > 1:
            continue
        target = <Node *>(tree.arena.base + kept)
        memmove(target, node, size)
        slot_set(tree, tree_slot(tree, target.key), target)
        tree.n_nodes += 1
        kept += size
    tree.arena.used = kept


cdef void tree_next_search(Tree *tree, bint reuse) noexcept nogil:
    """Get ready for another search: keep what may be of use, or nothing."""
    tree.age += 1
    if not reuse:
        tree_clear(tree)
    elif tree.arena.used > tree.arena.cap / 2 or tree.n_nodes > tree.max_nodes / 2:
        tree_compact(tree)
        if tree.arena.used > tree.arena.cap / 2 or tree.n_nodes > tree.max_nodes / 2:
            tree_clear(tree)
