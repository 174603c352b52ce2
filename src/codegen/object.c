/* Target machine, optimisation, output. */
#include "codegen/codegen.h"

#include <llvm-c/Support.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <errno.h>
#include <string.h>

static LLVMCodeGenOptLevel codegen_level(unsigned optimise) {
    return optimise == 0   ? LLVMCodeGenLevelNone
           : optimise == 1 ? LLVMCodeGenLevelLess
           : optimise == 2 ? LLVMCodeGenLevelDefault
                           : LLVMCodeGenLevelAggressive;
}

bool sw_create_machine(struct sw_unit *unit) {
    LLVMTargetRef target;
    char *message = NULL, *triple = LLVMGetDefaultTargetTriple();
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    LLVMInitializeNativeAsmParser();
    if (LLVMGetTargetFromTriple(triple, &target, &message))
        sw_bug("no target for this machine (%s): %s", triple, message);
    unit->processor = sw_processor_of(unit->ir.arena, unit->options.cpu ? unit->options.cpu : "native");
    unit->machine = LLVMCreateTargetMachine(target, triple, unit->processor.name, unit->processor.list,
                                            codegen_level(unit->options.optimise), LLVMRelocPIC, LLVMCodeModelDefault);
    LLVMDisposeMessage(triple);
    return true;
}

void sw_optimise(struct sw_unit *unit) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMPassBuilderOptionsSetLoopVectorization(options, 1);
    LLVMPassBuilderOptionsSetSLPVectorization(options, 1);
    LLVMPassBuilderOptionsSetLoopInterleaving(options, 1);
    const char *passes = sw_arena_printf(unit->ir.arena, "default<O%u>", unit->options.optimise);
    LLVMErrorRef error = LLVMRunPasses(unit->ir.module, passes, unit->machine, options);
    LLVMDisposePassBuilderOptions(options);
    if (error)
        sw_bug("LLVM cannot optimise: %s", LLVMGetErrorMessage(error));
}

static bool write_buffer(struct sw_unit *unit, LLVMMemoryBufferRef buffer) {
    if (sw_write_file(unit->options.output, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer)))
        return true;
    sw_error(SW_NOWHERE, "cannot write %s: %s", unit->options.output, strerror(errno));
    return false;
}

static unsigned longest(LLVMModuleRef module) {
    unsigned most = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        most = LLVMCountBasicBlocks(f) > most ? LLVMCountBasicBlocks(f) : most;
    return most;
}

/* Before it sinks a load, LLVM 19 looks through all that can be reached from where it is, for each place that it may sink
 * to: of thousands of basic blocks that takes minutes. The switch is the process's, which makes this object. */
static void limit_sinking(const struct sw_unit *unit) {
    enum { MOST = 2000 };
    static const char *const words[] = {"softwarp-cc", "-disable-machine-sink"};
    static bool is_done;
    if (!is_done && longest(unit->ir.module) > MOST) {
        LLVMParseCommandLineOptions(sizeof words / sizeof *words, words, NULL);
        is_done = true;
    }
}

bool sw_emit(struct sw_unit *unit) {
    char *message = NULL;
    LLVMMemoryBufferRef buffer = NULL;
    bool is_assembly = sw_equal(unit->options.emit, "asm");
    if (sw_equal(unit->options.emit, "llvm"))
        return sw_ir_print(&unit->ir, unit->options.output);
    limit_sinking(unit);
    if (LLVMTargetMachineEmitToMemoryBuffer(unit->machine, unit->ir.module,
                                            is_assembly ? LLVMAssemblyFile : LLVMObjectFile, &message, &buffer)) {
        sw_error((struct sw_place){unit->options.output, 0, 0}, "%s", message);
        LLVMDisposeMessage(message);
        return false;
    }
    bool is_written = is_assembly ? write_buffer(unit, buffer) : sw_write_object(unit, buffer);
    LLVMDisposeMemoryBuffer(buffer);
    return is_written;
}
