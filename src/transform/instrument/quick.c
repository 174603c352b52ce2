/* Quick: what stands before a hook of the runtime's, so that it is called only where some tool wants to be told.
 *
 *      call void @sw.check_read.4(ptr %block, ptr %p, ptr %site)       inlined later:
 *
 *      entry:  quick->wants & MEMORY ?                          test : done
 *      test:   p - quick->base, in quick->bytes, aligned ?      look : tell
 *      look:   quick->counts[(p - base) / 8] is 8 ?             done : part
 *      part:   it is more than (p + 3) % 8 ?                    done : tell
 *      tell:   swrt_check_read(block, p, site)
 *
 * Where races alone are looked for, the way from there to `tell` leads past what the site is expected to access next:
 *
 *      expect: quick->wants & RACES ?                           seek : tell
 *      seek:   block->patterns[site->race % 64] is for the site, p, and this thread ?
 *                                                               move : tell
 *      move:   it moves on by its steps                         done
 *
 * Of an access that starts from a device or shared variable, and of one to a local array, it is tested whether it lies
 * in that, instead; of one to a local variable that may be unwritten, whether all of it is written.
 *
 * Nothing changes struct swrt_check_quick once a kernel runs: its fields leave loops, and where no tool is on, loops
 * are those of an ordinary build. An offset that is rotated by its low bits, as many as must be 0, is out of bounds if
 * they are not. */
#include "softwarp/assumptions.h"
#include "transform/instrument/hook.h"

#include <stddef.h>

#define TYPE_U32 i32
#define TYPE_U64 i64
#define TYPE_PTR ptr
#define NUMBER(kind, name) QUICK_##name,
#define PATTERN_NUMBER(kind, name) PATTERN_##name,
#define FIELD_TYPE(kind, name) ir->TYPE_##kind,
enum { SWRT_CHECK_QUICK_FIELDS(NUMBER) };
enum { SWRT_CHECK_PATTERN_FIELDS(PATTERN_NUMBER) };

enum { GRANULE = 8, MOST_ALIGN = 64, MOST_BYTES = 32, MOST_PARAMS = 5, LOCAL_BASE = 2 };

/* A function in the making; its blocks as above. miss: where an access goes that is not exempt: expect, or tell. */
struct quick {
    struct sw_unit *unit;
    struct sw_ir *ir;
    const struct sw_hook *hook;
    LLVMValueRef function, fields;
    LLVMTypeRef fields_type;
    LLVMBasicBlockRef test, look, miss, tell, done;
};

static LLVMValueRef fields_global(struct sw_ir *ir, LLVMTypeRef type) {
    static const char name[] = "swrt_check_quick";
    LLVMValueRef global = LLVMGetNamedGlobal(ir->module, name);
    return global ? global : LLVMAddGlobal(ir->module, type, name);
}

static LLVMValueRef field(struct quick *q, unsigned number, const char *name) {
    LLVMTypeRef type = LLVMStructGetTypeAtIndex(q->fields_type, number);
    LLVMValueRef at = LLVMBuildStructGEP2(q->ir->builder, q->fields_type, q->fields, number, "");
    LLVMValueRef load = LLVMBuildLoad2(q->ir->builder, type, at, name);
    sw_mark_invariant(q->ir, load);
    return load;
}

static unsigned wants_bit(enum sw_hook_function function) {
    switch (function) {
    case SW_HOOK_SWAPPED:
        return SWRT_WANTS_SWAPPED;
    case SW_HOOK_UNWRITTEN:
        return SWRT_WANTS_UNWRITTEN;
    case SW_HOOK_FENCE:
        return SWRT_WANTS_FENCE;
    case SW_HOOK_WAIT:
        return SWRT_WANTS_WAIT;
    case SW_HOOK_TURN:
        return SWRT_WANTS_TURN;
    default:
        return SWRT_WANTS_MEMORY;
    }
}

/* Whether the table can tell of an access of that size and alignment: it lies in 8 bytes, or fills some. */
static bool is_quick(const struct sw_hook *hook) {
    unsigned size = hook->size, align = hook->align;
    bool is_power = size && !(size & (size - 1));
    return sw_is_access(hook) && is_power && align && align <= MOST_ALIGN && size <= MOST_BYTES &&
           SW_PROVED(quick_in_granules, align >= (size < GRANULE ? size : GRANULE));
}

