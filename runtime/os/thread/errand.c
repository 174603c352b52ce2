/* Errands: what may have to wait for a lock that a host's thread holds.
 *
 * A host's thread may wait for a kernel while it holds the dynamic loader's lock (the constructor of a library that is
 * being loaded launches kernels; one that is being closed waits for them) or that of stdout or stderr (flockfile). Who
 * runs the kernel must not wait for these, or nobody goes on. So when it has a fault to tell of, it sends a thread of
 * its own, which does one errand after the other, and waits no longer than a second; what that thread comes late with
 * is late, or missing in the text, but the kernel ends. Behind an errand that is late nobody waits. */
#include "os/thread/errand.h"

#include <stdlib.h>

#include "os/clock.h"
#include "os/thread/lock.h"
#include "os/thread/thread.h"

struct errand {
    struct errand *next;
    void (*run)(void *data);
    void *data;
};

static struct swrt_mutex lock = SWRT_MUTEX_FREE;
static struct swrt_cond changed = SWRT_COND_NEW;
static struct errand *first, **last = &first;
static unsigned long sent, done;
static bool is_running, is_late;

static void *body(void *unused) {
    swrt_mutex_lock(&lock);
    while (first) {
        struct errand *errand = first;
        swrt_mutex_unlock(&lock);
        errand->run(errand->data);
        swrt_mutex_lock(&lock);
        first = errand->next;
        last = first ? last : &first;
        free(errand);
        done++;
        swrt_cond_wake_all(&changed);
    }
    is_running = is_late = false;
    swrt_mutex_unlock(&lock);
    return NULL;
}

/* With the lock held. */
static void wait_for(unsigned long mine) {
    uint64_t until = swrt_now() + 1000000000;
    while (done < mine && !is_late)
        if (!swrt_cond_wait_until(&changed, &lock, until))
            is_late = done < mine;
}

void swrt_errand(void (*run)(void *data), void *data) {
    struct errand *errand = swrt_on_worker() ? malloc(sizeof *errand) : NULL;
    if (!errand) {
        run(data);
        return;
    }
    *errand = (struct errand){.run = run, .data = data};
    swrt_mutex_lock(&lock);
    *last = errand;
    last = &errand->next;
    unsigned long mine = ++sent;
    if (!is_running) {
        is_running = true;
        swrt_spawn(body, NULL);
    }
    wait_for(mine);
    swrt_mutex_unlock(&lock);
}
