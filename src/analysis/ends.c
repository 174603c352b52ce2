/* Loops that end by themselves though other threads have a say in what they read:
 *
 *  1. A compare-and-swap that is tried again only because another thread has been faster (swaps.c).
 *  2. A ticket: while ((i = atomicAdd(&next, 1)) < n). Each iteration moves the number towards where the loop ends, and
 *     nothing else in the loop may move it back, and nobody anywhere moves it by more than some draws at one stroke: a
 *     number that is set to the end, or goes there in great steps, stops whoever draws, who may be waited for. The loop
 *     does something with i, and n is a number of 32 bits that stays: one that moves along counts the loop's own tries,
 *     to wait for what others add.
 *  3. A count against a number that is read each time, for (e = row[v]; e < row[v + 1]; e++): it meets even the largest
 *     one. For numbers of 32 bits, the others would take too long; and in a loop without a fence: with one, others may
 *     lower what is read to end the loop, which may step over the largest number, too.
 *
 * All of it is asked of the loop as it stands; what is not one of these shapes polls. */
#include "analysis/effects.h"
#include "analysis/waiting.h"

#include "softwarp/assumptions.h"

enum { DEEPEST = 8 };

bool sw_dominates_latches(const struct sw_wait *w, LLVMBasicBlockRef bb) {
    int number = sw_cfg_number(w->cfg, bb);
    for (unsigned i = 0; i < w->loop->num_latches; i++)
        if (number < 0 || !sw_cfg_dominates(w->cfg, (unsigned)number, w->loop->latches[i]))
            return false;
    return true;
}

/* Which way an atomic operation moves a number: 1 up, -1 down, 0 not for certain. */
static int direction_of(LLVMValueRef at) {
    struct sw_atomic atomic;
    if (!sw_is_call(at) || !sw_atomic_of(at, &atomic))
        return 0;
    LLVMValueRef amount = LLVMGetOperand(at, 1);
    if (!LLVMIsAConstantInt(amount) || LLVMGetIntTypeWidth(LLVMTypeOf(amount)) > 64 || LLVMIsNull(amount))
        return 0;
    int sign = LLVMConstIntGetSExtValue(amount) < 0 ? -1 : 1;
    switch (atomic.op) {
    case SW_ATOMIC_add:
        return sign;
    case SW_ATOMIC_sub:
        return -sign;
    case SW_ATOMIC_inc: /* up to its limit, and from 0 again */
        return amount == LLVMConstAllOnes(LLVMTypeOf(amount));
    default:
        return 0;
    }
}

/* Whether it writes to what may be the ticket. Plainly counts where something orders it against other threads'
 * operations; without that, a plain store to a number that others move at the same time would be a race. */
bool sw_moves(const struct sw_wait *w, LLVMValueRef at, LLVMValueRef ticket, bool orders) {
    struct sw_effect e = sw_effect_of(at);
    bool is_call = sw_is_call(at) && !sw_atomic_of(at, &(struct sw_atomic){0}), moves = e.writes_anything && orders;
    if (is_call && (sw_is_strong_write(at) || sw_call_reaches(w->ir, at, sw_is_strong_write)))
        return true;
    for (unsigned i = 0; i < e.touches && (orders || sw_is_strong_write(at)); i++)
        moves |= e.touch[i].writes && !sw_are_apart(w->unit, e.touch[i].pointer, LLVMGetOperand(ticket, 0), true);
    return moves;
}

static bool is_moved_otherwise(const struct sw_wait *w, LLVMValueRef ticket) {
    bool orders = w->orders;
    for (size_t i = 0; i < w->members.count; i++)
        orders |= sw_is_barrier(w->members.at[i]);
    for (size_t i = 0; i < w->members.count; i++)
        if (w->members.at[i] != ticket && sw_moves(w, w->members.at[i], ticket, orders))
            return true;
    return false;
}

/* How far an atomic operation that has a direction moves a number. */
static unsigned long long distance_of(LLVMValueRef at) {
    long long amount = LLVMConstIntGetSExtValue(LLVMGetOperand(at, 1));
    return amount < 0 ? 0 - (unsigned long long)amount : (unsigned long long)amount;
}

/* An addition so small that it does not step over a bound and go round. */
static bool is_step(LLVMValueRef at) {
    return direction_of(at) && distance_of(at) <= 1 << 16;
}

/* Whether an operation saves who draws a ticket no more than some draws: what a warp draws at once for its lanes. Many
 * that go farther, each too small to come to the end, stop the drawer long before it would come there. */
static bool saves_little(LLVMValueRef at, LLVMValueRef ticket) {
    const unsigned most_draws = 32;
    return is_step(at) && distance_of(at) <= most_draws * distance_of(ticket);
}

/* Plain stores are none of these: they set a number before anybody draws. */
static bool leaps(const struct sw_wait *w, LLVMValueRef at, LLVMValueRef ticket) {
    if (at == ticket || !sw_is_strong_write(at) || saves_little(at, ticket))
        return false;
    struct sw_effect e = sw_effect_of(at);
    for (unsigned i = 0; i < e.touches; i++)
        if (e.touch[i].writes && !sw_are_apart(w->unit, e.touch[i].pointer, LLVMGetOperand(ticket, 0), true))
            return true;
    return false;
}

