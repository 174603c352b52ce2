/* What a program holds for its graph: references to user objects, and the conditions of the graph and its bodies.
 *
 * The instantiated graph's program holds them, so that an update gives the launches after it others, and those before
 * it keep theirs (CUDA C++ Programming Guide, "CUDA User Objects").
 */
#include <stdlib.h>

#include "graph/graph.h"

static bool add_condition(struct swrt_program *program, struct swrt_condition *condition) {
    void *more = realloc(program->conditions, (program->num_conditions + 1) * sizeof(struct swrt_condition *));
    if (!more)
        return false;
    program->conditions = more;
    program->conditions[program->num_conditions++] = condition;
    condition->refs++;
    return true;
}

static bool add_conditions(struct swrt_program *program, const struct CUgraph_st *graph) {
    for (struct swrt_condition *condition = graph->conditions; condition; condition = condition->next)
        if (!add_condition(program, condition))
            return false;
    for (size_t i = 0; i < graph->nodes.count; i++) {
        const struct swrt_work *work = graph->nodes.at[i]->work;
        unsigned bodies = work->type == cudaGraphNodeTypeConditional ? work->condition.num_bodies : 0;
        for (unsigned k = 0; k < bodies; k++)
            if (!add_conditions(program, work->condition.bodies[k]))
                return false;
    }
    return true;
}

void swrt_program_release(struct swrt_program *program) {
    swrt_objects_drop(&program->objects);
    for (size_t i = 0; i < program->num_conditions; i++)
        swrt_condition_drop(program->conditions[i]);
    free(program->conditions);
    program->conditions = NULL;
    program->num_conditions = 0;
}

/* What `held` has gathered takes the place of what the program held. */
static bool take(struct swrt_program *program, struct swrt_program *held, bool whole) {
    if (!whole) {
        swrt_program_release(held);
        return false;
    }
    swrt_program_release(program);
    program->objects = held->objects;
    program->conditions = held->conditions;
    program->num_conditions = held->num_conditions;
    return true;
}

bool swrt_program_hold(struct swrt_program *program, const struct CUgraph_st *graph) {
    struct swrt_program held = {0};
    return take(program, &held, swrt_objects_copy(&held.objects, graph->objects) && add_conditions(&held, graph));
}

bool swrt_program_hold_same(struct swrt_program *program, const struct swrt_program *from) {
    struct swrt_program held = {0};
    bool whole = swrt_objects_copy(&held.objects, from->objects);
    for (size_t i = 0; whole && i < from->num_conditions; i++)
        whole = add_condition(&held, from->conditions[i]);
    return take(program, &held, whole);
}
