/* Options of `softwarp explore`. */
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "check.h"
#include "explore.h"
#include "system.h"

enum { MOST_EXIT = 255, MOST_LAUNCH = 1 << 30 };

static const char usage[] =
    "usage: softwarp explore [options] PROGRAM [arguments]\n"
    "\n"
    "Runs a CUDA program that was built with swcc --check. Of each launch of at most 64 threads it says which "
    "outcomes\n"
    "there are, whatever the threads' order. An outcome is the last values of some variables, a failed assertion, a\n"
    "trap, or a deadlock. Memory before the launch is as the host left it, and the program goes on as it would "
    "without.\n"
    "\n"
    "  --watch LIST           variables that belong to an outcome, with commas between them: A,part[1],x:float. Types\n"
    "                         are int, unsigned, hex, float; argN[i] is what the Nth argument of the kernel leads to\n"
    "                         (default: all scalars that the kernel writes)\n"
    "  --find PREDICATE       say whether there is an outcome of which that holds: 'A==1 && B==20', deadlock, assert,\n"
    "                         trap, with && || ! and parentheses\n"
    "  --forbid PREDICATE     the same of outcomes that nobody wants\n"
    "  --model MODEL          ptx, ptx-7.5 (default), ptx-6.0: NVIDIA's memory model; sc: interleavings; x86: what "
    "this\n"
    "                         processor may do; interleavings: sc by brute force\n"
    "  --host-thread KERNEL   have a thread of this kernel, which has no parameters and is not launched, run beside\n"
    "                         each launch, as a thread of the host would: on a device of its own\n"
    "  --kernel-name NAME     explore only kernels whose names contain NAME; several options: any of them\n"
    "  --kernel-regex REGEX   the same by an extended regular expression\n"
    "  --launch N             explore only the Nth launch of these, counted from 1\n"
    "  --bound N, --bound Ns  explore at most N executions of a launch, or for N seconds (default: as the engine has "
    "it)\n"
    "  --policy POLICY        which accesses race, as with softwarp check: strict (default), CUDA C++'s rule; or "
    "pragmatic,\n"
    "                         where fences and volatile do what a GPU makes of them\n"
    "  --error-exitcode N     exit with N when an outcome of --forbid is there; without --forbid, when an assertion\n"
    "                         fails, a kernel traps, threads wait for ever, or there is a race (default: 0, the\n"
    "                         program's own status)\n"
    "  --progress yes|no      say on standard error how far it is (default: where that is a terminal)\n"
    "  --log-file FILE        print to FILE instead of standard output\n"
    "  --json FILE            write what was found as JSON too\n"
    "  --dot FILE             write an execution of each outcome as a graph for Graphviz (dot -Tpdf -O FILE)\n"
    "  --html FILE            write a page with the outcomes, and an execution of each as a picture\n"
    "  --svg FOLDER           write these pictures as files of their own into the folder, launch-1-outcome-2.svg and "
    "so on\n"
    "  --help                 show this text\n"
    "\n"
    "The exit status is the program's own, 255 instead of 0 when nothing was explored, 2 for wrong options.\n";

static bool fail(const char *what, const char *word) {
    fprintf(stderr, "softwarp explore: %s%s%s (softwarp explore --help shows the options)\n", what, word ? ": " : "",
            word ? word : "");
    return false;
}

static bool set_text(const char **to, const char *value) {
    *to = value;
    return true;
}

static bool set_number(const char **to, const char *name, const char *value, unsigned least, unsigned most) {
    unsigned number;
    char what[96];
    snprintf(what, sizeof what, "%s wants a whole number from %u to %u", name, least, most);
    *to = value;
    return (check_read_number(value, most, &number) && number >= least) || fail(what, value);
}

static bool set_predicate(struct swrt_predicate **to, const char **text, const char *name, const char *value) {
    char error[160] = "", what[256];
    swrt_predicate_free(*to);
    *text = value;
    *to = swrt_predicate_parse(value, error, sizeof error);
    snprintf(what, sizeof what, "%s %s", name, error);
    return *to || fail(what, NULL);
}

static bool set_filter(struct explore_options *o, const char *value, bool is_regex) {
    return swrt_kernel_filters_add(&o->filters, value, is_regex, false) ||
           fail(is_regex ? "no regular expression" : "an empty name, which all kernels have in theirs", value);
}