/* Whether anybody, in any kernel, may move the ticket far, in one stroke or many. */
static bool is_moved_far(const struct sw_wait *w, LLVMValueRef ticket) {
    for (LLVMValueRef f = LLVMGetFirstFunction(w->ir->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef at = LLVMGetFirstInstruction(bb); at; at = LLVMGetNextInstruction(at))
                if (leaps(w, at, ticket))
                    return true;
    return false;
}

/* Of constant memory, or a variable of the thread's that the loop leaves alone. */
static bool loads_same(const struct sw_wait *w, LLVMValueRef load) {
    LLVMValueRef pointer = LLVMGetOperand(load, 0), own = sw_own_variable(pointer);
    for (size_t i = 0; i < w->members.count && own; i++) {
        struct sw_effect e = sw_effect_of(w->members.at[i]);
        for (unsigned k = 0; k < e.touches; k++)
            if (e.touch[k].writes && sw_strip_pointer(e.touch[k].pointer) == own)
                return false;
    }
    return own || sw_space_of(w->unit, pointer) == SW_SPACE_CONSTANT;
}

/* Whether a value is the same in every iteration. */
static bool stays(const struct sw_wait *w, LLVMValueRef value, unsigned depth) {
    if (!sw_loop_has(w->cfg, w->loop, value))
        return true;
    struct sw_effect e = sw_effect_of(value);
    bool is_same = sw_is_plain_load(value) ? loads_same(w, value) : sw_is_without_effect(&e) && !LLVMIsAPHINode(value);
    for (int i = 0; i < LLVMGetNumOperands(value) && is_same; i++)
        is_same = depth < DEEPEST && stays(w, LLVMGetOperand(value, (unsigned)i), depth + 1);
    return is_same;
}

static LLVMValueRef ticket_behind(const struct sw_wait *w, LLVMValueRef value, unsigned depth);

/* Of a phi: the ticket behind some of its values, where the others are nobody's concern. */
static LLVMValueRef ticket_of_phi(const struct sw_wait *w, LLVMValueRef phi, unsigned depth) {
    LLVMValueRef found = NULL;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i), one;
        if (!sw_is_influenced(w, value))
            continue;
        one = ticket_behind(w, value, depth + 1);
        if (!one || (found && found != one))
            return NULL;
        found = one;
    }
    return w->branch ? NULL : found;
}

/* The atomic operation whose result this is, but for a distance that stays; through a shuffle, too. */
static LLVMValueRef ticket_behind(const struct sw_wait *w, LLVMValueRef value, unsigned depth) {
    if (depth == DEEPEST || !sw_loop_has(w->cfg, w->loop, value))
        return NULL;
    if (direction_of(value))
        return value;
    if (LLVMIsAPHINode(value))
        return ticket_of_phi(w, value, depth);
    if (LLVMIsAFreezeInst(value))
        return ticket_behind(w, LLVMGetOperand(value, 0), depth + 1);
    const struct sw_request *request = sw_request_of(value);
    if (request && request->value >= 0 && request->kind == SWRT_WAIT_WARP && request->op == SWRT_WARP_SHFL_IDX)
        return ticket_behind(w, LLVMGetOperand(value, (unsigned)request->value), depth + 1);
    if (LLVMGetInstructionOpcode(value) != LLVMAdd)
        return NULL;
    unsigned own = sw_is_influenced(w, LLVMGetOperand(value, 0)) ? 0 : 1;
    LLVMValueRef distance = LLVMGetOperand(value, 1 - own);
    bool is_fixed = !sw_is_influenced(w, distance) && SW_PROVED(ticket_bound_stays, stays(w, distance, 0));
    return is_fixed ? ticket_behind(w, LLVMGetOperand(value, own), depth + 1) : NULL;
}

/* Whether the loop does something with the number that was drawn, other than to compare it. What is only compared may
 * be a word that is polled by counting the tries, and far from where that would end the loop by itself. */
static bool is_drawn(const struct sw_wait *w, LLVMValueRef value, unsigned depth) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use && depth < DEEPEST; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_same = LLVMIsAPHINode(user) || LLVMIsACastInst(user) || LLVMIsAFreezeInst(user) ||
                       LLVMIsABinaryOperator(user) || sw_request_of(user);
        if (!sw_loop_has(w->cfg, w->loop, user) || LLVMIsACmpInst(user))
            continue;
        if (!is_same || is_drawn(w, user, depth + 1))
            return true;
    }
    return false;
}

/* Whether counting comes to a bound in a time that one can wait for. */
static bool is_near(LLVMValueRef bound, LLVMIntPredicate predicate) {
    const long long far = 1ll << 30;
    if (LLVMIsASExtInst(bound) || LLVMIsAZExtInst(bound))
        bound = LLVMGetOperand(bound, 0);
    unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(bound));
    if (!LLVMIsAConstantInt(bound) || bits > 64)
        return bits <= 32;
    if (predicate < LLVMIntSGT)
        return LLVMConstIntGetZExtValue(bound) < (unsigned long long)far;
    return LLVMConstIntGetSExtValue(bound) < far && LLVMConstIntGetSExtValue(bound) > -far;
}

