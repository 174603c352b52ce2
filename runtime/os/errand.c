/* Errands: what may have to wait for a lock that a host's thread holds.
 *
 * A host's thread may wait for a kernel while it holds the dynamic loader's lock (the constructor of a library that is
 * being loaded launches kernels; one that is being closed waits for them) or that of stdout or stderr (flockfile). Who
 * runs the kernel must not wait for these, or nobody goes on. So when it has a fault to tell of, it sends a thread of
 * its own, which does one errand after the other, and waits no longer than a second; what that thread comes late with
 * is late, or missing in the text, but the kernel ends. Behind an errand that is late nobody waits. */
#include "os/errand.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "os/thread.h"

struct errand {
    struct errand *next;
    void (*run)(void *data);
    void *data;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct errand *first, **last = &first;
static unsigned long sent, done;
static bool is_running, is_late;

static void *body(void *unused) {
    pthread_mutex_lock(&lock);
    while (first) {
        struct errand *errand = first;
        pthread_mutex_unlock(&lock);
        errand->run(errand->data);
        pthread_mutex_lock(&lock);
        first = errand->next;
        last = first ? last : &first;
        free(errand);
        done++;
        pthread_cond_broadcast(&changed);
    }
    is_running = is_late = false;
    pthread_mutex_unlock(&lock);
    return NULL;
}

/* With the lock held. */
static void wait_for(unsigned long mine) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec++;
    while (done < mine && !is_late)
        if (pthread_cond_clockwait(&changed, &lock, CLOCK_MONOTONIC, &until))
            is_late = done < mine;
}

void swrt_errand(void (*run)(void *data), void *data) {
    struct errand *errand = swrt_on_worker() ? malloc(sizeof *errand) : NULL;
    if (!errand) {
        run(data);
        return;
    }
    *errand = (struct errand){.run = run, .data = data};
    pthread_mutex_lock(&lock);
    *last = errand;
    last = &errand->next;
    unsigned long mine = ++sent;
    if (!is_running) {
        is_running = true;
        swrt_spawn(body, NULL);
    }
    wait_for(mine);
    pthread_mutex_unlock(&lock);
}