/* Whether an access starts from a variable: it may lie in it, and then the table is not asked. */
static bool has_variable(const struct sw_hook *hook) {
    return is_quick(hook) && !LLVMIsNull(hook->other);
}

static LLVMBasicBlockRef append(struct quick *q, const char *name) {
    return LLVMAppendBasicBlockInContext(q->ir->context, q->function, name);
}

static unsigned log2_of(unsigned power) {
    return (unsigned)__builtin_ctz(power);
}

static LLVMValueRef number(struct quick *q, uint64_t value) {
    return sw_const(q->ir->i64, value);
}

/* Of counts, the byte or bytes of an access whose offset is rotated by `turn` bits. */
static LLVMValueRef count_of(struct quick *q, LLVMValueRef turned, unsigned turn) {
    LLVMBuilderRef b = q->ir->builder;
    unsigned granules = q->hook->size > GRANULE ? q->hook->size / GRANULE : 1, shift = log2_of(GRANULE);
    LLVMTypeRef type = LLVMIntTypeInContext(q->ir->context, 8 * granules);
    LLVMValueRef index = turn <= shift ? LLVMBuildLShr(b, turned, number(q, shift - turn), "index")
                                       : LLVMBuildShl(b, turned, number(q, turn - shift), "index");
    LLVMValueRef counts = field(q, QUICK_counts, "counts");
    LLVMValueRef at = LLVMBuildGEP2(b, q->ir->i8, counts, &index, 1, "");
    LLVMValueRef count = LLVMBuildLoad2(b, type, at, "count");
    LLVMSetAlignment(count, 1);
    return count;
}

/* Whether what is allocated of 8 bytes ends behind the access. */
static LLVMValueRef ends_behind(struct quick *q, LLVMValueRef turned, unsigned turn, LLVMValueRef count) {
    LLVMBuilderRef b = q->ir->builder;
    unsigned shift = log2_of(GRANULE);
    LLVMValueRef in = LLVMBuildTrunc(b, turned, q->ir->i8, "");
    in = LLVMBuildAnd(b, in, sw_const(q->ir->i8, turn < shift ? (1u << (shift - turn)) - 1 : 0), "");
    in = LLVMBuildShl(b, in, sw_const(q->ir->i8, turn < shift ? turn : 0), "in");
    LLVMValueRef last = LLVMBuildAdd(b, in, sw_const(q->ir->i8, q->hook->size - 1), "last");
    return LLVMBuildICmp(b, LLVMIntUGT, count, last, "");
}

static void build_access(struct quick *q) {
    struct sw_ir *ir = q->ir;
    LLVMBuilderRef b = ir->builder;
    unsigned turn = log2_of(q->hook->align);
    LLVMPositionBuilderAtEnd(b, q->test);
    LLVMValueRef address = LLVMBuildPtrToInt(b, LLVMGetParam(q->function, 1), ir->i64, "");
    LLVMValueRef offset = LLVMBuildSub(b, address, field(q, QUICK_base, "base"), "offset");
    LLVMValueRef args[] = {offset, offset, number(q, 64 - turn)};
    LLVMValueRef turned = turn ? sw_call_intrinsic(ir, "llvm.fshl", &ir->i64, 1, args, 3, "turned") : offset;
    LLVMValueRef bound = LLVMBuildLShr(b, field(q, QUICK_bytes, "bytes"), number(q, turn), "bound");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, turned, bound, "inside"), q->look, q->miss);
    LLVMPositionBuilderAtEnd(b, q->look);
    LLVMValueRef count = count_of(q, turned, turn);
    LLVMTypeRef type = LLVMTypeOf(count);
    LLVMValueRef full = sw_const(type, 0x08080808 & (~0u >> (32 - LLVMGetIntTypeWidth(type))));
    LLVMBasicBlockRef part = q->hook->size < GRANULE ? append(q, "part") : q->miss;
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, count, full, "is_full"), q->done, part);
    if (part == q->miss)
        return;
    LLVMPositionBuilderAtEnd(b, part);
    LLVMBuildCondBr(b, ends_behind(q, turned, turn, count), q->done, q->miss);
}

