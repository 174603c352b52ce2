/* Threads of our own; and the records of all: made on demand, given back when the thread has ended. */
#define _GNU_SOURCE
#include "os/thread/thread.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/fatal.h"
#include "os/thread/float_env.h"
#include "os/thread/lock.h"
#include "os/thread/stack.h"

enum { MOST_ENDS = 4 };

_Thread_local struct swrt_thread *swrt_thread_record __attribute__((tls_model("initial-exec")));
const struct swrt_thread swrt_thread_new;

static pthread_key_t key;
static void (*ends[MOST_ENDS])(struct swrt_thread *self);
static _Atomic unsigned num_ends;
static struct swrt_once once = SWRT_ONCE_NEW;

/* Other libraries' destructors may call the runtime, and find the thread's device and streams as they were, so this is
 * put off until the C library asks for the last time. */
static void thread_ends(void *data) {
    struct swrt_thread *self = data;
    if (++self->endings < PTHREAD_DESTRUCTOR_ITERATIONS && !pthread_setspecific(key, self))
        return;
    for (unsigned i = 0; i < num_ends; i++)
        ends[i](self);
    swrt_thread_record = NULL;
    free(self);
}

/* A library that has the runtime in it can be unloaded no longer: threads are to run its code. This takes the loader's
 * lock, which another thread may have, whose library's constructor uses the runtime: nobody is to wait for who asks. */
static void stay_loaded(void) {
    static atomic_flag has_asked = ATOMIC_FLAG_INIT;
    Dl_info self;
    if (!atomic_flag_test_and_set(&has_asked) && dladdr(&swrt_thread_new, &self) && self.dli_fname)
        dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}

static void begin(void) {
    if (pthread_key_create(&key, thread_ends))
        swrt_fatal("the program has no thread-specific key left (pthread_key_create)");
}

struct swrt_thread *swrt_thread_make(void) {
    swrt_once(&once, begin);
    stay_loaded();
    struct swrt_thread *self = calloc(1, sizeof *self);
    if (!self || pthread_setspecific(key, self))
        swrt_fatal("out of memory for what is known of a thread");
    return swrt_thread_record = self;
}

void swrt_thread_at_end(void (*end)(struct swrt_thread *self)) {
    static struct swrt_mutex lock = SWRT_MUTEX_FREE;
    swrt_mutex_lock(&lock);
    if (num_ends == MOST_ENDS)
        swrt_fatal("more than %u functions are to be called when a thread ends (MOST_ENDS)", num_ends);
    ends[num_ends] = end;
    num_ends++;
    swrt_mutex_unlock(&lock);
}

bool swrt_on_worker(void) {
    return swrt_self()->worker || swrt_self()->executor;
}

/* Counted until it is about to end: there are as many of ours as are counted, or more. */
static atomic_uint num_spawned;

struct spawned {
    void *(*body)(void *);
    void *data;
};

unsigned swrt_threads_spawned(void) {
    return atomic_load(&num_spawned);
}

/* A folder has a name for each folder in it, as which the system counts threads here, and two of its own. */
unsigned swrt_threads_counted(void) {
    static int tasks = -1;
    struct stat folder;
    if (tasks < 0)
        tasks = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return fstat(tasks, &folder) || folder.st_nlink < 2 ? 0 : (unsigned)folder.st_nlink - 2;
}

static void *run_spawned(void *data) {
    struct spawned spawned = *(struct spawned *)data;
    free(data);
    void *result = spawned.body(spawned.data);
    atomic_fetch_sub(&num_spawned, 1);
    return result;
}

int swrt_try_spawn(void *(*body)(void *), void *data) {
    sigset_t all, before;
    sigfillset(&all);
    const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&all, faults[i]);
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attr, SWRT_STACK_BYTES);
    pthread_attr_setguardsize(&attr, SWRT_STACK_GUARD);
    pthread_sigmask(SIG_SETMASK, &all, &before);         /* the creator may have blocked faults */
    struct swrt_float_env host = swrt_float_env_begin(); /* a thread has its creator's */
    pthread_t thread;
    struct spawned *spawned = malloc(sizeof *spawned);
    if (spawned)
        *spawned = (struct spawned){body, data};
    int error = spawned ? pthread_create(&thread, &attr, run_spawned, spawned) : ENOMEM;
    atomic_fetch_add(&num_spawned, !error);
    swrt_float_env_set(&host);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attr);
    if (error)
        free(spawned);
    return error;
}

void swrt_spawn(void *(*body)(void *), void *data) {
    int error = swrt_try_spawn(body, data);
    if (!error)
        return;
    swrt_fatal("cannot create a thread: error %d (limits of processes and of memory: ulimit -u, ulimit -v)", error);
}

char *swrt_thread_stack(void) {
    pthread_attr_t attr;
    void *low;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attr))
        return NULL;
    bool is_known = !pthread_attr_getstack(&attr, &low, &size);
    pthread_attr_destroy(&attr);
    return is_known ? low : NULL;
}

int swrt_thread_stays(void) {
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    return before;
}

void swrt_thread_may_go(int before) {
    pthread_setcancelstate(before, NULL);
}
