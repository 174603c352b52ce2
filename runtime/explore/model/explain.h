/* Why an execution is not consistent by PTX: the axiom that breaks, and a cycle that shows it. */
#ifndef SWRT_MODEL_EXPLAIN_H
#define SWRT_MODEL_EXPLAIN_H

#include "explore/model/graph.h"

enum swrt_axiom {
    SWRT_AXIOM_NONE,
    SWRT_AXIOM_COHERENCE,
    SWRT_AXIOM_FENCE_SC,
    SWRT_AXIOM_ATOMICITY,
    SWRT_AXIOM_NO_THIN_AIR,
    SWRT_AXIOM_SC_PER_LOCATION,
    SWRT_AXIOM_CAUSALITY,
};

/* Steps of a cycle. OBS: a read-modify-write chain lies between; FR: the read's source is overwritten there; BARRIER: they
 * meet; NEEDS: a dependency. */
enum swrt_step {
    SWRT_STEP_PO,
    SWRT_STEP_RF,
    SWRT_STEP_OBS,
    SWRT_STEP_CO,
    SWRT_STEP_FR,
    SWRT_STEP_SYNC,
    SWRT_STEP_SC,
    SWRT_STEP_BARRIER,
    SWRT_STEP_NEEDS,
};

/* steps[i].to is steps[i + 1].from, and the last's the first's. has_others: it is one of several reasons, since writes or
 * fences could be ordered in several ways, each of which breaks an axiom. */
struct swrt_explanation {
    enum swrt_axiom axiom;
    bool has_others;
    unsigned count;
    struct {
        uint8_t from, to, step;
    } steps[SWRT_MODEL_EVENTS + 2];
};

/* explain.c. False: the graph is consistent. Of several reasons the shortest. */
bool swrt_explain(const struct swrt_graph *graph, struct swrt_explanation *explanation);

/* "causality" and the like; "po", "rf". */
const char *swrt_axiom_name(enum swrt_axiom axiom);
const char *swrt_step_name(enum swrt_step step);

/* --- ptx.c: where the search for co and sc gives up --------------------------------------------------------------- */

struct swrt_dead_end {
    void (*found)(void *self, enum swrt_axiom axiom, const struct swrt_relation *co, const struct swrt_relation *sc,
                  const struct swrt_relation *cb);
    void *self;
};

/* swrt_ptx_solve, which also tells of dead ends. */
unsigned swrt_ptx_search(const struct swrt_graph *graph, const struct swrt_solution_visit *visit,
                         const struct swrt_dead_end *dead_end);

#endif
