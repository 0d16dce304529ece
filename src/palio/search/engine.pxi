# Threads and the Python face of the core.

cdef bint time_is_up(Worker *worker, int64_t now) noexcept nogil:
    return mailbox_stopped(&worker.box) or now >= worker.deadline or worker.next >= worker.limit


cdef bint is_decided(Worker *worker, int64_t now) noexcept nogil:
    """True when no root move can overtake the most visited one in the time left, at twice the speed so far."""
    cdef uint32_t visits, first = 0, second = 0
    cdef double left = 2.0 * worker.done * (worker.deadline - now) / (now - worker.started)
    cdef Node *node = root_node(worker)
    cdef int i
    worker.next_check = now + (worker.deadline - worker.started) // CHECKS
    for i in range(worker.n_root):
        visits = root_visits(worker, node, i)
        second = max(second, min(visits, first))
        first = max(first, visits)
    return first - second > left


cdef bint work(Worker *worker, int64_t slice_end) noexcept nogil:
    """Iterate until the search or the slice is over, looking at clock and mailbox between batches; True at the end."""
    cdef int64_t now = clock_now(), before
    cdef int i
    while not time_is_up(worker, now):
        before = now
        for i in range(worker.batch):
            if worker.next >= worker.limit:
                break
            iterate(worker, worker.next)
            worker.next += worker.stride
            worker.done += 1
        now = clock_now()
        if now - before > LOOK_AFTER:
            worker.batch = max(worker.batch // 2, 1)
        elif worker.batch < BATCH and now - before < LOOK_AFTER // 2:
            worker.batch *= 2
        if mailbox_requested(&worker.box):
            write_report(worker)
            mailbox_deliver(&worker.box)
        if now >= worker.next_check and is_decided(worker, now):
            return True
        if now >= slice_end:
            return time_is_up(worker, now)
    return True


cdef void find_root_moves(Worker *worker) noexcept nogil:
    cdef Move moves[PALIO_MAX_MOVES]
    cdef float shares[PALIO_MAX_MOVES]
    cdef int i
    worker.n_root = worker.ops.legal_moves(worker.view, moves)
    for i in range(worker.n_root):
        shares[i] = 1.0 / worker.n_root
    if worker.search_ops.prior != NULL:
        draw_weighted_world(worker)
        worker.search_ops.prior(worker.world, moves, worker.n_root, shares)
    memset(worker.root, 0, sizeof(worker.root))
    for i in range(worker.n_root):
        worker.root[i].move = moves[i]
        worker.root[i].prior = shares[i]


cdef void draw_weighted_world(Worker *worker) noexcept nogil:
    cdef Rng rng
    rng_seed(&rng, worker.seed, LINE_STREAM)
    draw_weighted(worker, &rng)


cdef bint follows_from(Worker *worker, const char *view) noexcept nogil:
    """True when the view is what the last search's best move led to, with nothing in between.

    Path keys know a node only by what led there, so this is the one case in which their tree can be used again.
    """
    cdef Move best = best_root_move(worker)
    if best == 0 or not worker.settings.path_keys or worker.settings.observer == OBSERVER_ALL:
        return False
    draw_weighted_world(worker)
    start_keys(worker, 0)
    make_move(worker, best)
    if worker.ops.actor(worker.world) != worker.seat:
        return False
    worker.ops.hide(worker.world, worker.seat)
    return memcmp(worker.world, view, worker.ops.state_size) == 0


cdef Move best_root_move(Worker *worker) noexcept nogil:
    cdef Node *node
    cdef Move best = 0
    cdef Move moves[PALIO_MAX_MOVES]
    if worker.n_root == 0 or worker.tree.tables == NULL:
        return 0
    node = root_node(worker)
    if node != NULL:
        best_edge(node, moves, worker.ops.legal_moves(worker.view, moves), &best)
    return best


cdef void set_root(Worker *worker, const char *view, bint reuse) noexcept nogil:
    """Start at a new view; `reuse` keeps the tree where its nodes can still be found."""
    cdef bint same_seat = worker.n_root > 0 and worker.seat == worker.ops.viewer(view)
    cdef bint continues = reuse and same_seat and follows_from(worker, view)
    cdef uint64_t continued = worker.path_key[worker.seat]
    if worker.settings.path_keys:
        reuse = continues
    tree_next_search(&worker.tree, reuse and same_seat)
    memcpy(worker.view, view, worker.ops.state_size)
    worker.seat = worker.ops.viewer(view)
    worker.seats = worker.ops.seats(view)
    worker.root_key = continued if continues else hash_bytes(view, worker.ops.state_size, worker.seat + 1)
    find_root_moves(worker)
    worker.revisits = True
    worker.full = False
    worker.leads = 0
    worker.lead_mean = worker.lead_squares = 0
    if worker.belief != NULL:
        worker.search_ops.believe(worker.view, worker.settings.knobs, worker.belief)
    if worker.worlds != NULL:
        draw_fixed_worlds(worker)


cdef void *zeroed(size_t bytes) noexcept nogil:
    """Memory that shares no cache line with that of another thread."""
    cdef void *block = block_reserve(bytes)
    if block != NULL:
        memset(block, 0, bytes)
    return block


cdef Worker *open_worker(Game game, const Settings *settings) except NULL:
    cdef size_t size = (game.ops.state_size + 15) & ~<size_t>15
    cdef size_t belief = game.search_ops.belief_size if game.search_ops.believe != NULL else 0
    cdef size_t worlds = settings.worlds * game.ops.state_size if settings.observer == OBSERVER_ALL else 0
    cdef Worker *worker = <Worker *>zeroed(sizeof(Worker))
    if worker == NULL:
        raise MemoryError
    worker.view = <char *>zeroed(3 * size + ((belief + 15) & ~<size_t>15) + worlds)
    if worker.view == NULL:
        free(worker)
        raise MemoryError
    worker.ops = game.ops
    worker.search_ops = game.search_ops
    worker.settings = settings[0]
    worker.tree.plain = (settings.observer == OBSERVER_ACTOR and not settings.path_keys
                         and settings.rule == RULE_UCB and settings.bias == 0)
    worker.world = worker.view + size
    worker.scratch = worker.world + size
    worker.belief = worker.scratch + size if belief else NULL
    worker.worlds = worker.scratch + size + ((belief + 15) & ~<size_t>15) if worlds else NULL
    return worker


cdef class Engine:
    """Threads' memory for searches of one game with one setting; every method may be called from any thread."""

    cdef Game game
    cdef Worker **workers
    cdef int count
    cdef size_t memory               # bytes of tree per thread

    def __cinit__(self, Game game not None, settings: dict, threads: int, memory: int) -> None:
        cdef Settings parsed
        cdef int i
        memset(&parsed, 0, sizeof(parsed))
        fill_settings(&parsed, settings)
        self.game = game
        self.memory = memory // threads
        self.workers = <Worker **>calloc(threads, sizeof(Worker *))
        if self.workers == NULL:
            raise MemoryError
        for i in range(threads):
            self.workers[i] = open_worker(game, &parsed)
            self.count = i + 1

    def __dealloc__(self):
        cdef int i
        for i in range(self.count):
            tree_close(&self.workers[i].tree)
            free(self.workers[i].view)
            free(self.workers[i])
        free(self.workers)

    def prepare(self, View view not None, seed: int, iterations: int, nanoseconds: int, reuse: bool,
                win_weights: tuple, worlds: int) -> None:
        """Get ready to run from this view; 0 as a limit means none. No thread may be running.

        `worlds`: how many of the settings' worlds a determinized search uses, at least 1.
        """
        cdef uint64_t limit = iterations if iterations else <uint64_t>1 << 62
        cdef Worker *worker
        cdef int i, phase = 1
        if self.game.search_ops.phase != NULL:
            phase = self.game.search_ops.phase(view.data)
        for i in range(self.count):
            worker = self.workers[i]
            worker.seed = seed
            worker.settings.win_weight = win_weights[phase]
            worker.n_worlds = worlds
            worker.next = i
            worker.stride = self.count
            worker.limit = limit
            worker.done = 0
            worker.batch = 1
            mailbox_open(&worker.box)
            if tree_open(&worker.tree, self.memory, 4 * min(limit // self.count + 64, <uint64_t>1 << 40)):
                raise MemoryError(f"no {self.memory} bytes for a search tree")
            set_root(worker, <const char *>view.data, reuse)
            worker.started = clock_now()
            worker.deadline = worker.started + nanoseconds if nanoseconds else <int64_t>1 << 62
            worker.next_check = <int64_t>1 << 62
            if worker.settings.early_stop and self.count == 1 and nanoseconds:
                worker.next_check = worker.started + nanoseconds // CHECKS

    def run(self, index: int) -> None:
        """Search as thread `index` until a limit is met or `stop` is called; releases the GIL."""
        cdef Worker *worker = self.workers[index]
        cdef bint ended = False
        try:
            while not ended:
                with nogil:
                    ended = work(worker, clock_now() + SLICE)
                PyErr_CheckSignals()
        finally:
            # With the GIL, under which the outside reads reports: nobody is reading this one now.
            write_report(worker)
            mailbox_finish(&worker.box)

    def stop(self) -> None:
        cdef int i
        for i in range(self.count):
            mailbox_stop(&self.workers[i].box)

    def reports(self) -> list:
        """A dict of each thread's present findings; waits until each has looked at its mailbox.

        Only one caller at a time.
        """
        cdef int i
        for i in range(self.count):
            mailbox_request(&self.workers[i].box)
        for i in range(self.count):
            with nogil:
                while mailbox_requested(&self.workers[i].box) and not mailbox_finished(&self.workers[i].box):
                    clock_sleep(20000)
        return [self.report(i) for i in range(self.count)]

    cdef dict report(self, int index):
        cdef Report *report = &self.workers[index].report
        cdef int i, seat, seats = self.game.seats
        return {
            "iterations": report.iterations,
            "seconds": report.elapsed * 1e-9,
            "moves": [report.move[i] for i in range(report.n)],
            "visits": [report.visits[i] for i in range(report.n)],
            "counted": [report.counted[i] for i in range(report.n)],
            "sums": [[report.sum[i][seat] for seat in range(seats)] for i in range(report.n)],
            "priors": [report.prior[i] for i in range(report.n)],
            "line": [report.line[i] for i in range(report.line_length)],
            "nodes": report.nodes,
            "tree_bytes": report.tree_bytes,
            "full": bool(report.full),
        }


cdef int fill_settings(Settings *settings, dict values) except -1:
    settings.observer = values["observer"]
    settings.rule = values["rule"]
    settings.max_depth = min(values["max_depth"], MAX_DEPTH)
    settings.fpu_moves = values["fpu_moves"]
    settings.worlds = values["worlds"]
    settings.path_keys = values["path_keys"]
    settings.open_loop = values["open_loop"]
    settings.informed = values["informed"]
    settings.weighted = values["weighted"]
    settings.exploration = values["exploration"]
    settings.puct = values["puct"]
    settings.fpu = values["fpu"]
    settings.bias = values["bias"]
    settings.evaluation = values["evaluation"]
    settings.early_stop = values["early_stop"] and settings.rule != RULE_TURNS
    settings.place_value = values["place_value"]
    settings.solo_points = values["solo_points"]
    for i, knob in enumerate(values["knobs"]):
        settings.knobs[<int>i] = knob
    return 0


REWARD_UNIT = UNIT
"""One count of the reward sums in a report."""
