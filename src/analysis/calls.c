/* The call graph: who may be reached from whom, who may suspend. An indirect call may reach every function of the
 * same type whose address is taken. */
#include "analysis/analysis.h"

typedef bool (*visit_callee)(LLVMValueRef callee, void *data);

/* The functions whose address is taken: gathered when the first indirect call asks. */
struct taken {
    struct sw_ir *ir;
    bool known;
    struct sw_values functions;
};

static void find_taken(struct taken *taken) {
    struct sw_values all;
    if (taken->known)
        return;
    taken->known = true;
    sw_functions(taken->ir, &all);
    for (size_t i = 0; i < all.count; i++)
        if (sw_address_taken(all.at[i]))
            sw_vec_push(taken->ir->arena, &taken->functions, all.at[i]);
}

/* Calls visit for each defined function that a call may reach; stops when visit says so. */
static bool for_targets(LLVMValueRef call, struct taken *taken, visit_callee visit, void *data) {
    if (LLVMIsAInlineAsm(LLVMGetCalledValue(call)))
        return false;
    LLVMValueRef callee = sw_called_function(call);
    if (callee)
        return sw_is_defined(callee) && visit(callee, data);
    find_taken(taken);
    for (size_t k = 0; k < taken->functions.count; k++) {
        LLVMValueRef function = taken->functions.at[k];
        if (LLVMGlobalGetValueType(function) == LLVMGetCalledFunctionType(call) && visit(function, data))
            return true;
    }
    return false;
}

/* The same for all calls in a function. */
static bool for_callees(LLVMValueRef function, struct taken *taken, visit_callee visit, void *data) {
    struct sw_values all;
    sw_instructions(taken->ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        if (sw_is_call(all.at[i]) && for_targets(all.at[i], taken, visit, data))
            return true;
    return false;
}

struct search {
    LLVMValueRef target;
    struct sw_map *seen;
    struct taken taken;
};

static bool finds(LLVMValueRef function, void *data) {
    struct search *s = data;
    if (function == s->target)
        return true;
    if (sw_map_has(s->seen, function))
        return false;
    sw_map_put(s->seen, function, function);
    return for_callees(function, &s->taken, finds, s);
}

bool sw_is_recursive(struct sw_ir *ir, LLVMValueRef function) {
    struct search s = {function, sw_map_create(ir->arena), {.ir = ir}};
    return for_callees(function, &s.taken, finds, &s);
}

bool sw_call_leads_to(struct sw_ir *ir, LLVMValueRef call, LLVMValueRef function) {
    struct search s = {function, sw_map_create(ir->arena), {.ir = ir}};
    return for_targets(call, &s.taken, finds, &s);
}

struct targets {
    struct sw_values *list;
    struct taken taken;
};

static bool add_target(LLVMValueRef function, void *data) {
    struct targets *t = data;
    sw_vec_push(t->taken.ir->arena, t->list, function);
    return false;
}

void sw_call_targets(struct sw_ir *ir, LLVMValueRef call, struct sw_values *list) {
    struct targets t = {list, {.ir = ir}};
    *list = (struct sw_values){0};
    for_targets(call, &t.taken, add_target, &t);
}

static bool is_suspending(LLVMValueRef function, void *data) {
    return sw_map_has(data, function);
}

static bool is_request(LLVMValueRef instruction) {
    return sw_request_of(instruction) != NULL;
}

static bool is_converged(LLVMValueRef instruction) {
    const struct sw_request *request = sw_request_of(instruction);
    return request && request->kind == SWRT_WAIT_CONVERGED;
}

static bool has_one(struct sw_ir *ir, LLVMValueRef function, bool (*is)(LLVMValueRef instruction)) {
    struct sw_values all;
    sw_instructions(ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        if (is(all.at[i]))
            return true;
    return false;
}

static struct sw_map *functions_with(struct sw_ir *ir, bool (*is)(LLVMValueRef instruction)) {
    struct sw_map *suspending = sw_map_create(ir->arena);
    struct sw_values functions;
    struct taken taken = {.ir = ir};
    sw_functions(ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        if (has_one(ir, functions.at[i], is))
            sw_map_put(suspending, functions.at[i], functions.at[i]);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < functions.count; i++)
            if (!sw_map_has(suspending, functions.at[i]) &&
                for_callees(functions.at[i], &taken, is_suspending, suspending)) {
                sw_map_put(suspending, functions.at[i], functions.at[i]);
                changed = true;
            }
    }
    return suspending;
}

struct sw_map *sw_suspending_functions(struct sw_ir *ir) {
    return functions_with(ir, is_request);
}

struct sw_map *sw_converging_functions(struct sw_ir *ir) {
    return functions_with(ir, is_converged);
}

struct reach {
    bool (*is)(LLVMValueRef instruction);
    struct sw_map *seen;
    struct taken taken;
};

static bool has(LLVMValueRef function, void *data) {
    struct reach *r = data;
    struct sw_values all;
    if (sw_map_has(r->seen, function))
        return false;
    sw_map_put(r->seen, function, function);
    sw_instructions(r->taken.ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        if (r->is(all.at[i]))
            return true;
    return for_callees(function, &r->taken, has, r);
}

bool sw_call_reaches(struct sw_ir *ir, LLVMValueRef call, bool (*is)(LLVMValueRef instruction)) {
    LLVMValueRef callee = sw_called_function(call);
    if (callee && !sw_is_defined(callee))
        return false;
    struct reach r = {is, sw_map_create(ir->arena), {.ir = ir}};
    return for_targets(call, &r.taken, has, &r);
}
