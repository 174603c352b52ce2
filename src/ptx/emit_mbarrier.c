/* Barriers with phases, mbarrier objects (PTX ISA, Parallel Synchronization and Communication Instructions: mbarrier).
 *
 * The object is the word of 64 bits that include/cuda/softwarp/libcu/phases.h tells of, in block scope, and what is made
 * here is what clang makes of that header: programs use both on one object.
 *
 *      number 3 | bytes 21, from -2^20 on | expected 20 | pending 20
 *
 *      mbarrier.arrive  =>   before = load word; old = atomic word -= 1
 *                            if nothing is pending in old - 1:  store word = the next phase, less what is taken already
 *                            the state is before's number
 *      mbarrier.test_wait => has passed = the number of load word is another one; if not, others run
 *
 * An operation takes arrivals, expected arrivals and bytes from the word at one stroke, whatever it is of; what expects
 * bytes takes fewer than none. Whoever ends a phase passes on what all others released, so that the strokes acquire,
 * too. Only in the states of .noComplete may a program look for arrivals; the others' are the same in all lanes.
 *
 * Lanes take their parts as one, so that a phase may end in their midst: who ends it finds in the word what those behind him
 * have taken, takes that from the next phase, and ends as many of these as it fills. No arrival is of two phases, so it
 * does not matter who of them took how much. The state of before is right of all that have ended, but not of one that
 * goes on: where somebody wants a state of such lanes, the program is told. */
#include "ptx/ptx.h"

#include <string.h>

enum { EXPECTED_AT = 20, BYTES_AT = 40, NUMBER_AT = 61 };
static const uint64_t COUNT = 0xfffff, NO_BYTES = 1ull << 60, NUMBER = 7ull << NUMBER_AT;
static const uint64_t PENDING = 0x1fffffull << BYTES_AT | 0xfffff;

static LLVMValueRef word(struct sw_ptx_op *op, uint64_t value) {
    return sw_const(op->ir->i64, value);
}

static void fence(struct sw_ptx_op *op, LLVMAtomicOrdering order) {
    if (!op->ptx->unit->options.check)
        LLVMBuildFence(op->b, order, 0, "");
}

/* Nobody else sees the word but blocks of the cluster, by the same worker. To checkers these are others. */
static const char *marker(struct sw_ptx_op *op, const char *what) {
    bool is_seen = op->ptx->unit->options.check && op->ptx->unit->reaches_cluster;
    return sw_arena_printf(op->ir->arena, "__sw_atomic_%s_u64_%s", what, is_seen ? "device" : "block");
}

static LLVMValueRef load(struct sw_ptx_op *op, LLVMValueRef at, enum sw_ptx_order order) {
    LLVMValueRef address = sw_ptx_ordered(op, at, order);
    LLVMValueRef value = sw_ptx_call(op, marker(op, "load"), op->ir->i64, &address, 1);
    if (order == SW_PTX_ACQUIRE)
        fence(op, LLVMAtomicOrderingAcquire);
    return value;
}

static void store(struct sw_ptx_op *op, LLVMValueRef at, LLVMValueRef value) {
    LLVMValueRef args[] = {sw_ptx_ordered(op, at, SW_PTX_RELEASE), value};
    fence(op, LLVMAtomicOrderingRelease);
    sw_ptx_call(op, marker(op, "store"), op->ir->nothing, args, 2);
}

/* What was there before. */
static LLVMValueRef subtract(struct sw_ptx_op *op, LLVMValueRef at, LLVMValueRef less, enum sw_ptx_order order) {
    LLVMValueRef args[] = {sw_ptx_ordered(op, at, order), less};
    if (order == SW_PTX_BOTH)
        fence(op, LLVMAtomicOrderingRelease);
    LLVMValueRef old = sw_ptx_call(op, marker(op, "sub"), op->ir->i64, args, 2);
    fence(op, LLVMAtomicOrderingAcquire);
    return old;
}

static LLVMValueRef is_over(struct sw_ptx_op *op, LLVMValueRef state) {
    LLVMValueRef pending = LLVMBuildAnd(op->b, state, word(op, PENDING), "");
    return LLVMBuildICmp(op->b, LLVMIntEQ, pending, word(op, NO_BYTES), "over");
}

static LLVMValueRef expected(struct sw_ptx_op *op, LLVMValueRef state) {
    return LLVMBuildAnd(op->b, LLVMBuildLShr(op->b, state, word(op, EXPECTED_AT), ""), word(op, COUNT), "");
}

