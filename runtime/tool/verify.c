/* `softwarp verify`: runs a program once, each of its kernels at W = 1 and in lockstep (runtime/verify), and says where
 * the two do not give the same. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "check.h"
#include "system.h"
#include "tool.h"

enum { USUAL_ERROR_EXIT = 1, MOST_EXIT = 255 };

static const char usage[] =
    "usage: softwarp verify [options] PROGRAM [arguments]\n"
    "\n"
    "Runs a CUDA program, each kernel twice on the same memory: one thread at a time, and many at a time as always.\n"
    "Says where the results differ. The program goes on as it would without.\n"
    "\n"
    "  --kernel-name TEXT     compare only kernels whose names contain TEXT\n"
    "  --launch-skip N        leave the first N launches of these out (default: 0)\n"
    "  --launch-count N       compare N launches of these (default: 0, all)\n"
    "  --ulp N                floats may differ by N units in the last place (default: nothing may)\n"
    "  --tolerance X          floats may differ by X times the larger one (default: nothing may)\n"
    "  --type float|double    what --ulp and --tolerance are for (default: float)\n"
    "  --time-limit SECONDS   for one run of a kernel; one that takes longer is not compared (default: 10)\n"
    "  --error-exitcode N     exit with N when something differs (default: 1; 0: with the program's own)\n"
    "  --print-limit N        print at most N findings (default: 100)\n"
    "  --log-file FILE        print to FILE instead of standard error\n"
    "  --json FILE            write the findings as JSON too\n"
    "  --help                 show this text\n"
    "\n"
    "The exit status is 0 when nothing differs and the program's own is 0; 255 instead when nothing was compared. A\n"
    "kernel whose result depends on the order of its blocks or threads, at one thread at a time too, is told as a\n"
    "warning.\n"
    "\n"
    "What both runs share is not seen if it is wrong: CUDA's headers here and the front end, what the compiler does\n"
    "before it makes code for many threads, the device library's scalar code, and the runtime's barriers, warp\n"
    "operations, textures, printf and device heap. docs/verify.md says it in full.\n";

static bool fail(const char *what, const char *word, int *status) {
    fprintf(stderr, "softwarp verify: %s%s%s (softwarp verify --help shows the options)\n", what, word ? ": " : "",
            word ? word : "");
    *status = 2;
    return false;
}

/* "softwarp verify: --ulp wants a whole number from 0 to 9: x". */
static bool fail_value(const char *option, const char *wants, const char *value, int *status) {
    char what[128];
    snprintf(what, sizeof what, "%s wants %s", option, wants);
    return fail(what, value, status);
}

struct place { /* of an option's value: a text, or a number */
    const char *name;
    const char **text;
    unsigned most; /* 0: no number */
    unsigned *number;
};

static bool is_tolerance(const char *text) {
    char *end;
    double value = strtod(text, &end);
    return value >= 0 && isfinite(value) && end != text && !*end;
}

static bool set_place(const struct place *place, const char *value, int *status) {
    unsigned ignored;
    char wants[64];
    bool is_type = !strcmp(place->name, "--type"), is_share = !strcmp(place->name, "--tolerance");
    if (place->text)
        *place->text = value;
    if (place->most) {
        snprintf(wants, sizeof wants, "a whole number from 0 to %u", place->most);
        return check_read_number(value, place->most, place->number ? place->number : &ignored) ||
               fail_value(place->name, wants, value, status);
    }
    if (is_type && strcmp(value, "float") && strcmp(value, "double"))
        return fail_value(place->name, "float or double", value, status);
    if (is_share && !is_tolerance(value))
        return fail_value(place->name, "a finite number from 0 on", value, status);
    return *value || fail("a value is missing behind", place->name, status);
}

static bool set_option(struct check_options *o, struct verify_options *v, const char *name, const char *value,
                       unsigned *error_exit, int *status) {
    const struct place places[] = {
        {"--kernel-name", &o->kernel, 0, NULL},
        {"--launch-skip", &v->skip, 1u << 30, NULL},
        {"--launch-count", &v->count, 1u << 30, NULL},
        {"--ulp", &v->ulp, 1u << 30, NULL},
        {"--tolerance", &v->tolerance, 0, NULL},
        {"--type", &v->type, 0, NULL},
        {"--time-limit", &v->limit, 1u << 20, NULL},
        {"--log-file", &o->log, 0, NULL},
        {"--json", &o->json, 0, NULL},
        {"--error-exitcode", NULL, MOST_EXIT, error_exit},
        {"--print-limit", NULL, 1u << 30, &o->print.limit},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (!strcmp(places[i].name, name))
            return value ? set_place(&places[i], value, status) : fail("a value is missing behind", name, status);
    return fail("unknown option", name, status);
}

/* "--name value" or "--name=value" at argv[*at], which moves on. */
static bool read_option(struct check_options *o, struct verify_options *v, char **argv, int *at, unsigned *error_exit,
                        int *status) {
    char name[64];
    const char *word = argv[*at], *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    if (length >= sizeof name)
        return fail("unknown option", word, status);
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    const char *value = equals ? equals + 1 : argv[*at + 1];
    if (!set_option(o, v, name, value, error_exit, status))
        return false;
    *at += equals ? 1 : 2;
    return true;
}

static bool parse(int argc, char **argv, struct check_options *o, struct verify_options *v, int *status) {
    unsigned error_exit = USUAL_ERROR_EXIT;
    int at = 1;
    for (; at < argc && argv[at][0] == '-' && strcmp(argv[at], "--");) {
        if (!strcmp(argv[at], "--help") || !strcmp(argv[at], "-h")) {
            fputs(usage, stdout);
            *status = 0;
            return false;
        }
        if (!read_option(o, v, argv, &at, &error_exit, status))
            return false;
    }
    at += at < argc && !strcmp(argv[at], "--");
    o->kernel = o->kernel ? check_kernel_text(o->kernel) : NULL;
    if (o->kernel && !*o->kernel)
        return fail("a value is missing behind", "--kernel-name", status); /* kns= */
    o->error_exit = (int)error_exit;
    o->program = argv + at;
    return at < argc || fail("no program given", NULL, status);
}

/* The options that say which launches are compared, " --launch-skip=3"; null: all are. */
static const char *wanted(const struct check_options *o) {
    const struct verify_options *v = o->verify;
    const char *const parts[][2] = {
        {"--kernel-name", o->kernel}, {"--launch-skip", v->skip}, {"--launch-count", v->count}};
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to)
        swrt_fatal("out of memory");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i][1] && strcmp(parts[i][1], "0"))
            fprintf(to, " %s=%s", parts[i][0], parts[i][1]);
    fclose(to);
    if (size)
        return text;
    free(text);
    return NULL;
}

