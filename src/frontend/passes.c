/* Command lines of the clang runs.
 *
 * A .cu file is compiled twice by clang's own CUDA mode, with our headers and no toolkit: once as device code, to LLVM
 * bitcode for the middle end, and once as host code, to an object with launch stubs and registration calls.
 *
 * -O1 -fno-unroll-loops on the device side keeps loops recognisable; the middle end optimises. -target-sdk-version
 * makes clang emit the launch and registration calls of CUDA 12. The make rule is written by the host run only. */
#include "frontend/frontend.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "softwarp/names.h"

#define PUSH(text) sw_vec_push(f->arena, argv, (text))
#define FORMAT(...) sw_arena_printf(f->arena, __VA_ARGS__)

/* Appends all words of a list to another. */
void sw_push_all(struct sw_arena *arena, struct sw_strings *into, const struct sw_strings *from) {
    for (size_t i = 0; i < from->count; i++)
        sw_vec_push(arena, into, from->at[i]);
}

static void push_headers(const struct sw_frontend *f, struct sw_strings *argv) {
    sw_push_all(f->arena, argv, &f->preprocessor);
    PUSH("-isystem");
    PUSH(f->headers);
}

/* What clang refuses and nvcc with g++ lets pass, silently or with a warning: as a rule programs that build with nvcc
 * have some of it. Loops are unrolled by the middle end, so what clang says about that means nothing. */
static void push_leniency(const struct sw_frontend *f, struct sw_strings *argv) {
    /* clang-format off */
    static const char *const lenient[] = {"-Wno-register", "-Wno-c++11-narrowing", "-Wno-reserved-user-defined-literal",
                                          "-Wno-enum-constexpr-conversion", "-Wno-non-c-typedef-for-linkage",
                                          "-Wno-vla-cxx-extension", "-Wno-pass-failed" /* #pragma unroll */,
                                          "-fgnu-keywords" /* typeof, also by -std=c++17 */};
    /* clang-format on */
    for (size_t i = 0; i < sizeof lenient / sizeof *lenient; i++)
        PUSH(lenient[i]);
}

/* What clang warns of by itself, and nvcc and g++ only when asked to (-Wall, -Wextra, the name), which comes later. */
static void push_quiet(const struct sw_frontend *f, struct sw_strings *argv) {
    /* clang-format off */
    static const char *const names[] = {"format", "parentheses", "empty-body", "switch", "tautological-compare",
                                        "absolute-value", "inconsistent-missing-override", "self-assign",
                                        "string-plus-int", "unsequenced", "literal-conversion", "pointer-bool-conversion",
                                        "implicit-const-int-float-conversion", "unused-but-set-variable",
                                        "sizeof-array-argument", "mismatched-tags", "unused-value", "string-compare",
                                        "memset-transposed-args", "dynamic-class-memaccess", "sizeof-pointer-memaccess",
                                        "sizeof-pointer-div", "undefined-var-template", "logical-not-parentheses",
                                        "delete-non-abstract-non-virtual-dtor", "constant-logical-operand",
                                        "potentially-evaluated-expression"};
    /* clang-format on */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        PUSH(FORMAT("-Wno-%s", names[i]));
}

/* The same for C files: what gcc 12 warns of, and clang refuses since C99 has abolished it. (-Werror=.. and
 * -Wno-error=.. are stronger than -Werror, wherever they stand.) */
static void push_leniency_c(const struct sw_frontend *f, struct sw_strings *argv) {
    static const char *const lenient[] = {"-Wno-error=implicit-int", "-Wno-error=implicit-function-declaration",
                                          "-Wno-error=int-conversion", "-Wno-error=incompatible-pointer-types"};
    if (sw_has_word(&f->warnings, "-Werror"))
        return;
    for (size_t i = 0; i < sizeof lenient / sizeof *lenient; i++)
        PUSH(lenient[i]);
}

/* LLVM takes what a restricted pointer leads to for the one call's own, which no barrier or other thread can change: a
 * promise of one thread's accesses would cover those of all, and loads cross barriers. Without the word nobody promises
 * it; on both sides, as it is part of the names of templates. */
static void push_unrestricted(const struct sw_frontend *f, struct sw_strings *argv) {
    PUSH("-D__restrict__=");
    PUSH("-D__restrict=");
}

