# Rewards: places first, the lead in points second; fixed point with 30 binary digits.

cdef double place_reward(const Settings *settings, const Result *result, int seats, int seat) noexcept nogil:
    """1 for a sole first place, shared by those who tie for it; else a part of place_value by seats beaten."""
    cdef int other, beaten = 0, equal = 0
    for other in range(seats):
        beaten += result.rank[other] > result.rank[seat]
        equal += result.rank[other] == result.rank[seat]
    if result.rank[seat] == 1:
        return 1.0 / equal
    return settings.place_value * beaten / (seats - 1)


cdef double lead_of(const Result *result, int seats, int seat) noexcept nogil:
    """Points ahead of the best other seat."""
    cdef int other, best = -0x7FFFFFFF
    for other in range(seats):
        if other != seat and result.points[other] > best:
            best = result.points[other]
    return <double>result.points[seat] - best


cdef double spread_of(Worker *worker, double lead) noexcept nogil:
    """The standard deviation of the root seat's lead over this search's playouts, within 4 to 40 points."""
    cdef double step = lead - worker.lead_mean
    worker.leads += 1
    worker.lead_mean += step / worker.leads
    worker.lead_squares += step * (lead - worker.lead_mean)
    if worker.leads < 8:
        return 10.0
    return min(max(sqrt(worker.lead_squares / worker.leads), 4.0), 40.0)


cdef void reward_result(Worker *worker, const Result *result, double *out) noexcept nogil:
    cdef const Settings *settings = &worker.settings
    cdef double win = settings.win_weight, lead, spread
    cdef int seat, seats = worker.seats
    if seats == 1:
        lead = min(max(<double>result.points[0], 0.0), settings.solo_points) / settings.solo_points
        out[0] = result.value[0] * (0.4 + 0.6 * lead)
        return
    for seat in range(seats):
        out[seat] = place_reward(settings, result, seats, seat)
    if win >= 1.0:
        return
    spread = spread_of(worker, lead_of(result, seats, worker.seat))
    for seat in range(seats):
        lead = lead_of(result, seats, seat)
        out[seat] = win * out[seat] + (1.0 - win) * (0.5 + 0.5 * lead / (spread + fabs(lead)))


cdef void judge_leaf(Worker *worker, Rng *rng) noexcept nogil:
    """Play the world out, ask the game's evaluation, or mix the two; leaves rewards in worker.reward."""
    cdef Result result
    cdef float estimate[PALIO_MAX_SEATS]
    cdef double reward[PALIO_MAX_SEATS]
    cdef double share = worker.settings.evaluation
    cdef int seat
    if worker.ops.actor(worker.world) == PALIO_OVER:
        share = 0
    if share > 0:
        worker.ops.evaluate(worker.world, estimate)
    if share < 1:
        if worker.settings.informed:
            worker.ops.playout_informed(worker.world, rng)
        else:
            worker.ops.playout(worker.world, rng)
        worker.ops.result(worker.world, &result)
        reward_result(worker, &result, reward)
    for seat in range(worker.seats):
        if share >= 1:
            reward[seat] = estimate[seat]
        elif share > 0:
            reward[seat] = share * estimate[seat] + (1.0 - share) * reward[seat]
        worker.reward[seat] = <int64_t>(reward[seat] * ONE + 0.5)
