/* What instructions may do (src/analysis/effects.h): a line for each kind, in letters. R, W: memory of any place is read,
 * written; r, w with a number: so many bytes behind an operand (? : not known); v volatile; a atomic; o orders; p waits
 * for others (pauses); e may end; U unknown, which is all of these. And which pointers are apart. */
#include "analysis/effects.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static const char head[] =
    "target triple = \"nvptx64-nvidia-cuda\"\n"
    "@one = addrspace(1) global [4 x i32] zeroinitializer\n@two = addrspace(1) global [4 x i32] zeroinitializer\n"
    "@tile = internal addrspace(3) global [4 x i32] undef\n@dynamic = external addrspace(3) global [0 x i32]\n"
    "@again = external addrspace(3) global [0 x i64]\n"
    "@table = addrspace(4) global [4 x i32] zeroinitializer\n"
    "declare i32 @unknown(i32)\ndeclare i32 @silent(i32) nounwind willreturn memory(none)\n"
    "declare i32 @looking(ptr) nounwind willreturn memory(read)\n"
    "declare void @through(ptr) nounwind willreturn memory(argmem: readwrite)\n"
    "declare i32 @endless(i32) memory(none)\n"
    "declare float @__nv_expf(float)\ndeclare void @__nv_sincosf(float, ptr, ptr)\n"
    "declare i32 @__nv_sw_sample(ptr, i32) nounwind willreturn memory(read)\ndeclare i64 @__nv_sw_handle(ptr)\n"
    "declare i32 @__sw_atomic_add_i32_device(ptr, i32)\ndeclare i64 @__sw_atomic_load_i64_system(ptr)\n"
    "declare void @__sw_atomic_store_u16_block(ptr, i16)\n"
    "declare void @llvm.nvvm.barrier0()\ndeclare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)\n"
    "declare void @sw.yield()\ndeclare void @llvm.nvvm.membar.gl()\ndeclare void @llvm.trap()\n"
    "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\ndeclare i32 @llvm.nvvm.read.ptx.sreg.clock()\n"
    "declare void @__sw_fence(i32, i32)\ndeclare i64 @llvm.readcyclecounter()\ndeclare i32 @vprintf(ptr, ptr)\n"
    "declare i32 @llvm.smax.i32(i32, i32)\ndeclare void @llvm.assume(i1)\n"
    "declare void @llvm.lifetime.start.p0(i64, ptr)\n"
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\ndeclare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n"
    "define void @kernel(ptr %p, ptr noalias %q, ptr byval({ptr, ptr}) %s, ptr byval({ptr, ptr}) %w, i32 %n, i64 "
    "%size,\n"
    "                    i1 %c, ptr %f) {\n  %local = alloca i32\n  %either = select i1 %c, ptr %p, ptr %q\n"
    "  %place = addrspacecast ptr addrspace(3) @tile to ptr\n  %inside = load ptr, ptr %s\n"
    "  %other = load ptr, ptr %w\n  store ptr %p, ptr %w\n  %next = getelementptr i32, ptr %p, i32 %n\n";
static const char tail[] = "\n  ret void\n}\n!nvvm.annotations = !{!0}\n!0 = !{ptr @kernel, !\"kernel\", i32 1}\n";

struct module {
    struct sw_unit unit;
    LLVMValueRef function, last; /* the instruction before the end */
};

static struct module *open_module(const char *instruction) {
    struct sw_arena *arena = sw_arena_create();
    struct module *m = sw_arena_alloc(arena, sizeof *m);
    memset(m, 0, sizeof *m);
    const char *text = sw_arena_printf(arena, "%s  %s%s", head, instruction, tail);
    sw_ir_create(&m->unit.ir, arena);
    assert_true(sw_ir_load_bytes(&m->unit.ir, text, strlen(text), "effects"));
    m->function = LLVMGetNamedFunction(m->unit.ir.module, "kernel");
    struct sw_kernel *kernel = sw_arena_alloc(arena, sizeof *kernel);
    *kernel = (struct sw_kernel){.name = "kernel", .function = m->function};
    sw_vec_push(arena, &m->unit.kernels, kernel);
    m->last = LLVMGetPreviousInstruction(LLVMGetBasicBlockTerminator(LLVMGetEntryBasicBlock(m->function)));
    return m;
}

static void close_module(struct module *m) {
    struct sw_arena *arena = m->unit.ir.arena;
    sw_ir_destroy(&m->unit.ir);
    sw_arena_destroy(arena);
}

