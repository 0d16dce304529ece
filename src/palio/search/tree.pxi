# The tree: information-set nodes found by a 64-bit key, in one arena.
#
# A record is a Node followed by its edges and, unless the tree is plain, by what only some searches ask of an edge. It
# starts on a cache line of its own: a visit waits for memory, not for arithmetic. The slots are an open-addressing
# table of record offsets in the order of the keys, and as small as the tree allows. A node that meets new moves moves
# to a larger record; the old one stays behind as dead until the next compaction.

cdef enum:
    FIRST_SLOTS = 64
    EXACT_CAP = 32           # records are made for any number of edges up to this, and for multiples of it beyond

cdef struct Edge:
    Move move
    uint32_t visits
    int64_t sum              # rewards of the node's seat in units of 2^-30: adding is exact in any order

cdef struct Rest:            # of an edge
    uint32_t missed          # visits of the node at which the move was not legal or not known yet
    float prior              # the policy's share; 1 / n without a policy

cdef struct Node:            # edges follow, ascending by move
    uint64_t key             # hash of what the observer knows
    uint32_t visits          # descents through this node
    uint16_t n_edges         # in use; 0: dead, moved elsewhere
    uint8_t size             # room for cap_of(size) edges
    uint8_t age              # the search that last came by, modulo 2^8

cdef struct Slot:
    uint32_t tag             # upper half of the key; its first bits are the slot's number
    uint32_t at              # record offset in cache lines, plus 1; 0: empty

cdef struct Tree:
    Arena arena
    Slot *tables             # room for tables of every size up to max_slots, each at an offset of its own size
    Slot *slots              # the table in use
    uint64_t mask            # its slots - 1
    int shift                # from a tag to its slot
    uint64_t max_slots
    uint32_t n_nodes, max_nodes
    uint8_t age
    bint plain               # legal moves never vary at a node and nobody asks for priors: there is no Rest


cdef inline Edge *edges_of(Node *node) noexcept nogil:
    return <Edge *>(node + 1)


cdef inline int cap_of(int size) noexcept nogil:
    return size if size <= EXACT_CAP else (size - EXACT_CAP + 1) * EXACT_CAP


cdef inline int size_for(int cap) noexcept nogil:
    """The smallest size with so much room."""
    return cap if cap <= EXACT_CAP else (cap + EXACT_CAP - 1) // EXACT_CAP + EXACT_CAP - 1


cdef inline Rest *rest_of(const Tree *tree, Node *node) noexcept nogil:
    """What else is known of the edges; NULL in a plain tree."""
    return NULL if tree.plain else <Rest *>(edges_of(node) + cap_of(node.size))


cdef inline size_t record_bytes(const Tree *tree, int size) noexcept nogil:
    cdef size_t edge = sizeof(Edge) if tree.plain else sizeof(Edge) + sizeof(Rest)
    return (sizeof(Node) + cap_of(size) * edge + CACHE_LINE - 1) & ~<size_t>(CACHE_LINE - 1)


cdef inline Node *record_at(Tree *tree, uint32_t at) noexcept nogil:
    return <Node *>(tree.arena.base + CACHE_LINE * (<size_t>at - 1))


cdef void use_table(Tree *tree, uint64_t slots) noexcept nogil:
    """Begin an empty table of this size, a power of 2."""
    tree.slots = tree.tables + slots
    tree.mask = slots - 1
    tree.shift = 32 - bits_last(slots)
    memset(tree.slots, 0, slots * sizeof(Slot))


cdef void grow_table(Tree *tree) noexcept nogil:
    """Move to a table of double the size; tags alone say where, so that both are walked from front to back."""
    cdef const Slot *old = tree.slots
    cdef uint64_t i, at, slots = tree.mask + 1
    use_table(tree, 2 * slots)
    for i in range(slots):
        if old[i].at:
            at = old[i].tag >> tree.shift
            while tree.slots[at].at:
                at = (at + 1) & tree.mask
            tree.slots[at] = old[i]


cdef void tree_clear(Tree *tree) noexcept nogil:
    tree.arena.used = 0
    tree.n_nodes = 0
    if tree.tables != NULL:
        use_table(tree, FIRST_SLOTS)


cdef void tree_close(Tree *tree) noexcept nogil:
    arena_close(&tree.arena)
    free(tree.tables)
    tree.tables = tree.slots = NULL
    tree.max_slots = 0


cdef int tree_open(Tree *tree, size_t memory, uint64_t nodes) noexcept nogil:
    """Room for so many nodes within so many bytes; 0, or -1 without memory. Keeps a tree that is large enough."""
    cdef uint64_t slots = FIRST_SLOTS
    cdef size_t bytes
    while slots * 3 < nodes * 4 and slots * 256 <= memory:
        slots *= 2
    if tree.max_slots >= slots:
        return 0
    tree_close(tree)
    bytes = 2 * slots * sizeof(Slot)
    tree.tables = <Slot *>block_reserve(bytes)
    if tree.tables == NULL or arena_open(&tree.arena, memory - bytes):
        tree_close(tree)
        return -1
    tree.max_slots = slots
    tree.max_nodes = <uint32_t>(slots / 4 * 3)
    tree_clear(tree)
    return 0