/* The word of the next phase. */
static LLVMValueRef next_phase(struct sw_ptx_op *op, LLVMValueRef state) {
    LLVMBuilderRef b = op->b;
    LLVMValueRef count = expected(op, state), number = LLVMBuildAnd(b, state, word(op, NUMBER), "");
    number = LLVMBuildAdd(b, number, word(op, (1ull << NUMBER_AT) + NO_BYTES), "");
    LLVMValueRef coming = LLVMBuildShl(b, count, word(op, EXPECTED_AT), "");
    return LLVMBuildOr(b, LLVMBuildOr(b, number, coming, ""), count, "next");
}

/* What an operation takes off the word at one stroke, in each lane. counted: the word before, where the program says how
 * many arrivals it is. has_state: somebody wants to know which phase they are of. */
struct stroke {
    LLVMValueRef at, less, counted;
    enum { ARRIVES, DROPS, BYTES } kind;
    bool has_state;
};

enum { MOST_ENDS = 6 }; /* of further phases: the number is then another one */

/* How often those who arrived behind the end of a phase fill the next ones. */
static LLVMValueRef further_ends(struct sw_ptx_op *op, const struct stroke *s, LLVMValueRef last, LLVMValueRef rest) {
    LLVMBuilderRef b = op->b;
    LLVMValueRef count = expected(op, last), none = LLVMBuildICmp(b, LLVMIntEQ, count, word(op, 0), "");
    LLVMValueRef arrived = s->counted ? rest : LLVMBuildAnd(b, rest, word(op, COUNT), "");
    return LLVMBuildUDiv(b, arrived, LLVMBuildSelect(b, none, word(op, 1), count, ""), "ends");
}

static void stop_if(struct sw_ptx_op *op, LLVMValueRef condition) {
    if (LLVMIsNull(condition))
        return;
    LLVMBasicBlockRef apart = sw_ptx_new_bb(op->ptx, "apart"), next = sw_ptx_new_bb(op->ptx, "next");
    LLVMBuildCondBr(op->b, condition, apart, next);
    LLVMPositionBuilderAtEnd(op->b, apart);
    sw_add_attribute(op->ir, sw_called_function(sw_ptx_call(op, "__sw_phase_ended", op->ir->nothing, NULL, 0)),
                     "noreturn");
    LLVMBuildUnreachable(op->b);
    LLVMPositionBuilderAtEnd(op->b, next);
}

/* What cannot be told: who of them is of a phase that goes on; whether more arrivals than there is room for look like none;
 * whether those who come with no bytes find the end that another has seen to. */
static LLVMValueRef is_unclear(struct sw_ptx_op *op, const struct stroke *s, LLVMValueRef last, LLVMValueRef rest,
                               LLVMValueRef ends) {
    LLVMBuilderRef b = op->b;
    LLVMValueRef unclear = sw_const(op->ir->i1, 0);
    if (s->kind == BYTES)
        unclear = LLVMBuildICmp(b, LLVMIntNE, LLVMBuildAnd(b, rest, word(op, COUNT), ""), word(op, 0), "");
    if (s->counted && s->kind == ARRIVES)
        unclear = LLVMBuildICmp(b, LLVMIntNE, expected(op, last), expected(op, s->counted), "");
    if (s->has_state) {
        unclear = LLVMBuildOr(b, unclear, LLVMBuildICmp(b, LLVMIntNE, rest, word(op, 0), ""), "");
        unclear = LLVMBuildOr(b, unclear, LLVMBuildICmp(b, LLVMIntUGT, ends, word(op, MOST_ENDS), ""), "");
    }
    return unclear;
}

/* Who left `last` starts the next phase. */
static void end_phase(struct sw_ptx_op *op, const struct stroke *s, LLVMValueRef last) {
    LLVMBuilderRef b = op->b;
    LLVMValueRef rest = LLVMBuildSub(b, last, load(op, s->at, SW_PTX_RELAXED), "rest");
    LLVMValueRef next = next_phase(op, last), ends = word(op, 0);
    if (s->kind == ARRIVES) {
        ends = further_ends(op, s, last, rest);
        rest = LLVMBuildSub(b, rest, LLVMBuildMul(b, ends, expected(op, last), ""), "");
        next = LLVMBuildAdd(b, next, LLVMBuildShl(b, ends, word(op, NUMBER_AT), ""), "");
    }
    next = LLVMBuildSub(b, next, rest, "");
    if (s->kind == DROPS) {
        LLVMValueRef fills = LLVMBuildICmp(b, LLVMIntNE, rest, word(op, 0), "");
        fills = LLVMBuildAnd(b, fills, is_over(op, next), "");
        next = LLVMBuildSelect(b, fills, next_phase(op, next), next, "");
        rest = LLVMBuildSelect(b, fills, word(op, 0), rest, "");
    }
    stop_if(op, is_unclear(op, s, last, rest, ends));
    store(op, s->at, next);
}

