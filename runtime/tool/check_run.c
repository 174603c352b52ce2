/* One run of the program: told by its environment what to check and where to write what it finds. Address space layout
 * is not randomised, so that the same run gives the same addresses, and the same report. */
#include <stdlib.h>

#include "check.h"
#include "system.h"

static void set_number(const char *name, unsigned number) {
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    tool_set_variable(name, text);
}

/* The reverse order comes second: of any two it begins the other one first. */
static void set_order(unsigned seed) {
    if (seed > 1)
        set_number("SOFTWARP_SHUFFLE", seed);
    else if (seed)
        tool_set_variable("SOFTWARP_SHUFFLE", "reverse");
    else
        tool_set_variable("SOFTWARP_SHUFFLE", NULL);
}

static void set_output(int file) {
    char name[64];
    tool_results_name(file, name, sizeof name);
    tool_set_variable("SOFTWARP_CHECK_OUTPUT", name);
}

static void set_verify(const struct check_options *o, int file) {
    tool_set_variable("SOFTWARP_CHECK", NULL);
    tool_set_variable("SOFTWARP_VERIFY", "1");
    set_output(file);
    tool_set_variable("SOFTWARP_VERIFY_KERNEL", o->kernel);
    tool_set_variable("SOFTWARP_VERIFY_SKIP", o->verify->skip);
    tool_set_variable("SOFTWARP_VERIFY_COUNT", o->verify->count);
    tool_set_variable("SOFTWARP_VERIFY_ULP", o->verify->ulp);
    tool_set_variable("SOFTWARP_VERIFY_TOLERANCE", o->verify->tolerance);
    tool_set_variable("SOFTWARP_VERIFY_TYPE", o->verify->type);
    tool_set_variable("SOFTWARP_VERIFY_LIMIT", o->verify->limit);
}

static void set_filters(const struct swrt_kernel_filters *filters) {
    char *text = swrt_kernel_filters_text(filters);
    tool_set_variable("SOFTWARP_CHECK_KERNELS", text);
    free(text);
}

static void set_environment(const struct check_options *o, unsigned run, int file) {
    if (o->verify) {
        set_verify(o, file);
        return;
    }
    tool_set_variable("SOFTWARP_CHECK", o->tools);
    set_output(file);
    if (o->leaks)
        tool_set_variable("SOFTWARP_CHECK_LEAKS", "full");
    if (o->policy)
        tool_set_variable("SOFTWARP_CHECK_POLICY", o->policy);
    if (o->api_errors)
        tool_set_variable("SOFTWARP_CHECK_API_ERRORS", o->api_errors);
    if (o->skip || o->launches) {
        set_number("SOFTWARP_CHECK_SKIP", o->skip);
        set_number("SOFTWARP_CHECK_COUNT", o->launches);
        set_filters(&o->filters);
    }
    set_order(o->first_seed + run);
}

struct run {
    const struct check_options *options;
    unsigned number;
};

static void prepare(const void *data, int results) {
    const struct run *run = data;
    set_environment(run->options, run->number, results);
}

int check_run(const struct check_options *o, unsigned number, FILE *from) {
    const struct run run = {o, number};
    const struct tool_program program = {.command = o->command,
                                         .words = o->program,
                                         .results = from,
                                         .prepare = prepare,
                                         .data = &run,
                                         .is_silent = number};
    int status = tool_run(&program);
    return status || !tool_signal() ? status : 128 + tool_signal();
}