cdef inline void tree_prefetch(Tree *tree, uint64_t key) noexcept nogil:
    """Fetch the record in the key's first slot, most likely its own; an address from an empty slot does no harm."""
    cdef const unsigned char *record = <unsigned char *>record_at(tree, tree.slots[key >> 32 >> tree.shift].at)
    prefetch(record)
    prefetch(record + CACHE_LINE)


cdef inline Slot *tree_slot(Tree *tree, uint64_t key) noexcept nogil:
    """The key's slot, or the empty one where it belongs."""
    cdef uint32_t tag = <uint32_t>(key >> 32)
    cdef uint64_t at = tag >> tree.shift
    while tree.slots[at].at:
        if tree.slots[at].tag == tag and record_at(tree, tree.slots[at].at).key == key:
            break
        at = (at + 1) & tree.mask
    return &tree.slots[at]


cdef inline Node *tree_record(Tree *tree, int cap) noexcept nogil:
    """A record with room for so many edges; NULL when the tree is full."""
    cdef int size = size_for(cap)
    cdef Node *node = <Node *>arena_take(&tree.arena, record_bytes(tree, size))
    if node != NULL:
        node.visits = 0
        node.size = size
        node.age = tree.age
    return node


cdef inline void slot_set(Tree *tree, Slot *slot, Node *node) noexcept nogil:
    slot.tag = <uint32_t>(node.key >> 32)
    slot.at = <uint32_t>((<unsigned char *>node - tree.arena.base) / CACHE_LINE) + 1


cdef Node *tree_add(Tree *tree, Slot *slot, uint64_t key, const Move *moves, int n) noexcept nogil:
    """A new node in an empty slot; NULL when the tree is full. Slots may move."""
    cdef Node *node
    cdef Edge *edges
    cdef Rest *rest
    cdef int i
    if tree.n_nodes >= tree.max_nodes:
        return NULL
    node = tree_record(tree, n)
    if node == NULL:
        return NULL
    node.key = key
    node.n_edges = n
    edges = edges_of(node)
    for i in range(n):
        edges[i] = Edge(move=moves[i], visits=0, sum=0)
    rest = rest_of(tree, node)
    if rest != NULL:
        for i in range(n):
            rest[i] = Rest(missed=0, prior=1.0 / n)
    slot_set(tree, slot, node)
    tree.n_nodes += 1
    if tree.n_nodes > tree.mask / 4 * 3 and tree.mask + 1 < tree.max_slots:
        grow_table(tree)
    return node


cdef Node *node_grow(Tree *tree, Node *node, int more) noexcept nogil:
    """The node in a record with room for so many more edges; NULL when the tree is full."""
    cdef int cap = cap_of(node.size)
    cdef Node *grown
    if node.n_edges + more <= cap:
        return node
    if node.n_edges + more > MAX_EDGES:
        return NULL
    grown = tree_record(tree, min(max(node.n_edges + more, 2 * cap), MAX_EDGES))
    if grown == NULL:
        return NULL
    grown.key = node.key
    grown.visits = node.visits
    grown.n_edges = node.n_edges
    memcpy(edges_of(grown), edges_of(node), node.n_edges * sizeof(Edge))
    if not tree.plain:
        memcpy(rest_of(tree, grown), rest_of(tree, node), node.n_edges * sizeof(Rest))
    slot_set(tree, tree_slot(tree, node.key), grown)
    node.n_edges = 0
    return grown


cdef void node_refresh(Tree *tree, Node *node) noexcept nogil:
    """Halve what older searches found, once per search since: it comes from older beliefs."""
    cdef int i, shift = min(<int>(<uint8_t>(tree.age - node.age)), 16)
    cdef uint32_t kept, available, before = node.visits
    cdef Edge *edge = edges_of(node)
    cdef Rest *rest = rest_of(tree, node)
    node.age = tree.age
    node.visits = 0
    for i in range(node.n_edges):
        node.visits += edge[i].visits >> shift
    for i in range(node.n_edges):
        kept = edge[i].visits >> shift
        edge[i].sum = edge[i].sum // edge[i].visits * kept if kept else 0
        edge[i].visits = kept
        if rest != NULL:
            available = max(kept, (before - rest[i].missed) >> shift)
            rest[i].missed = node.visits - min(available, node.visits)


cdef void tree_compact(Tree *tree) noexcept nogil:
    """Drop dead records and nodes that the last two searches did not visit; called between searches."""
    cdef size_t at = 0, kept = 0, size
    cdef Node *node
    cdef Node *target
    use_table(tree, tree.mask + 1)
    tree.n_nodes = 0
    while at < tree.arena.used:
        node = <Node *>(tree.arena.base + at)
        size = record_bytes(tree, node.size)
        at += size
        if node.n_edges == 0 or <uint8_t>(tree.age - node.age) > 1:
            continue
        target = <Node *>(tree.arena.base + kept)
        memmove(target, node, size)
        slot_set(tree, tree_slot(tree, target.key), target)
        tree.n_nodes += 1
        kept += size
    tree.arena.used = kept


cdef inline bint half_full(const Tree *tree) noexcept nogil:
    return tree.arena.used > tree.arena.cap / 2 or tree.n_nodes > tree.max_nodes / 2


cdef void tree_next_search(Tree *tree, bint reuse) noexcept nogil:
    """Get ready for another search: keep what may be of use, or nothing; nothing either when ages start again."""
    tree.age += 1
    if reuse and tree.age and half_full(tree):
        tree_compact(tree)
    if not reuse or not tree.age or half_full(tree):
        tree_clear(tree)
