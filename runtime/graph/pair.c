/* Which node of a graph is which of a program's: what cudaGraphExecUpdate goes by (CUDA C++ Programming Guide, "Whole
 * Graph Update"; CUDA Runtime API, cudaGraphExecUpdate).
 *
 * The nodes that nothing comes after (sinks) are paired in the order in which they became such; from a pair, the nodes
 * before both are paired in the order of their edges. So it does not matter in which order a program creates the
 * others, nor how the calls on several capturing streams interleave. Every node comes before a sink, so all are reached
 * or something differs; and when all the edges of all pairs agree, the graphs are the same.
 */
#include <stdlib.h>

#include "graph/graph.h"
#include "report/error.h"

#define UNPAIRED UINT32_MAX

struct sink {
    uint64_t when;
    uint32_t index;
};

static int compare(const void *a, const void *b) {
    const struct sink *x = a, *y = b;
    return (x->when > y->when) - (x->when < y->when);
}

struct pairing {
    struct swrt_program *program;
    const struct CUgraph_st *graph;
    cudaGraphExecUpdateResultInfo *info;
    uint32_t queued; /* pairs found: program->nodes[k].queued is the k-th one's place */
};

static cudaError_t differs(const struct pairing *p, struct CUgraphNode_st *node, struct CUgraphNode_st *from) {
    *p->info = (cudaGraphExecUpdateResultInfo){cudaGraphExecUpdateErrorTopologyChanged, node, from};
    return cudaErrorGraphExecUpdateFailure;
}

static void pair(struct pairing *p, uint32_t own, struct CUgraphNode_st *node) {
    p->program->nodes[own].pair = (uint32_t)node->index;
    node->mark = own;
    p->program->nodes[p->queued++].queued = own;
}

static uint32_t gather(const struct pairing *p, struct sink *own, struct sink *theirs, uint32_t *num_theirs) {
    uint32_t num_own = 0;
    *num_theirs = 0;
    for (uint32_t i = 0; i < p->program->count; i++) {
        if (!p->program->nodes[i].num_after)
            own[num_own++] = (struct sink){p->program->nodes[i].sink, i};
        if (!p->graph->nodes.at[i]->after.count)
            theirs[(*num_theirs)++] = (struct sink){p->graph->nodes.at[i]->sink, i};
    }
    qsort(own, num_own, sizeof *own, compare);
    qsort(theirs, *num_theirs, sizeof *theirs, compare);
    return num_own;
}

static cudaError_t pair_sinks(struct pairing *p) {
    struct sink *own = malloc((p->program->count + 1) * 2 * sizeof *own), *theirs = own + p->program->count;
    if (!own)
        return cudaErrorMemoryAllocation;
    uint32_t num_theirs, num_own = gather(p, own, theirs, &num_theirs);
    cudaError_t error = cudaSuccess;
    if (num_theirs > num_own)
        error = differs(p, p->graph->nodes.at[theirs[num_own].index], NULL);
    for (uint32_t i = 0; !error && i < num_theirs; i++)
        pair(p, own[i].index, p->graph->nodes.at[theirs[i].index]);
    free(own);
    return error;
}

static cudaError_t pair_before(struct pairing *p, uint32_t index) {
    const struct swrt_program_node *own = &p->program->nodes[index];
    struct CUgraphNode_st *node = p->graph->nodes.at[own->pair];
    if (own->num_before != node->before.count)
        return differs(p, node, NULL);
    for (uint32_t i = 0; i < own->num_before; i++) {
        uint32_t before = p->program->before[own->first_before + i];
        struct CUgraphNode_st *their_before = node->before.at[i];
        if (p->program->nodes[before].pair == UNPAIRED && their_before->mark == UNPAIRED)
            pair(p, before, their_before);
        else if (their_before->mark != before)
            return differs(p, node, their_before);
    }
    return cudaSuccess;
}

cudaError_t swrt_program_pair(struct swrt_program *program, const struct CUgraph_st *graph,
                              cudaGraphExecUpdateResultInfo *info) {
    struct pairing p = {program, graph, info, 0};
    if (graph->nodes.count != program->count)
        return differs(&p, NULL, NULL);
    for (uint32_t i = 0; i < program->count; i++) {
        program->nodes[i].pair = UNPAIRED;
        graph->nodes.at[i]->mark = UNPAIRED;
        graph->nodes.at[i]->index = i;
    }
    SWRT_TRY(pair_sinks(&p));
    for (uint32_t i = 0; i < p.queued; i++)
        SWRT_TRY(pair_before(&p, program->nodes[i].queued));
    return p.queued == program->count ? cudaSuccess : differs(&p, NULL, NULL);
}