static bool is_ended_by(const struct sw_wait *w, LLVMValueRef ticket, LLVMValueRef bound, LLVMIntPredicate predicate) {
    return !sw_is_influenced(w, bound) && SW_PROVED(ticket_bound_stays, stays(w, bound, 0)) &&
           SW_PROVED(ticket_is_drawn, is_drawn(w, ticket, 0)) && SW_PROVED(ticket_goes_not_round, is_step(ticket)) &&
           SW_PROVED(ticket_ends_soon, is_near(bound, predicate));
}

/* A number that steps through the loop by the same amount each time: which way, or 0. */
static int direction_of_count(const struct sw_wait *w, LLVMValueRef value) {
    LLVMValueRef next = NULL, phi = LLVMIsAPHINode(value) ? value : NULL;
    if (LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMAdd)
        phi = LLVMGetOperand(value, 0);
    if (!phi || !LLVMIsAPHINode(phi) || sw_cfg_number(w->cfg, LLVMGetInstructionParent(phi)) != (int)w->loop->header)
        return 0;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (sw_loop_has_bb(w->cfg, w->loop, LLVMGetIncomingBlock(phi, i))) {
            LLVMValueRef way = LLVMGetIncomingValue(phi, i);
            if (next && next != way)
                return 0;
            next = way;
        }
    if (!next || !LLVMIsAInstruction(next) || LLVMGetInstructionOpcode(next) != LLVMAdd ||
        LLVMGetOperand(next, 0) != phi || (value != phi && value != next) ||
        !LLVMIsAConstantInt(LLVMGetOperand(next, 1)) || LLVMIsNull(LLVMGetOperand(next, 1)))
        return 0;
    return LLVMConstIntGetSExtValue(LLVMGetOperand(next, 1)) < 0 ? -1 : 1;
}

/* A number of at most 32 bits that is read from memory as it is. */
static bool is_read_number(LLVMValueRef value) {
    while (LLVMIsASExtInst(value) || LLVMIsAZExtInst(value))
        value = LLVMGetOperand(value, 0);
    return sw_is_plain_load(value) && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind &&
           SW_PROVED(count_ends_soon, LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 32);
}

/* Whether the comparison does nothing but end the loop, when `holds` is its answer. */
static bool only_ends_loop(const struct sw_wait *w, LLVMValueRef comparison, bool holds) {
    for (LLVMUseRef use = LLVMGetFirstUse(comparison); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef branch = LLVMGetUser(use);
        if (!LLVMIsABranchInst(branch))
            return false;
        if (sw_loop_has_bb(w->cfg, w->loop, LLVMGetInstructionParent(branch)) &&
            sw_loop_has_bb(w->cfg, w->loop, LLVMGetSuccessor(branch, holds ? 0 : 1)))
            return false;
    }
    return LLVMGetFirstUse(comparison) != NULL;
}

/* The answer of a comparison once its operand `side` has moved so far in a direction; -1: none for certain. */
static int answer_in_the_end(LLVMIntPredicate predicate, unsigned side, int direction) {
    bool is_greater = predicate == LLVMIntUGT || predicate == LLVMIntUGE || predicate == LLVMIntSGT ||
                      predicate == LLVMIntSGE;
    if (predicate <= LLVMIntNE)
        return -1;
    bool grows = direction > 0;
    return (is_greater == (side == 0)) == grows;
}

static bool ends_by_side(const struct sw_wait *w, LLVMValueRef comparison, unsigned side) {
    LLVMValueRef moving = LLVMGetOperand(comparison, side), bound = LLVMGetOperand(comparison, 1 - side);
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(comparison);
    LLVMValueRef ticket = sw_is_influenced(w, moving) ? ticket_behind(w, moving, 0) : NULL;
    int direction = ticket ? direction_of(ticket) : direction_of_count(w, moving);
    bool is_bound = ticket ? is_ended_by(w, ticket, bound, predicate)
                           : !sw_is_influenced(w, moving) && is_read_number(bound) &&
                                 SW_PROVED(count_unordered, !w->orders);
    int answer = direction ? answer_in_the_end(predicate, side, direction) : -1;
    if (!is_bound || answer < 0 || !SW_PROVED(ticket_leaves_loop, only_ends_loop(w, comparison, answer)))
        return false;
    return !ticket || (SW_PROVED(ticket_moves_one_way, !is_moved_otherwise(w, ticket)) &&
                       SW_PROVED(ticket_moves_by_steps, !is_moved_far(w, ticket)));
}

bool sw_is_end_in_sight(const struct sw_wait *w, LLVMValueRef comparison) {
    if (w->turns)
        return false;
    if (sw_is_success(w, comparison))
        return true;
    return LLVMIsAICmpInst(comparison) &&
           LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(comparison, 0))) == LLVMIntegerTypeKind &&
           (ends_by_side(w, comparison, 0) || ends_by_side(w, comparison, 1));
}
