/* Retarget: nvptx64 -> the host. Address spaces are inferred first, with the GPU's rules, because afterwards shared
 * memory is told from global memory only by the address space of a pointer. */
#include "transform/transform.h"

static LLVMTargetMachineRef nvptx_machine(struct sw_unit *unit) {
    LLVMTargetRef target;
    char *message = NULL;
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    if (LLVMGetTargetFromTriple("nvptx64-nvidia-cuda", &target, &message))
        sw_bug("this LLVM has no nvptx64 target: %s", message);
    return LLVMCreateTargetMachine(target, "nvptx64-nvidia-cuda", "sm_70", "", LLVMCodeGenLevelDefault,
                                   LLVMRelocDefault, LLVMCodeModelDefault);
}

void sw_pass_retarget(struct sw_unit *unit) {
    if (unit->options.optimise > 0) {
        LLVMTargetMachineRef gpu = nvptx_machine(unit);
        sw_ir_run_passes(&unit->ir,
                         "function(sroa,early-cse,infer-address-spaces,instcombine<no-verify-fixpoint>,simplifycfg)",
                         gpu);
        LLVMDisposeTargetMachine(gpu);
    }
    char *triple = LLVMGetTargetMachineTriple(unit->machine);
    LLVMSetTarget(unit->ir.module, triple);
    LLVMDisposeMessage(triple);
    LLVMSetModuleDataLayout(unit->ir.module, LLVMCreateTargetDataLayout(unit->machine));
}
