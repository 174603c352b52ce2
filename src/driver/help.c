/* --help and --version. The help is made of the rows of options.def. */
#include "driver/driver.h"

#include <stdio.h>
#include <string.h>

enum { COLUMN = 34, WIDTH = 110 };

/* Prints text in a column, broken at blanks. */
static void print_wrapped(const char *text, int at) {
    printf("%*s", COLUMN - at, "");
    int used = COLUMN;
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (used > COLUMN && used + 1 + length > WIDTH) {
            printf("\n%*s", COLUMN, "");
            used = COLUMN;
        }
        used += printf("%s%.*s", used > COLUMN ? " " : "", length, text);
        text += length;
        text += strspn(text, " ");
    }
    putchar('\n');
}

static void print_option(const struct sw_option *option) {
    const char *value = option->metavar ? option->metavar : "";
    const char *before = option->metavar ? " " : "";
    int at = 0;
    if (option->short_name && !sw_equal(option->short_name, option->long_name))
        at += printf("  -%s, --%s%s%s", option->short_name, option->long_name, before, value);
    else
        at += printf("  %s%s%s%s", option->short_name ? "-" : "--", option->long_name, before, value);
    if (at >= COLUMN) {
        putchar('\n');
        at = 0;
    }
    print_wrapped(option->help, at);
}

/* Explains every option, by groups. */
void sw_print_help(void) {
    printf("Usage: swcc [options] file...\n\n"
           "Compiles CUDA C programs to run on this CPU, with neither GPU nor CUDA toolkit. The command line is\n"
           "nvcc's.\n\n"
           "  swcc prog.cu -o prog && ./prog          compile, link, run\n"
           "  swcc -dc a.cu b.cu && swcc a.o b.o -o prog\n"
           "                                          device functions shared among files\n"
           "  swcc -g -G prog.cu -o prog && gdb prog  debug a kernel\n\n"
           "Files: .cu (CUDA), .c, .cc .cpp .cxx (host code), .s .S (assembler), .o .a .so (for the link).\n"
           "A value follows its option as the next word or behind '=': -o prog, --output-file=prog. Names take one\n"
           "dash or two. Options of the form -W.., -f.., -m.., -pthread that nvcc does not have go to the host\n"
           "compiler. NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS in the environment hold options to put\n"
           "before and behind. CUDA's headers are kept precompiled in ~/.cache/softwarp: SOFTWARP_CACHE names\n"
           "another folder, SOFTWARP_CACHE=off none.\n");
    for (size_t i = 0; i < sw_option_count; i++) {
        const struct sw_option *option = &sw_option_table[i];
        if (option->kind == SW_OPTION_GROUP)
            printf("\n%s\n", option->help);
        else
            print_option(option);
    }
}

/* Says who this is, then nvcc's lines: CMake takes a compiler for nvcc by the first, build systems read the version that
 * they may use from the second, and Meson wants it last. */
void sw_print_version(void) {
    printf("swcc: Softwarp CUDA compiler driver\n"
           "Softwarp %s, for running CUDA C on CPUs; not made by NVIDIA\n"
           "Compatible with\n"
           "nvcc: NVIDIA (R) Cuda compiler driver\n"
           "Cuda compilation tools, release %d.%d, V%d.%d.%d\n",
           SOFTWARP_VERSION, SW_CUDA_MAJOR, SW_CUDA_MINOR, SW_CUDA_MAJOR, SW_CUDA_MINOR, SW_CUDA_BUILD);
}
