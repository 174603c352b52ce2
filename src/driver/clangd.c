/* --print-clangd: a .clangd file for a project's folder. clangd reads compile_commands.json, where swcc stands with nvcc's
 * words; the file takes away those that clang does not have, and adds what swcc itself tells clang. */
#include "driver/driver.h"

#include <stdio.h>

/* What clang has no word for, as clangd's Remove takes it: * stands for the rest of a word. */
static const char *const nvccs[] = {
    "-x", "-arch*", "--gpu-architecture*", "-code*", "--gpu-code*", "-gencode*", "--generate-code*", "-rdc*",
    "--relocatable-device-code*", "-dc", "--device-c", "-dw", "--device-w", "-dlink", "-cudart*", "--cudart*", "-ccbin*",
    "--compiler-bindir*", "-Xcompiler*", "--compiler-options*", "-Xptxas*", "--ptxas-options*", "-Xlinker*", "-Xcudafe*",
    "-Xfatbin*", "-Xnvlink*", "--expt-*", "-expt-*", "--extended-lambda", "-extended-lambda", "--use_fast_math",
    "-use_fast_math", "-lineinfo", "--generate-line-info", "-G", "--device-debug", "-maxrregcount*", "--maxrregcount*",
    "--default-stream*", "-default-stream*", "-forward-unknown*", "--forward-unknown*", "--diag-*", "-diag-*",
    "--options-file*", "-optf*", "--threads*", "-t*", "--check", "--lanes*", "--remarks*", "-Rsoftwarp*", "--cpu*",
    "--fmad*", "-fmad*", "--ftz*", "-ftz*", "--prec-*", "-prec-*", "--keep*", "-keep*", "--restrict", "-restrict",
    "--compress-mode*", "-Werror", "--Werror*", "-res-usage", "--resource-usage"};

static void print_word(const char *word, const char *before)
{
    printf("%s'", before);
    for (; *word; word++)
        printf(*word == '\'' ? "''" : "%c", *word);
    putchar('\'');
}

/* The .clangd file of a job. */
void sw_print_clangd(struct sw_job *job)
{
    struct sw_strings words = {0};
    sw_editor_words(&job->frontend, &words);
    printf("# What clangd needs to know to read .cu files as swcc does: swcc --print-clangd > .clangd\n"
           "If:\n  PathMatch: '.*\\.cuh?'\nCompileFlags:\n  Compiler: ");
    print_word(words.at[0], "");
    printf("\n  Remove: [");
    for (size_t i = 0; i < sizeof nvccs / sizeof *nvccs; i++)
        print_word(nvccs[i], i ? ", " : "");
    printf("]\n  Add:\n");
    for (size_t i = 1; i < words.count; i++) {
        print_word(words.at[i], "    - ");
        putchar('\n');
    }
}