static bool set_model(struct explore_options *o, const char *value) {
    o->model = value;
    static const char *const models[] = {"ptx", "ptx-7.5", "ptx-6.0", "sc", "x86", "interleavings"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (!strcmp(models[i], value))
            return true;
    return fail("there is no such model (there is: ptx, ptx-7.5, ptx-6.0, sc, x86, interleavings)", value);
}

/* "1000", "30s". */
static bool set_bound(struct explore_options *o, const char *value) {
    char digits[16];
    size_t length = strlen(value);
    bool is_time = length && length < sizeof digits && value[length - 1] == 's';
    const char *ignored;
    snprintf(digits, sizeof digits, "%.*s", (int)(length - is_time), value);
    o->bound = value;
    if (is_time)
        return set_number(&ignored, "--bound", digits, 1, MOST_LAUNCH);
    return set_number(&ignored, "--bound", value, 1, MOST_LAUNCH);
}

static bool set_policy(struct explore_options *o, const char *value) {
    o->policy = value;
    return !strcmp(value, "strict") || !strcmp(value, "pragmatic") || fail("--policy wants strict or pragmatic", value);
}

static bool set_progress(struct explore_options *o, const char *value) {
    o->shows_progress = !strcmp(value, "yes");
    return o->shows_progress || !strcmp(value, "no") || fail("--progress wants yes or no", value);
}

static bool set_option(struct explore_options *o, const char *name, const char *value) {
    const char *status = "0";
    bool is_fine;
    if (!strcmp(name, "--watch"))
        return set_text(&o->watch, value);
    if (!strcmp(name, "--find"))
        return set_predicate(&o->find, &o->find_text, name, value);
    if (!strcmp(name, "--forbid"))
        return set_predicate(&o->forbid, &o->forbid_text, name, value);
    if (!strcmp(name, "--model"))
        return set_model(o, value);
    if (!strcmp(name, "--kernel-name") || !strcmp(name, "--kernel-regex"))
        return set_filter(o, value, name[9] == 'r');
    if (!strcmp(name, "--host-thread"))
        return set_text(&o->host, value);
    if (!strcmp(name, "--launch"))
        return set_number(&o->launch, name, value, 1, MOST_LAUNCH);
    if (!strcmp(name, "--bound"))
        return set_bound(o, value);
    if (!strcmp(name, "--policy"))
        return set_policy(o, value);
    if (!strcmp(name, "--progress"))
        return set_progress(o, value);
    if (!strcmp(name, "--log-file"))
        return set_text(&o->log, value);
    if (!strcmp(name, "--json"))
        return set_text(&o->json, value);
    if (!strcmp(name, "--dot"))
        return set_text(&o->dot, value);
    if (!strcmp(name, "--html"))
        return set_text(&o->html, value);
    if (!strcmp(name, "--svg"))
        return set_text(&o->svg, value);
    if (strcmp(name, "--error-exitcode"))
        return fail("unknown option", name);
    is_fine = set_number(&status, name, value, 0, MOST_EXIT);
    o->error_exit = atoi(status);
    return is_fine;
}

/* "--name value" or "--name=value" at argv[*at], which moves on. */
static bool read_option(struct explore_options *o, char **argv, int *at) {
    char name[64];
    const char *word = argv[*at], *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    if (length >= sizeof name)
        return fail("unknown option", word);
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    const char *value = equals ? equals + 1 : argv[*at + 1];
    *at += equals ? 1 : 2;
    if (!value || !*value)
        return fail("a value is missing behind", name);
    return set_option(o, name, value);
}

bool explore_options_parse(int argc, char **argv, struct explore_options *o, int *status) {
    int at = 1;
    *o = (struct explore_options){.model = "ptx", .shows_progress = tool_has_terminal()};
    *status = 2;
    while (at < argc && argv[at][0] == '-' && strcmp(argv[at], "--")) {
        if (!strcmp(argv[at], "--help") || !strcmp(argv[at], "-h")) {
            fputs(usage, stdout);
            *status = 0;
            return false;
        }
        if (!read_option(o, argv, &at))
            return false;
    }
    at += at < argc && !strcmp(argv[at], "--");
    o->program = argv + at;
    return at < argc || fail("no program given", NULL);
}
