/* The one interface of a game. Everything above the games (core, search, referee) works on
 * this table and knows no game by name.
 *
 * A state is one flat struct without pointers: memcpy copies it, memcmp compares it, every
 * padding byte is zero. A view is the same struct with everything that its seat cannot know
 * set to "unknown" (see each game's state.pxd) and the seat noted in it. */
#ifndef PALIO_GAME_H
#define PALIO_GAME_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "rng.h"

/* A decision or a chance outcome; each game's state.pxd draws its bits. 0 is never a move. */
typedef uint32_t Move;

enum {
    PALIO_CHANCE = -1, /* actor: the next move is drawn by sample_chance */
    PALIO_OVER = -2,   /* actor: the game is over */
    PALIO_MAX_SEATS = 6,
    PALIO_MAX_MOVES = 512, /* most moves of one decision or outcomes of one draw */
    PALIO_KNOBS = 8        /* parameters that a game may have for its `weight` */
};

/* How a game ended. */
typedef struct Result {
    float value[PALIO_MAX_SEATS];    /* 1 for the winner down to 0 for the last, ties share; solo: 1 won, 0 lost */
    int32_t points[PALIO_MAX_SEATS]; /* the game's own score, shown beside the rank */
    int32_t rank[PALIO_MAX_SEATS];   /* 1 for the winner; tied seats share the better rank */
} Result;

typedef struct GameOps {
    const char *name;
    size_t state_size;

    /* Fills `state` with the first position. `options` are the values of the game's info.py,
     * in its order, already checked; choices are given by their index. */
    void (*setup)(void *state, const int32_t *options, Rng *rng);

    int (*seats)(const void *state);
    /* The seat to decide, PALIO_CHANCE or PALIO_OVER. */
    int (*actor)(const void *state);
    /* Writes the moves of the current decision, or at PALIO_CHANCE the possible outcomes, in
     * ascending order and returns their number; 0 only at PALIO_OVER. On a view: right for the
     * viewer's own decisions only. */
    int (*legal_moves)(const void *state, Move *out);
    /* Carries out a legal move and all that follows by itself. Never called on a view. */
    void (*apply)(void *state, Move move);
    /* An outcome with its true probability. */
    Move (*sample_chance)(const void *state, Rng *rng);
    /* The probability of one of the outcomes that legal_moves lists at PALIO_CHANCE. */
    double (*chance_probability)(const void *state, Move move);
    /* At PALIO_OVER: ranks, values and points. */
    void (*result)(const void *state, Result *out);

    /* Turns a state into the view of `seat`, in place. */
    void (*hide)(void *state, int seat);
    /* The seat whose view this is, or -1 for a full state. */
    int (*viewer)(const void *state);
    /* Turns a view into a full state that fits it, in place; the hidden parts are drawn with
     * their true probabilities given what the seat knows. */
    void (*determinize)(void *view, Rng *rng);
    /* The move as `seat` sees it being made in `state`: moves that look alike map to one value. */
    Move (*seen)(const void *state, Move move, int seat);

    /* Plays to the end with uniformly random moves; returns the number of decisions made. */
    int64_t (*playout)(void *state, Rng *rng);
    /* The same with the game's own playout policy (policy.pxi). */
    int64_t (*playout_informed)(void *state, Rng *rng);
    /* Estimated value per seat, on the scale of Result.value. */
    void (*evaluate)(const void *state, float *out);

    /* NULL when every invariant holds, else a sentence that names the broken one. Takes any
     * bytes: nothing that passes may crash the functions above. */
    const char *(*check)(const void *state);
} GameOps;

/* What a game can tell the search beside its rules. A game may have no such table, and any pointer
 * in it may be NULL: search then falls back as said. */
typedef struct SearchOps {
    /* A hash of everything that `seat` knows in a full state: equal exactly when hide(state, seat)
     * is. Fallback: hide a copy and hash its bytes. */
    uint64_t (*view_key)(const void *state, int seat);
    /* How well a world that fits the view explains what the other seats have done: a likelihood in
     * (0, 1], relative to the best explanation. `knobs` are the game's own parameters (Params.knobs).
     * Fallback: every world explains it equally well. */
    double (*weight)(const void *view, const void *world, const float *knobs);
    /* Worlds in proportion to their probability times `weight`, faster than by rejection: `believe`
     * prepares `belief_size` bytes once for a view, `draw_believed` turns a copy of that view into
     * a world. Both or none. Fallback: determinize, and accept with probability `weight`. */
    size_t belief_size;
    void (*believe)(const void *view, const float *knobs, void *belief);
    void (*draw_believed)(const void *belief, void *view, Rng *rng);
    /* The policy's share of each of the n legal moves; the sum is 1. Fallback: 1 / n. */
    void (*prior)(const void *state, const Move *moves, int n, float *out);
    /* The third of the game, 0 to 2, for the reward's mixture of place and lead. Fallback: 1. */
    int (*phase)(const void *state);
} SearchOps;

/* In debug builds every game checks its state after every move:
 * if (PALIO_CHECKED) palio_verify(check(state)); costs nothing in release builds. */
#ifdef PALIO_DEBUG
enum { PALIO_CHECKED = 1 };
#else
enum { PALIO_CHECKED = 0 };
#endif

static inline void palio_verify(const char *error) {
    if (error) {
        fprintf(stderr, "palio: broken state: %s\n", error);
        abort();
    }
}

#endif
