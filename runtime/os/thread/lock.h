/* Locks, condition variables, and what is done once.
 *
 * All three are structures of their own around the C library's, so that nobody outside os/ names those, and inline, so
 * that a launch pays nothing for it. A lock is not recursive. None of them is ever destroyed: they are static, or lie in
 * what lives as long as the program, or in memory that is given back when nobody uses them any more. */
#ifndef SWRT_LOCK_H
#define SWRT_LOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct swrt_mutex {
    pthread_mutex_t os;
};
#define SWRT_MUTEX_FREE {PTHREAD_MUTEX_INITIALIZER} /* the initial value of one that nobody holds */

/* Makes the lock one that nobody holds, whatever it was before: for memory from malloc, and for a copy of a process whose
 * lock some thread holds that is not there. Before: nobody waits for it. */
static inline void swrt_mutex_create(struct swrt_mutex *mutex) {
    pthread_mutex_init(&mutex->os, NULL);
}

/* Waits until nobody holds the lock. Before: the caller does not. After: the caller does. */
static inline void swrt_mutex_lock(struct swrt_mutex *mutex) {
    pthread_mutex_lock(&mutex->os);
}

/* The same without waiting. true: the caller holds the lock; false: somebody else does. */
static inline bool swrt_mutex_try(struct swrt_mutex *mutex) {
    return !pthread_mutex_trylock(&mutex->os);
}

/* Before: the caller holds the lock. After: it does not, and what it wrote is seen by who holds it next. */
static inline void swrt_mutex_unlock(struct swrt_mutex *mutex) {
    pthread_mutex_unlock(&mutex->os);
}

struct swrt_cond {
    pthread_cond_t os;
};
#define SWRT_COND_NEW {PTHREAD_COND_INITIALIZER}

/* Gives the lock up, sleeps until somebody wakes who waits here, and takes it again. It may return for no reason: who
 * waits looks again at what it waits for. Before and after: the caller holds the lock. */
static inline void swrt_cond_wait(struct swrt_cond *cond, struct swrt_mutex *mutex) {
    pthread_cond_wait(&cond->os, &mutex->os);
}

/* The same, but until swrt_now() (os/clock.h) is `until` at the latest. false: it is. */
bool swrt_cond_wait_until(struct swrt_cond *cond, struct swrt_mutex *mutex, uint64_t until);

/* Wakes one of those that wait, or all of them. Who wakes up has to get the lock first. */
static inline void swrt_cond_wake_one(struct swrt_cond *cond) {
    pthread_cond_signal(&cond->os);
}

static inline void swrt_cond_wake_all(struct swrt_cond *cond) {
    pthread_cond_broadcast(&cond->os);
}

struct swrt_once {
    pthread_once_t os;
};
#define SWRT_ONCE_NEW {PTHREAD_ONCE_INIT}

/* Calls the function if nobody has with this `once`. After: it has returned, whoever called it, and what it wrote is seen.
 * It must not come here with the same one. */
static inline void swrt_once(struct swrt_once *once, void (*function)(void)) {
    pthread_once(&once->os, function);
}

#endif