/* The last ends the phase. What was there before. */
static LLVMValueRef take(struct sw_ptx_op *op, const struct stroke *s, enum sw_ptx_order order) {
    LLVMBasicBlockRef over = sw_ptx_new_bb(op->ptx, "over"), behind = sw_ptx_new_bb(op->ptx, "arrived");
    LLVMValueRef old = subtract(op, s->at, s->less, order), left = LLVMBuildSub(op->b, old, s->less, "");
    LLVMBuildCondBr(op->b, is_over(op, left), over, behind);
    LLVMPositionBuilderAtEnd(op->b, over);
    end_phase(op, s, left);
    LLVMBuildBr(op->b, behind);
    LLVMPositionBuilderAtEnd(op->b, behind);
    return old;
}

static LLVMValueRef bytes_of(struct sw_ptx_op *op, LLVMValueRef bytes) {
    return LLVMBuildShl(op->b, LLVMBuildZExt(op->b, bytes, op->ir->i64, ""), word(op, BYTES_AT), "");
}

/* The object's address. One of 32 bits is one of shared memory, whatever the words say: libcu++ leaves them out. */
static LLVMValueRef object(struct sw_ptx_op *op, const struct sw_ptx_operand *operand) {
    bool is_address = operand->kind == SW_PTX_ADDRESS;
    struct sw_ptx_register *r = is_address ? sw_ptx_find(op->ptx, &operand->parts.at[0]) : NULL;
    bool is_short = r && !r->constant && r->type->bits == 32;
    return sw_ptx_pointer(op, operand, is_short ? SW_NVPTX_SHARED : sw_ptx_space(op));
}

static bool says(struct sw_ptx_op *op, const char *what) {
    return strstr(op->row->argument, what) != NULL;
}

/* The number that an object begins with: an even one, and not the last of what was there before. Threads that have not yet
 * seen the end of that one's last phase see it so; libcu++'s tests count on it. Check builds look at no memory that nobody
 * has written. */
static LLVMValueRef first_number(struct sw_ptx_op *op, LLVMValueRef at) {
    if (op->ptx->unit->options.check)
        return word(op, 0);
    LLVMValueRef old = load(op, at, SW_PTX_RELAXED), later = LLVMBuildAdd(op->b, old, word(op, 2ull << NUMBER_AT), "");
    return LLVMBuildAnd(op->b, later, word(op, 6ull << NUMBER_AT), "");
}

/* mbarrier.init [a], count */
LLVMValueRef sw_ptx_emit_mbarrier_init(struct sw_ptx_op *op) {
    LLVMValueRef at = object(op, op->operand[0]);
    if (!at)
        return NULL;
    LLVMValueRef count = LLVMBuildZExt(op->b, op->value[1], op->ir->i64, "");
    LLVMValueRef expected = LLVMBuildShl(op->b, count, word(op, EXPECTED_AT), "");
    LLVMValueRef state = LLVMBuildOr(op->b, LLVMBuildOr(op->b, expected, count, ""), word(op, NO_BYTES), "");
    state = LLVMBuildOr(op->b, state, first_number(op, at), "");
    LLVMSetAlignment(LLVMBuildStore(op->b, state, at), 8);
    return NULL;
}

/* mbarrier.inval [a]: memory again. */
LLVMValueRef sw_ptx_emit_mbarrier_inval(struct sw_ptx_op *op) {
    object(op, op->operand[0]);
    return NULL;
}

/* mbarrier.{expect_tx,complete_tx} [a], bytes */
LLVMValueRef sw_ptx_emit_mbarrier_bytes(struct sw_ptx_op *op) {
    LLVMValueRef at = object(op, op->operand[0]);
    if (!at)
        return NULL;
    LLVMValueRef bytes = bytes_of(op, op->value[1]);
    if (says(op, "expect"))
        bytes = LLVMBuildNeg(op->b, bytes, "");
    take(op, &(struct stroke){.at = at, .less = bytes, .kind = BYTES}, SW_PTX_ACQUIRE);
    return NULL;
}

void sw_ptx_complete_bytes(struct sw_ptx_op *op, LLVMValueRef mbarrier, LLVMValueRef bytes) {
    take(op, &(struct stroke){.at = mbarrier, .less = bytes_of(op, bytes), .kind = BYTES}, SW_PTX_BOTH);
}