static const char *letters(struct sw_arena *arena, const struct sw_effect *e) {
    const char *text = e->is_unknown ? "U" : "";
    if (e->is_unknown && e->reads_anything && e->writes_anything && e->is_volatile && e->orders && e->waits &&
        e->may_end)
        return text;
    for (unsigned i = 0; i < e->touches; i++) {
        const struct sw_touch *t = &e->touch[i];
        const char *bytes = t->bytes ? sw_arena_printf(arena, "%u", (unsigned)t->bytes) : "?";
        text = sw_arena_printf(arena, "%s%s%s%s", text, t->reads ? "r" : "", t->writes ? "w" : "", bytes);
    }
    return sw_arena_printf(arena, "%s%s%s%s%s%s%s%s", text, e->reads_anything ? "R" : "", e->writes_anything ? "W" : "",
                           e->is_volatile ? "v" : "", e->is_atomic ? "a" : "", e->orders ? "o" : "",
                           e->waits ? "p" : "", e->may_end ? "e" : "");
}

static const struct {
    const char *instruction, *effect;
} instructions[] = {
    {"%x = add i32 %n, 1", ""},
    {"%x = getelementptr i32, ptr %p, i32 %n", ""},
    {"%x = load i32, ptr %p", "r4"},
    {"%x = load volatile i64, ptr %p", "r8v"},
    {"%x = load atomic i32, ptr %p monotonic, align 4", "r4a"},
    {"%x = load atomic i32, ptr %p acquire, align 4", "r4ao"},
    {"store <4 x float> zeroinitializer, ptr %p", "w16"},
    {"store atomic i32 1, ptr %p release, align 4", "w4ao"},
    {"%x = atomicrmw add ptr %p, i32 1 monotonic", "rw4a"},
    {"%x = atomicrmw volatile add ptr %p, i64 1 seq_cst", "rw8vao"},
    {"%x = cmpxchg ptr %p, i32 1, i32 2 monotonic monotonic", "rw4a"},
    {"%x = cmpxchg ptr %p, i32 1, i32 2 monotonic acquire", "rw4ao"},
    {"fence release", "o"},
    {"%x = call i32 @__sw_atomic_add_i32_device(ptr %p, i32 1)", "rw4a"},
    {"%x = call i64 @__sw_atomic_load_i64_system(ptr %p)", "r8va"},
    {"call void @__sw_atomic_store_u16_block(ptr %p, i16 1)", "w2va"},
    {"call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 24, i1 false)", "w24r24"},
    {"call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %size, i1 true)", "w?r?v"},
    {"call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)", "w8"},
    {"call void @llvm.nvvm.barrier0()", "op"},
    {"%x = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %n, i32 0, i32 31)", "op"},
    {"call void @sw.yield()", "op"},
    {"call void @llvm.nvvm.membar.gl()", "o"},
    {"call void @llvm.trap()", "e"},
    {"%x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()", ""},
    {"%x = call i32 @llvm.nvvm.read.ptx.sreg.clock()", "v"},
    {"%x = call i32 @llvm.smax.i32(i32 %n, i32 1)", ""},
    {"call void @llvm.assume(i1 %c)", ""},
    {"call void @llvm.lifetime.start.p0(i64 4, ptr %local)", ""},
    {"%x = call float @__nv_expf(float 1.0)", ""},
    {"call void @__nv_sincosf(float 1.0, ptr %p, ptr %local)", "rw?rw?"},
    {"%x = call i32 @__nv_sw_sample(ptr %p, i32 1)", "r?R"},
    {"%x = call i64 @__nv_sw_handle(ptr %p)", "U"},
    {"%x = call i32 @unknown(i32 1)", "U"},
    {"%x = call i32 @silent(i32 1)", ""},
    {"%x = call i32 @endless(i32 1)", "e"},
    {"%x = call i32 @looking(ptr %p)", "r?R"},
    {"call void @through(ptr %p)", "rw?"},
    {"call void %f()", "U"},
    {"call void asm sideeffect \"\", \"\"()", "o"},
    {"call void asm sideeffect \"\", \"~{memory}\"()", "o"},
    {"call void asm sideeffect \"\", \"=*m\"(ptr elementtype(i32) %p)", "rw?o"},
    {"call void asm sideeffect \"mov\", \"\"()", "U"},
    {"call void @__sw_fence(i32 %n, i32 1)", "o"},
    {"%x = call i64 @llvm.readcyclecounter()", "v"},
    {"%x = call i32 @vprintf(ptr %p, ptr %local)", "Rv"},
    {"%x = va_arg ptr %p, i32", "U"},
};

static void each_kind(void **state) {
    for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++) {
        struct module *m = open_module(instructions[i].instruction);
        struct sw_effect e = sw_effect_of(m->last);
        const char *found = letters(m->unit.ir.arena, &e);
        if (strcmp(found, instructions[i].effect))
            fail_msg("%s: '%s', not '%s'", instructions[i].instruction, found, instructions[i].effect);
        close_module(m);
    }
}