/* In a variable: its address and its size are parameters `first` and the next. */
static void build_variable(struct quick *q, unsigned first) {
    struct sw_ir *ir = q->ir;
    LLVMBuilderRef b = ir->builder;
    LLVMPositionBuilderAtEnd(b, q->test);
    LLVMValueRef is_exempt = LLVMBuildICmp(b, LLVMIntNE, field(q, QUICK_bytes, "bytes"), number(q, 0), "");
    LLVMBuildCondBr(b, is_exempt, q->look, q->miss);
    LLVMPositionBuilderAtEnd(b, q->look);
    LLVMValueRef address = LLVMBuildPtrToInt(b, LLVMGetParam(q->function, 1), ir->i64, "");
    LLVMValueRef base = LLVMBuildPtrToInt(b, LLVMGetParam(q->function, first), ir->i64, "");
    LLVMValueRef args[] = {LLVMGetParam(q->function, first + 1), number(q, q->hook->size - 1)};
    LLVMValueRef room = sw_call_intrinsic(ir, "llvm.usub.sat", &ir->i64, 1, args, 2, "room");
    LLVMValueRef offset = LLVMBuildSub(b, address, base, "offset");
    LLVMValueRef fits = LLVMBuildICmp(b, LLVMIntULT, offset, room, "fits");
    if (sw_is_access(q->hook)) {
        LLVMValueRef odd = LLVMBuildAnd(b, offset, number(q, q->hook->align - 1), "odd");
        fits = LLVMBuildAnd(b, fits, LLVMBuildICmp(b, LLVMIntEQ, odd, number(q, 0), ""), "");
    }
    LLVMBuildCondBr(b, fits, q->done, q->miss);
}

/* A byte for each that is read, 1 where it is written. */
static void build_written(struct quick *q) {
    LLVMBuilderRef b = q->ir->builder;
    LLVMPositionBuilderAtEnd(b, q->test);
    LLVMValueRef all = number(q, 0x0101010101010101 >> (64 - 8 * q->hook->size));
    LLVMValueRef is_all = LLVMBuildICmp(b, LLVMIntEQ, LLVMGetParam(q->function, 1), all, "is_all");
    LLVMBuildCondBr(b, is_all, q->done, q->tell);
}

/* Plain accesses that may wait to be looked at. */
static bool may_wait(const struct sw_hook *hook) {
    bool is_plain = hook->function == SW_HOOK_READ || hook->function == SW_HOOK_WRITE;
    return is_plain && SW_PROVED(access_may_wait, !(hook->flags & (SWRT_SITE_VOLATILE | SWRT_SITE_EXPECTED)));
}

/* A field of the site's pattern: its address; its value. */
static LLVMValueRef pattern_at(struct quick *q, LLVMTypeRef type, LLVMValueRef pattern, unsigned number) {
    return LLVMBuildStructGEP2(q->ir->builder, type, pattern, number, "");
}

static LLVMValueRef pattern_field(struct quick *q, LLVMTypeRef type, LLVMValueRef pattern, unsigned number,
                                  const char *name) {
    LLVMValueRef at = pattern_at(q, type, pattern, number);
    return LLVMBuildLoad2(q->ir->builder, LLVMStructGetTypeAtIndex(type, number), at, name);
}

static void move(struct quick *q, LLVMTypeRef type, LLVMValueRef pattern, unsigned what, unsigned by) {
    LLVMBuilderRef b = q->ir->builder;
    LLVMValueRef from = pattern_field(q, type, pattern, what, ""), step = pattern_field(q, type, pattern, by, "");
    LLVMValueRef sum = LLVMBuildAdd(b, from, step, "");
    LLVMBuildStore(b, sum, pattern_at(q, type, pattern, what));
}

static LLVMValueRef is_same(struct quick *q, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildICmp(q->ir->builder, LLVMIntEQ, a, b, "");
}