enum side { DEVICE_SIDE, HOST_SIDE };

/* What both runs over a .cu file have in common, -E included. The host side's own options come later; what the device
 * side has of them stands before the user's macros, which may change those that they predefine. */
static void push_cuda(const struct sw_frontend *f, struct sw_strings *argv, enum side side) {
    PUSH(f->clang);
    PUSH("-x");
    PUSH("cuda");
    PUSH("-nocudainc");
    PUSH("-nocudalib");
    PUSH(FORMAT("--cuda-path=%s", f->no_toolkit));
    PUSH(FORMAT("--cuda-gpu-arch=%s", f->arch.clang_name));
    PUSH("-Xclang");
    PUSH(FORMAT("-target-sdk-version=%d.%d", SW_CUDA_MAJOR, SW_CUDA_MINOR));
    PUSH("-Wno-unknown-cuda-version");
    PUSH("-Xclang");
    PUSH("-fcuda-allow-variadic-functions"); /* static long test(...): declared, seldom called */
    push_leniency(f, argv);
    push_quiet(f, argv);
    if (f->overlay) {
        PUSH("-ivfsoverlay");
        PUSH(f->overlay);
    }
    if (f->standard) /* of C++03 alone our headers cannot be written */
        PUSH(sw_ends_with(f->standard, "++03") ? "-std=gnu++11" : f->standard);
    PUSH("-Xclang");
    PUSH("-fno-cxx-modules"); /* CUDA has none; clang would merge precompiled functions of the host and the device */
    if (f->color)
        PUSH("-fcolor-diagnostics");
    if (f->names_word)
        PUSH(f->names_word);
    if (side == DEVICE_SIDE)
        sw_push_all(f->arena, argv, &f->device_options);
    sw_push_all(f->arena, argv, &f->macros);
    sw_push_all(f->arena, argv, &f->common_macros);
    if (f->system_libcu)
        PUSH("-DSOFTWARP_SYSTEM_LIBCU");
    push_unrestricted(f, argv);
    PUSH("-include");
    PUSH(FORMAT("%s/cuda_runtime.h", f->headers));
    push_headers(f, argv);
    sw_push_all(f->arena, argv, &f->warnings);
}

/* clang names the architecture in __CUDA_ARCH__; one that it does not know has to be put there. */
static void push_device_target(const struct sw_frontend *f, struct sw_strings *argv) {
    PUSH("--cuda-device-only");
    /* The host's, for structures that hold one (driver/repair); clang's driver knows it for CPUs only. */
    PUSH("-Xclang");
    PUSH("-mlong-double-80");
    PUSH("--cuda-feature=+ptx83"); /* clang takes PTX's version from the toolkit it finds; there is none */
    if (sw_equal(FORMAT("sm_%s", f->arch.name), f->arch.clang_name))
        return;
    PUSH("-U__CUDA_ARCH__");
    PUSH(FORMAT("-D__CUDA_ARCH__=%u", f->arch.number * 10));
}

/* In a function template of the host clang does not let `decltype(f(1))` name a function of the device: such a template
 * is passed over without a word, and another taken. nvcc looks at sides only where something is called. With this word
 * templates without a side are of both, compiled for the device only where it uses them. Explicit instantiations clang
 * looks at for the device nevertheless, and may refuse: the pass then starts again without the word (driver/repair). */
static void push_questions(const struct sw_frontend *f, struct sw_strings *argv) {
    if (!f->asks_calls)
        return;
    PUSH("-Xclang");
    PUSH(SW_BOTH_SIDED_TEMPLATES);
}

/* Records as they are laid out, to standard output: the middle end compares the two sides. */
static void push_layouts(const struct sw_frontend *f, struct sw_strings *argv) {
    if (!f->tell_layouts)
        return;
    PUSH("-Xclang");
    PUSH(SW_TELL_LAYOUTS);
}

