/* Options of `softwarp check`. Names and meanings are compute-sanitizer's where it has them. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

static const char usage[] =
    "usage: softwarp check [options] PROGRAM [arguments]\n"
    "\n"
    "Runs a CUDA program that was built with swcc --check, and says what is wrong in it.\n"
    "\n"
    "  --tool TOOL            %s,\n"
    "                         several joined by commas, or all (default: memcheck)\n"
    "  --error-exitcode N     exit with N when something was found (default: 0, the program's own status)\n"
    "  --allow-unchecked      kernels that were built without --check may run (default: they, or a program that has\n"
    "                         nothing to check, make the exit status 255 instead of 0)\n"
    "  --kernel-name TEXT     tell only what is about kernels whose names contain TEXT\n"
    "  --leak-check full|no   report memory that is never freed (default: no)\n"
    "  --policy POLICY        of racecheck: strict is CUDA C++'s rule; with pragmatic (default) reading a flag\n"
    "                         atomically acquires what a fence released, a lock still needs its fence;\n"
    "                         of synccheck: strict wants all threads of a block at __syncthreads()\n"
    "  --seeds N              run the program N times, blocks and threads in other orders (default: 1, and 2 if\n"
    "                         racecheck sees that a thread reads atomically)\n"
    "  --seed N               the first of these orders (default: 0, in order; 1: the reverse; others at random)\n"
    "  --print-limit N        print at most N findings (default: 100)\n"
    "  --log-file FILE        print to FILE instead of standard error\n"
    "  --json FILE            write the findings as JSON too\n"
    "  --sarif FILE           write the findings as SARIF 2.1.0 too, for code scanning\n"
    "  --help                 show this text\n";

static const char *const tools[] = {
#define TOOL(name) #name,
#include "check/tools.def"
#undef TOOL
};
enum { NUM_TOOLS = sizeof tools / sizeof *tools, MOST_SEEDS = 1000 };

/* All but `trace`, which finds nothing. */
static const char *all_tools(void) {
    static char text[256];
    text[0] = 0;
    for (size_t i = 0; i < NUM_TOOLS; i++) {
        if (!strcmp(tools[i], "trace")) continue;
        if (*text) strcat(text, ",");
        strcat(text, tools[i]);
    }
    return text;
}

static bool fail(const char *what, const char *word, int *status) {
    fprintf(stderr, "softwarp check: %s%s%s (softwarp check --help shows the options)\n", what, word ? ": " : "",
            word ? word : "");
    *status = 2;
    return false;
}

static bool is_tool(const char *name, size_t length) {
    for (size_t i = 0; i < NUM_TOOLS; i++)
        if (strlen(tools[i]) == length && !strncmp(tools[i], name, length)) return true;
    return false;
}

static bool set_tools(struct check_options *o, const char *list, int *status) {
    if (!strcmp(list, "all")) {
        o->tools = all_tools();
        return true;
    }
    for (const char *name = list;; name++) {
        size_t length = strcspn(name, ",");
        if (!is_tool(name, length)) return fail("there is no such tool", list, status);
        name += length;
        if (!*name) break;
    }
    o->tools = list;
    return true;
}

bool check_read_number(const char *text, unsigned most, unsigned *number) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    *number = (unsigned)value;
    return *text >= '0' && *text <= '9' && !*end && value <= most;
}

static bool set_leaks(struct check_options *o, const char *value, int *status) {
    o->leaks = !strcmp(value, "full");
    return o->leaks || !strcmp(value, "no") || fail("--leak-check wants full or no", value, status);
}

/* compute-sanitizer writes kernel_substring=TEXT (kns=TEXT). */
const char *check_kernel_text(const char *value) {
    static const char *const prefixes[] = {"kernel_substring=", "kns="};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (!strncmp(value, prefixes[i], strlen(prefixes[i]))) return value + strlen(prefixes[i]);
    return value;
}

static bool set_number(struct check_options *o, const char *name, const char *value, int *status) {
    unsigned number;
    bool is_exit = !strcmp(name, "--error-exitcode"), is_seeds = !strcmp(name, "--seeds");
    if (!check_read_number(value, is_exit ? 255 : is_seeds ? MOST_SEEDS : 1u << 30, &number) || (is_seeds && !number))
        return fail("not a number that this option takes", value, status);
    if (is_exit)
        o->error_exit = (int)number;
    else if (is_seeds)
        o->seeds = number;
    else if (!strcmp(name, "--seed"))
        o->first_seed = number;
    else
        o->print_limit = number;
    return true;
}

static bool set_policy(struct check_options *o, const char *value, int *status) {
    o->policy = value;
    return !strcmp(value, "pragmatic") || !strcmp(value, "strict") ||
           fail("--policy wants pragmatic or strict", value, status);
}

static bool set_option(struct check_options *o, const char *name, const char *value, int *status) {
    if (!strcmp(name, "--tool")) return set_tools(o, value, status);
    if (!strcmp(name, "--leak-check")) return set_leaks(o, value, status);
    if (!strcmp(name, "--policy")) return set_policy(o, value, status);
    if (!strcmp(name, "--kernel-name"))
        o->kernel = check_kernel_text(value);
    else if (!strcmp(name, "--json"))
        o->json = value;
    else if (!strcmp(name, "--sarif"))
        o->sarif = value;
    else if (!strcmp(name, "--log-file"))
        o->log = value;
    else
        return set_number(o, name, value, status);
    return true;
}

static bool is_option(const char *name) {
    static const char *const names[] = {"--tool", "--leak-check", "--policy", "--kernel-name", "--json", "--sarif",
                                        "--log-file", "--error-exitcode", "--seeds", "--seed", "--print-limit"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name)) return true;
    return false;
}

/* "--name value" or "--name=value" at argv[*at], which moves on. */
static bool read_option(struct check_options *o, char **argv, int *at, int *status) {
    char name[64];
    const char *word = argv[*at], *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    if (length >= sizeof name || !is_option(name)) return fail("unknown option", word, status);
    const char *value = equals ? equals + 1 : argv[++*at];
    if (!value) return fail("a value is missing behind", word, status);
    ++*at;
    return set_option(o, name, value, status);
}

bool check_options_parse(int argc, char **argv, struct check_options *o, int *status) {
    *o = (struct check_options){.command = "softwarp check", .tools = "memcheck", .print_limit = 100};
    int at = 1;
    while (at < argc && argv[at][0] == '-') {
        if (!strcmp(argv[at], "--help") || !strcmp(argv[at], "-h")) {
            printf(usage, all_tools());
            *status = 0;
            return false;
        }
        if (!strcmp(argv[at], "--")) {
            at++;
            break;
        }
        if (!strcmp(argv[at], "--allow-unchecked")) {
            o->allows_unchecked = true;
            at++;
            continue;
        }
        if (!read_option(o, argv, &at, status)) return false;
    }
    o->program = argv + at;
    return at < argc || fail("no program given", NULL, status);
}
