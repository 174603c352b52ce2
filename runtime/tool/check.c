/* `softwarp check`: runs a program that swcc --check has built, as often as there are seeds, and says what was
 * found. If nobody says how often: once more, in the reverse order, when threads read what others may have written. */
#include "check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool.h"

static FILE *open_output(const char *name) {
    FILE *to = fopen(name, "w");
    if (!to) fprintf(stderr, "softwarp check: cannot write %s: %s\n", name, strerror(errno));
    return to;
}

/* False: it could not be written. */
static bool write_file(const char *name, const struct check_findings *findings, const struct check_options *options) {
    FILE *to = open_output(name);
    if (!to) return false;
    if (name == options->json)
        check_write_json(to, findings, options);
    else
        check_write_sarif(to, findings);
    bool failed = ferror(to);
    return !fclose(to) && !failed;
}

static bool say(const struct check_findings *findings, const struct check_options *options) {
    if (!strcmp(options->tools, "trace")) return true; /* it has said all there is */
    FILE *to = options->log ? open_output(options->log) : stderr;
    if (!to) return false;
    check_print(to, findings, options->print_limit);
    if (to != stderr) fclose(to);
    bool done = !options->json || write_file(options->json, findings, options);
    return done & (!options->sarif || write_file(options->sarif, findings, options));
}

static int run_all(const struct check_options *options, struct check_findings *findings) {
    int status = 0;
    unsigned runs = options->seeds ? options->seeds : 1;
    off_t input = lseek(STDIN_FILENO, 0, SEEK_CUR);
    for (unsigned run = 0; run < runs; run++) {
        FILE *from = tmpfile();
        if (!from) {
            fprintf(stderr, "softwarp check: no temporary file: %s\n", strerror(errno));
            exit(1);
        }
        if (run && input >= 0) lseek(STDIN_FILENO, input, SEEK_SET); /* each run reads the same, where it can */
        int own = check_run(options, run, from);
        status = status ? status : own;
        check_findings_read(findings, from, options->kernel);
        fclose(from);
        if (!options->seeds && findings->depend_on_order) runs = 2;
    }
    return status;
}

int swrt_tool_check(int argc, char **argv) {
    struct check_options options;
    struct check_findings findings = {0};
    int status;
    if (!check_options_parse(argc, argv, &options, &status)) return status;
    status = run_all(&options, &findings);
    if (!say(&findings, &options)) return 1;
    return options.error_exit && check_findings_errors(&findings, false) ? options.error_exit : status;
}
