/* Every row of vector_math.def, compiled for each kind of machine that this one can be and for every number of lanes,
 * against the C library's long double functions: errors within CUDA's documented bounds, special values as C's annex F
 * has them, zeros with their sign.
 *
 * Arguments: those of the row's range, arbitrary bit patterns, neighbours of 1 and -1, and special values (for two
 * operands each with each).
 */
#define _GNU_SOURCE
#include "codegen/codegen.h"
#include "lockstep/machine/vector_math.h"

#include "devicelib_numbers.h"

#include <dlfcn.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <stdlib.h>

enum { RANDOM = 8192, ROOM = 32768, WIDTHS = 3 };

struct row {
    const char *name;
    unsigned element, operands;
    unsigned widths; /* bytes; of libmvec's forms */
    long double (*reference)(long double a, long double b);
    double bound, low, high;
    unsigned measured; /* times */
};

/* glibc's own powl takes -2^63 for an odd number. */
static long double power(long double a, long double b) {
    return isinf(a) ? pow((double)a, (double)b) : powl(a, b);
}

static long double fast_powl(long double a, long double b) {
    return exp2l(b * log2l(a));
}

#define OPERANDS_1(reference) reference(a)
#define OPERANDS_2(reference) reference(a, b)
#define SW_VECTOR_OWN(name, type, operands, reference, ...)                                                  \
    static long double reference_##name(long double a, long double b)                                        \
    {                                                                                                        \
        (void)b;                                                                                             \
        return OPERANDS_##operands(reference);                                                               \
    }
#define SW_VECTOR_MVEC(name, type, operands, widths, ...) SW_VECTOR_OWN(name, type, operands, __VA_ARGS__)
#include "lockstep/machine/vector_math.def"

