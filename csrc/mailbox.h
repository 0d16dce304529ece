/* How a search thread and the outside talk: a stop flag, a request for a report, its delivery.
 *
 * The thread writes its report only between a request and the delivery, the outside reads it only
 * after the delivery, so neither needs a lock. */
#ifndef PALIO_MAILBOX_H
#define PALIO_MAILBOX_H

#include <stdatomic.h>
#include <stdint.h>
#include <time.h>

typedef struct Mailbox {
    atomic_int stop;      /* set by the outside: end soon */
    atomic_int requested; /* set by the outside, cleared with the delivery */
    atomic_int finished;  /* set by the thread after its last report */
} Mailbox;

static inline void mailbox_open(Mailbox *box) {
    atomic_init(&box->stop, 0);
    atomic_init(&box->requested, 0);
    atomic_init(&box->finished, 0);
}

static inline void mailbox_stop(Mailbox *box) { atomic_store_explicit(&box->stop, 1, memory_order_relaxed); }
static inline int mailbox_stopped(Mailbox *box) { return atomic_load_explicit(&box->stop, memory_order_relaxed); }

static inline void mailbox_request(Mailbox *box) { atomic_store_explicit(&box->requested, 1, memory_order_release); }
static inline int mailbox_requested(Mailbox *box) { return atomic_load_explicit(&box->requested, memory_order_acquire); }
static inline void mailbox_deliver(Mailbox *box) { atomic_store_explicit(&box->requested, 0, memory_order_release); }

static inline void mailbox_finish(Mailbox *box) { atomic_store_explicit(&box->finished, 1, memory_order_release); }
static inline int mailbox_finished(Mailbox *box) { return atomic_load_explicit(&box->finished, memory_order_acquire); }

/* Nanoseconds of a clock that only goes forward. */
static inline int64_t clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Let others run for about this long. */
static inline void clock_sleep(int64_t nanoseconds) {
    struct timespec pause = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    nanosleep(&pause, NULL);
}

#endif