static void push_common_code(const struct sw_frontend *f, struct sw_strings *argv, const char *id) {
    push_questions(f, argv);
    if (f->per_thread_stream) {
        PUSH("-Xclang"); /* the driver knows it for HIP only */
        PUSH("-fgpu-default-stream=per-thread");
    }
    if (f->relocatable) {
        PUSH("-fgpu-rdc");
        /* clang's driver would name the unit on the device side only, and static things would differ then */
        PUSH("-fuse-cuid=none");
        PUSH("-Xclang");
        PUSH(FORMAT("-cuid=%s", id));
    }
    push_layouts(f, argv);
}

/* Optimised code has lost stores, and reads that loops wait for: -O0. Names are those that reports have: of variables,
 * and of functions with their parameters. Where the scope of a variable begins is marked, as in optimised code (no
 * sanitizer comes with that word). */
static void push_checked_code(const struct sw_frontend *f, struct sw_strings *argv) {
    PUSH("-fno-discard-value-names");
    PUSH("-Xclang");
    PUSH("-fsanitize-address-use-after-scope");
    PUSH("-Xclang"); /* the driver knows it for CPUs only */
    PUSH("-fdebug-info-for-profiling");
}

/* #pragma unroll is for GPUs, whose loops are dear: where it would make more than 4096 instructions of a loop (LLVM's
 * limit is four times that), it stays one. Each variant of the kernel would be as much longer. Nobody is told: nvcc has
 * its own limit and does not tell either. The middle end has the same one (ir/context.c). */
static void push_unrolling(const struct sw_frontend *f, struct sw_strings *argv) {
    if (f->device_unoptimized || f->check)
        return;
    PUSH("-mllvm");
    PUSH("-pragma-unroll-threshold=4096");
    PUSH("-Wno-pass-failed");
}

/* clang divides a file's name by what it has in common with the current folder, and what is left is no name that anybody
 * gave. So the folder is written in a way that has nothing in common with a name: names are then as given, here and in
 * line tables, where relative ones still lead to the file. */
static void push_folder(const struct sw_frontend *f, struct sw_strings *argv) {
    char here[PATH_MAX];
    if (getcwd(here, sizeof here))
        PUSH(FORMAT("-fdebug-compilation-dir=" SW_GIVEN_NAMES "%s", here));
}

static void push_device_code(const struct sw_frontend *f, struct sw_strings *argv) {
    if (f->check)
        push_checked_code(f, argv);
    if (f->device_unoptimized || f->check) {
        PUSH("-O0");
        PUSH("-Xclang");
        PUSH("-disable-O0-optnone");
    } else {
        PUSH("-O1");
        PUSH("-fno-unroll-loops");
        PUSH("-fno-optimize-sibling-calls"); /* recursion without an end is to stay: transform/endless.c */
    }
    if (f->device_debug || f->device_lines) {
        PUSH(f->device_debug ? "-g" : "-gline-tables-only");
        PUSH("-Xclang"); /* in optimised code clang would keep what PTX can use only, and no line table */
        PUSH(f->device_debug ? "-debug-info-kind=constructor" : "-debug-info-kind=line-tables-only");
        push_folder(f, argv);
    }
    /* In many a program only the leader of a warp sets the variable that __shfl_sync then hands to all: no reason to
     * conclude that everyone is the leader, as clang would if arguments counted as defined. */
    PUSH("-Xclang");
    PUSH("-no-enable-noundef-analysis");
    PUSH("-fno-strict-aliasing");            /* words that are floats to another thread: everyday CUDA */
    PUSH("-fno-builtin-malloc");             /* the device's heap runs out: a null pointer is a result */
    PUSH("-fno-strict-float-cast-overflow"); /* constants out of range, too, convert as on a GPU */
    PUSH("-fkeep-static-consts"); /* the host may name them: the middle end knows (transform/symbols/registered.c) */
    if (f->as_written) {
        PUSH("-Xclang");
        PUSH("-disable-llvm-passes");
    }
    push_unrolling(f, argv);
    PUSH(f->fuse ? "-ffp-contract=fast" : "-ffp-contract=off");
    if (f->flush)
        PUSH("-fgpu-flush-denormals-to-zero");
    if (f->approximate)
        PUSH("-fgpu-approx-transcendentals");
}

static bool has_sanitizer(const struct sw_strings *options, const char *name) {
    for (size_t i = 0; i < options->count; i++)
        if (sw_starts_with(options->at[i], "-fsanitize=") && strstr(options->at[i], name))
            return true;
    return false;
}