/* Loads of two addresses; whether they are apart for one thread, and between two. */
static const struct {
    const char *a, *b;
    bool own, others;
} pairs[] = {
    {"ptr %p", "ptr %p", false, false},
    {"ptr %p", "ptr %next", false, false},
    {"ptr %p", "ptr %q", true, false}, /* __restrict__ */
    {"ptr %p", "ptr %either", false, false},
    {"ptr %p", "ptr addrspace(1) @one", false, false},
    {"ptr %q", "ptr addrspace(1) @one", true, false},
    {"ptr addrspace(1) @one", "ptr addrspace(1) @two", true, true},
    {"ptr addrspace(3) @tile", "ptr addrspace(3) @dynamic", true, true},
    {"ptr addrspace(3) @dynamic", "ptr addrspace(3) @again", false, false},
    {"ptr addrspace(3) @tile", "ptr %p", true, true},
    {"ptr %place", "ptr %next", true, true},
    {"ptr addrspace(4) @table", "ptr %p", true, true},
    {"ptr %local", "ptr %p", true, true},
    {"ptr %s", "ptr %p", true, true},
    {"ptr %inside", "ptr addrspace(3) @tile", true, true},
    {"ptr %inside", "ptr %q", false, false},
    {"ptr %other", "ptr addrspace(3) @tile", false, false}, /* the kernel writes to its copy */
    {"ptr %f", "ptr %p", false, false},
};

static void apart(void **state) {
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char text[256];
        snprintf(text, sizeof text, "%%x = load i32, %s\n  %%y = load i32, %s", pairs[i].a, pairs[i].b);
        struct module *m = open_module(text);
        LLVMValueRef a = LLVMGetOperand(LLVMGetPreviousInstruction(m->last), 0), b = LLVMGetOperand(m->last, 0);
        for (unsigned turn = 0; turn < 2; turn++) {
            bool own = sw_are_apart(&m->unit, turn ? b : a, turn ? a : b, false);
            bool others = sw_are_apart(&m->unit, turn ? b : a, turn ? a : b, true);
            if (own != pairs[i].own || others != pairs[i].others)
                fail_msg("%s and %s: apart %d, between threads %d", pairs[i].a, pairs[i].b, own, others);
        }
        close_module(m);
    }
}

static void own_memory(void **state) {
    static const struct {
        const char *instruction;
        bool changes;
    } stores[] = {{"store i32 1, ptr %local", false},
                  {"store i32 1, ptr %s", false},
                  {"store i32 1, ptr %p", true},
                  {"store i32 1, ptr %place", true},
                  {"%x = load i32, ptr %p", false},
                  {"call void @__nv_sincosf(float 1.0, ptr %p, ptr %local)", true},
                  {"call void @__nv_sincosf(float 1.0, ptr %local, ptr %local)", false},
                  {"%x = call i32 @unknown(i32 1)", true}};
    for (size_t i = 0; i < sizeof stores / sizeof *stores; i++) {
        struct module *m = open_module(stores[i].instruction);
        struct sw_effect e = sw_effect_of(m->last);
        assert_int_equal(sw_may_change_for_others(&m->unit, &e), stores[i].changes);
        close_module(m);
    }
}

static void own_variables(void **state) {
    static const struct {
        const char *use;
        bool is_own;
    } uses[] = {
        {"%x = load i32, ptr %v", true},
        {"store i32 1, ptr %v", true},
        {"store ptr %v, ptr %p", false},
        {"call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 4, i1 false)", true},
        {"%x = icmp eq ptr %v, %p", true},
        {"%y = getelementptr i8, ptr %v, i32 1\n  store i8 1, ptr %y", true},
        {"%y = getelementptr i8, ptr %v, i32 1\n  store ptr %y, ptr %p", false},
        {"%x = ptrtoint ptr %v to i64", false},
        {"%x = select i1 %c, ptr %v, ptr %p", false},
        {"call void @through(ptr %v)", false},
    };
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        char text[256];
        snprintf(text, sizeof text, "%%v = alloca i32\n  %s\n  store i32 1, ptr %%v", uses[i].use);
        struct module *m = open_module(text);
        LLVMValueRef variable = LLVMGetOperand(m->last, 1);
        if ((sw_own_variable(variable) == variable) != uses[i].is_own)
            fail_msg("%s", uses[i].use);
        close_module(m);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind),
        cmocka_unit_test(apart),
        cmocka_unit_test(own_memory),
        cmocka_unit_test(own_variables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
