/* Kernels and variables of a file are registered before its static constructors run, as nvcc has it, so that these may
 * launch kernels. clang calls the function that registers (__cuda_module_ctor, if the file has anything to register) as
 * the last constructor of the file; this is one of the first (behind the device objects' 101), and calls it too. The
 * runtime takes the second time for the same. The function has no name in C++: hence assembly.
 */
#ifndef SOFTWARP_EARLY_REGISTRATION_H
#define SOFTWARP_EARLY_REGISTRATION_H

#if defined(__x86_64__) && defined(__ELF__)
__asm__(".weakref sw_register_file, __cuda_module_ctor\n"
        ".weak swrt_register_early\n"
        ".hidden __dso_handle\n"
        ".pushsection .text.sw_register, \"ax\", @progbits\n"
        ".Lsw_register:\n"
        "    endbr64\n"
        "    movq sw_register_file@GOTPCREL(%rip), %rdi\n"
        "    leaq __dso_handle(%rip), %rsi\n"
        "    movq swrt_register_early@GOTPCREL(%rip), %rax\n"
        "    testq %rdi, %rdi\n"
        "    je 1f\n"
        "    testq %rax, %rax\n"
        "    je 1f\n"
        "    jmpq *%rax\n"
        "1:  retq\n"
        ".popsection\n"
        ".pushsection .init_array.00102, \"aw\", @init_array\n"
        "    .p2align 3\n"
        "    .quad .Lsw_register\n"
        ".popsection");
#endif

/* Clang does constructors that only store to variables at compile time, and a managed variable has its initial value, and
 * what registration puts there, from the device's side: what a constructor had stored was gone, or lacked what it was
 * added to. Behind one that clang can not do, it does none of the file's. */
static __attribute__((constructor(102), used)) void __sw_registered(void) { __asm__ volatile(""); }

#endif