/* Whether a sanitizer is asked for that tells of signed overflow; where overflow is defined there is nothing to tell. */
static bool sees_overflow(const struct sw_strings *options) {
    return has_sanitizer(options, "undefined") || has_sanitizer(options, "integer") ||
           has_sanitizer(options, "signed-integer-overflow");
}

/* nvcc does not optimise host code unless told to, and programs that overflow an int or pun a pointer in their checks
 * get by with it; ours is optimised from the start, so these must stay defined. options: the user's. */
static void push_host_code(const struct sw_frontend *f, struct sw_strings *argv, const struct sw_strings *options) {
    if (f->host_level)
        PUSH(f->host_level);
    if (f->host_debug)
        PUSH("-g");
    if (!sees_overflow(options))
        PUSH("-fwrapv");
    PUSH("-fno-strict-aliasing");
}

/* The thread sanitizer's calls, which the runtime takes (runtime/check/host/): they tell an atomic access with its order
 * from a plain one. Without those at functions and for memcpy; a read is told of although a write follows. */
static void push_thread_hooks(const struct sw_frontend *f, struct sw_strings *argv) {
    static const char *const words[] = {"-tsan-instrument-func-entry-exit=0", "-tsan-instrument-memintrinsics=0",
                                        "-tsan-instrument-read-before-write=1"};
    PUSH("-Xclang"); /* the driver would link the sanitizer's own library, and have no other one beside it */
    PUSH("-fsanitize=thread");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        PUSH("-mllvm");
        PUSH(words[i]);
    }
}

/* Host code's accesses to what it shares with kernels: a call before each load and store (runtime/check/host/). Beside
 * a thread sanitizer of the user's own these are clang's for coverage, which do not know what is atomic. "func" alone
 * instruments nothing, but without such a word clang drops the others. */
static void push_host_hooks(const struct sw_frontend *f, struct sw_strings *argv, const struct sw_strings *options) {
    if (!f->check && !f->strict)
        return;
    if (f->check && !has_sanitizer(options, "thread"))
        push_thread_hooks(f, argv);
    else
        PUSH("-fsanitize-coverage=func,trace-loads,trace-stores");
    if (!f->host_debug)
        PUSH("-g1");
    push_folder(f, argv);
}

/* Bitcode from before any optimisation, in a section of the object, where each instruction has its place. Asking for
 * optimisation remarks by a name that none has makes clang keep places, and no debug information. */
static void push_carried(const struct sw_frontend *f, struct sw_strings *argv) {
    if (!f->carry_host)
        return;
    PUSH("-Rpass=^$");
    PUSH("-Xclang");
    PUSH("-fembed-bitcode=bitcode");
    if (!f->check && !f->strict && !f->host_debug) /* debug information has the folder as it is */
        push_folder(f, argv);
}

static void push_output(const struct sw_frontend *f, struct sw_strings *argv, const char *source, const char *output) {
    PUSH(source);
    PUSH("-o");
    PUSH(output);
}

/* The device side of a .cu file, to bitcode. id: of the translation unit. */
void sw_device_pass(const struct sw_frontend *f, struct sw_strings *argv, const char *source, const char *id,
                    const char *output) {
    push_cuda(f, argv, DEVICE_SIDE);
    push_device_target(f, argv);
    push_common_code(f, argv, id);
    push_device_code(f, argv);
    PUSH("-emit-llvm");
    PUSH("-c");
    push_output(f, argv, source, output);
}

/* An object for the linker's optimisation (-flto) is no ELF: neither could device code be joined to it, nor would it say
 * what it registers. So the host side of .cu files is compiled to code; the linker takes it beside objects of that kind. */
static void push_no_link_time(const struct sw_frontend *f, struct sw_strings *argv) {
    for (size_t i = 0; i < f->host_options.count; i++)
        if (sw_starts_with(f->host_options.at[i], "-flto")) {
            PUSH("-fno-lto");
            return;
        }
}

