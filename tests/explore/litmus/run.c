/* The threads of a litmus test as a program to explore: each goes from event to event. */
#include <string.h>

#include "internal.h"
#include "softwarp/check_abi.h"

static void tell_place(void *self, uint32_t thread, struct swrt_explore_place *place) {
    *place = ((struct litmus *)self)->threads[thread].place;
}

static uint64_t tell_initial(void *self, uint64_t address, uint32_t size) {
    const struct litmus *l = self;
    for (unsigned i = 0; i < l->num_variables; i++)
        if (l->variables[i].address == address)
            return (uint32_t)l->variables[i].initial;
    return 0;
}

static void restart(void *self, uint32_t number) {
    struct thread *thread = &((struct litmus *)self)->threads[number];
    thread->pc = thread->events = thread->reads = thread->step = thread->stored = 0;
    thread->control = 0;
    memcpy(thread->registers, thread->initial, sizeof thread->registers);
    memset(thread->origins, 0, sizeof thread->origins);
}

static int value_of(const struct thread *thread, struct operand operand) {
    return operand.is_register ? thread->registers[operand.value] : operand.value;
}

static uint64_t origin_of(const struct thread *thread, struct operand operand) {
    return operand.is_register ? thread->origins[operand.value] : 0;
}

static int calculate(enum op op, int a, int b) {
    switch (op) {
    case ADD:
        return (int)((unsigned)a + (unsigned)b);
    case SUB:
        return (int)((unsigned)a - (unsigned)b);
    case MUL:
        return (int)((unsigned)a * (unsigned)b);
    case DIV:
        return b ? a / b : 0;
    case AND:
        return a & b;
    case OR:
        return a | b;
    case XOR:
        return a ^ b;
    default:
        return b;
    }
}

static void tell_access(const struct litmus *l, const struct thread *thread, const struct instruction *i,
                        enum swrt_explore_kind kind, struct swrt_explore_event *event) {
    event->kind = kind;
    event->order = i->order;
    event->scope = i->scope;
    event->proxy = i->proxy;
    event->size = 4;
    event->address = l->variables[i->variable].address;
    event->alias = l->variables[i->variable].alias;
    event->control_reads = thread->control;
    event->flags = (i->is_volatile ? SWRT_EXPLORE_VOLATILE : 0) | (i->is_atomic ? SWRT_EXPLORE_ATOMIC : 0) |
                   (i->is_reduction ? SWRT_EXPLORE_REDUCE : 0) | (i->op == CAS ? SWRT_EXPLORE_CAS : 0);
}

static void set_register(struct thread *thread, int number, int value, uint64_t origins) {
    if (number < 0)
        return;
    thread->registers[number] = value;
    thread->origins[number] = origins;
}

/* The second half of an atomic that has read `old`: its write, if there is one. */
static bool finish_atomic(const struct litmus *l, struct thread *thread, const struct instruction *i, int old,
                          struct swrt_explore_event *event) {
    uint64_t self = 1ull << (thread->reads - 1), origins = origin_of(thread, i->a);
    bool writes = i->op != CAS || old == value_of(thread, i->a);
    if (writes) {
        tell_access(l, thread, i, SWRT_EXPLORE_WRITE, event);
        int operand = value_of(thread, i->op == CAS ? i->b : i->a);
        event->flags |= SWRT_EXPLORE_RMW;
        event->value = (uint32_t)calculate(i->op, old, operand);
        event->value_reads = origins | origin_of(thread, i->op == CAS ? i->b : i->a) | (i->op == EXCHANGE ? 0 : self);
        thread->events++;
    }
    set_register(thread, i->destination, old, self);
    thread->pc++;
    thread->step = 0;
    return writes;
}

static void tell_barrier(const struct thread *thread, const struct instruction *i, struct swrt_explore_event *event) {
    event->kind = SWRT_EXPLORE_BARRIER;
    uint64_t resource = i->has_resource ? (uint32_t)value_of(thread, i->a) : 0xffffffffu;
    event->barrier.id = resource | (uint64_t)(unsigned)i->number << 32 | (uint64_t)thread->place.block << 48 |
                        (uint64_t)thread->place.device << 56;
    event->barrier.count = i->has_quorum ? (uint32_t)value_of(thread, i->b) : 0;
    event->barrier.scope = SWRT_SCOPE_BLOCK;
    event->barrier.is_quorum = i->scope;
    event->barrier.orders = true;
    if (!i->scope) { /* PTX's own: its number, and how many come */
        event->barrier.id |= 0xffffffffu;
        event->barrier.count = i->has_resource ? (uint32_t)value_of(thread, i->a) : 0;
    }
    event->barrier.arrives = i->arrives;
}

/* A jump back is a turn; true: it is told. */
static bool jump(struct thread *thread, const struct instruction *i, struct swrt_explore_event *event) {
    bool is_back = (unsigned)i->target <= thread->pc;
    if (is_back) {
        event->kind = SWRT_EXPLORE_TURN;
        event->value = thread->events - thread->passed[i->target] + 1;
    }
    thread->pc = (unsigned)i->target;
    return is_back;
}