/* What mbarrier.arrive and .arrive_drop take: arrivals, those of the phases to come, bytes. */
static LLVMValueRef arrivals(struct sw_ptx_op *op) {
    bool expects = says(op, "expect");
    LLVMValueRef count = word(op, 1);
    if (op->value[2] && !expects)
        count = LLVMBuildZExt(op->b, op->value[2], op->ir->i64, "");
    LLVMValueRef less = count;
    if (says(op, "drop"))
        less = LLVMBuildOr(op->b, less, LLVMBuildShl(op->b, count, word(op, EXPECTED_AT), ""), "");
    return expects ? LLVMBuildSub(op->b, less, bytes_of(op, op->value[2]), "") : less;
}

/* mbarrier.{arrive,arrive_drop}{.noComplete,.expect_tx} state, [a]{, count or bytes} */
LLVMValueRef sw_ptx_emit_mbarrier_arrive(struct sw_ptx_op *op) {
    LLVMValueRef at = object(op, op->operand[1]);
    if (!at)
        return NULL;
    LLVMValueRef before = load(op, at, SW_PTX_RELAXED);
    struct stroke stroke = {.at = at,
                            .less = arrivals(op),
                            .counted = op->value[2] && !says(op, "expect") ? before : NULL,
                            .kind = says(op, "drop") ? DROPS : ARRIVES,
                            .has_state = op->operand[0]->kind != SW_PTX_NOTHING};
    LLVMValueRef old = take(op, &stroke, sw_ptx_has(op, "relaxed") ? SW_PTX_ACQUIRE : SW_PTX_BOTH);
    LLVMValueRef state = LLVMBuildAnd(op->b, before, word(op, NUMBER), "");
    return says(op, "pending") ? LLVMBuildOr(op->b, state, LLVMBuildAnd(op->b, old, word(op, COUNT), ""), "") : state;
}

/* cp.async.mbarrier.arrive{.noinc} [a]: the thread's copies are done, so it arrives now. Without .noinc it is an arrival
 * that nobody waits for. */
LLVMValueRef sw_ptx_emit_mbarrier_copied(struct sw_ptx_op *op) {
    LLVMValueRef at = object(op, op->operand[0]);
    if (at && sw_ptx_has(op, "noinc"))
        take(op, &(struct stroke){.at = at, .less = word(op, 1), .kind = ARRIVES}, SW_PTX_BOTH);
    return NULL;
}

/* Whether a phase is over: the one of a state, or the last one of a parity. */
static LLVMValueRef has_passed(struct sw_ptx_op *op, LLVMValueRef now) {
    LLVMBuilderRef b = op->b;
    if (!says(op, "parity"))
        return LLVMBuildICmp(b, LLVMIntUGE, LLVMBuildXor(b, now, op->value[2], ""), word(op, 1ull << NUMBER_AT), "");
    LLVMValueRef number = LLVMBuildTrunc(b, LLVMBuildLShr(b, now, word(op, NUMBER_AT), ""), op->ir->i1, "");
    LLVMValueRef parity = LLVMBuildTrunc(b, op->value[2], op->ir->i1, "");
    return LLVMBuildXor(b, number, parity, "");
}

/* mbarrier.{test_wait,try_wait}{.parity} p, [a], state or parity{, how long}: it may wait for a while, and need not. */
LLVMValueRef sw_ptx_emit_mbarrier_test(struct sw_ptx_op *op) {
    LLVMValueRef at = object(op, op->operand[1]);
    if (!at)
        return NULL;
    LLVMValueRef now = load(op, at, sw_ptx_has(op, "relaxed") ? SW_PTX_RELAXED : SW_PTX_ACQUIRE);
    LLVMValueRef passed = has_passed(op, now), briefly = sw_const(op->ir->i32, 0);
    LLVMBasicBlockRef wait = sw_ptx_new_bb(op->ptx, "wait"), behind = sw_ptx_new_bb(op->ptx, "tested");
    LLVMBuildCondBr(op->b, passed, behind, wait);
    LLVMPositionBuilderAtEnd(op->b, wait);
    sw_ptx_call(op, "__sw_nanosleep", op->ir->nothing, &briefly, 1);
    LLVMBuildBr(op->b, behind);
    LLVMPositionBuilderAtEnd(op->b, behind);
    return passed;
}

/* mbarrier.pending_count d, state */
LLVMValueRef sw_ptx_emit_mbarrier_pending(struct sw_ptx_op *op) {
    LLVMValueRef pending = LLVMBuildAnd(op->b, op->value[1], word(op, COUNT), "");
    return LLVMBuildTrunc(op->b, pending, op->ir->i32, "");
}