static struct row rows[] = {
#define SW_VECTOR_OWN(name, type, operands, reference, ...)                                                  \
    { #name, sizeof(type), operands, 64 | 32 | 16, reference_##name, __VA_ARGS__, 0 },
#define SW_VECTOR_MVEC(name, type, operands, widths, reference, ...)                                         \
    { #name, sizeof(type), operands, widths, reference_##name, __VA_ARGS__, 0 },
#include "lockstep/machine/vector_math.def"
};
enum { NUM_ROWS = sizeof rows / sizeof *rows };

static const unsigned lanes_of[WIDTHS] = {8, 16, 32};

struct machine {
    const char *cpu;
    unsigned bytes;
};
static const struct machine machines[] = {{"x86-64-v4", 64}, {"x86-64-v3", 32}, {"x86-64-v2", 16}};

static int can_be(const struct machine *machine) {
    __builtin_cpu_init();
    if (machine->bytes == 64)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
    return machine->bytes == 16 || (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"));
}

/* The arguments of one row and what should come of them. */
struct sample {
    size_t count; /* a multiple of 32 */
    double a[ROOM], b[ROOM];
    float float_a[ROOM], float_b[ROOM];
    long double expected[ROOM];
};
static struct sample sample;

static void add(const struct row *row, double a, double b) {
    size_t i = sample.count++;
    assert_true(i < ROOM);
    sample.float_a[i] = (float)a;
    sample.float_b[i] = (float)b;
    sample.a[i] = row->element == 4 ? sample.float_a[i] : a;
    sample.b[i] = row->element == 4 ? sample.float_b[i] : b;
    sample.expected[i] = row->reference(sample.a[i], sample.b[i]);
}

static double from_range(const struct row *row) {
    return row->low + (row->high - row->low) * ((double)(random_bits() >> 11) * 0x1p-53);
}

static double from_bits(const struct row *row) {
    return row->element == 4 ? float_from((uint32_t)random_bits()) : double_from(random_bits());
}

/* Where logarithms and inverse functions lose digits. */
static double near_one(void) {
    double off = ldexp((double)(random_bits() >> 11) * 0x1p-53, -(int)(random_bits() % 24));
    return random_bits() & 1 ? 1 + off : random_bits() & 1 ? 1 - off : off - 1;
}

/* Near the ends of single precision as well; both tables' values are good arguments for both precisions. */
static double special(unsigned i) {
    static const double more[] = {88.72283,
                                  88.7229,
                                  -87.3366,
                                  -103.97,
                                  -103.98,
                                  0x1.62e42fefa39efp9,
                                  -745.2,
                                  0x1.fffffep127,
                                  0x1p-149,
                                  0x1p-126,
                                  0x1.fffffcp-127,
                                  0x1p24,
                                  0x1.000002p23,
                                  -3,
                                  1e5};
    enum { NUM_MORE = sizeof more / sizeof *more };
    return i < NUM_MORE ? more[i] : special_double((int)(i - NUM_MORE));
}

static const unsigned NUM_SPECIAL = NUM_SPECIAL_DOUBLES + 15;

static void make_sample(const struct row *row) {
    sample.count = 0;
    for (int i = 0; i < RANDOM; i++)
        add(row, from_range(row), from_range(row));
    for (int i = 0; i < RANDOM; i++)
        add(row, from_bits(row), i & 1 ? from_bits(row) : from_range(row));
    for (int i = 0; i < RANDOM / 2; i++)
        add(row, near_one(), from_range(row));
    for (unsigned i = 0; i < NUM_SPECIAL; i++)
        for (unsigned j = 0; j < (row->operands == 2 ? NUM_SPECIAL : 1); j++)
            add(row, special(i), special(j));
    while (sample.count % 32)
        add(row, 1, 1);
}

/* Error in units in the last place of the expected number. */
static long double error_in_ulps(double got, long double expected, const struct row *row) {
    const long double wrong = 1e30L;
    int precision = row->element == 4 ? 24 : 53, smallest = row->element == 4 ? -149 : -1074;
    long double largest = row->element == 4 ? 0x1.fffffep127L : 0x1.fffffffffffffp1023L;
    if (got != got || expected != expected)
        return (got != got) == (expected != expected) ? 0 : wrong;
    if (isinf(got)) { /* also where the largest number is within the bound */
        long double limit = largest - row->bound * ldexpl(largest, -precision);
        return (got < 0) == (expected < 0) && fabsl(expected) > limit ? 0 : wrong;
    }
    if (isinf(expected) || (expected == 0 && got == 0 && !signbit(expected) != !signbit(got)))
        return wrong;
    int exponent = expected == 0 ? smallest : ilogbl(expected) - precision + 1;
    return fabsl(got - expected) / ldexpl(1, exponent < smallest ? smallest : exponent);
}

static void check(const struct row *row, const struct machine *machine, unsigned lanes, const void *result) {
    long double worst = 0;
    for (size_t i = 0; i < sample.count; i++) {
        double got = row->element == 4 ? ((const float *)result)[i] : ((const double *)result)[i];
        long double error = error_in_ulps(got, sample.expected[i], row);
        worst = error > worst ? error : worst;
        if (error > row->bound + 0.5)
            fail_msg("%s(%a, %a), %u lanes, %s: expected %La, got %a: %.2Lf ulp, allowed %g", row->name, sample.a[i],
                     sample.b[i], lanes, machine->cpu, sample.expected[i], got, error, row->bound);
    }
    if (getenv("VERBOSE"))
        printf("%-10s %-10s %2u lanes: %.3Lf of %g\n", machine->cpu, row->name, lanes, worst, row->bound + 0.5);
}

/* void name(ptr a, ptr b, ptr result, i64 count): the vector function over arrays. False: no vector form. */
static bool add_loop(struct sw_unit *unit, const struct row *row, const char *name, unsigned lanes) {
    struct sw_ir *ir = &unit->ir;
    LLVMTypeRef params[] = {ir->ptr, ir->ptr, ir->ptr, ir->i64};
    LLVMTypeRef element = row->element == 4 ? ir->f32 : ir->f64, vector = LLVMVectorType(element, lanes);
    LLVMValueRef function = LLVMAddFunction(ir->module, name, LLVMFunctionType(ir->nothing, params, 4, 0));
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(ir->context, function, "entry");
    LLVMBasicBlockRef loop = LLVMAppendBasicBlockInContext(ir->context, function, "loop");
    LLVMBasicBlockRef exit = LLVMAppendBasicBlockInContext(ir->context, function, "exit");
    LLVMPositionBuilderAtEnd(ir->builder, entry);
    LLVMBuildBr(ir->builder, loop);
    LLVMPositionBuilderAtEnd(ir->builder, loop);
    LLVMValueRef at = LLVMBuildPhi(ir->builder, ir->i64, "at"), args[2], place[3];
    for (unsigned i = 0; i < 3; i++)
        place[i] = LLVMBuildGEP2(ir->builder, element, LLVMGetParam(function, i), &at, 1, "");
    for (unsigned i = 0; i < row->operands; i++) {
        args[i] = LLVMBuildLoad2(ir->builder, vector, place[i], "");
        LLVMSetAlignment(args[i], row->element);
    }
    char called[64];
    snprintf(called, sizeof called, "__nv_%s", row->name);
    LLVMValueRef made = sw_vector_math(unit, called, lanes, args, row->operands);
    if (made)
        LLVMSetAlignment(LLVMBuildStore(ir->builder, made, place[2]), row->element);
    LLVMValueRef next = LLVMBuildAdd(ir->builder, at, sw_const(ir->i64, lanes), "next");
    LLVMValueRef more = LLVMBuildICmp(ir->builder, LLVMIntULT, next, LLVMGetParam(function, 3), "more");
    LLVMBuildCondBr(ir->builder, more, loop, exit);
    LLVMValueRef values[] = {sw_const(ir->i64, 0), next};
    LLVMBasicBlockRef from[] = {entry, loop};
    LLVMAddIncoming(at, values, from, 2);
    LLVMPositionBuilderAtEnd(ir->builder, exit);
    LLVMBuildRetVoid(ir->builder);
    return made != NULL;
}

static const char *loop_name(struct sw_unit *unit, const struct row *row, unsigned lanes) {
    return sw_arena_printf(unit->ir.arena, "%s_%u_lanes", row->name, lanes);
}

static void must(LLVMErrorRef error) {
    if (error)
        fail_msg("%s", LLVMGetErrorMessage(error));
}

/* Optimises, compiles, loads. */
static LLVMOrcLLJITRef load(struct sw_unit *unit) {
    char *message = NULL;
    LLVMMemoryBufferRef object;
    LLVMOrcLLJITRef jit;
    LLVMOrcDefinitionGeneratorRef process;
    assert_true(sw_ir_verify(&unit->ir, "test"));
    sw_optimise(unit);
    if (LLVMTargetMachineEmitToMemoryBuffer(unit->machine, unit->ir.module, LLVMObjectFile, &message, &object))
        fail_msg("%s", message);
    must(LLVMOrcCreateLLJIT(&jit, NULL));
    LLVMOrcJITDylibRef library = LLVMOrcLLJITGetMainJITDylib(jit);
    must(LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(&process, LLVMOrcLLJITGetGlobalPrefix(jit), NULL, NULL));
    LLVMOrcJITDylibAddGenerator(library, process);
    must(LLVMOrcLLJITAddObjectFile(jit, library, object));
    return jit;
}

/* Which rows and lanes have a vector form on this machine. */
typedef bool formed[NUM_ROWS][WIDTHS];

static void build(struct sw_unit *unit, const struct machine *machine, formed has) {
    sw_ir_create(&unit->ir, sw_arena_create());
    unit->ir.module = LLVMModuleCreateWithNameInContext("vector_math", unit->ir.context);
    unit->options.cpu = machine->cpu;
    unit->options.optimise = 2;
    unit->options.devicelib = sw_arena_printf(unit->ir.arena, "%s/../../lib/softwarp/devicelib.bc",
                                              sw_executable_dir(unit->ir.arena));
    assert_true(sw_create_machine(unit));
    char *triple = LLVMGetTargetMachineTriple(unit->machine);
    LLVMSetTarget(unit->ir.module, triple);
    LLVMDisposeMessage(triple);
    LLVMSetModuleDataLayout(unit->ir.module, LLVMCreateTargetDataLayout(unit->machine));
    for (unsigned r = 0; r < NUM_ROWS; r++)
        for (unsigned w = 0; w < WIDTHS; w++)
            has[r][w] = add_loop(unit, &rows[r], loop_name(unit, &rows[r], lanes_of[w]), lanes_of[w]);
}

static void measure(struct sw_unit *unit, LLVMOrcLLJITRef jit, const struct machine *machine, struct row *row,
                    const bool *has) {
    static double result[ROOM];
    make_sample(row);
    for (unsigned w = 0; w < WIDTHS; w++) {
        LLVMOrcExecutorAddress address;
        if (!has[w])
            continue;
        must(LLVMOrcLLJITLookup(jit, &address, loop_name(unit, row, lanes_of[w])));
        void (*run)(const void *, const void *, void *,
                    uint64_t) = (void (*)(const void *, const void *, void *, uint64_t))(uintptr_t)address;
        memset(result, 0xff, sizeof result);
        if (row->element == 4)
            run(sample.float_a, sample.float_b, result, sample.count);
        else
            run(sample.a, sample.b, result, sample.count);
        check(row, machine, lanes_of[w], result);
        row->measured++;
    }
}

static void test_errors(void **state) {
    (void)state;
    unsigned widths = 0;
    assert_non_null(dlopen("libmvec.so.1", RTLD_NOW | RTLD_GLOBAL));
    for (unsigned m = 0; m < sizeof machines / sizeof *machines; m++) {
        struct sw_unit unit = {0};
        formed has;
        if (!can_be(&machines[m]))
            continue;
        widths |= machines[m].bytes;
        build(&unit, &machines[m], has);
        LLVMOrcLLJITRef jit = load(&unit);
        for (unsigned r = 0; r < NUM_ROWS; r++)
            measure(&unit, jit, &machines[m], &rows[r], has[r]);
        must(LLVMOrcDisposeLLJIT(jit));
    }
    for (unsigned r = 0; r < NUM_ROWS; r++)
        if (!rows[r].measured && (rows[r].widths & widths))
            fail_msg("%s has a row but no vector form", rows[r].name);
}

static void test_names(void **state) {
    (void)state;
    assert_true(sw_has_vector_math("__nv_expf"));
    assert_true(sw_has_vector_math("__nv_fast_expf"));
    assert_true(sw_has_vector_math("llvm.exp.f32"));
    assert_true(sw_has_vector_math("llvm.pow.f64"));
    assert_false(sw_has_vector_math("expf"));
    assert_false(sw_has_vector_math("__nv_j0f"));
    assert_false(sw_has_vector_math("llvm.exp.f16"));
    assert_false(sw_has_vector_math("llvm.fabs.f32"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
