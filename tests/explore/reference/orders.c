/* Everything that an execution of known events leaves open: sources of reads, orders of writes and of sequential fences. */
#include "softwarp/check_abi.h"
#include "trial.h"

/* Every order of the pairs of fences. */
static void try_fences(struct trial *t, int at) {
    if (at == t->num_pairs) {
        if (reference_fits(t))
            reference_add_finals(t);
        return;
    }
    int a = t->pairs[at][0], b = t->pairs[at][1];
    for (int i = 0; i < 2; i++) {
        t->sc[i ? b : a][i ? a : b] = true;
        try_fences(t, at + 1);
        t->sc[i ? b : a][i ? a : b] = false;
    }
}

static bool is_order(const struct trial *t) {
    for (int i = 0; i < t->num_writes; i++)
        for (int k = 0; k < t->num_writes; k++)
            for (int m = 0; m < t->num_writes; m++) {
                int x = t->writes[i], y = t->writes[k], z = t->writes[m];
                if ((t->co[x][y] && t->co[y][z] && !t->co[x][z]) || t->co[x][x])
                    return false;
            }
    return true;
}

/* Every partial order of the writes of each place: each pair one way, the other, or not. */
static void try_orders(struct trial *t, int a, int b) {
    if (b == t->num_writes) {
        try_orders(t, a + 1, a + 2);
        return;
    }
    if (a + 1 >= t->num_writes) {
        if (is_order(t))
            try_fences(t, 0);
        return;
    }
    int x = t->writes[a], y = t->writes[b];
    if (!t->loc[x][y]) {
        try_orders(t, a, b + 1);
        return;
    }
    bool is_first = t->events[x].thread < 0;
    t->co[x][y] = true;
    try_orders(t, a, b + 1);
    t->co[x][y] = false;
    if (is_first)
        return;
    t->co[y][x] = true;
    try_orders(t, a, b + 1);
    t->co[y][x] = false;
    if (!t->ms[x][y])
        try_orders(t, a, b + 1);
}

static void try_graph(struct trial *t) {
    int n = t->count;
    table both = {{0}}, step;
    memset(t->rf, 0, sizeof t->rf);
    for (int e = 0; e < n; e++)
        for (int r = 0; r < n; r++) {
            t->rf[e][r] = t->events[r].kind == SWRT_EXPLORE_READ && t->source[r] == e;
            both[e][r] = t->rf[e][r] || t->events[r].needs[e];
        }
    table_close(both, n);
    if (table_is_reflexive(both, n))
        return; /* no thin air */
    for (int x = 0; x < n; x++)
        for (int y = 0; y < n; y++)
            t->obs[x][y] = t->ms[x][y] && t->rf[x][y];
    for (int i = 0; i < n; i++) {
        table_compose(t->obs, t->rmw, step, n);
        table_compose(step, t->obs, step, n);
        table_unite(t->obs, step);
    }
    t->num_pairs = t->num_writes = 0;
    for (int a = 0; a < n; a++) {
        for (int b = a + 1; b < n; b++) {
            const struct event *x = &t->events[a], *y = &t->events[b];
            if (x->kind == SWRT_EXPLORE_FENCE && y->kind == SWRT_EXPLORE_FENCE && x->order == SWRT_ORDER_SEQUENTIAL &&
                y->order == SWRT_ORDER_SEQUENTIAL && t->ms[a][b]) {
                t->pairs[t->num_pairs][0] = a;
                t->pairs[t->num_pairs++][1] = b;
            }
        }
        if (t->events[a].kind == SWRT_EXPLORE_WRITE)
            t->writes[t->num_writes++] = a;
    }
    memset(t->co, 0, sizeof t->co);
    memset(t->sc, 0, sizeof t->sc);
    try_orders(t, 0, 1);
}

void reference_try_sources(struct trial *t, int read) {
    while (read < t->count && t->events[read].kind != SWRT_EXPLORE_READ)
        read++;
    if (read == t->count) {
        try_graph(t);
        return;
    }
    for (int w = 0; w < t->count; w++)
        if (t->events[w].kind == SWRT_EXPLORE_WRITE && t->loc[w][read] && t->events[w].value == t->events[read].value) {
            t->source[read] = w;
            reference_try_sources(t, read + 1);
        }
}