/* The host side of a .cu file, to an object. fatbin: a file with struct swrt_fatbin of the translation unit. */
void sw_host_pass(const struct sw_frontend *f, struct sw_strings *argv, const char *source, const char *id,
                  const char *fatbin, const char *output) {
    push_cuda(f, argv, HOST_SIDE);
    PUSH("--cuda-host-only");
    push_common_code(f, argv, id);
    PUSH("-Xclang");
    PUSH("-fcuda-include-gpubinary");
    PUSH("-Xclang");
    PUSH(fatbin);
    push_host_code(f, argv, &f->host_options);
    push_host_hooks(f, argv, &f->host_options);
    push_carried(f, argv);
    sw_push_all(f->arena, argv, &f->host_options);
    push_no_link_time(f, argv);
    sw_push_all(f->arena, argv, &f->dependencies);
    PUSH("-c");
    push_output(f, argv, source, output);
}

/* What compilers of host files are told; gcc and clang both understand it. */
static void push_host_file(const struct sw_frontend *f, struct sw_strings *argv, const char *compiler,
                           const char *language) {
    PUSH(compiler);
    PUSH("-x");
    PUSH(language);
    if (f->standard && sw_equal(language, "c++"))
        PUSH(f->standard);
    if (sw_equal(language, "c"))
        push_leniency_c(f, argv);
    else if (sw_equal(language, "c++"))
        push_leniency(f, argv);
    if (f->color)
        PUSH("-fdiagnostics-color=always");
    sw_push_all(f->arena, argv, &f->common_macros);
    push_headers(f, argv);
    sw_push_all(f->arena, argv, &f->warnings);
}

/* A host file (C, C++, assembler), to an object. language: as -x of gcc and clang takes it. In check builds it tells its
 * accesses as .cu files do, if the compiler is our clang. */
void sw_host_compile(const struct sw_frontend *f, struct sw_strings *argv, const char *compiler, const char *language,
                     const char *source, const char *output) {
    push_host_file(f, argv, compiler, language);
    push_host_code(f, argv, &f->host_compiler_options);
    if (f->check && f->has_own_compiler && !sw_starts_with(language, "assembler"))
        push_host_hooks(f, argv, &f->host_compiler_options);
    push_layouts(f, argv);
    sw_push_all(f->arena, argv, &f->host_compiler_options);
    sw_push_all(f->arena, argv, &f->dependencies);
    PUSH("-c");
    push_output(f, argv, source, output);
}

/* Preprocesses to output, or to stdout when null. language null: CUDA, as device code, which is what nvcc shows. */
void sw_preprocess(const struct sw_frontend *f, struct sw_strings *argv, const char *compiler, const char *language,
                   const char *source, const char *output) {
    if (language) {
        push_host_file(f, argv, compiler, language);
        sw_push_all(f->arena, argv, &f->host_compiler_options);
    } else {
        push_cuda(f, argv, DEVICE_SIDE);
        push_device_target(f, argv);
    }
    PUSH("-E");
    push_output(f, argv, source, output ? output : "-");
}

/* Words of clang by which an editor reads a .cu file as the host pass does; the first is clang. */
void sw_editor_words(const struct sw_frontend *f, struct sw_strings *argv) {
    push_cuda(f, argv, HOST_SIDE);
    PUSH("--cuda-host-only");
    sw_push_all(f->arena, argv, &f->host_options);
}

/* Preprocesses the host side of a .cu file to output, which no compiler takes. */
void sw_show_host(const struct sw_frontend *f, struct sw_strings *argv, const char *source, const char *output) {
    push_cuda(f, argv, HOST_SIDE);
    PUSH("--cuda-host-only");
    PUSH("-DSOFTWARP_SHOWN_ONLY");
    sw_push_all(f->arena, argv, &f->host_options);
    PUSH("-E");
    push_output(f, argv, source, output);
}

/* The make rule of a file, to output, or to stdout when null. */
void sw_depend(const struct sw_frontend *f, struct sw_strings *argv, const char *compiler, const char *language,
               const char *source, const char *output) {
    if (language) {
        push_host_file(f, argv, compiler, language);
        sw_push_all(f->arena, argv, &f->host_compiler_options);
    } else {
        push_cuda(f, argv, HOST_SIDE);
        PUSH("--cuda-host-only");
        sw_push_all(f->arena, argv, &f->host_options);
    }
    sw_push_all(f->arena, argv, &f->dependencies);
    PUSH("-E");
    push_output(f, argv, source, output ? output : "-");
}