static void print_part(FILE *to, uint64_t launches, const char *one, const char *several) {
    if (launches)
        fprintf(to, "; %" PRIu64 " %s", launches, launches == 1 ? one : several);
}

/* Why there is nothing to say of launches, or null. */
static const char *why_nothing(const struct check_findings *all) {
    if (!all->is_checked)
        return "no program with kernels that swcc has built has run, or it was started without the environment of this "
               "command (sudo, env -i)";
    if (!all->is_counted)
        return all->is_compared ? NULL : "the program ended before it could say what it launched";
    if (!all->launches[VERIFIED_LAUNCHES])
        return "no kernel was launched";
    return all->launches[VERIFIED_LEFT_OUT] == all->launches[VERIFIED_LAUNCHES] ? "no launch matches" : NULL;
}

static void print_launches(FILE *to, const struct check_findings *all) {
    const uint64_t *n = all->launches;
    fprintf(to, "%" PRIu64 " launch%s: %" PRIu64 " differ%s; %" PRIu64 " the same", n[VERIFIED_LAUNCHES],
            n[VERIFIED_LAUNCHES] == 1 ? "" : "es", n[VERIFIED_DIFFERENT], n[VERIFIED_DIFFERENT] == 1 ? "s" : "",
            n[VERIFIED_SAME]);
    print_part(to, n[VERIFIED_DEPENDS], "depends on the order of blocks or threads",
               "depend on the order of blocks or threads");
    print_part(to, n[VERIFIED_NARROW], "always runs one thread at a time", "always run one thread at a time");
    print_part(to, n[VERIFIED_NOT_COMPARED], "not compared", "not compared");
    print_part(to, n[VERIFIED_LEFT_OUT], "left out:", "left out:");
    if (n[VERIFIED_LEFT_OUT])
        fprintf(to, "%s", all->wanted);
}

static void print(FILE *to, const struct check_findings *all, const struct check_print_options *options) {
    const char *why = why_nothing(all);
    fputs("========= SOFTWARP VERIFY\n", to);
    check_print_findings(to, all, options);
    fputs("========= VERIFY SUMMARY: ", to);
    if (why)
        fprintf(to, "nothing was compared: %s%s", why, all->launches[VERIFIED_LEFT_OUT] ? all->wanted : "");
    else if (!all->is_counted)
        fputs("the program ended before it could say how many launches it had", to);
    else
        print_launches(to, all);
    fputc('\n', to);
}

static bool write_log(const struct check_findings *all, const struct check_options *o) {
    FILE *to = check_open_output(o, o->log);
    if (!to)
        return false;
    print(to, all, &o->print);
    return check_close_output(o, to, o->log);
}

static bool write_json(const struct check_findings *all, const struct check_options *o) {
    FILE *to = check_open_output(o, o->json);
    if (!to)
        return false;
    check_write_json(to, all, o);
    return check_close_output(o, to, o->json);
}

static bool say(const struct check_findings *all, const struct check_options *o) {
    if (!o->log)
        print(stderr, all, &o->print);
    bool is_done = !o->log || write_log(all, o);
    return (!o->json || write_json(all, o)) && is_done;
}

int swrt_tool_verify(int argc, char **argv) {
    struct verify_options verify = {0};
    struct check_options options = {
        .command = "softwarp verify", .verify = &verify, .tools = "verify", .print.limit = 100};
    struct check_findings findings = {0};
    int status;
    if (!parse(argc, argv, &options, &verify, &status))
        return status;
    if (!check_outputs_open(&options))
        return 2;
    tool_open_standard_files();
    FILE *from = tmpfile();
    if (!from) {
        fprintf(stderr, "softwarp verify: no temporary file\n");
        return 1;
    }
    findings.wanted = wanted(&options);
    status = check_run(&options, 0, from);
    check_findings_read(&findings, from, 0, &options.filters);
    fclose(from);
    if (findings.is_not_run)
        return status;
    if (!say(&findings, &options))
        return 1;
    if (options.error_exit && check_findings_errors(&findings, false))
        return options.error_exit;
    return status || findings.is_compared ? status : CHECK_UNCHECKED;
}
