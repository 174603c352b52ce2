/* PTX by its definition: the base relations of an execution's events, and the axioms. */
#include "softwarp/check_abi.h"
#include "trial.h"

static bool is_access(const struct event *e) {
    return e->kind == SWRT_EXPLORE_READ || e->kind == SWRT_EXPLORE_WRITE;
}

static bool includes(const struct trial *t, const struct event *a, const struct event *b) {
    const struct program *p = t->program;
    if (a->thread < 0 || b->thread < 0 || a->scope == SWRT_SCOPE_SYSTEM)
        return true;
    return a->scope == SWRT_SCOPE_DEVICE ? p->device[a->thread] == p->device[b->thread]
                                         : p->block[a->thread] == p->block[b->thread];
}

static bool is_strong(const struct event *e) {
    return e->kind == SWRT_EXPLORE_FENCE || (is_access(e) && e->order);
}

static bool is_release(const struct event *e) {
    return e->order >= SWRT_ORDER_RELEASE;
}

static bool is_acquire(const struct event *e) {
    return e->order == SWRT_ORDER_ACQUIRE || e->order >= SWRT_ORDER_BOTH;
}

void reference_find_tables(struct trial *t) {
    int n = t->count;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            const struct event *x = &t->events[a], *y = &t->events[b];
            bool is_one = x->thread == y->thread && x->thread >= 0;
            t->loc[a][b] = is_access(x) && is_access(y) && x->place == y->place;
            t->po[a][b] = is_one && a < b;
            t->poloc[a][b] = t->po[a][b] && t->loc[a][b];
            bool is_strong_pair = is_strong(x) && is_strong(y) && includes(t, x, y) && includes(t, y, x);
            t->ms[a][b] = a != b && x->kind != SWRT_EXPLORE_BARRIER && y->kind != SWRT_EXPLORE_BARRIER &&
                          (is_one || is_strong_pair) && (!is_access(x) || !is_access(y) || t->loc[a][b]);
            t->rmw[a][b] = x->kind == SWRT_EXPLORE_READ && x->half == b;
        }
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            const struct event *x = &t->events[a], *y = &t->events[b];
            bool is_here = t->poloc[a][b] || (a == b && is_access(x));
            t->rel[a][b] = y->kind == SWRT_EXPLORE_WRITE && y->order && is_release(x) && x->thread >= 0 &&
                           ((x->kind == SWRT_EXPLORE_WRITE && is_here) ||
                            (x->kind == SWRT_EXPLORE_FENCE && t->po[a][b]));
            t->acq[a][b] = x->kind == SWRT_EXPLORE_READ && x->order && !x->is_reduction && is_acquire(y) &&
                           ((y->kind == SWRT_EXPLORE_READ && is_here) ||
                            (y->kind == SWRT_EXPLORE_FENCE && t->po[a][b]));
            t->bar[a][b] = a != b && x->kind == SWRT_EXPLORE_BARRIER && y->kind == SWRT_EXPLORE_BARRIER &&
                           x->number == y->number && t->program->block[x->thread] == t->program->block[y->thread];
        }
}

/* Final values: any write that none follows. */
void reference_add_finals(struct trial *t) {
    int finals[PLACES][EVENTS], count[PLACES] = {0}, places[PLACES];
    for (int w = 0; w < t->count; w++) {
        bool is_last = t->events[w].kind == SWRT_EXPLORE_WRITE;
        for (int x = 0; x < t->count; x++)
            is_last &= !t->co[w][x];
        if (is_last)
            finals[t->events[w].place][count[t->events[w].place]++] = t->events[w].value;
    }
    for (int i = 0; i < count[0]; i++)
        for (int k = 0; k < count[1]; k++) {
            places[0] = finals[0][i];
            places[1] = finals[1][k];
            reference_add(t->set, reference_pack(t->program, places, t->registers));
        }
}

bool reference_fits(struct trial *t) {
    int n = t->count;
    table sync = {{0}}, cb, step, cause, all = {{0}}, fr = {{0}};
    table_compose(t->rel, t->obs, step, n);
    table_compose(step, t->acq, sync, n);
    for (int x = 0; x < n; x++)
        for (int y = 0; y < n; y++)
            sync[x][y] = (sync[x][y] && t->ms[x][y]) || t->sc[x][y] || t->bar[x][y];
    memcpy(cb, t->po, sizeof cb);
    table_unite(cb, sync);
    table_close(cb, n);
    if (t->is_75) {
        table here = {{0}};
        for (int x = 0; x < n; x++)
            for (int y = 0; y < n; y++)
                here[x][y] = cb[x][y] && t->loc[x][y];
        table_compose(t->obs, here, cause, n);
        table_unite(cause, here);
    } else {
        memcpy(step, cb, sizeof step);
        table_unite(step, t->poloc);
        table_compose(t->obs, step, cause, n);
        table_unite(cause, cb);
    }
    for (int r = 0; r < n; r++)
        for (int w = 0; w < n; w++)
            fr[r][w] = t->events[r].kind == SWRT_EXPLORE_READ && t->co[t->source[r]][w];
    for (int x = 0; x < n; x++)
        for (int y = 0; y < n; y++) {
            bool are_writes = t->events[x].kind == SWRT_EXPLORE_WRITE && t->events[y].kind == SWRT_EXPLORE_WRITE;
            if (are_writes && t->loc[x][y] && cause[x][y] && !t->co[x][y])
                return false; /* coherence */
            if (are_writes && t->loc[x][y] && t->ms[x][y] && !t->co[x][y] && !t->co[y][x])
                return false;
            if (t->sc[x][y] && cb[y][x])
                return false; /* fence-sc */
            if ((t->rf[x][y] || fr[x][y]) && cause[y][x])
                return false; /* causality */
            for (int z = 0; z < n; z++)
                if (t->ms[x][z] && fr[x][z] && t->ms[z][y] && t->co[z][y] && t->rmw[x][y])
                    return false; /* atomicity */
            all[x][y] = t->poloc[x][y] || (t->ms[x][y] && (t->rf[x][y] || t->co[x][y] || fr[x][y]));
        }
    table_close(all, n);
    return !table_is_reflexive(all, n); /* sc per location */
}
