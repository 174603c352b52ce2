/* --dryrun and -v: the steps as lines that a POSIX shell can take, behind "#$ " as nvcc shows its own. `sed -n
 * 's/^#\$ //p'` turns the output of --dryrun into a script that does what swcc would have done. */
#include "driver/driver.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *self(struct sw_arena *arena) {
    return sw_shell_quote(arena, sw_arena_printf(arena, "%s/bin/swcc", sw_root(arena)));
}

static void show_words(struct sw_arena *arena, const struct sw_strings *words) {
    for (size_t i = 0; i < words->count; i++)
        fprintf(stderr, "%s%s", i ? " " : "", sw_shell_quote(arena, words->at[i]));
}

static void show_write(struct sw_arena *arena, const struct sw_step *step) {
    const unsigned char *bytes = step->bytes;
    fputs("printf '", stderr);
    for (size_t i = 0; i < step->size; i++)
        fprintf(stderr, isalpha(bytes[i]) ? "%c" : "\\%03o", bytes[i]);
    fprintf(stderr, "' > %s", sw_shell_quote(arena, step->output));
}

static void show_collect(struct sw_arena *arena, const struct sw_step *step) {
    const char *folder = sw_shell_quote(arena, step->late_source);
    fprintf(stderr, "mkdir -p %s && %s --collect-device-code %s ", folder, self(arena), folder);
    show_words(arena, &step->argv);
}

static void show_run(struct sw_arena *arena, const struct sw_step *step) {
    show_words(arena, &step->argv);
    const char *source = step->late ? sw_shell_quote(arena, step->late_source) : NULL;
    if (step->late == SW_LATE_REGISTER_SYMBOL)
        fprintf(stderr, " $(%s --registration-of %s)", self(arena), source);
    else if (step->late == SW_LATE_COLLECTED)
        fprintf(stderr, " %s/*.bc", source);
    if (step->stdout_file)
        fprintf(stderr, " > %s", sw_shell_quote(arena, step->stdout_file));
}

static void show_assignment(struct sw_arena *arena, const char *name, const char *value) {
    fprintf(stderr, "#$ %s=%s\n", name, value);
}

static const char *as_is(struct sw_arena *arena, const char *text) {
    return text;
}

/* Where things are, as nvcc's first lines have it: CMake reads those of -v to learn how to link, and takes the names of
 * folders as they stand to the end of the line; a shell, which is given those of --dryrun, wants one word. */
void sw_show_tree(struct sw_arena *arena, const char *root, bool for_shell) {
    const char *(*word)(struct sw_arena *, const char *) = for_shell ? sw_shell_quote : as_is;
    const char *toolkit = sw_toolkit(arena, root);
    show_assignment(arena, "_NVVM_BRANCH_", "nvvm");
    show_assignment(arena, "_CUDART_", "cudart");
    show_assignment(arena, "_HERE_", word(arena, sw_executable_dir(arena)));
    show_assignment(arena, "TOP", word(arena, toolkit));
    show_assignment(arena, "NVVMIR_LIBRARY_DIR", word(arena, sw_arena_printf(arena, "%s/nvvm/libdevice", toolkit)));
    show_assignment(arena, "INCLUDES", sw_shell_quote(arena, sw_arena_printf(arena, "-I%s/include", toolkit)));
    show_assignment(arena, "LIBRARIES", sw_shell_quote(arena, sw_arena_printf(arena, "-L%s/lib64/stubs", toolkit)));
}

/* The architecture that is compiled, in words that CMake looks for. */
void sw_show_arch(const struct sw_arch *arch) {
    fprintf(stderr, "#$ DEVICE='-arch compute_%s'\n", arch->name);
}

/* One step, as one line. */
void sw_show_step(struct sw_arena *arena, const struct sw_step *step) {
    fputs("#$ ", stderr);
    switch (step->kind) {
    case SW_STEP_RUN:
        show_run(arena, step);
        break;
    case SW_STEP_WRITE:
        show_write(arena, step);
        break;
    case SW_STEP_COLLECT:
        show_collect(arena, step);
        break;
    }
    fputc('\n', stderr);
}

/* All steps, with the making and removing of their folder. */
void sw_show_steps(struct sw_job *job, const struct sw_steps *steps) {
    const char *folder = sw_shell_quote(job->arena, job->work_dir);
    bool is_temporary = sw_equal(job->work_dir, sw_temp_dir(job->arena));
    if (is_temporary)
        fprintf(stderr, "#$ mkdir -p %s\n", folder);
    for (size_t i = 0; i < steps->count; i++)
        sw_show_step(job->arena, &steps->at[i]);
    if (is_temporary)
        fprintf(stderr, "#$ rm -r %s\n", folder);
}
