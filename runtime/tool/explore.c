/* `softwarp explore`: runs a program that swcc --check has built, once, and says of its launches which outcomes they can
 * have. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "check.h"
#include "explore.h"
#include "system.h"
#include "tool.h"

static const char command[] = "softwarp explore";

/* What is watched besides the list: the names of predicates, unless all is. */
static char *watch_list(const struct explore_options *o) {
    const struct swrt_predicate *predicates[] = {o->find, o->forbid};
    size_t size = o->watch ? strlen(o->watch) + 1 : 1;
    for (unsigned i = 0; i < 2; i++)
        for (unsigned k = 0; predicates[i] && k < swrt_predicate_count(predicates[i]); k++)
            size += strlen(swrt_predicate_name(predicates[i], k)) + 1;
    char *list = calloc(1, size);
    if (!list)
        swrt_fatal("out of memory");
    strcat(list, o->watch ? o->watch : "");
    for (unsigned i = 0; i < 2; i++)
        for (unsigned k = 0; predicates[i] && k < swrt_predicate_count(predicates[i]); k++) {
            strcat(list, *list ? "," : "");
            strcat(list, swrt_predicate_name(predicates[i], k));
        }
    return list;
}

static void prepare(const void *data, int results) {
    const struct explore_options *o = data;
    char name[64], *filters = swrt_kernel_filters_text(&o->filters), *list = watch_list(o);
    tool_results_name(results, name, sizeof name);
    tool_set_variable("SOFTWARP_CHECK", NULL);
    tool_set_variable("SOFTWARP_CHECK_OUTPUT", name);
    tool_set_variable("SOFTWARP_EXPLORE", o->model);
    tool_set_variable("SOFTWARP_EXPLORE_KERNELS", filters);
    tool_set_variable("SOFTWARP_EXPLORE_LAUNCH", o->launch);
    tool_set_variable("SOFTWARP_EXPLORE_WATCH", list);
    tool_set_variable("SOFTWARP_EXPLORE_HOST", o->host);
    tool_set_variable("SOFTWARP_EXPLORE_BOUND", o->bound);
    tool_set_variable("SOFTWARP_EXPLORE_POLICY", o->policy);
    tool_set_variable("SOFTWARP_EXPLORE_PROGRESS", o->shows_progress ? "1" : NULL);
    tool_set_variable("SOFTWARP_EXPLORE_FORBID", o->forbid_text);
    tool_set_variable("SOFTWARP_EXPLORE_FIND", o->find_text);
    tool_set_variable("SOFTWARP_EXPLORE_WITNESSES", o->json || o->dot || o->html || o->svg ? "1" : NULL);
    free(filters);
    free(list);
}

static FILE *open_file(const char *name) {
    FILE *to = fopen(name, "w");
    if (!to)
        fprintf(stderr, "%s: cannot write %s: %s\n", command, name, strerror(errno));
    return to;
}

static bool close_file(FILE *to, const char *name) {
    bool failed = fflush(to) || ferror(to);
    if (failed)
        fprintf(stderr, "%s: cannot write %s: %s\n", command, name, strerror(errno));
    fclose(to);
    return !failed;
}

static bool may_write(const struct explore_options *o) {
    const char *names[] = {o->log, o->json, o->dot, o->html};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i] && !tool_may_write(names[i])) {
            fprintf(stderr, "%s: cannot write %s: %s\n", command, names[i], strerror(errno));
            return false;
        }
    if (!o->svg || tool_make_folder(o->svg))
        return true;
    fprintf(stderr, "%s: cannot write to %s: %s\n", command, o->svg, strerror(errno));
    return false;
}

typedef void writer(FILE *to, const struct explore_results *results, const struct explore_options *options);

/* True without a name. */
static bool write_file(const char *name, writer *writes, const struct explore_results *results,
                       const struct explore_options *o) {
    FILE *to = name ? open_file(name) : NULL;
    if (to)
        writes(to, results, o);
    return !name || (to && close_file(to, name));
}

/* True without a folder. */
static bool write_pictures(const char *folder, const struct explore_results *results) {
    if (!folder || explore_write_svg(folder, results))
        return true;
    fprintf(stderr, "%s: cannot write to %s: %s\n", command, folder, strerror(errno));
    return false;
}

static bool say(const struct explore_results *results, const struct explore_options *o) {
    if (!o->log)
        explore_print(stdout, results, o);
    bool is_printed = o->log ? write_file(o->log, explore_print, results, o) : !fflush(stdout);
    bool is_json = write_file(o->json, explore_write_json, results, o);
    bool is_dot = write_file(o->dot, explore_write_dot, results, o);
    bool is_html = write_file(o->html, explore_write_html, results, o);
    bool is_svg = write_pictures(o->svg, results);
    return is_printed && is_json && is_dot && is_html && is_svg;
}

static bool has_explored(const struct explore_results *results) {
    for (size_t i = 0; i < results->count; i++)
        if (!results->launches[i].refused)
            return true;
    return false;
}

static int finish(struct explore_results *results, const struct explore_options *o, int status) {
    const char *unknown = explore_judge(results, o);
    if (unknown) {
        fprintf(stderr, "%s: %s is not watched\n", command, unknown);
        return 2;
    }
    if (!say(results, o))
        return 1;
    if (o->error_exit && explore_is_bad(results, o))
        return o->error_exit;
    return status || has_explored(results) ? status : CHECK_UNCHECKED;
}

int swrt_tool_explore(int argc, char **argv) {
    struct explore_options options;
    struct explore_results results = {0};
    int status;
    if (!explore_options_parse(argc, argv, &options, &status))
        return status;
    if (!may_write(&options))
        return 2;
    tool_open_standard_files();
    FILE *from = tmpfile();
    if (!from) {
        fprintf(stderr, "%s: no temporary file: %s\n", command, strerror(errno));
        return 1;
    }
    status = tool_run(&(struct tool_program){
        .command = command, .words = options.program, .results = from, .prepare = prepare, .data = &options});
    explore_read(&results, from);
    fclose(from);
    return results.is_not_run ? status : finish(&results, &options, status);
}