/* The site's pattern, whose number among races is returned. */
static LLVMValueRef pattern_of(struct quick *q, LLVMTypeRef type, LLVMValueRef *number_of_site) {
    struct sw_ir *ir = q->ir;
    LLVMBuilderRef b = ir->builder;
    LLVMValueRef block = LLVMGetParam(q->function, 0), site = LLVMGetParam(q->function, 2);
    LLVMValueRef offset = number(q, offsetof(struct swrt_site, race));
    LLVMValueRef races = LLVMBuildLoad2(b, ir->i32, LLVMBuildGEP2(b, ir->i8, site, &offset, 1, ""), "race");
    LLVMValueRef index = LLVMBuildAnd(b, races, sw_const(ir->i32, SWRT_CHECK_PATTERNS - 1), "index");
    LLVMValueRef wide = LLVMBuildZExt(b, index, ir->i64, "");
    LLVMValueRef patterns = sw_block_load_fixed(q->unit, block, SW_BLOCK_patterns, "patterns");
    *number_of_site = races;
    return LLVMBuildGEP2(b, type, patterns, &wide, 1, "pattern");
}

static void build_expect(struct quick *q) {
    struct sw_ir *ir = q->ir;
    LLVMBuilderRef b = ir->builder;
    LLVMTypeRef types[] = {SWRT_CHECK_PATTERN_FIELDS(FIELD_TYPE)};
    LLVMTypeRef type = LLVMStructTypeInContext(ir->context, types, sizeof types / sizeof *types, 0);
    LLVMBasicBlockRef seek = append(q, "seek"), go_on = append(q, "move");
    LLVMPositionBuilderAtEnd(b, q->miss);
    LLVMValueRef bit = LLVMBuildAnd(b, field(q, QUICK_wants, "wants"), sw_const(ir->i32, SWRT_WANTS_RACES), "");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, bit, sw_const(ir->i32, 0), "races_alone"), seek, q->tell);
    LLVMPositionBuilderAtEnd(b, seek);
    LLVMValueRef race, pattern = pattern_of(q, type, &race);
    LLVMValueRef address = LLVMBuildPtrToInt(b, LLVMGetParam(q->function, 1), ir->i64, "");
    LLVMValueRef tid = sw_block_load(q->unit, LLVMGetParam(q->function, 0), SW_BLOCK_tid, "tid");
    LLVMValueRef here = is_same(q, pattern_field(q, type, pattern, PATTERN_next, "next"), address);
    LLVMValueRef by = is_same(q, pattern_field(q, type, pattern, PATTERN_thread, "thread"), tid);
    LLVMValueRef own = is_same(q, pattern_field(q, type, pattern, PATTERN_site, "site"), race);
    LLVMValueRef is_expected = LLVMBuildAnd(b, LLVMBuildAnd(b, here, by, ""), own, "is_expected");
    LLVMBuildCondBr(b, is_expected, go_on, q->tell);
    LLVMPositionBuilderAtEnd(b, go_on);
    move(q, type, pattern, PATTERN_next, PATTERN_step);
    move(q, type, pattern, PATTERN_thread, PATTERN_thread_step);
    LLVMBuildBr(b, q->done);
}

/* type: of the runtime's function, which has no parameters for a variable. */
static void build_tell(struct quick *q, const char *name, LLVMTypeRef type) {
    LLVMValueRef args[MOST_PARAMS], runtime = sw_declare(q->ir, name, type);
    sw_add_attribute(q->ir, runtime, "nounwind");
    sw_add_attribute(q->ir, runtime, "cold");
    LLVMGetParams(q->function, args);
    LLVMPositionBuilderAtEnd(q->ir->builder, q->tell);
    sw_call(q->ir, runtime, args, LLVMCountParamTypes(type), "");
    LLVMBuildBr(q->ir->builder, q->done);
    LLVMPositionBuilderAtEnd(q->ir->builder, q->done);
    LLVMBuildRetVoid(q->ir->builder);
}