/* Stores the next register that the condition asks for; false: there is none left. */
static bool store_result(const struct litmus *l, unsigned number, struct thread *thread,
                         struct swrt_explore_event *event) {
    while (thread->stored < l->num_results && l->results[thread->stored].thread != number)
        thread->stored++;
    if (thread->stored == l->num_results)
        return false;
    const struct result *result = &l->results[thread->stored++];
    event->kind = SWRT_EXPLORE_WRITE;
    event->size = 4;
    event->address = result->address;
    event->value = (uint32_t)thread->registers[result->number];
    event->value_reads = thread->origins[result->number];
    event->control_reads = thread->control;
    event->site = thread->first * 1000u + 900 + (unsigned)result->number;
    return true;
}

static bool begin_read(const struct litmus *l, struct thread *thread, const struct instruction *i,
                       struct swrt_explore_event *event) {
    tell_access(l, thread, i, SWRT_EXPLORE_READ, event);
    thread->step = 1;
    thread->reads++;
    thread->events++;
    return true;
}

/* Goes one instruction on; true: it is an event. */
static bool step(const struct litmus *l, struct thread *thread, uint64_t answer, struct swrt_explore_event *event) {
    const struct instruction *i = &thread->code[thread->pc];
    thread->passed[thread->pc] = thread->step ? thread->passed[thread->pc] : thread->events;
    if (i->op == LOAD && thread->step) {
        set_register(thread, i->destination, (int)(uint32_t)answer, 1ull << (thread->reads - 1));
        thread->pc++;
        thread->step = 0;
        return false;
    }
    if (i->is_atomic) {
        if (!thread->step)
            return begin_read(l, thread, i, event);
        return finish_atomic(l, thread, i, (int)(uint32_t)answer, event);
    }
    switch (i->op) {
    case LOAD:
        return begin_read(l, thread, i, event);
    case STORE:
        tell_access(l, thread, i, SWRT_EXPLORE_WRITE, event);
        event->value = (uint32_t)value_of(thread, i->a);
        event->value_reads = origin_of(thread, i->a);
        break;
    case FENCE:
        event->kind = SWRT_EXPLORE_FENCE;
        event->order = i->order;
        event->scope = i->scope;
        event->proxy = i->proxy;
        break;
    case BARRIER:
        tell_barrier(thread, i, event);
        break;
    case FAIL:
    case TRAP:
        event->kind = i->op == FAIL ? SWRT_EXPLORE_FAILED : SWRT_EXPLORE_TRAPPED;
        return true;
    case BRANCH:
        thread->control |= origin_of(thread, i->a) | origin_of(thread, i->b);
        if (litmus_compares(i->compare, value_of(thread, i->a), value_of(thread, i->b)))
            return jump(thread, i, event);
        thread->pc++;
        return false;
    case JUMP:
        return jump(thread, i, event);
    case LABEL:
        thread->pc++;
        return false;
    default:
        set_register(thread, i->destination,
                     i->op == MOVE ? value_of(thread, i->a)
                                   : calculate(i->op, value_of(thread, i->a), value_of(thread, i->b)),
                     origin_of(thread, i->a) | (i->op == MOVE ? 0 : origin_of(thread, i->b)));
        thread->pc++;
        return false;
    }
    thread->pc++;
    thread->events++;
    return true;
}

static void next(void *self, uint32_t number, uint64_t answer, struct swrt_explore_event *event) {
    struct litmus *l = self;
    struct thread *thread = &l->threads[number];
    while (thread->pc < thread->length) {
        unsigned pc = thread->pc;
        if (step(l, thread, answer, event)) {
            event->site = thread->first * 1000u + pc;
            return;
        }
    }
    if (!store_result(l, number, thread, event))
        event->kind = SWRT_EXPLORE_END;
}

static void meet(void *self, uint64_t threads) {
}

/* Whether no other thread names the variable. */
static bool is_own(const struct litmus *l, const struct thread *thread, int variable) {
    for (unsigned t = 0; t < SWRT_EXPLORE_THREADS; t++)
        for (unsigned i = 0; i < l->threads[t].length && &l->threads[t] != thread; i++)
            if (l->threads[t].code[i].variable == variable)
                return false;
    return true;
}

/* Whether they do the same, to the same variables or to their own. */
static bool is_same_code(const struct litmus *l, const struct thread *a, const struct thread *b) {
    bool is_same = a->length == b->length;
    for (unsigned i = 0; i < a->length && is_same; i++) {
        struct instruction x = a->code[i], y = b->code[i];
        if (is_own(l, a, x.variable) && is_own(l, b, y.variable))
            x.variable = y.variable;
        is_same = !memcmp(&x, &y, sizeof x);
    }
    return is_same;
}

void litmus_find_alike(struct litmus *l) {
    for (unsigned t = 0; t < SWRT_EXPLORE_THREADS; t++) {
        struct thread *thread = &l->threads[t], *first = l->threads;
        while (first != thread && !is_same_code(l, first, thread))
            first++;
        thread->first = (unsigned)(first - l->threads);
    }
}

struct swrt_explore_program litmus_run(struct litmus *l) {
    return (struct swrt_explore_program){
        .self = l, .place = tell_place, .initial = tell_initial, .restart = restart, .next = next, .meet = meet};
}
