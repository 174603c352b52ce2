/* The LLVM context of one compilation: loading, linking, verifying, printing, running LLVM's passes. */
#include "ir/ir.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Support.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <string.h>

/* LLVM's switches that only its command line has; they are the process's. Unrolling: frontend/passes.c. In a basic block
 * of many accesses to memory LLVM's scheduler looks at each pair, up to 1000 of them; a kernel has such basic blocks for
 * each variant; up to 100 of them it takes a ninth of the time. LLVM 19's loop vectoriser takes b[(i * 5) & 15] for a
 * group of accesses with a stride and forgets the mask: it makes no such groups. */
static void set_switches(void) {
    static const char *const words[] = {"softwarp-cc", "-pragma-unroll-threshold=4096", "-dag-maps-huge-region=100",
                                        "-enable-interleaved-mem-accesses=false"};
    static bool is_done;
    if (!is_done)
        LLVMParseCommandLineOptions(sizeof words / sizeof *words, words, NULL);
    is_done = true;
}

/* What LLVM says by the way. "loop not unrolled: .." is of #pragma unroll before a loop that has no count, where nvcc says
 * nothing. */
static void say(LLVMDiagnosticInfoRef info, void *unused) {
    (void)unused;
    LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(info);
    char *text = LLVMGetDiagInfoDescription(info);
    if (severity == LLVMDSError)
        sw_error((struct sw_place){0}, "%s", text);
    else if (severity == LLVMDSWarning && !strstr(text, "loop not "))
        sw_warning((struct sw_place){0}, "%s", text);
    LLVMDisposeMessage(text);
}

void sw_ir_create(struct sw_ir *ir, struct sw_arena *arena) {
    set_switches();
    *ir = (struct sw_ir){.arena = arena, .context = LLVMContextCreate()};
    LLVMContextSetDiagnosticHandler(ir->context, say, NULL);
    ir->builder = LLVMCreateBuilderInContext(ir->context);
    ir->i1 = LLVMInt1TypeInContext(ir->context);
    ir->i8 = LLVMInt8TypeInContext(ir->context);
    ir->i16 = LLVMInt16TypeInContext(ir->context);
    ir->i32 = LLVMInt32TypeInContext(ir->context);
    ir->i64 = LLVMInt64TypeInContext(ir->context);
    ir->f32 = LLVMFloatTypeInContext(ir->context);
    ir->f64 = LLVMDoubleTypeInContext(ir->context);
    ir->ptr = LLVMPointerTypeInContext(ir->context, 0);
    ir->token = LLVMTokenTypeInContext(ir->context);
    ir->nothing = LLVMVoidTypeInContext(ir->context);
}

void sw_ir_destroy(struct sw_ir *ir) {
    LLVMDisposeBuilder(ir->builder);
    if (ir->module)
        LLVMDisposeModule(ir->module);
    sw_diag_set_stage((struct sw_stage){0});
    LLVMContextDispose(ir->context);
}

/* Takes the buffer, whatever happens. */
static LLVMModuleRef parse_buffer(struct sw_ir *ir, LLVMMemoryBufferRef buffer, const char *name) {
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (!LLVMParseIRInContext(ir->context, buffer, &module, &message))
        return module;
    sw_error((struct sw_place){name, 0, 0}, "not a module that can be read: %s", message ? message : "?");
    LLVMDisposeMessage(message);
    return NULL;
}

LLVMModuleRef sw_ir_read(struct sw_ir *ir, const char *path) {
    LLVMMemoryBufferRef buffer = NULL;
    char *message = NULL;
    if (!LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message))
        return parse_buffer(ir, buffer, path);
    sw_error((struct sw_place){path, 0, 0}, "%s", message);
    LLVMDisposeMessage(message);
    return NULL;
}

bool sw_ir_link(struct sw_ir *ir, LLVMModuleRef module, const char *name) {
    if (!ir->module)
        ir->module = module;
    else if (LLVMLinkModules2(ir->module, module))
        return sw_error((struct sw_place){name, 0, 0}, "cannot be linked with the other device code"), false;
    return true;
}

bool sw_ir_load(struct sw_ir *ir, const char *path) {
    LLVMModuleRef module = sw_ir_read(ir, path);
    return module && sw_ir_link(ir, module, path);
}

bool sw_ir_load_bytes(struct sw_ir *ir, const void *bytes, size_t size, const char *name) {
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, size, name);
    LLVMModuleRef module = parse_buffer(ir, buffer, name);
    return module && sw_ir_link(ir, module, name);
}

bool sw_ir_print(struct sw_ir *ir, const char *path) {
    char *message = NULL;
    if (!LLVMPrintModuleToFile(ir->module, path, &message))
        return true;
    sw_error((struct sw_place){path, 0, 0}, "%s", message);
    LLVMDisposeMessage(message);
    return false;
}

static const char *keep_module(void *data, const char *stage) {
    struct sw_ir *ir = data;
    const char *path = sw_arena_printf(ir->arena, "softwarp-bug-%s.ll", stage);
    return ir->module && sw_ir_print(ir, path) ? path : NULL;
}

void sw_ir_enter(struct sw_ir *ir, const char *stage) {
    sw_diag_set_stage((struct sw_stage){stage, keep_module, ir});
}

bool sw_ir_verify(struct sw_ir *ir, const char *stage) {
    char *message = NULL;
    sw_ir_enter(ir, stage);
    if (LLVMVerifyModule(ir->module, LLVMReturnStatusAction, &message))
        sw_bug("the IR that it leaves is not valid:\n%s", message);
    LLVMDisposeMessage(message);
    return true;
}

bool sw_ir_run_passes(struct sw_ir *ir, const char *passes, LLVMTargetMachineRef machine) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(ir->module, passes, machine, options);
    LLVMDisposePassBuilderOptions(options);
    if (error)
        sw_bug("LLVM cannot run the passes '%s': %s", passes, LLVMGetErrorMessage(error));
    return true;
}