static void build(struct quick *q, const char *name, LLVMTypeRef type) {
    struct sw_ir *ir = q->ir;
    LLVMBuilderRef b = ir->builder;
    bool is_local = q->hook->function == SW_HOOK_LOCAL && q->hook->size;
    bool is_unwritten = q->hook->function == SW_HOOK_UNWRITTEN;
    bool has_test = is_local || is_unwritten || is_quick(q->hook);
    LLVMPositionBuilderAtEnd(b, append(q, "entry"));
    LLVMSetCurrentDebugLocation2(b, NULL);
    q->test = has_test ? append(q, "test") : NULL;
    q->look = has_test && !is_unwritten ? append(q, "look") : NULL;
    q->tell = append(q, "tell");
    q->miss = may_wait(q->hook) ? append(q, "expect") : q->tell;
    q->done = append(q, "done");
    LLVMValueRef bit = sw_const(ir->i32, wants_bit(q->hook->function));
    LLVMValueRef wants = LLVMBuildAnd(b, field(q, QUICK_wants, "wants"), bit, "");
    LLVMValueRef is_wanted = LLVMBuildICmp(b, LLVMIntNE, wants, sw_const(ir->i32, 0), "is_wanted");
    LLVMBuildCondBr(b, is_wanted, has_test ? q->test : q->miss, q->done);
    if (is_local)
        build_variable(q, LOCAL_BASE);
    else if (is_unwritten)
        build_written(q);
    else if (has_variable(q->hook))
        build_variable(q, LLVMCountParamTypes(type));
    else if (has_test)
        build_access(q);
    if (may_wait(q->hook))
        build_expect(q);
    build_tell(q, name, type);
}

static const char *name_of(struct sw_ir *ir, const struct sw_hook *hook, const char *runtime) {
    const char *name = sw_arena_printf(ir->arena, "sw.%s", runtime + sizeof "swrt_" - 1);
    if (hook->function == SW_HOOK_LOCAL || hook->function == SW_HOOK_UNWRITTEN || sw_is_access(hook))
        name = sw_arena_printf(ir->arena, "%s.%u", name, hook->size);
    if (sw_is_access(hook) && hook->align != hook->size)
        name = sw_arena_printf(ir->arena, "%s.at.%u", name, hook->align);
    if (sw_is_access(hook) && hook->function != SW_HOOK_ATOMIC && !may_wait(hook))
        name = sw_arena_printf(ir->arena, "%s.now", name);
    return has_variable(hook) ? sw_arena_printf(ir->arena, "%s.in", name) : name;
}

static LLVMTypeRef type_of(struct sw_ir *ir, LLVMValueRef *args, unsigned count) {
    LLVMTypeRef types[MOST_PARAMS];
    assert(count <= MOST_PARAMS);
    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(args[i]);
    return LLVMFunctionType(ir->nothing, types, count, 0);
}

void sw_call_hook(struct sw_unit *unit, LLVMValueRef call, const struct sw_hook *hook, const char *runtime,
                  LLVMValueRef *args, unsigned count) {
    struct sw_ir *ir = &unit->ir;
    LLVMTypeRef runtime_type = type_of(ir, args, count);
    LLVMValueRef all[MOST_PARAMS];
    assert(count + 2 * has_variable(hook) <= MOST_PARAMS);
    for (unsigned i = 0; i < count; i++)
        all[i] = args[i];
    if (has_variable(hook)) {
        all[count++] = hook->other;
        all[count++] = hook->bytes;
    }
    const char *name = name_of(ir, hook, runtime);
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, name);
    if (!function) {
        LLVMTypeRef types[] = {SWRT_CHECK_QUICK_FIELDS(FIELD_TYPE)};
        LLVMTypeRef fields_type = LLVMStructTypeInContext(ir->context, types, sizeof types / sizeof *types, 0);
        function = LLVMAddFunction(ir->module, name, type_of(ir, all, count));
        LLVMSetLinkage(function, LLVMInternalLinkage);
        sw_add_attribute(ir, function, "alwaysinline");
        sw_add_attribute(ir, function, "nounwind");
        build(&(struct quick){.unit = unit,
                              .ir = ir,
                              .hook = hook,
                              .function = function,
                              .fields_type = fields_type,
                              .fields = fields_global(ir, fields_type)},
              runtime, runtime_type);
    }
    sw_before(ir, call);
    sw_call(ir, function, all, count, "");
}
