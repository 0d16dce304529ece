/* Tiny games given as tables, behind the same GameOps as the real ones.
 *
 * A game is a tree of numbered nodes and one hidden type, drawn at the start and known to some
 * seats. The type decides which moves are legal and who wins at the end. */
#include <string.h>

#include "game.h"

enum { NODES = 64, MOVES = 8, TYPES = 16 };

typedef struct Table {
    int32_t types, known_by;            /* number of types; bit set of seats that know the type */
    int32_t actor[NODES];               /* seat, PALIO_CHANCE (uniform) or PALIO_OVER */
    int32_t child[NODES][MOVES];        /* 0: no such move */
    int32_t illegal[NODES][MOVES];      /* bit set of types in which the move is not legal */
    int32_t rank[NODES][TYPES][PALIO_MAX_SEATS];
    int32_t points[NODES][TYPES][PALIO_MAX_SEATS];
    double weight[TYPES];
} Table;

typedef struct Tiny {
    int32_t seats, viewer, type, node;  /* viewer -1: full state; type -1: unknown */
} Tiny;

Table table;

static void t_setup(void *memory, const int32_t *options, Rng *rng) {
    Tiny *state = memory;
    state->seats = options[0];
    state->viewer = -1;
    state->type = (int32_t)rng_below(rng, (uint32_t)table.types);
    state->node = 0;
}

static int t_seats(const void *memory) { return ((const Tiny *)memory)->seats; }
static int t_actor(const void *memory) { return table.actor[((const Tiny *)memory)->node]; }

static int t_moves(const void *memory, Move *out) {
    const Tiny *state = memory;
    int n = 0;
    for (int i = 0; i < MOVES; i++)
        if (table.child[state->node][i] && (state->type < 0 || !(table.illegal[state->node][i] >> state->type & 1)))
            out[n++] = (Move)(i + 1);
    return n;
}

static void t_apply(void *memory, Move move) {
    Tiny *state = memory;
    state->node = table.child[state->node][move - 1];
}

static Move t_chance(const void *memory, Rng *rng) {
    Move moves[MOVES];
    return moves[rng_below(rng, (uint32_t)t_moves(memory, moves))];
}

static double t_probability(const void *memory, Move move) {
    Move moves[MOVES];
    (void)move;
    return 1.0 / t_moves(memory, moves);
}

static void t_result(const void *memory, Result *out) {
    const Tiny *state = memory;
    for (int seat = 0; seat < PALIO_MAX_SEATS; seat++) {
        out->rank[seat] = table.rank[state->node][state->type][seat];
        out->points[seat] = table.points[state->node][state->type][seat];
        out->value[seat] = out->rank[seat] == 1;
    }
}

static void t_hide(void *memory, int seat) {
    Tiny *state = memory;
    state->viewer = seat;
    if (!(table.known_by >> seat & 1))
        state->type = -1;
}

static int t_viewer(const void *memory) { return ((const Tiny *)memory)->viewer; }

static void t_determinize(void *memory, Rng *rng) {
    Tiny *state = memory;
    state->viewer = -1;
    if (state->type < 0)
        state->type = (int32_t)rng_below(rng, (uint32_t)table.types);
}

static Move t_seen(const void *memory, Move move, int seat) {
    (void)memory, (void)seat;
    return move;
}

static int64_t t_playout(void *memory, Rng *rng) {
    Tiny *state = memory;
    int64_t decisions = 0;
    while (table.actor[state->node] != PALIO_OVER) {
        decisions += table.actor[state->node] >= 0;
        t_apply(memory, t_chance(memory, rng));
    }
    return decisions;
}

static void t_evaluate(const void *memory, float *out) {
    const Tiny *state = memory;
    for (int seat = 0; seat < PALIO_MAX_SEATS; seat++)
        out[seat] = table.points[state->node][state->type][seat] / 100.0f;
}

static const char *t_check(const void *memory) {
    (void)memory;
    return NULL;
}

GameOps tiny_ops = {
    "tiny",   sizeof(Tiny), t_setup, t_seats,  t_actor,       t_moves, t_apply,   t_chance,  t_probability,
    t_result, t_hide,       t_viewer, t_determinize, t_seen,  t_playout, t_playout, t_evaluate, t_check,
};

static double s_weight(const void *view, const void *world, const float *knobs) {
    (void)view, (void)knobs;
    return table.weight[((const Tiny *)world)->type];
}

/* The first move gets 0.9 of the policy. */
static void s_prior(const void *state, const Move *moves, int n, float *out) {
    (void)state, (void)moves;
    for (int i = 0; i < n; i++)
        out[i] = i == 0 ? 0.9f : 0.1f / (float)(n - 1);
}

SearchOps tiny_search_ops = {.weight = s_weight, .prior = s_prior};
