/* `softwarp check`: runs a program that swcc --check has built, as often as there are seeds, and says what was
 * found. If nobody says how often: once more, in the reverse order, when threads read what others may have written. */
#include "check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "system.h"
#include "tool.h"

FILE *check_open_output(const struct check_options *options, const char *name) {
    FILE *to = fopen(name, "w");
    if (!to)
        fprintf(stderr, "%s: cannot write %s: %s\n", options->command, name, strerror(errno));
    return to;
}

bool check_close_output(const struct check_options *options, FILE *to, const char *name) {
    bool failed = fflush(to) || ferror(to);
    if (failed)
        fprintf(stderr, "%s: cannot write %s: %s\n", options->command, name, strerror(errno));
    fclose(to);
    return !failed;
}

bool check_outputs_open(const struct check_options *options) {
    const char *names[] = {options->log, options->json, options->sarif, options->new_suppressions};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i] && !tool_may_write(names[i])) {
            fprintf(stderr, "%s: cannot write %s: %s\n", options->command, names[i], strerror(errno));
            return false;
        }
    return true;
}

/* False: it could not be written. */
static bool write_file(const char *name, const struct check_findings *findings, const struct check_options *options) {
    FILE *to = check_open_output(options, name);
    if (!to)
        return false;
    if (name == options->log)
        check_print(to, findings, &options->print);
    else if (name == options->new_suppressions)
        check_write_suppressions(to, findings);
    else if (name == options->json)
        check_write_json(to, findings, options);
    else
        check_write_sarif(to, findings, options);
    return check_close_output(options, to, name);
}

/* Of `trace` the program has said all there is. */
static bool say(const struct check_findings *findings, const struct check_options *options) {
    bool done = !options->log || write_file(options->log, findings, options);
    if (!options->log && strcmp(options->tools, "trace"))
        check_print(stderr, findings, &options->print);
    done &= !options->json || write_file(options->json, findings, options);
    return done & (!options->sarif || write_file(options->sarif, findings, options));
}

static int run_all(const struct check_options *options, struct check_findings *findings) {
    int status = 0;
    unsigned runs = options->seeds ? options->seeds : 1;
    long input = tool_input_place();
    for (unsigned run = 0; run < runs; run++) {
        FILE *from = tmpfile();
        if (!from) {
            fprintf(stderr, "%s: no temporary file: %s\n", options->command, strerror(errno));
            exit(1);
        }
        if (run)
            tool_input_return(input); /* each run reads the same, where it can */
        int own = check_run(options, run, from);
        status = status ? status : own;
        check_findings_read(findings, from, run, &options->filters);
        fclose(from);
        if (findings->is_not_run)
            break;
        if (!options->seeds && findings->depend_on_order)
            runs = 2;
        if (tool_signal() && run + 1 < runs) {
            fprintf(stderr, "%s: signal %d (%s): the program is not run again\n", options->command, tool_signal(),
                    tool_signal_text());
            break;
        }
    }
    check_findings_finish(findings);
    return status;
}

int swrt_tool_check(int argc, char **argv) {
    struct check_options options;
    struct check_findings findings = {0};
    int status;
    if (!check_options_parse(argc, argv, &options, &status))
        return status;
    struct check_suppressions *suppressions = NULL;
    if (options.suppressions && !(suppressions = check_suppressions_read(options.command, options.suppressions)))
        return 2;
    if (!check_outputs_open(&options))
        return 2;
    tool_open_standard_files();
    findings.wanted = check_options_wanted(&options);
    findings.wants_leaks = options.leaks;
    findings.wants_calls = options.asks_for_calls;
    status = run_all(&options, &findings);
    if (findings.is_not_run)
        return status;
    if (options.new_suppressions && !write_file(options.new_suppressions, &findings, &options))
        return 1;
    if (suppressions)
        check_suppress(&findings, suppressions);
    if (!say(&findings, &options))
        return 1;
    if (options.error_exit && check_findings_errors(&findings, false))
        return options.error_exit;
    bool is_nothing = !findings.has_kernels && !(findings.is_instrumented && findings.wanted);
    bool is_enough = options.allows_unchecked || (options.allows_nothing && is_nothing) || check_is_complete(&findings);
    return status || is_enough ? status : CHECK_UNCHECKED;
}
